//! Stopping a server over HTTP.

use std::net::SocketAddr;

use mcp_ergo::{Http, ServeError};
use serde_json::json;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::oneshot;
use tokio::task::JoinHandle;
use wire_tests::workshop::{self, Gate};
use wire_tests::{Answer, Era, HttpClient, in_time};

/// A server that stops when it is told.
struct Stoppable {
    address: SocketAddr,
    gate: Gate,
    stop: oneshot::Sender<()>,
    serving: JoinHandle<Result<(), ServeError>>,
}

async fn stoppable() -> Stoppable {
    let (server, gate) = workshop::gated();
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
    let address = listener.local_addr().expect("an address");
    let (stop, stopped) = oneshot::channel();
    let stopped = async move {
        stopped.await.ok();
    };
    let serving = tokio::spawn(Http::new(server).serve_on(listener, stopped));
    Stoppable {
        address,
        gate,
        stop,
        serving,
    }
}

/// Waits until nobody listens any more: the server has begun to stop.
async fn closed(address: SocketAddr) {
    while TcpStream::connect(address).await.is_ok() {
        tokio::task::yield_now().await;
    }
}

#[tokio::test]
async fn call_that_runs_is_answered_before_the_server_stops() {
    for era in Era::ALL {
        let Stoppable {
            address,
            gate,
            stop,
            serving,
        } = stoppable().await;
        let mut client = HttpClient::connect(address, era).await;
        let request = client.request("tools/call", &json!({"name": "wait_turn"}));
        client.send(&request).await;
        gate.entered(1).await;
        stop.send(()).expect("the server listens for its stop");
        in_time(closed(address)).await;
        assert!(!serving.is_finished(), "a call is running");
        gate.open();
        let response = client.receive().await;
        assert_eq!(response.status, 200, "{response:?}");
        let answer = Answer {
            result: response.message()["result"].clone(),
        };
        assert_eq!(answer.data()["finished"], true);
        in_time(serving)
            .await
            .expect("the server ends")
            .expect("and ends well");
    }
}

#[tokio::test]
async fn idle_connection_does_not_keep_the_server_from_stopping() {
    for era in Era::ALL {
        let Stoppable {
            address,
            stop,
            serving,
            ..
        } = stoppable().await;
        let mut client = HttpClient::connect(address, era).await;
        assert_eq!(
            client.call("count_shelves", json!({})).await.data()["count"],
            12
        );
        stop.send(()).expect("the server listens for its stop");
        in_time(serving)
            .await
            .expect("the server ends")
            .expect("and ends well");
    }
}
