//! Who is asked.

use clap::{Args, ValueEnum};
use mcp_ergo::sim::{Bm25, Simulation};

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
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Kind {
    /// The words that a task and a tool share, as a client's search weighs them.
    Bm25,
}

impl Pickers {
    /// Adds each picker once.
    pub(crate) fn tell(&self, mut simulation: Simulation) -> Result<Simulation, Failure> {
        let mut kinds = self.picker.clone();
        kinds.dedup();
        for kind in kinds {
            simulation = match kind {
                Kind::Bm25 => simulation.picker(Bm25),
            };
        }
        Ok(simulation)
    }
}
