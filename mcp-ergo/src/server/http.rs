//! Serves streamable HTTP.

use std::net::SocketAddr;
use std::sync::Arc;

use axum::Router;
use axum::extract::Request;
use axum::middleware::{self, Next};
use axum::serve::{Listener, ListenerExt as _};
use rmcp::transport::streamable_http_server::session::never::NeverSessionManager;
use rmcp::transport::{StreamableHttpServerConfig, StreamableHttpService};
use tokio::net::{TcpListener, TcpStream, ToSocketAddrs};
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

use super::{ServeError, Server};

/// Most bytes of a request's body unless told otherwise: 4 MiB.
const BODY_LIMIT: usize = 4 * 1024 * 1024;

/// A server over streamable HTTP at `/mcp`: without sessions, so that no behaviour hangs on a
/// connection, and closed to other hosts and to web pages unless they are named.
#[derive(Debug)]
#[must_use = "nothing is served before `.serve(address)` or `.router()`"]
pub struct Http {
    server: Server,
    hosts: Vec<String>,
    origins: Vec<String>,
    body_limit: usize,
}

impl Http {
    /// Serves `server` to this machine alone, with bodies of at most 4 MiB.
    pub fn new(server: Server) -> Self {
        Self {
            server,
            hosts: ["localhost", "127.0.0.1", "::1"]
                .map(str::to_owned)
                .to_vec(),
            origins: Vec::new(),
            body_limit: BODY_LIMIT,
        }
    }

    /// Answers requests whose `Host` is `host`, with or without a port. Others are refused with
    /// 403, which keeps a web page from reaching a local server by rebinding its name.
    pub fn allow_host(mut self, host: impl Into<String>) -> Self {
        self.hosts.push(host.into());
        self
    }

    /// Answers web pages of `origin`, e.g. `https://app.example.com`. Without any, every request
    /// with an `Origin` is refused with 403.
    pub fn allow_origin(mut self, origin: impl Into<String>) -> Self {
        self.origins.push(origin.into());
        self
    }

    /// Refuses request bodies over `bytes` with 413.
    pub fn body_limit(mut self, bytes: usize) -> Self {
        self.body_limit = bytes;
        self
    }

    /// The route `/mcp`, to be merged into an application's own router.
    pub fn router(self) -> Router {
        self.router_until(CancellationToken::new())
    }

    fn router_until(self, stop: CancellationToken) -> Router {
        let mut config = StreamableHttpServerConfig::default()
            .with_allowed_hosts(self.hosts)
            .with_allowed_origins(self.origins)
            .enforce_origin_validation();
        config.legacy_session_mode = false;
        config.json_response = true;
        config.cancellation_token = stop;
        config.max_request_body_bytes = self.body_limit;
        let server = self.server;
        let service = StreamableHttpService::new(
            move || Ok(server.clone()),
            Arc::new(NeverSessionManager::default()),
            config,
        );
        Router::new().route_service("/mcp", service)
    }

    /// Serves at `address` until the process is asked to stop; calls that run are answered first.
    ///
    /// # Errors
    ///
    /// When the address cannot be listened on.
    pub async fn serve(self, address: impl ToSocketAddrs + ToString) -> Result<(), ServeError> {
        let shown = address.to_string();
        let listener = TcpListener::bind(address)
            .await
            .map_err(|source| ServeError::Listen {
                address: shown,
                source,
            })?;
        self.serve_on(listener, stop_asked()).await
    }

    /// Serves on a listener until `stop` is ready; calls that run are answered first.
    ///
    /// # Errors
    ///
    /// When the listener fails.
    pub async fn serve_on(
        self,
        listener: TcpListener,
        stop: impl Future<Output = ()> + Send + 'static,
    ) -> Result<(), ServeError> {
        let address: SocketAddr = listener.local_addr()?;
        tracing::info!("serving http://{address}/mcp");
        let streams = CancellationToken::new();
        let answering = TaskTracker::new();
        let counted = answering.clone();
        let count = middleware::from_fn(move |request: Request, next: Next| {
            counted.track_future(next.run(request))
        });
        let router = self.router_until(streams.clone()).layer(count);
        let stopping = async move {
            stop.await;
            tracing::info!("stopping: running calls are answered first");
            // rmcp drops what is not answered yet when the streams end, and streams that stay open
            // for news would keep the server from ending.
            tokio::spawn(async move {
                answering.close();
                answering.wait().await;
                streams.cancel();
            });
        };
        axum::serve(undelayed(listener), router)
            .with_graceful_shutdown(stopping)
            .await?;
        Ok(())
    }
}

/// Sends small writes at once: otherwise every answer of a streamed session waits for the other
/// side's delayed acknowledgement, 44 ms on Linux.
fn undelayed(listener: TcpListener) -> impl Listener<Io = TcpStream, Addr = SocketAddr> {
    listener.tap_io(|socket| {
        if let Err(error) = socket.set_nodelay(true) {
            tracing::debug!(%error, "a socket keeps delaying small writes");
        }
    })
}

impl Server {
    /// Serves streamable HTTP at `/mcp` of `address`, to this machine alone, until the process is
    /// asked to stop. [`Http`] has the settings.
    ///
    /// # Errors
    ///
    /// When the address cannot be listened on.
    pub async fn serve_http(
        self,
        address: impl ToSocketAddrs + ToString,
    ) -> Result<(), ServeError> {
        Http::new(self).serve(address).await
    }
}

/// Ready when the process is asked to stop: Ctrl-C, or SIGTERM.
async fn stop_asked() {
    let interrupt = async {
        if let Err(error) = tokio::signal::ctrl_c().await {
            tracing::warn!(%error, "Ctrl-C is not heard");
            std::future::pending::<()>().await;
        }
    };
    #[cfg(unix)]
    {
        use tokio::signal::unix::{SignalKind, signal};
        match signal(SignalKind::terminate()) {
            Ok(mut terminate) => tokio::select! {
                () = interrupt => {}
                _ = terminate.recv() => {}
            },
            Err(error) => {
                tracing::warn!(%error, "SIGTERM is not heard");
                interrupt.await;
            }
        }
    }
    #[cfg(not(unix))]
    interrupt.await;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn accepted_sockets_send_small_writes_at_once() -> std::io::Result<()> {
        let listener = TcpListener::bind("127.0.0.1:0").await?;
        let _client = TcpStream::connect(listener.local_addr()?).await?;
        let (socket, _) = undelayed(listener).accept().await;
        assert!(socket.nodelay()?);
        Ok(())
    }
}
