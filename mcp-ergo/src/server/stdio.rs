//! Serves over the standard streams.

use std::io::{ErrorKind, Read as _};

use rmcp::service::{QuitReason, ServerInitializeError};
use rmcp::transport::async_rw::AsyncRwTransport;
use rmcp::{RoleServer, ServiceExt};
use tokio::io::{AsyncRead, AsyncWrite, AsyncWriteExt as _, DuplexStream};
use tokio_util::sync::CancellationToken;

use super::drain::Drain;
use super::opening::Patient;
use super::stop::stop_asked;
use super::{GRACE, ServeError, Server};

type Reader = Box<dyn AsyncRead + Send + Unpin>;
type Writer = Box<dyn AsyncWrite + Send + Unpin>;
type Stdio = AsyncRwTransport<RoleServer, Reader, Writer>;

impl Server {
    /// Serves one client over stdin and stdout until it closes them, or the process is asked to stop
    /// (Ctrl-C, SIGTERM). Calls that run are answered first, within 30 seconds or until the process is
    /// asked again. Nothing else may write to stdout: log to stderr.
    ///
    /// # Errors
    ///
    /// When the client does not open the conversation as the protocol asks, or the streams fail. A
    /// client that goes away without a word is no error.
    pub async fn serve_stdio(self) -> Result<(), ServeError> {
        let (reader, writer) = streams()?;
        let transport = Drain::new(Stdio::new_server(reader, writer));
        let (ending, over) = (transport.ending.clone(), transport.over.clone());
        let inner = self.inner.clone();
        let served = tokio::select! {
            served = self.serve_client(Patient::new(transport)) => served,
            () = overdue(ending, over) => {
                tracing::warn!("stopped with calls that had not ended");
                Ok(())
            }
        };
        inner.usage_kept().await;
        served
    }

    async fn serve_client(self, transport: Patient<Drain<Stdio>>) -> Result<(), ServeError> {
        let inner = self.inner.clone();
        match self.serve(transport).await {
            Ok(running) => {
                let ended = running.waiting().await?;
                // A change that has begun is finished, also where its client has gone.
                inner.changes_made().await;
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

/// Ends the conversation when the process is asked to stop; ready when nothing may take any longer.
/// A client that closes its side and then asks wants no more answers, only that changes are finished.
async fn overdue(ending: CancellationToken, over: CancellationToken) {
    let asked = tokio::select! {
        () = stop_asked() => true,
        () = ending.cancelled() => false,
    };
    tracing::info!("stopping: running calls are answered first");
    ending.cancel();
    let asked_in_vain = async {
        if !asked {
            stop_asked().await;
            over.cancel();
        }
        stop_asked().await;
    };
    tokio::select! {
        () = tokio::time::sleep(GRACE) => {}
        () = asked_in_vain => {}
    }
}

/// The standard streams, read in a way that does not keep the process once the server has stopped.
fn streams() -> std::io::Result<(Reader, Writer)> {
    #[cfg(target_os = "linux")]
    if is_pipe(0) && is_pipe(1) {
        let (reader, writer) = rmcp::transport::stdio_pipes();
        return Ok((Box::new(reader), Box::new(writer)));
    }
    let (_, writer) = rmcp::transport::stdio();
    Ok((Box::new(stdin()?), Box::new(writer)))
}

/// What rmcp can read without blocking. Node connects its children by sockets, which it cannot.
#[cfg(target_os = "linux")]
fn is_pipe(descriptor: u8) -> bool {
    use std::os::unix::fs::FileTypeExt as _;
    let described = std::fs::metadata(format!("/proc/self/fd/{descriptor}"));
    described.is_ok_and(|described| described.file_type().is_fifo())
}

/// Bytes that are read at once.
const CHUNK: usize = 64 * 1024;

/// Reads on a thread of its own: tokio would wait for one of its own that reads, and nothing ends
/// that before the client does.
fn stdin() -> std::io::Result<DuplexStream> {
    let (mut inward, outward) = tokio::io::duplex(CHUNK);
    let runtime = tokio::runtime::Handle::current();
    let read = move || {
        let mut chunk = vec![0; CHUNK];
        let mut stdin = std::io::stdin().lock();
        loop {
            let read = match stdin.read(&mut chunk) {
                Ok(0) => return,
                Ok(read) => read,
                Err(error) if error.kind() == ErrorKind::Interrupted => continue,
                Err(error) => {
                    tracing::error!(%error, "stdin cannot be read");
                    return;
                }
            };
            if runtime.block_on(inward.write_all(&chunk[..read])).is_err() {
                return;
            }
        }
    };
    std::thread::Builder::new()
        .name("stdin".to_owned())
        .spawn(read)?;
    Ok(outward)
}
