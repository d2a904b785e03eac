//! `mcp-ergo favourites`

mod config;
mod edit;
mod suggest;

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::path::PathBuf;

use clap::{Args, Subcommand};
use mcp_ergo::audit::printable;
use serde_json::json;

use crate::output::{BOLD, DIM, Failure, PLAIN, print, print_json};
use crate::{Format, Outcome};
use config::Config;
use edit::Change;

/// See, set and find the tools that a model is shown first.
#[derive(Debug, Subcommand)]
pub(crate) enum Favourites {
    List(List),
    Set(Set),
    Suggest(suggest::Suggest),
}

impl Favourites {
    pub(crate) fn run(&self) -> Result<Outcome, Failure> {
        match self {
            Self::List(list) => list.run(),
            Self::Set(set) => set.run(),
            Self::Suggest(suggest) => suggest.run(),
        }
    }
}

/// Where the favourites are written down.
#[derive(Debug, Args)]
struct Place {
    /// File with `[presentation]` [default: the mcp-ergo.toml or gateway.toml in this folder or above].
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,
}

/// Show the favourites that a file pins, in their order.
#[derive(Debug, Args)]
pub(crate) struct List {
    #[command(flatten)]
    place: Place,
    /// How to print them.
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
}

impl List {
    fn run(&self) -> Result<Outcome, Failure> {
        let config = self.place.read()?;
        match self.format {
            Format::Text => print(&config.page(&self.place))?,
            Format::Json => print_json(&json!({
                "file": config.path.display().to_string(),
                "enabled": config.favourites.enabled,
                "tools": config.favourites.tools,
                "max_favourites": config.favourites.max_favourites,
            }))?,
        }
        Ok(Outcome::Clean)
    }
}

/// Pin favourites, the most used first, and leave everything else in the file as it is.
#[derive(Debug, Args)]
pub(crate) struct Set {
    /// Tools by their canonical names; behind a gateway `k8s/get_pods` or `k8s__get_pods`.
    #[arg(value_name = "NAME", required_unless_present = "disable")]
    names: Vec<String>,
    /// Most favourites that are presented [default: what the file says, else 15].
    #[arg(long, value_name = "NUMBER", value_parser = clap::value_parser!(u32).range(1..))]
    max: Option<u32>,
    /// Keep the list for later, and present none.
    #[arg(long)]
    disable: bool,
    #[command(flatten)]
    place: Place,
}

impl Set {
    fn run(&self) -> Result<Outcome, Failure> {
        let mut config = self.place.open()?;
        check_names(&self.names)?;
        let max = self.max.and_then(|max| usize::try_from(max).ok());
        let most = max.unwrap_or(config.favourites.max_favourites);
        if self.names.len() > most {
            let count = self.names.len();
            return Err(Failure::new(format!(
                "{count} favourites are named, and at most {most} are presented"
            ))
            .help(&format!(
                "name fewer, since a long list is no shortlist, or write `--max {count}`"
            )));
        }
        let change = Change {
            enabled: !self.disable,
            tools: (!self.names.is_empty()).then_some(&self.names),
            max,
        };
        config.change(&change)?;
        print(&config.page(&self.place))?;
        Ok(Outcome::Clean)
    }
}

impl Config {
    /// What is pinned, and the line that pins it.
    fn page(&self, place: &Place) -> String {
        let favourites = &self.favourites;
        let state = if favourites.enabled { "" } else { ", disabled" };
        let path = self.path.display().to_string();
        let mut page = format!(
            "{BOLD}Favourites of {}{PLAIN} {DIM}(at most {}{state}){PLAIN}\n",
            printable(&path),
            favourites.max_favourites,
        );
        if favourites.tools.is_empty() {
            page.push_str("  none\n");
        }
        for (at, tool) in favourites.tools.iter().enumerate() {
            let _ = writeln!(page, "  {:>2}. {}", at + 1, printable(tool));
        }
        if favourites.tools.is_empty() && favourites.enabled {
            return page;
        }
        let max = self.max_is_said.then_some(favourites.max_favourites);
        let line = place.line(&favourites.tools, max, !favourites.enabled);
        let _ = writeln!(page, "\n{}", printable(&line));
        page
    }
}

impl Place {
    /// The line that pins these.
    fn line(&self, tools: &[String], max: Option<usize>, disable: bool) -> String {
        let mut line = "mcp-ergo favourites set".to_owned();
        for tool in tools {
            let _ = write!(line, " {}", quoted(tool));
        }
        if let Some(max) = max {
            let _ = write!(line, " --max {max}");
        }
        if disable {
            line.push_str(" --disable");
        }
        if let Some(config) = &self.config {
            let _ = write!(line, " --config {}", quoted(&config.display().to_string()));
        }
        line
    }
}

/// A word as a shell reads it.
fn quoted(word: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "_-./:".contains(c);
    if !word.is_empty() && word.chars().all(plain) {
        word.to_owned()
    } else {
        format!("'{}'", word.replace('\'', r"'\''"))
    }
}

/// The one form of a canonical name that is compared: `k8s/get_pods` is `k8s__get_pods`.
fn plain(name: &str) -> String {
    name.replace('/', "__")
}

/// What cannot be pinned, and what to do about it: a name that is none, or that says where a tool is
/// presented.
fn why_not(name: &str) -> Option<(String, Option<String>)> {
    let form = plain(name);
    let presented = ["favourite__", "all__"]
        .iter()
        .find(|before| form.starts_with(**before));
    // What begins with a hyphen would be read as an option.
    if name.is_empty()
        || name.starts_with('-')
        || name.contains(|c: char| c.is_whitespace() || c.is_control())
    {
        let help = "write the canonical name of a tool, e.g. search_invoices";
        return Some((
            format!("{name:?} is no name of a tool"),
            Some(help.to_owned()),
        ));
    }
    let word = presented?.trim_end_matches('_');
    let help = "write the tool's own name, without what the presentation puts before it";
    let message = format!("{name} is how a tool is presented under {word}");
    Some((message, Some(help.to_owned())))
}

/// Names that cannot be pinned, or that come twice.
fn check_names(names: &[String]) -> Result<(), Failure> {
    let mut known = BTreeSet::new();
    let mut messages = Vec::new();
    for name in names {
        if let Some(why) = why_not(name) {
            messages.push(why);
        } else if !known.insert(plain(name)) {
            let help = "name each favourite once";
            messages.push((format!("{name} is named twice"), Some(help.to_owned())));
        }
    }
    if messages.is_empty() {
        Ok(())
    } else {
        Err(Failure { messages })
    }
}
