//! Serves streamable HTTP.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::extract::Request;
use axum::middleware::{self, Next};
use axum::serve::{Listener, ListenerExt as _};
use rmcp::transport::streamable_http_server::session::SessionManager;
use rmcp::transport::streamable_http_server::session::local::LocalSessionManager;
use rmcp::transport::streamable_http_server::session::never::NeverSessionManager;
use rmcp::transport::{StreamableHttpServerConfig, StreamableHttpService};
use tokio::net::{TcpListener, TcpStream, ToSocketAddrs};
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

use super::gate::Gate;
use super::stop::stop_asked;
use super::{GRACE, ServeError, Server, session};

/// Most bytes of a request's body unless told otherwise: 4 MiB.
const BODY_LIMIT: usize = 4 * 1024 * 1024;

/// A server over streamable HTTP at `/mcp`: closed to other hosts and to web pages unless they are
/// named, and without sessions, so that no behaviour hangs on a connection, unless
/// [`sessions`](Self::sessions) are wanted for older clients.
///
/// ```no_run
/// use mcp_ergo::{Grants, Hello, Http, Server, Tokens};
///
/// # async fn serve(token: String) -> Result<(), mcp_ergo::Error> {
/// let server = Server::builder("orders", "1.0.0")
///     .purpose("Orders of one shop")
///     .hello(Hello::new())
///     .role("clerk", ["orders:read", "orders:write"])
///     .authorizer(Tokens::new().token(token, Grants::role("clerk").caller("till-3")))
///     .boot()?;
/// Http::new(server)
///     .allow_host("mcp.example.com")
///     .resource("https://mcp.example.com/mcp")
///     .serve("127.0.0.1:8000")
///     .await?;
/// # Ok(())
/// # }
/// ```
#[derive(Debug)]
#[must_use = "nothing is served before `.serve(address)` or `.router()`"]
pub struct Http {
    server: Server,
    hosts: Vec<String>,
    origins: Vec<String>,
    body_limit: usize,
    grace: Duration,
    sessions: bool,
    gate: Gate,
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
            grace: GRACE,
            sessions: false,
            gate: Gate::default(),
        }
    }

    /// The URL under which clients reach the server, e.g. `https://mcp.example.com/mcp`. Callers
    /// without a token are told to look there for where to get one; without it, they are told the
    /// host that they asked.
    pub fn resource(mut self, url: impl Into<String>) -> Self {
        self.gate.resource = Some(url.into());
        self
    }

    /// An authorization server whose tokens are taken, by its issuer's URL. It is named in the
    /// protected resource metadata (RFC 9728); that its tokens are valid is for the
    /// [authorizer](crate::Builder::authorizer) to find out.
    pub fn authorization_server(mut self, issuer: impl Into<String>) -> Self {
        self.gate.issuers.push(issuer.into());
        self
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

    /// How long running calls and open connections may take to end once the server is asked to stop;
    /// 30 seconds unless told. What has not ended then is dropped, but for a blocking tool that runs
    /// on: a thread cannot be dropped, so a tool that loops looks at `Call::is_cancelled`.
    pub fn grace(mut self, grace: Duration) -> Self {
        self.grace = grace;
        self
    }

    /// Keeps a session with each client of a version before 2026-07-28, in the memory of this process
    /// and for five minutes after its last message. Such a client is asked something
    /// ([`Call::elicit`](crate::Call::elicit)), told of changes, and has its log level remembered
    /// only within one; newer clients need none and get none. Replicas then have to be reached by
    /// session (`Mcp-Session-Id`). Where an authorizer tells callers apart, a session belongs to
    /// whoever began it. Tools that neither ask nor tell do without.
    pub fn sessions(mut self) -> Self {
        self.sessions = true;
        self
    }

    /// The route `/mcp`, to be merged into an application's own router.
    pub fn router(self) -> Router {
        self.router_until(CancellationToken::new())
    }

    fn router_until(mut self, stop: CancellationToken) -> Router {
        self.gate.hosts.clone_from(&self.hosts);
        let mut config = StreamableHttpServerConfig::default()
            .with_allowed_hosts(self.hosts.clone())
            .with_allowed_origins(self.origins)
            .enforce_origin_validation();
        config.legacy_session_mode = self.sessions;
        config.json_response = true;
        config.cancellation_token = stop;
        config.max_request_body_bytes = self.body_limit;
        let server = self.server;
        let inner = server.inner.clone();
        let router = if self.sessions {
            serve_at_mcp(server, LocalSessionManager::default(), config)
        } else {
            serve_at_mcp(server, NeverSessionManager::default(), config)
                .layer(middleware::map_request(session::forgotten))
        };
        self.gate.before(router, inner)
    }

    /// Serves at `address` until the process is asked to stop; calls that run are answered first,
    /// within the [grace](Self::grace) or until the process is asked again.
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
        self.serve_until(listener, stop_asked(), stop_asked()).await
    }

    /// Serves on a listener until `stop` is ready; calls that run are answered first, within the
    /// [grace](Self::grace).
    ///
    /// # Errors
    ///
    /// When the listener fails.
    pub async fn serve_on(
        self,
        listener: TcpListener,
        stop: impl Future<Output = ()> + Send + 'static,
    ) -> Result<(), ServeError> {
        self.serve_until(listener, stop, std::future::pending())
            .await
    }

    /// `hurry` counts once the server is stopping.
    async fn serve_until(
        self,
        listener: TcpListener,
        stop: impl Future<Output = ()> + Send + 'static,
        hurry: impl Future<Output = ()> + Send,
    ) -> Result<(), ServeError> {
        let grace = self.grace;
        let address: SocketAddr = listener.local_addr()?;
        tracing::info!("serving http://{address}/mcp");
        let streams = CancellationToken::new();
        let answering = TaskTracker::new();
        let counted = answering.clone();
        let count = middleware::from_fn(move |request: Request, next: Next| {
            counted.track_future(next.run(request))
        });
        let inner = self.server.inner.clone();
        let recorded = inner.clone();
        let router = self.router_until(streams.clone()).layer(count);
        let asked = CancellationToken::new();
        let stopped = asked.clone();
        let stopping = async move {
            stop.await;
            stopped.cancel();
            tracing::info!("stopping: running calls are answered first");
            // rmcp drops what is not answered yet when the streams end, and streams that stay open
            // for news would keep the server from ending.
            tokio::spawn(async move {
                answering.close();
                answering.wait().await;
                streams.cancel();
            });
        };
        let served = axum::serve(undelayed(listener), router).with_graceful_shutdown(stopping);
        // A client that never finishes its request would keep the server for ever.
        let changes_made = async {
            served.await?;
            // Those whose client has gone, too.
            inner.changes_made().await;
            Ok::<(), std::io::Error>(())
        };
        let overdue = async {
            asked.cancelled().await;
            tokio::select! {
                () = tokio::time::sleep(grace) => {}
                () = hurry => {}
            }
        };
        tokio::select! {
            ended = changes_made => ended?,
            () = overdue => tracing::warn!("stopped with connections that had not ended"),
        }
        recorded.usage_kept().await;
        Ok(())
    }
}

fn serve_at_mcp(
    server: Server,
    sessions: impl SessionManager,
    config: StreamableHttpServerConfig,
) -> Router {
    let each = move || Ok(server.connected());
    let service = StreamableHttpService::new(each, Arc::new(sessions), config);
    Router::new().route_service("/mcp", service)
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
