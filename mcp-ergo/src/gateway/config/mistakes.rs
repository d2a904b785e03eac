//! What is wrong with a configuration: everything at once.

use std::fmt;
use std::ops::Range;

use mcp_ergo_rules::plural;

/// What is wrong with a `gateway.toml`: every mistake, with its line. `Debug` is the report too, since
/// that is what `main` prints.
pub struct ConfigError {
    file: String,
    mistakes: Vec<Mistake>,
}

/// One mistake, and what to write instead.
struct Mistake {
    /// Counted from 1; 0 where the file as a whole is meant.
    line: usize,
    message: String,
    help: String,
}

impl ConfigError {
    pub(super) fn unreadable(file: &str, error: &std::io::Error) -> Self {
        Self {
            file: file.to_owned(),
            mistakes: vec![Mistake {
                line: 0,
                message: format!("the file cannot be read: {error}"),
                help: "name the file that says which servers to present".to_owned(),
            }],
        }
    }

    /// How many mistakes there are.
    pub fn count(&self) -> usize {
        self.mistakes.len()
    }

    /// Each mistake with its place, and what to do about it.
    pub fn messages(&self) -> impl Iterator<Item = (String, &str)> {
        self.mistakes.iter().map(|mistake| {
            let message = match mistake.line {
                0 => format!("{}: {}", self.file, mistake.message),
                line => format!("{}:{line}: {}", self.file, mistake.message),
            };
            (message, &*mistake.help)
        })
    }
}

impl fmt::Display for ConfigError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} has {}", self.file, plural(self.count(), "mistake"))?;
        for (message, help) in self.messages() {
            write!(f, "\n\nerror: {message}\nhelp: {help}")?;
        }
        Ok(())
    }
}

impl fmt::Debug for ConfigError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl std::error::Error for ConfigError {}

/// Gathers what is wrong with a text.
pub(super) struct Mistakes<'a> {
    text: &'a str,
    file: &'a str,
    found: Vec<Mistake>,
}

impl<'a> Mistakes<'a> {
    pub(super) fn new(text: &'a str, file: &'a str) -> Self {
        Self {
            text,
            file,
            found: Vec::new(),
        }
    }

    /// The line of a byte, counted from 1.
    pub(super) fn line(&self, at: usize) -> usize {
        self.text
            .get(..at)
            .unwrap_or_default()
            .matches('\n')
            .count()
            + 1
    }

    pub(super) fn add(
        &mut self,
        span: Range<usize>,
        message: impl Into<String>,
        help: impl Into<String>,
    ) {
        self.add_at(self.line(span.start), message, help);
    }

    pub(super) fn add_at(
        &mut self,
        line: usize,
        message: impl Into<String>,
        help: impl Into<String>,
    ) {
        self.found.push(Mistake {
            line,
            message: message.into(),
            help: help.into(),
        });
    }

    /// What was read, or everything that is wrong with it, in the order of the file.
    pub(super) fn finish<T>(mut self, read: Option<T>) -> Result<T, ConfigError> {
        match read {
            Some(read) if self.found.is_empty() => Ok(read),
            _ => {
                self.found.sort_by_key(|mistake| mistake.line);
                Err(ConfigError {
                    file: self.file.to_owned(),
                    mistakes: self.found,
                })
            }
        }
    }
}
