//! The files that a simulation reads.

use std::path::{Path, PathBuf};

use clap::Args;
use mcp_ergo::sim::{Catalog, Simulation, Task};

use crate::output::Failure;
use crate::policy::policy;
use crate::usage::kept;

/// What is used most.
#[derive(Debug, Args)]
pub(crate) struct Usage {
    /// Tools that are listed first under `favourites`, by their own names [default: the 15 used most].
    #[arg(long, value_name = "TOOL", value_delimiter = ',')]
    favourites: Vec<String>,
    /// File with the calls: what `SqliteUsage` keeps, or a log with a JSON object on each line.
    #[arg(long = "usage", value_name = "FILE")]
    log: Option<PathBuf>,
    /// Policy whose [presentation] names the favourites, where --favourites does not [default: the
    /// mcp-ergo.toml in this folder or above].
    #[arg(long, value_name = "FILE")]
    policy: Option<PathBuf>,
}

impl Usage {
    /// `favoured` tells whether favourites are presented; a policy is not asked for them otherwise.
    pub(crate) fn tell(
        &self,
        simulation: Simulation,
        favoured: bool,
    ) -> Result<Simulation, Failure> {
        self.calls(simulation.favourites(self.favourites(favoured)?))
    }

    /// The log of use alone.
    pub(crate) fn calls(&self, simulation: Simulation) -> Result<Simulation, Failure> {
        let Some(path) = &self.log else {
            return Ok(simulation);
        };
        let usage = kept(path, |log| log.counts(0))?;
        if usage.calls == 0 {
            let none = Failure::new("there are no calls in it");
            return Err(none.help("name a log of calls by --usage").about(path));
        }
        let tools = usage.tools.into_iter();
        Ok(simulation.calls(tools.map(|one| (one.tool, one.calls)).collect()))
    }

    /// What is named here, or else in the policy. A list that is switched off there is compared all the
    /// same: that is how one finds out whether to switch it on.
    fn favourites(&self, favoured: bool) -> Result<Vec<String>, Failure> {
        if !self.favourites.is_empty() || !favoured {
            return Ok(self.favourites.clone());
        }
        let (policy, _) = policy(true, self.policy.as_deref(), None)?;
        Ok(policy.presentation.tools)
    }
}

/// A catalog, called by the name of its file without the ending.
pub(crate) fn catalog(path: &Path) -> Result<Catalog, Failure> {
    let bytes = read(
        path,
        "name a file with the result of `tools/list` by --catalog",
    )?;
    let name = path.file_stem().unwrap_or_default().to_string_lossy();
    Ok(Catalog::read(&name, &bytes)?)
}

pub(crate) fn tasks(path: &Path) -> Result<Vec<Task>, Failure> {
    let bytes = read(path, "name a file of tasks by --tasks")?;
    Task::read(&bytes).map_err(|error| Failure::from(error).about(path))
}

pub(crate) fn write(path: &Path, text: &str) -> Result<(), Failure> {
    std::fs::write(path, text).map_err(|error| {
        let message = format!("{} cannot be written: {error}", path.display());
        Failure::new(message).help("name a file in a folder that is there and can be written")
    })
}

fn read(path: &Path, help: &str) -> Result<Vec<u8>, Failure> {
    std::fs::read(path).map_err(|error| Failure::new(error.to_string()).help(help).about(path))
}
