//! Serves over the standard streams.

use rmcp::ServiceExt;
use rmcp::service::ServerInitializeError;
use rmcp::transport::async_rw::AsyncRwTransport;

use super::Server;
use super::opening::Patient;

/// Why serving ended before its time.
#[derive(thiserror::Error)]
pub enum ServeError {
    /// The client and the server did not agree on how to talk.
    #[error("the client's first message could not be answered: {0}")]
    Handshake(#[source] Box<ServerInitializeError>),
    /// The address cannot be listened on.
    #[error("cannot listen on {address}: {source}")]
    Listen {
        /// The address, as it was given.
        address: String,
        /// Why.
        source: std::io::Error,
    },
    /// The connection failed.
    #[error("the connection failed: {0}")]
    Connection(#[from] std::io::Error),
    /// The task that served was lost.
    #[error("the task that served was lost: {0}")]
    Task(#[from] tokio::task::JoinError),
}

/// The message, since `main` prints `Debug`.
impl std::fmt::Debug for ServeError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        std::fmt::Display::fmt(self, f)
    }
}

impl Server {
    /// Serves one client over stdin and stdout until it closes them. Nothing else may write to
    /// stdout: log to stderr.
    ///
    /// # Errors
    ///
    /// When the client does not open the conversation as the protocol asks, or the streams fail. A
    /// client that goes away without a word is no error.
    pub async fn serve_stdio(self) -> Result<(), ServeError> {
        let (reader, writer) = rmcp::transport::stdio_pipes();
        let transport = Patient::new(AsyncRwTransport::new_server(reader, writer));
        match self.serve(transport).await {
            Ok(running) => {
                running.waiting().await?;
                Ok(())
            }
            Err(ServerInitializeError::ConnectionClosed(_)) => Ok(()),
            Err(error) => Err(ServeError::Handshake(Box::new(error))),
        }
    }
}
