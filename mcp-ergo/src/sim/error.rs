//! Why nothing could be compared.

use std::fmt;

/// What is wrong with catalogs, tasks or settings: every mistake that was found, with what to do.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SimError {
    /// Never empty.
    pub mistakes: Vec<Mistake>,
}

/// One thing that is wrong.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mistake {
    /// What is wrong, where, with the value.
    pub message: String,
    /// What to do.
    pub help: String,
}

impl SimError {
    pub(crate) fn new(message: impl Into<String>, help: impl Into<String>) -> Self {
        Self {
            mistakes: vec![Mistake::new(message, help)],
        }
    }

    /// Everything that was found, if anything was.
    pub(crate) fn unless_none(mistakes: Vec<Mistake>) -> Result<(), Self> {
        if mistakes.is_empty() {
            Ok(())
        } else {
            Err(Self { mistakes })
        }
    }
}

impl Mistake {
    pub(crate) fn new(message: impl Into<String>, help: impl Into<String>) -> Self {
        Self {
            message: message.into(),
            help: help.into(),
        }
    }
}

impl fmt::Display for SimError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, Mistake { message, help }) in self.mistakes.iter().enumerate() {
            let between = if index > 0 { "\n" } else { "" };
            write!(f, "{between}{message}: {help}")?;
        }
        Ok(())
    }
}

impl std::error::Error for SimError {}
