//! The same server over HTTP, behind a token.

use std::net::SocketAddr;
use std::sync::{Arc, Mutex, PoisonError};

use axum::extract::Request;
use axum::http::{HeaderMap, StatusCode};
use axum::middleware::{self, Next};
use axum::response::Response;
use rmcp::transport::streamable_http_server::session::local::LocalSessionManager;
use rmcp::transport::{StreamableHttpServerConfig, StreamableHttpService};
use tokio::net::TcpListener;
use tokio::task::JoinHandle;

use crate::Trouble;

/// A server that listens, until it is dropped.
#[derive(Debug)]
pub struct Listening {
    /// Where it listens.
    pub at: SocketAddr,
    seen: Arc<Mutex<Vec<HeaderMap>>>,
    serving: JoinHandle<()>,
}

impl Drop for Listening {
    fn drop(&mut self) {
        self.serving.abort();
    }
}

impl Listening {
    /// Serves `server` to whoever has the token, at `at`.
    ///
    /// # Panics
    ///
    /// When nothing can listen there.
    pub async fn begin(server: Trouble, token: &'static str, at: SocketAddr) -> Self {
        let seen = Arc::<Mutex<Vec<HeaderMap>>>::default();
        let service = StreamableHttpService::new(
            move || Ok(server.clone()),
            Arc::new(LocalSessionManager::default()),
            StreamableHttpServerConfig::default(),
        );
        let noted = seen.clone();
        let checked = middleware::from_fn(move |request: Request, next: Next| {
            let headers = request.headers().clone();
            let allowed = headers.get("authorization").is_some_and(|given| {
                given
                    .to_str()
                    .is_ok_and(|given| given == format!("Bearer {token}"))
            });
            noted
                .lock()
                .unwrap_or_else(PoisonError::into_inner)
                .push(headers);
            async move {
                if allowed {
                    return next.run(request).await;
                }
                let mut refused = Response::default();
                *refused.status_mut() = StatusCode::UNAUTHORIZED;
                refused
            }
        });
        let router = axum::Router::new()
            .nest_service("/mcp", service)
            .layer(checked);
        let listener = TcpListener::bind(at).await.expect("a free port");
        let at = listener.local_addr().expect("it listens");
        let serving = tokio::spawn(async move {
            // It serves until the test is over.
            let _ = axum::serve(listener, router).await;
        });
        Self { at, seen, serving }
    }

    /// Where the gateway finds it.
    pub fn url(&self) -> String {
        format!("http://{}/mcp", self.at)
    }

    /// The headers of every request that came.
    pub fn seen(&self) -> Vec<HeaderMap> {
        self.seen
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .clone()
    }
}
