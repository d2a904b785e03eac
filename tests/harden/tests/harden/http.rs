//! Hardened in rmcp's own HTTP service, one handler a request: nothing is known when a call comes.

use std::net::SocketAddr;
use std::sync::Arc;

use axum::Router;
use harden_tests::menagerie::Menagerie;
use mcp_ergo::harden;
use rmcp::transport::streamable_http_server::session::never::NeverSessionManager;
use rmcp::transport::{StreamableHttpServerConfig, StreamableHttpService};
use serde_json::json;
use tokio::net::TcpListener;
use wire_tests::{Era, HttpClient};

async fn serve() -> SocketAddr {
    let mut config = StreamableHttpServerConfig::default();
    config.legacy_session_mode = false;
    config.json_response = true;
    let service = StreamableHttpService::new(
        || Ok(harden(Menagerie::default())),
        Arc::new(NeverSessionManager::default()),
        config,
    );
    let listener = TcpListener::bind("127.0.0.1:0")
        .await
        .expect("a port is free");
    let address = listener.local_addr().expect("it has an address");
    let router = Router::new().route_service("/mcp", service);
    tokio::spawn(async move { axum::serve(listener, router).await });
    address
}

#[tokio::test]
async fn a_call_that_comes_first_is_checked_and_answered() {
    let address = serve().await;
    for era in Era::ALL {
        let mut client = HttpClient::connect(address, era).await;
        let refused = client.call("take_number", json!({"n": "x", "m": 1})).await;
        assert_eq!(refused.issues().len(), 2);
        let answer = client.call("takeNumber", json!({"n": 3.0})).await;
        assert_eq!(answer.words(), "3");
        let panicked = client.call("panic_now", json!({})).await;
        assert_eq!(panicked.envelope()["recovery"], "stop");
        let tools = client.tools().await;
        let sealed = wire_tests::catalog::tool(&tools, "take_number");
        assert_eq!(
            sealed["inputSchema"]["properties"]["n"],
            json!({"type": "integer"})
        );
    }
}
