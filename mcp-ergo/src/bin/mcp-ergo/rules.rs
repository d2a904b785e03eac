//! `mcp-ergo rules`

use std::fmt::Write as _;

use clap::Args;
use mcp_ergo::rules::{ALL, Front, Level, Rule};
use serde_json::{Value, json};

use crate::output::{BOLD, Failure, PLAIN, print, print_json};
use crate::{Format, Outcome};

/// List the rules: their levels on one's own server and on a foreign one, where they are judged, and
/// what they find.
#[derive(Debug, Args)]
pub(crate) struct Rules {
    /// How to print the list.
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
}

impl Rules {
    pub(crate) fn run(&self) -> Result<Outcome, Failure> {
        match self.format {
            Format::Text => print(&table())?,
            Format::Json => print_json(&ALL.iter().map(|rule| entry(rule)).collect())?,
        }
        Ok(Outcome::Clean)
    }
}

/// The word for a level; a rule that does not judge there has none.
pub(crate) fn level(level: Level) -> &'static str {
    match level {
        Level::Off => "-",
        level => level.key(),
    }
}

/// Where a rule is judged.
pub(crate) fn places(rule: &Rule) -> Vec<&'static str> {
    rule.at.iter().copied().map(Front::word).collect()
}

fn table() -> String {
    let name = ALL.iter().map(|rule| rule.name.len()).max().unwrap_or(0);
    let mut table = format!(
        "{BOLD}code  {:name$}  own   foreign  where             what it finds{PLAIN}\n",
        "name"
    );
    for rule in ALL {
        let _ = writeln!(
            table,
            "{}  {:name$}  {:4}  {:7}  {:16}  {}",
            rule.code,
            rule.name,
            level(rule.own),
            level(rule.foreign),
            places(rule).join(" "),
            rule.finds()
        );
    }
    table
}

fn entry(rule: &Rule) -> Value {
    json!({
        "code": rule.code,
        "name": rule.name,
        "own": rule.own.key(),
        "foreign": rule.foreign.key(),
        "at": places(rule),
        "rubric": rule.rubric.name(),
        "what": rule.finds(),
    })
}
