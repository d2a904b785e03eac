//! The end of a conversation.

use std::collections::HashSet;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use rmcp::RoleServer;
use rmcp::model::{ClientNotification, JsonRpcMessage, RequestId};
use rmcp::service::{RxJsonRpcMessage, TxJsonRpcMessage};
use rmcp::transport::Transport;
use tokio::sync::Notify;
use tokio_util::sync::CancellationToken;

/// Ends the conversation once every request is answered, where the client has nothing more to say or
/// the server is to stop; what comes then is not read. rmcp by itself gives what runs five seconds.
pub(super) struct Drain<T> {
    transport: T,
    /// The client has said its last, or the server stops.
    pub(super) ending: CancellationToken,
    /// Nobody waits for answers any more.
    pub(super) over: CancellationToken,
    open: Arc<Open>,
}

/// The requests that are not answered.
#[derive(Debug, Default)]
struct Open {
    requests: Mutex<HashSet<RequestId>>,
    fewer: Notify,
}

impl Open {
    fn requests(&self) -> MutexGuard<'_, HashSet<RequestId>> {
        self.requests.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn answered(&self, id: &RequestId) {
        self.requests().remove(id);
        self.fewer.notify_waiters();
    }

    async fn none(&self) {
        loop {
            let fewer = self.fewer.notified();
            tokio::pin!(fewer);
            // Registered before looking, so that nothing that is answered in between is missed.
            fewer.as_mut().enable();
            if self.requests().is_empty() {
                return;
            }
            fewer.await;
        }
    }
}

impl<T> Drain<T> {
    pub(super) fn new(transport: T) -> Self {
        Self {
            transport,
            ending: CancellationToken::new(),
            over: CancellationToken::new(),
            open: Arc::default(),
        }
    }
}

impl<T: Transport<RoleServer>> Transport<RoleServer> for Drain<T> {
    type Error = T::Error;

    fn send(
        &mut self,
        message: TxJsonRpcMessage<RoleServer>,
    ) -> impl Future<Output = Result<(), T::Error>> + Send + 'static {
        let answered = match &message {
            JsonRpcMessage::Response(response) => Some(response.id.clone()),
            JsonRpcMessage::Error(error) => error.id.clone(),
            _ => None,
        };
        let sent = self.transport.send(message);
        let open = self.open.clone();
        async move {
            let sent = sent.await;
            if let Some(id) = answered {
                open.answered(&id);
            }
            sent
        }
    }

    async fn receive(&mut self) -> Option<RxJsonRpcMessage<RoleServer>> {
        let message = tokio::select! {
            biased;
            () = self.ending.cancelled() => None,
            message = self.transport.receive() => message,
        };
        let Some(message) = message else {
            self.ending.cancel();
            tokio::select! {
                () = self.open.none() => {}
                () = self.over.cancelled() => {}
            }
            return None;
        };
        match &message {
            JsonRpcMessage::Request(request) => {
                self.open.requests().insert(request.id.clone());
            }
            // rmcp answers no request that was given up.
            JsonRpcMessage::Notification(notification) => {
                if let ClientNotification::CancelledNotification(cancelled) =
                    &notification.notification
                    && let Some(id) = &cancelled.params.request_id
                {
                    self.open.answered(id);
                }
            }
            _ => {}
        }
        Some(message)
    }

    async fn close(&mut self) -> Result<(), T::Error> {
        self.transport.close().await
    }
}
