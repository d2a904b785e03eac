//! The time before a conversation is open.

use rmcp::RoleServer;
use rmcp::model::{ClientRequest, GetMeta as _, JsonRpcMessage};
use rmcp::service::{RxJsonRpcMessage, TxJsonRpcMessage};
use rmcp::transport::Transport;

/// Drops notifications and stray answers that come before the request with which a conversation
/// begins: rmcp ends the conversation there, and a client that gives up on `server/discover` by a
/// notification has done nothing wrong.
pub(super) struct Patient<T> {
    transport: T,
    open: bool,
}

impl<T> Patient<T> {
    pub(super) fn new(transport: T) -> Self {
        Self {
            transport,
            open: false,
        }
    }
}

impl<T: Transport<RoleServer>> Transport<RoleServer> for Patient<T> {
    type Error = T::Error;

    fn send(
        &mut self,
        message: TxJsonRpcMessage<RoleServer>,
    ) -> impl Future<Output = Result<(), T::Error>> + Send + 'static {
        self.transport.send(message)
    }

    async fn receive(&mut self) -> Option<RxJsonRpcMessage<RoleServer>> {
        loop {
            let message = self.transport.receive().await?;
            match &message {
                JsonRpcMessage::Request(request) => self.open |= opens(&request.request),
                _ if self.open => {}
                _ => {
                    // What it holds may be anything.
                    let kind = match &message {
                        JsonRpcMessage::Notification(_) => "a notification",
                        _ => "an answer",
                    };
                    tracing::debug!(kind, "dropped what came before the conversation began");
                    continue;
                }
            }
            return Some(message);
        }
    }

    async fn close(&mut self) -> Result<(), T::Error> {
        self.transport.close().await
    }
}

/// `initialize`, or a request that says of itself which version it speaks. `server/discover` asks
/// and decides nothing.
fn opens(request: &ClientRequest) -> bool {
    match request {
        ClientRequest::InitializeRequest(_) => true,
        ClientRequest::DiscoverRequest(_) => false,
        other => other.get_meta().protocol_version().is_some(),
    }
}
