//! Who is asked.

use std::sync::Arc;

use clap::{Args, ValueEnum};
use mcp_ergo::sim::{Bm25, Served, Simulation};

use super::embeddings::Files;
use super::endpoint::Models;
use crate::output::Failure;

/// Which pickers.
#[derive(Debug, Args)]
pub(crate) struct Pickers {
    /// Who picks.
    #[arg(
        long,
        value_enum,
        value_name = "NAME",
        value_delimiter = ',',
        default_value = "bm25"
    )]
    picker: Vec<Kind>,
    #[command(flatten)]
    files: Files,
    #[command(flatten)]
    models: Models,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Kind {
    /// The words that a task and a tool share, as a client's search weighs them.
    Bm25,
    /// A model that answers once a task, by --endpoint and --model.
    Endpoint,
    /// Sentence embeddings, by --onnx and --tokenizer.
    Embeddings,
    /// A model that works in turns, its calls answered with what each tool could answer.
    Agent,
}

impl Pickers {
    /// Adds each picker once.
    pub(crate) fn tell(
        &self,
        mut simulation: Simulation,
        seed: u64,
        server: Option<&Arc<Served>>,
    ) -> Result<Simulation, Failure> {
        let mut kinds = self.picker.clone();
        kinds.dedup();
        for kind in kinds {
            simulation = match kind {
                Kind::Bm25 => simulation.picker(Bm25),
                Kind::Embeddings => self.files.picker(simulation)?,
                Kind::Endpoint => simulation.picker(self.models.endpoint(seed)?),
                Kind::Agent => simulation.picker(self.models.agent(seed, server)?),
            };
        }
        Ok(simulation)
    }
}
