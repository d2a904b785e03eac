//! `mcp-ergo spec`

use std::path::PathBuf;

use clap::Args;
use mcp_ergo::Spec;

use crate::Outcome;
use crate::catalog::Catalog;
use crate::output::{Failure, print};

/// Write the design spec of any server, as far as its list of tools shows it.
///
/// It goes to mcp-interface-design-<server>.md: a table of the tools, what each takes and returns,
/// resources, and the rubric with PASS, FAIL or UNSEEN on each line and the fix for each FAIL. A server
/// that is built with mcp-ergo writes a fuller one itself: `Server::spec()`.
#[derive(Debug, Args)]
#[command(after_help = "Exit code: 0 written, 2 could not run.")]
pub(crate) struct DesignSpec {
    #[command(flatten)]
    catalog: Catalog,
    /// Folder to write it into; `-` prints it instead.
    #[arg(long, value_name = "FOLDER", default_value = ".")]
    to: PathBuf,
}

impl DesignSpec {
    pub(crate) fn run(&self) -> Result<Outcome, Failure> {
        let (policy, _) = self.catalog.policy()?;
        let facts = self.catalog.document()?.into_facts();
        // A bare list does not say whose it is; its file does.
        let spec = Spec::of_catalog(&self.catalog.name(), &facts, &policy);
        if self.to.as_os_str() == "-" {
            print(&spec.to_string())?;
            return Ok(Outcome::Clean);
        }
        let path = spec.write_to(&self.to).map_err(|error| {
            let path = self.to.join(spec.file_name());
            let message = format!("{} cannot be written: {error}", path.display());
            Failure::new(message).help(
                "name a folder that is there and can be written by `--to`; `--to -` prints it",
            )
        })?;
        print(&format!("{}\n", path.display()))?;
        Ok(Outcome::Clean)
    }
}
