//! Why serving ended before its time.

use rmcp::service::ServerInitializeError;

use crate::Error;

/// Why serving ended before its time.
#[derive(thiserror::Error)]
#[non_exhaustive]
pub enum ServeError {
    /// The client and the server did not agree on how to talk.
    #[error("the client's first message could not be answered")]
    Handshake(#[source] Box<ServerInitializeError>),
    /// The address cannot be listened on.
    #[error("cannot listen on {address}")]
    Listen {
        /// The address, as it was given.
        address: String,
        /// Why.
        source: std::io::Error,
    },
    /// The connection failed.
    #[error("the connection failed")]
    Connection(#[from] std::io::Error),
    /// The task that served was lost.
    #[error("the task that served was lost")]
    Task(#[from] tokio::task::JoinError),
}

/// The message with its causes, since `main` prints `Debug`.
impl std::fmt::Debug for ServeError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        Error::write(self, f)
    }
}
