//! Serves over the standard streams.

use rmcp::ServiceExt;
use rmcp::service::{QuitReason, ServerInitializeError};
use rmcp::transport::async_rw::AsyncRwTransport;

use super::opening::Patient;
use super::{GRACE, ServeError, Server};

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
        let inner = self.inner.clone();
        match self.serve(transport).await {
            Ok(running) => {
                let ended = running.waiting().await?;
                // A change that has begun is finished, also where its client has gone.
                if tokio::time::timeout(GRACE, inner.changes_made())
                    .await
                    .is_err()
                {
                    tracing::warn!("stopped with changes that had not ended");
                }
                match ended {
                    QuitReason::JoinError(lost) => Err(lost.into()),
                    _ => Ok(()),
                }
            }
            Err(ServerInitializeError::ConnectionClosed(_)) => Ok(()),
            Err(error) => Err(ServeError::Handshake(Box::new(error))),
        }
    }
}
