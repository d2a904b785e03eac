//! Measures what an upstream sends that nobody asked for, and ends the connection of one that floods.

use std::io;
use std::pin::Pin;
use std::sync::{Arc, Mutex, PoisonError};
use std::task::{Context, Poll, ready};
use std::time::{Duration, Instant};

use rmcp::RoleClient;
use rmcp::model::JsonRpcMessage;
use rmcp::service::{RxJsonRpcMessage, TxJsonRpcMessage};
use rmcp::transport::Transport;
use tokio::io::{AsyncRead, ReadBuf};

/// Most bytes of one message: what rmcp reads over HTTP, and more than any list or answer that a model
/// is ever shown.
const LINE: usize = 16 * 1024 * 1024;

/// Most messages in a second that are no answers.
const MESSAGES: usize = 5_000;

/// Most bytes in a second that are no part of an answer so far.
const BYTES: usize = 64 * 1024 * 1024;

const WINDOW: Duration = Duration::from_secs(1);

/// What was measured of one connection.
#[derive(Debug, Clone, Default)]
pub(super) struct Meter(Arc<Mutex<Measured>>);

#[derive(Debug)]
struct Measured {
    since: Instant,
    messages: usize,
    bytes: usize,
    /// Bytes since the last line ended.
    line: usize,
    flood: Option<String>,
}

impl Default for Measured {
    fn default() -> Self {
        Self {
            since: Instant::now(),
            messages: 0,
            bytes: 0,
            line: 0,
            flood: None,
        }
    }
}

impl Meter {
    /// How it floods, where it does.
    pub(super) fn flood(&self) -> Option<String> {
        self.measured(|measured| measured.flood.clone())
    }

    fn measured<T>(&self, look: impl FnOnce(&mut Measured) -> T) -> T {
        look(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

impl Measured {
    fn window(&mut self) {
        if self.since.elapsed() >= WINDOW {
            self.since = Instant::now();
            self.messages = 0;
            self.bytes = 0;
        }
    }

    /// Bytes that came; whether it may go on.
    fn read(&mut self, bytes: &[u8]) -> bool {
        self.window();
        self.messages += bytes.split(|byte| *byte == b'\n').count().saturating_sub(1);
        self.bytes += bytes.len();
        self.line = match bytes.iter().rposition(|byte| *byte == b'\n') {
            Some(end) => bytes.len() - end - 1,
            None => self.line + bytes.len(),
        };
        self.judge()
    }

    /// A whole message came; whether it may go on.
    fn received(&mut self, message: &RxJsonRpcMessage<RoleClient>, counted: bool) -> bool {
        self.window();
        match message {
            JsonRpcMessage::Response(_) | JsonRpcMessage::Error(_) => {
                // Somebody asked for it, however large it is.
                if counted {
                    self.messages = self.messages.saturating_sub(1);
                    self.bytes = 0;
                }
            }
            _ if counted => {}
            _ => self.messages += 1,
        }
        self.judge()
    }

    fn judge(&mut self) -> bool {
        if self.flood.is_some() {
            return false;
        }
        self.flood = if self.line > LINE {
            Some(format!("it sent a line of more than {} MiB", LINE >> 20))
        } else if self.messages > MESSAGES {
            Some(format!(
                "it sent more than {MESSAGES} messages in a second that nobody asked for"
            ))
        } else if self.bytes > BYTES {
            Some(format!(
                "it sent more than {} MiB in a second that nobody asked for",
                BYTES >> 20
            ))
        } else {
            None
        };
        self.flood.is_none()
    }
}

/// A stream that ends when it floods.
pub(super) struct Metered<R> {
    stream: R,
    meter: Meter,
}

impl<R> Metered<R> {
    pub(super) fn new(stream: R, meter: Meter) -> Self {
        Self { stream, meter }
    }
}

impl<R: AsyncRead + Unpin> AsyncRead for Metered<R> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let before = buffer.filled().len();
        ready!(Pin::new(&mut self.stream).poll_read(context, buffer))?;
        let came = &buffer.filled()[before..];
        if self.meter.measured(|measured| measured.read(came)) {
            Poll::Ready(Ok(()))
        } else {
            Poll::Ready(Err(io::Error::other("the upstream floods")))
        }
    }
}

/// A transport whose messages are counted.
pub(super) struct Counted<T> {
    transport: T,
    meter: Meter,
    /// Whether its bytes are measured too, with every line in them.
    by_line: bool,
}

impl<T> Counted<T> {
    pub(super) fn new(transport: T, meter: Meter, by_line: bool) -> Self {
        Self {
            transport,
            meter,
            by_line,
        }
    }
}

impl<T: Transport<RoleClient>> Transport<RoleClient> for Counted<T> {
    type Error = T::Error;

    fn send(
        &mut self,
        message: TxJsonRpcMessage<RoleClient>,
    ) -> impl Future<Output = Result<(), Self::Error>> + Send + 'static {
        self.transport.send(message)
    }

    async fn receive(&mut self) -> Option<RxJsonRpcMessage<RoleClient>> {
        let message = self.transport.receive().await?;
        let by_line = self.by_line;
        self.meter
            .measured(|measured| measured.received(&message, by_line))
            .then_some(message)
    }

    fn close(&mut self) -> impl Future<Output = Result<(), Self::Error>> + Send {
        self.transport.close()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn flood(came: impl IntoIterator<Item = Vec<u8>>) -> Option<String> {
        let meter = Meter::default();
        for bytes in came {
            if !meter.measured(|measured| measured.read(&bytes)) {
                break;
            }
        }
        meter.flood()
    }

    #[test]
    fn a_line_that_never_ends_is_a_flood() {
        let told = flood((0..=16).map(|_| vec![b'x'; 1 << 20]));
        assert_eq!(told.as_deref(), Some("it sent a line of more than 16 MiB"));
        assert_eq!(flood((0..15).map(|_| vec![b'x'; 1 << 20])), None);
    }

    #[test]
    fn lines_that_nobody_asked_for_are_a_flood() {
        let told = flood((0..6).map(|_| b"{}\n".repeat(1_000)));
        assert!(told.is_some_and(|told| told.contains("5000 messages")));
    }
}
