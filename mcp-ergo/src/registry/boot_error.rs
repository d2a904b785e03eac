//! Why a server does not boot: everything at once.

use std::fmt;

use mcp_ergo_rules::{Finding, Rendered, plural};

use super::site::Sited as _;
use super::tool::ToolDef;

/// Why a server does not boot. Nothing was served; every violation is named, with what to write
/// instead. `Debug` is the report too, since that is what `main` prints.
pub struct BootError {
    pub(crate) server: String,
    pub(crate) violations: Vec<Violation>,
}

/// One violation.
pub(crate) enum Violation {
    /// A rule was broken.
    Rule {
        finding: Finding,
        place: Option<String>,
    },
    /// The server cannot be put together.
    Problem(Problem),
}

/// Something that keeps the server from being put together, and what to do.
pub(crate) struct Problem {
    pub(crate) message: String,
    pub(crate) help: String,
    pub(crate) place: Option<String>,
}

/// Gathers every violation, so that one boot shows them all.
#[derive(Default)]
pub(crate) struct Report {
    violations: Vec<Violation>,
}

impl Report {
    /// Something that no rule speaks of: what is wrong, and what to do.
    pub(crate) fn problem(
        &mut self,
        tool: Option<&ToolDef>,
        message: impl Into<String>,
        help: impl Into<String>,
    ) {
        self.violations.push(Violation::Problem(Problem {
            message: message.into(),
            help: help.into(),
            place: tool.map(place),
        }));
    }

    /// The same of something that is written at `site`.
    pub(super) fn problem_at(
        &mut self,
        site: impl fmt::Display,
        message: impl Into<String>,
        help: impl Into<String>,
    ) {
        self.violations.push(Violation::Problem(Problem {
            message: message.into(),
            help: help.into(),
            place: Some(site.to_string()),
        }));
    }

    /// A rule that was broken.
    pub(crate) fn rule(&mut self, finding: Finding, place: Option<String>) {
        self.violations.push(Violation::Rule { finding, place });
    }

    /// Nothing, or everything that was gathered.
    pub(crate) fn finish(self, server: String) -> Result<(), BootError> {
        if self.violations.is_empty() {
            return Ok(());
        }
        Err(BootError {
            server,
            violations: self.violations,
        })
    }
}

/// Where a tool is written.
pub(super) fn place(tool: &ToolDef) -> String {
    tool.site().to_string()
}

impl BootError {
    /// How many violations there are.
    pub fn count(&self) -> usize {
        self.violations.len()
    }

    /// The codes of the rules that were broken, one for each violation that has one.
    pub fn codes(&self) -> impl Iterator<Item = &'static str> {
        self.violations
            .iter()
            .filter_map(|violation| match violation {
                Violation::Rule { finding, .. } => Some(finding.rule.code),
                Violation::Problem(_) => None,
            })
    }
}

impl fmt::Display for BootError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{} does not boot: {}; nothing is served",
            self.server,
            plural(self.violations.len(), "violation")
        )?;
        for violation in &self.violations {
            write!(f, "\n\n{violation}")?;
        }
        Ok(())
    }
}

impl fmt::Display for Violation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Rule { finding, place } => Rendered {
                finding,
                place: place.as_deref(),
                heading: true,
            }
            .fmt(f),
            Self::Problem(Problem {
                message,
                help,
                place,
            }) => {
                write!(f, "error: {message}")?;
                if let Some(place) = place {
                    write!(f, "\n  --> {place}")?;
                }
                write!(f, "\nhelp: {help}")
            }
        }
    }
}

impl fmt::Debug for BootError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl std::error::Error for BootError {}
