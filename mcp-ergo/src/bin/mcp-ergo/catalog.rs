//! The catalog that a command looks at, and by what policy.

use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use clap::Args;
use mcp_ergo::audit::Document;
use mcp_ergo::rules::{Grammar, Policy};

use crate::output::Failure;
use crate::policy::policy;

/// A file with a list of tools.
#[derive(Debug, Args)]
pub(crate) struct Catalog {
    /// File to judge; `-` reads standard input.
    #[arg(long, value_name = "FILE")]
    file: PathBuf,
    /// Judge it as a server of your own: every rule at its full level.
    #[arg(long)]
    pub(crate) own: bool,
    /// How names are formed, in place of what the policy says.
    #[arg(long, value_parser = [Grammar::VerbObject.word(), Grammar::DomainVerbObject.word()])]
    grammar: Option<String>,
    /// Policy to judge by [default: the mcp-ergo.toml in this folder or above].
    #[arg(long, value_name = "FILE")]
    policy: Option<PathBuf>,
}

const READABLE: &str = "name a file with the result of `tools/list`, or pipe it in: `--file -`";

impl Catalog {
    /// The policy, and the file that it was read from.
    pub(crate) fn policy(&self) -> Result<(Policy, Option<PathBuf>), Failure> {
        policy(self.own, self.policy.as_deref(), self.grammar.as_deref())
    }

    pub(crate) fn document(&self) -> Result<Document, Failure> {
        let said = |error: &dyn std::fmt::Display| {
            if self.is_stdin() {
                Failure::new(format!("standard input: {error}"))
            } else {
                Failure::new(format!("{}: {error}", self.file.display()))
            }
        };
        let bytes = self.bytes().map_err(|error| said(&error).help(READABLE))?;
        Document::parse(&bytes).map_err(|error| said(&error))
    }

    /// The file's name without its ending; empty for standard input.
    pub(crate) fn name(&self) -> String {
        let stem = self.file.file_stem().filter(|_| !self.is_stdin());
        stem.unwrap_or_default().to_string_lossy().into_owned()
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
}
