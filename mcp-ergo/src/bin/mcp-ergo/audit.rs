//! `mcp-ergo audit`

use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};
use mcp_ergo::audit::{Document, Report, audit, printable};
use mcp_ergo::rules::{Grammar, Level, Policy};

use crate::output::{DIM, Failure, PLAIN, print, print_json};
use crate::policy::policy;
use crate::{Format, Outcome};

/// Judge the list of tools of any server.
///
/// The file holds the result of `tools/list`, a JSON-RPC response with one, an array of tools, one
/// tool, or a transcript with a JSON-RPC message on each line; `instructions`, `serverInfo`,
/// `resources` and `prompts` beside the tools are judged too.
#[derive(Debug, Args)]
#[command(after_help = "Exit code: 0 clean, 1 findings at or above --fail-on, 2 could not run.")]
pub(crate) struct Audit {
    /// File to judge; `-` reads standard input.
    #[arg(long, value_name = "FILE")]
    file: PathBuf,
    /// Judge it as a server of your own: every rule at its full level.
    #[arg(long)]
    own: bool,
    /// How names are formed, in place of what the policy says.
    #[arg(long, value_parser = [Grammar::VerbObject.word(), Grammar::DomainVerbObject.word()])]
    grammar: Option<String>,
    /// Policy to judge by [default: the mcp-ergo.toml in this folder or above].
    #[arg(long, value_name = "FILE")]
    policy: Option<PathBuf>,
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
        let (policy, policy_file) =
            policy(self.own, self.policy.as_deref(), self.grammar.as_deref())?;
        let said = |error: &dyn std::fmt::Display| {
            if self.is_stdin() {
                Failure::new(format!("standard input: {error}"))
            } else {
                Failure::new(format!("{}: {error}", self.file.display()))
            }
        };
        let bytes = self.bytes().map_err(|error| said(&error))?;
        let document = Document::parse(&bytes).map_err(|error| said(&error))?;
        drop(bytes);
        let audit = audit(document.facts(), &policy);
        let failed = audit.reaches(self.fail_on.level());
        let name = self.file.file_stem().filter(|_| !self.is_stdin());
        let name = name.unwrap_or_default().to_string_lossy();
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

    fn is_stdin(&self) -> bool {
        self.file == Path::new("-")
    }

    /// What is to be judged, no more than a document may have.
    fn bytes(&self) -> io::Result<Vec<u8>> {
        let source: Box<dyn Read> = if self.is_stdin() {
            Box::new(io::stdin())
        } else {
            Box::new(File::open(&self.file)?)
        };
        let mut bytes = Vec::new();
        let most = u64::try_from(Document::LARGEST).unwrap_or(u64::MAX);
        source.take(most + 1).read_to_end(&mut bytes)?;
        Ok(bytes)
    }

    /// By what was judged, and how it ended.
    fn end(&self, policy: &Policy, file: Option<&Path>, failed: bool) -> String {
        let whose = if self.own {
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
