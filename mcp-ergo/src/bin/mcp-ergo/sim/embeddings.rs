//! The files of a sentence embedding model.

use std::path::PathBuf;

use clap::Args;
use mcp_ergo::sim::Simulation;

use crate::output::Failure;

/// Which files.
#[derive(Debug, Args)]
pub(crate) struct Files {
    /// ONNX file of a sentence embedding model, for `embeddings`; nothing is ever downloaded.
    #[arg(long, value_name = "FILE", requires = "tokenizer")]
    onnx: Option<PathBuf>,
    /// The tokenizer.json that belongs to it.
    #[arg(long, value_name = "FILE", requires = "onnx")]
    tokenizer: Option<PathBuf>,
}

impl Files {
    /// Adds the model as a picker.
    pub(crate) fn picker(&self, simulation: Simulation) -> Result<Simulation, Failure> {
        let (Some(onnx), Some(tokenizer)) = (&self.onnx, &self.tokenizer) else {
            return Err(Failure::new("no model is named that embeds sentences")
                .help("name its files by --onnx FILE and --tokenizer FILE"));
        };
        #[cfg(feature = "embeddings")]
        {
            let embeddings = mcp_ergo::sim::Embeddings::open(onnx, tokenizer)?;
            Ok(simulation.picker(embeddings))
        }
        #[cfg(not(feature = "embeddings"))]
        {
            let _ = (simulation, onnx, tokenizer);
            let help = "install it with `--features cli,sim,embeddings`";
            Err(Failure::new("this program was built without embeddings").help(help))
        }
    }
}
