//! `mcp-ergo favourites suggest`

use std::collections::BTreeSet;
use std::fmt::Write as _;

use clap::Args;
use mcp_ergo::audit::printable;
use mcp_ergo::rules::Favourites;
use mcp_ergo::usage::{ToolUsage, UsageOf};
use serde_json::{Value, json};

use super::{Place, plain, why_not};
use crate::output::{BOLD, DIM, Failure, PLAIN, print, print_json};
use crate::usage::{Log, percent, thousands};
use crate::{Format, Outcome};

/// The tool that is served on top of every presentation.
const BOOT_TOOL: &str = "_hello";

/// Rank the tools by how often they were called, and print the line that pins them.
///
/// Names that a presentation made are led back to the tools, so `favourite__x` and `all__server__x`
/// are one. A star marks what is pinned already.
#[derive(Debug, Args)]
pub(crate) struct Suggest {
    #[command(flatten)]
    log: Log,
    /// Most tools to show.
    #[arg(long, value_name = "NUMBER", default_value_t = 20, value_parser = clap::value_parser!(u32).range(1..))]
    top: u32,
    #[command(flatten)]
    place: Place,
    /// How to print them.
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
}

impl Suggest {
    pub(super) fn run(&self) -> Result<Outcome, Failure> {
        let usage = self.log.counts()?;
        let config = self.place.read_if_any()?;
        let favourites = config.map(|config| config.favourites).unwrap_or_default();
        let ranking = Ranking::of(&usage, &favourites, self.top);
        let line = self.place.line(&ranking.named(), None, false);
        match self.format {
            Format::Text => print(&ranking.page(&usage, &self.log, &line))?,
            Format::Json => print_json(&ranking.json(&usage, &line))?,
        }
        Ok(Outcome::Clean)
    }
}

/// The tools that were called most.
struct Ranking<'a> {
    tools: Vec<&'a ToolUsage>,
    pinned: BTreeSet<String>,
    most: usize,
}

impl<'a> Ranking<'a> {
    fn of(usage: &'a UsageOf, favourites: &Favourites, top: u32) -> Self {
        let tools = usage.tools.iter().filter(|tool| tool.tool != BOOT_TOOL);
        Self {
            tools: tools
                .take(usize::try_from(top).unwrap_or(usize::MAX))
                .collect(),
            pinned: favourites.tools.iter().map(|tool| plain(tool)).collect(),
            most: favourites.max_favourites,
        }
    }

    fn is_pinned(&self, tool: &ToolUsage) -> bool {
        self.pinned.contains(&plain(&tool.tool))
    }

    /// As many as may be favourites. A log of another program may hold names that no tool can have, and
    /// two forms of one.
    fn named(&self) -> Vec<String> {
        let mut known = BTreeSet::new();
        let names = self.tools.iter().map(|tool| &tool.tool);
        let pinnable = names.filter(|name| why_not(name).is_none() && known.insert(plain(name)));
        pinnable.take(self.most).cloned().collect()
    }

    fn page(&self, usage: &UsageOf, log: &Log, line: &str) -> String {
        let mut page = format!(
            "{BOLD}{:>4}  {:>9}  {:>6}  {:>6}    tool{PLAIN}\n",
            "", "calls", "share", "errors"
        );
        for (at, tool) in self.tools.iter().enumerate() {
            let star = if self.is_pinned(tool) { '★' } else { ' ' };
            let _ = writeln!(
                page,
                "{:>3}.  {:>9}  {:>6}  {:>6}  {star} {}",
                at + 1,
                thousands(tool.calls),
                percent(tool.calls, usage.calls),
                percent(tool.errors(), tool.calls),
                printable(&tool.tool),
            );
        }
        let _ = writeln!(page, "{DIM}{}{PLAIN}", log.scope(usage));
        if self.pinned.is_empty() {
            let _ = writeln!(page, "{DIM}nothing is pinned{PLAIN}");
        } else {
            let _ = writeln!(page, "{DIM}★ pinned{PLAIN}");
        }
        if self.tools.len() > self.most {
            let _ = writeln!(
                page,
                "{DIM}the line takes the first {}, which is most that are presented{PLAIN}",
                self.most
            );
        }
        if self.tools.is_empty() {
            page.push_str("\nno tool that is there was called, so none is suggested; `mcp-ergo usage` shows what was called\n");
        } else {
            let _ = writeln!(page, "\n{}", printable(line));
        }
        page
    }

    fn json(&self, usage: &UsageOf, line: &str) -> Value {
        let tools = self.tools.iter().map(|tool| {
            json!({
                "tool": tool.tool,
                "calls": tool.calls,
                "errors": tool.errors(),
                "pinned": self.is_pinned(tool),
            })
        });
        json!({
            "calls": usage.calls,
            "dropped": usage.dropped,
            "tools": tools.collect::<Vec<_>>(),
            "command": (!self.tools.is_empty()).then_some(line),
        })
    }
}
