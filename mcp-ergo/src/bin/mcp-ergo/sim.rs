//! `mcp-ergo sim`

mod degrade;
mod embeddings;
mod endpoint;
mod input;
mod picker;
mod server;

use std::path::PathBuf;

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{Args, Subcommand};
use mcp_ergo::sim::{Degradation, Showing, SimError, Simulation, Task};

use crate::output::{Failure, print, print_json};
use crate::{Format, Outcome};

/// Tell which presentation of a catalog a model picks from best, before it is shipped.
///
/// Each picker is asked what it would call for each task, under each presentation of each catalog;
/// the report says how often that is right, and which differences are more than chance.
#[derive(Debug, Args)]
#[command(
    args_conflicts_with_subcommands = true,
    subcommand_negates_reqs = true,
    after_help = "Exit code: 0 compared, 2 could not run."
)]
pub(crate) struct Sim {
    #[command(subcommand)]
    command: Option<Command>,
    #[command(flatten)]
    compare: Compare,
}

#[derive(Debug, Subcommand)]
enum Command {
    Degrade(degrade::Degrade),
}

const TASKS: &str = r#"Tasks with their right tools: {"tasks": [{"id": "t1", "text": "…", "right": ["tool"]}]}, where any tool of `right` is enough; `tool#action` is one action of a tool that has several"#;

/// What is compared.
#[derive(Debug, Args)]
struct Compare {
    /// Catalog: the result of `tools/list`; several are compared with the first.
    #[arg(
        long,
        value_name = "FILE",
        required_unless_present_any = ["server", "server_url"],
        conflicts_with_all = ["server", "server_url"]
    )]
    catalog: Vec<PathBuf>,
    #[command(flatten)]
    server: server::Running,
    // Optional to the parser alone: `degrade` needs none of this.
    #[arg(long, value_name = "FILE", required = true, help = TASKS)]
    tasks: Option<PathBuf>,
    /// Presentations; the others are compared with the first.
    #[arg(
        long,
        value_name = "NAME",
        value_delimiter = ',',
        default_value = "flat",
        value_parser = presentations(),
        conflicts_with_all = ["server", "server_url"]
    )]
    presentation: Vec<Showing>,
    /// Ways to make the first catalog worse, each compared with what it was.
    #[arg(
        long,
        value_name = "HOW",
        value_delimiter = ',',
        value_parser = degrade::parser(),
        conflicts_with_all = ["server", "server_url"]
    )]
    degrade: Vec<Degradation>,
    #[command(flatten)]
    picker: picker::Pickers,
    #[command(flatten)]
    usage: input::Usage,
    /// How much use counts for pickers without attention, in shares of the best fit; 0 for not at
    /// all.
    #[arg(long, value_name = "WEIGHT", default_value_t = Simulation::PRIOR)]
    prior: f64,
    /// What the tasks of the bootstrap are drawn by.
    #[arg(long, value_name = "NUMBER", default_value_t = 0)]
    seed: u64,
    /// How to print the report.
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
    /// File to write the report to as a page with plots, besides.
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
}

/// The presentations by their words.
fn presentations() -> impl TypedValueParser<Value = Showing> {
    let words =
        Showing::ALL.map(|showing| PossibleValue::new(showing.word()).help(showing.meaning()));
    PossibleValuesParser::new(words).try_map(|word| {
        let mut all = Showing::ALL.into_iter();
        let showing = all.find(|showing| showing.word() == word);
        showing.ok_or("there is no such presentation")
    })
}

impl Sim {
    pub(crate) fn run(&self) -> Result<Outcome, Failure> {
        match &self.command {
            Some(Command::Degrade(degrade)) => degrade.run(),
            None => self.compare.run(),
        }
    }
}

impl Compare {
    fn run(&self) -> Result<Outcome, Failure> {
        let Some(tasks) = &self.tasks else {
            return Err(Failure::new("nothing is compared").help("name --catalog and --tasks"));
        };
        let tasks = input::tasks(tasks)?;
        let server = self.server.connect()?;
        let simulation = match &server {
            Some(server) => self.usage.calls(Simulation::served(server, tasks)?)?,
            None => self.catalogs(tasks)?,
        };
        let simulation = simulation.prior(self.prior).seed(self.seed);
        let simulation = self.picker.tell(simulation, self.seed, server.as_ref())?;
        let comparison = simulation.run()?;
        if let Some(path) = &self.html {
            input::write(path, &comparison.html())?;
        }
        match self.format {
            Format::Text => print(&comparison.to_string())?,
            Format::Json => print_json(&comparison.json())?,
        }
        Ok(Outcome::Clean)
    }

    /// Every catalog under every presentation.
    fn catalogs(&self, tasks: Vec<Task>) -> Result<Simulation, Failure> {
        let mut catalogs = self.catalog.iter().map(|path| input::catalog(path));
        let Some(first) = catalogs.next() else {
            return Err(Failure::new("nothing is compared").help("name --catalog and --tasks"));
        };
        let presentations = self.presentation.iter().copied();
        let mut simulation = Simulation::new(first?, tasks).showings(presentations);
        for catalog in catalogs {
            simulation = simulation.catalog(catalog?);
        }
        for how in &self.degrade {
            simulation = simulation.degrade(*how)?;
        }
        let favoured = self.presentation.contains(&Showing::Favourites);
        self.usage.tell(simulation, favoured)
    }
}

impl From<SimError> for Failure {
    fn from(error: SimError) -> Self {
        let each = error.mistakes.into_iter();
        Self {
            messages: each
                .map(|mistake| (mistake.message, Some(mistake.help)))
                .collect(),
        }
    }
}
