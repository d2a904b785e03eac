//! Tools that run when nobody waits for them any more.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use mcp_ergo::prelude::*;
use mcp_ergo::{Http, Server};
use serde_json::json;
use tokio::net::TcpListener;
use wire_tests::line::InProcess;
use wire_tests::{Era, HttpClient, in_time};

/// How many pots there are.
#[derive(serde::Serialize, schemars::JsonSchema)]
struct Pots {
    /// How many.
    pots: u32,
}

/// What became of the oven.
#[derive(Clone, Default)]
struct Oven {
    begun: Arc<tokio::sync::Notify>,
    go_on: Arc<tokio::sync::Notify>,
    baked: Arc<AtomicU32>,
    told: Arc<tokio::sync::Notify>,
}

/// Bake the pots of one shelf.
#[tool(
    write,
    when = "the user bakes",
    returns = "the pots",
    scope = "oven:bake"
)]
async fn bake_pots(oven: &Oven) -> Reply<Pots> {
    oven.begun.notify_one();
    oven.go_on.notified().await;
    let pots = oven.baked.fetch_add(1, Ordering::SeqCst) + 1;
    Reply::new("Baked.", Pots { pots })
}

/// Watch the oven until somebody says stop.
#[tool(
    read,
    when = "the user watches the oven",
    returns = "the pots",
    scope = "oven:read",
    timeout = "40ms"
)]
async fn watch_oven(call: &Call, oven: &Oven) -> Reply<Pots> {
    call.cancelled().await;
    oven.told.notify_one();
    Reply::new("Watched.", Pots { pots: 0 })
}

fn oven_server() -> (Server, Oven) {
    let oven = Oven::default();
    let server = Server::builder("oven", "1.0.0")
        .tools_in(module_path!())
        .start_with(watch_oven::tool())
        .state(oven.clone())
        .grant("oven:bake")
        .boot()
        .expect("the oven boots");
    (server, oven)
}

/// A change that has begun is finished before the server ends, also where its client has gone.
#[tokio::test]
async fn change_that_has_begun_is_finished_before_the_server_ends() {
    let (server, oven) = oven_server();
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
    let address = listener.local_addr().expect("an address");
    let (stop, stopped) = tokio::sync::oneshot::channel::<()>();
    let serving = tokio::spawn(Http::new(server).serve_on(listener, async move {
        stopped.await.ok();
    }));
    let mut client = HttpClient::connect(address, Era::ALL[0]).await;
    let request = client.request("tools/call", &json!({"name": "bake_pots"}));
    client.send(&request).await;
    in_time(oven.begun.notified()).await;
    drop(client);
    stop.send(()).expect("the server listens for its stop");
    tokio::time::sleep(std::time::Duration::from_millis(50)).await;
    assert!(!serving.is_finished(), "a change is running");
    oven.go_on.notify_one();
    let ended = in_time(serving).await.expect("the task ends");
    assert!(ended.is_ok(), "{ended:?}");
    assert_eq!(oven.baked.load(Ordering::SeqCst), 1);
}

#[tokio::test]
async fn read_whose_time_is_over_is_told() {
    let (server, oven) = oven_server();
    let mut client = InProcess::of(server, Era::ALL[0]).await;
    let answer = client.call("watch_oven", json!({})).await;
    assert_eq!(answer.envelope()["recovery"], "retry");
    in_time(oven.told.notified()).await;
}
