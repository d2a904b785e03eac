//! Why nothing could be compared.

/// What is wrong with a catalog, a task file or a setting, and what to do about it.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct SimError {
    /// What is wrong, with the value.
    pub message: String,
    /// What to do.
    pub help: String,
}

impl SimError {
    pub(crate) fn new(message: impl Into<String>, help: impl Into<String>) -> Self {
        Self {
            message: message.into(),
            help: help.into(),
        }
    }
}
