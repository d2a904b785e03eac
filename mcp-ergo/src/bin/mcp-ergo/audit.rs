//! `mcp-ergo audit`

use std::path::Path;

use clap::{Args, ValueEnum};
use mcp_ergo::audit::{Report, audit, printable};
use mcp_ergo::rules::{Level, Policy};

use crate::catalog::Catalog;
use crate::output::{DIM, Failure, PLAIN, print, print_json};
use crate::{Format, Outcome};

/// Judge the list of tools of any server.
///
/// The file holds the result of `tools/list`, a JSON-RPC response with one, an array of tools, one
/// tool, or a transcript with a JSON-RPC message on each line; `instructions`, `serverInfo`,
/// `resources` and `prompts` beside the tools are judged too.
#[derive(Debug, Args)]
#[command(after_help = "Exit code: 0 clean, 1 findings at or above --fail-on, 2 could not run.")]
pub(crate) struct Audit {
    #[command(flatten)]
    catalog: Catalog,
    /// Least level that makes the audit fail.
    #[arg(long, value_enum, default_value_t = FailOn::Deny, value_name = "LEVEL")]
    fail_on: FailOn,
    /// How to print what was found.
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
    /// Tell every finding in full, however often a rule is broken.
    #[arg(long)]
    every: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum FailOn {
    Deny,
    Warn,
    Info,
}

impl FailOn {
    fn level(self) -> Level {
        match self {
            Self::Deny => Level::Deny,
            Self::Warn => Level::Warn,
            Self::Info => Level::Info,
        }
    }
}

impl Audit {
    pub(crate) fn run(&self) -> Result<Outcome, Failure> {
        let (policy, policy_file) = self.catalog.policy()?;
        let document = self.catalog.document()?;
        let audit = audit(document.facts(), &policy);
        let failed = audit.reaches(self.fail_on.level());
        let name = self.catalog.name();
        let mut report = Report::new(&audit, &document);
        if !name.is_empty() {
            report = report.name(&name);
        }
        match self.format {
            Format::Json => print_json(&report.json())?,
            Format::Text => {
                let report = report.every(self.every).colours(true);
                let end = self.end(&policy, policy_file.as_deref(), failed);
                let more = if report.is_folded() {
                    "\n--every tells what repeats in full"
                } else {
                    ""
                };
                print(&format!("{report}\n{DIM}{end}{more}{PLAIN}\n"))?;
            }
        }
        Ok(if failed {
            Outcome::Found
        } else {
            Outcome::Clean
        })
    }

    /// By what was judged, and how it ended.
    fn end(&self, policy: &Policy, file: Option<&Path>, failed: bool) -> String {
        let whose = if self.catalog.own {
            "your own"
        } else {
            "somebody else's"
        };
        let file = match file {
            Some(file) => format!(" and {}", printable(&file.display().to_string())),
            None => String::new(),
        };
        let fail_on = self.fail_on.level().key();
        let ended = if failed { "fails" } else { "passes" };
        let grammar = policy.grammar.word();
        format!("Judged as {whose} server by {grammar}{file}: {ended} at {fail_on}")
    }
}
