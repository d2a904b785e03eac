//! `mcp-ergo sim degrade`

use std::path::PathBuf;

use clap::Args;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use mcp_ergo::sim::{Degradation, Degraded};

use super::input;
use crate::Outcome;
use crate::output::{Failure, print};

/// Make a worse catalog of a good one, to see whether a comparison can tell.
#[derive(Debug, Args)]
#[command(after_help = "Exit code: 0 written, 2 could not run.")]
pub(crate) struct Degrade {
    /// Catalog: the result of `tools/list`.
    #[arg(long, value_name = "FILE")]
    catalog: PathBuf,
    /// What to make of it.
    #[arg(long, value_name = "HOW", value_parser = parser())]
    how: Degradation,
    /// File to write the worse catalog to.
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,
    /// Tasks whose right tools may go by other names then.
    #[arg(long, value_name = "FILE", requires = "tasks_out")]
    tasks: Option<PathBuf>,
    /// File to write the tasks to, with the names of the worse catalog.
    #[arg(long, value_name = "FILE", requires = "tasks")]
    tasks_out: Option<PathBuf>,
}

/// The ways by their words.
pub(super) fn parser() -> impl TypedValueParser<Value = Degradation> {
    let words = Degradation::ALL.map(|how| PossibleValue::new(how.word()).help(how.meaning()));
    PossibleValuesParser::new(words).try_map(|word| {
        let mut all = Degradation::ALL.into_iter();
        let how = all.find(|how| how.word() == word);
        how.ok_or("there is no such way")
    })
}

impl Degrade {
    pub(crate) fn run(&self) -> Result<Outcome, Failure> {
        let catalog = input::catalog(&self.catalog)?;
        let degraded = Degraded::of(&catalog, self.how)?;
        let mut written = vec![(&self.output, degraded.json())];
        if let (Some(tasks), Some(out)) = (&self.tasks, &self.tasks_out) {
            written.push((out, degraded.tasks(&input::tasks(tasks)?)));
        }
        for (path, json) in written {
            input::write(path, &format!("{json:#}\n"))?;
            print(&format!("{}\n", path.display()))?;
        }
        Ok(Outcome::Clean)
    }
}
