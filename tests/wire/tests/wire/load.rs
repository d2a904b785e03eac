//! More calls than a server takes.

use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use mcp_ergo::prelude::*;
use mcp_ergo::{Authorizer, Builder, Grants, Http, Incoming, Rate, Server, Unauthorized};
use serde_json::{Value, json};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Semaphore;
use tokio::sync::oneshot;
use tokio::time::Instant;
use wire_tests::line::InProcess;
use wire_tests::{Answer, Era, HttpClient, in_time};

/// A mill that grinds when it is told.
#[derive(Clone)]
struct Mill {
    begun: Arc<Semaphore>,
    go_on: Arc<Semaphore>,
    ground: Arc<AtomicU32>,
}

impl Mill {
    fn new() -> Self {
        Self {
            begun: Arc::new(Semaphore::new(0)),
            go_on: Arc::new(Semaphore::new(0)),
            ground: Arc::default(),
        }
    }

    async fn begun(&self, calls: u32) {
        let begun = in_time(self.begun.acquire_many(calls)).await;
        begun.expect("it is never closed").forget();
    }

    async fn grind(&self) -> u32 {
        self.begun.add_permits(1);
        let turn = self.go_on.acquire().await.expect("it is never closed");
        turn.forget();
        self.ground.fetch_add(1, Ordering::SeqCst) + 1
    }
}

/// How much was ground.
#[derive(serde::Serialize, schemars::JsonSchema)]
struct Ground {
    /// Sacks in all.
    sacks: u32,
}

/// Watch the mill until it has ground a sack.
#[tool(
    read,
    when = "the user watches the mill",
    returns = "the sacks",
    scope = "mill:read"
)]
async fn watch_mill(mill: &Mill) -> Reply<Ground> {
    let sacks = mill.grind().await;
    Reply::new("Watched.", Ground { sacks })
}

/// Grind one sack.
#[tool(
    write,
    when = "the user wants flour",
    returns = "the sacks",
    scope = "mill:grind",
    timeout = "30s"
)]
async fn grind_sack(mill: &Mill) -> Reply<Ground> {
    let sacks = mill.grind().await;
    Reply::new("Ground.", Ground { sacks })
}

/// Grind one sack within a blink.
#[tool(
    write,
    when = "the user wants flour at once",
    returns = "the sacks",
    scope = "mill:grind",
    timeout = "40ms"
)]
async fn rush_sack(mill: &Mill) -> Reply<Ground> {
    let sacks = mill.grind().await;
    Reply::new("Ground.", Ground { sacks })
}

/// Count the sacks.
#[tool(
    read,
    when = "the user asks how much there is",
    returns = "the sacks",
    scope = "mill:read"
)]
async fn count_sacks(mill: &Mill) -> Reply<Ground> {
    let sacks = mill.ground.load(Ordering::SeqCst);
    Reply::new(format!("{sacks} sacks."), Ground { sacks })
}

/// Weigh the sacks.
#[tool(
    read,
    when = "the user asks how heavy they are",
    returns = "the sacks",
    scope = "mill:read",
    rate = "2/m"
)]
async fn weigh_sacks(mill: &Mill) -> Reply<Ground> {
    let sacks = mill.ground.load(Ordering::SeqCst);
    Reply::new(format!("{sacks} sacks."), Ground { sacks })
}

/// Whoever says who it is, is.
struct ByName;

impl Authorizer for ByName {
    async fn authorize(&self, request: Incoming<'_>) -> Result<Grants, Unauthorized> {
        if let Some(grants) = request.local() {
            return Ok(grants.clone());
        }
        let name = request.header("x-user").ok_or_else(Unauthorized::missing)?;
        Ok(Grants::reading().scope("mill:grind").caller(name))
    }
}

fn mill() -> (Builder, Mill) {
    let mill = Mill::new();
    let builder = Server::builder("mill", "1.0.0")
        .purpose("A mill")
        .tools_in(module_path!())
        .start_with(count_sacks::tool())
        .state(mill.clone())
        .grant("mill:grind");
    (builder, mill)
}

fn served(builder: Builder) -> Server {
    builder.boot().expect("the mill boots")
}

async fn listening(server: Server) -> (SocketAddr, oneshot::Sender<()>, impl Future<Output = ()>) {
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
    let address = listener.local_addr().expect("an address");
    let (stop, stopped) = oneshot::channel::<()>();
    let stopped = async move {
        stopped.await.ok();
    };
    let serving = tokio::spawn(Http::new(server).serve_on(listener, stopped));
    let ended = async move {
        let ended = in_time(serving).await.expect("the task ends");
        ended.expect("and ends well");
    };
    (address, stop, ended)
}

/// Sends a call as somebody, and leaves its answer to later.
async fn send_as(address: SocketAddr, era: Era, user: &str, tool: &str) -> HttpClient {
    let mut client = HttpClient::connect(address, era).await;
    let request = client.request("tools/call", &json!({"name": tool, "arguments": {}}));
    client.send(&request.header("X-User", user)).await;
    client
}

async fn answer(client: &mut HttpClient) -> Answer {
    let response = client.receive().await;
    assert_eq!(response.status, 200, "{response:?}");
    Answer {
        result: response.message()["result"].clone(),
    }
}

/// Says when to come again, in the envelope and in words.
fn assert_refused(answer: &Answer, error: &str, wait: u64) {
    let envelope = answer.envelope();
    assert_eq!(envelope["error"], error);
    assert_eq!(envelope["recovery"], "retry");
    assert_eq!(envelope["retryAfterMs"], wait);
    let words = format!("{error}. Send the same call again after the wait. Wait {wait} ms first.");
    assert_eq!(answer.words(), words);
}

#[tokio::test]
async fn flood_of_one_caller_is_refused_while_another_is_served() {
    for era in Era::ALL {
        let (builder, mill) = mill();
        let builder = builder.authorizer(ByName).calls_at_once_by_caller(3);
        let (address, _stop, _ended) = listening(served(builder)).await;
        let mut running = Vec::new();
        for _ in 0..3 {
            running.push(send_as(address, era, "ada", "watch_mill").await);
        }
        mill.begun(3).await;
        // As many wait as may run; whoever comes after them is refused at once, in some order.
        let mut flood = Vec::new();
        for _ in 0..9 {
            flood.push(send_as(address, era, "ada", "watch_mill").await);
        }
        let mut bob = send_as(address, era, "bob", "count_sacks").await;
        assert_eq!(answer(&mut bob).await.data()["sacks"], 0);
        let mut answers = tokio::task::JoinSet::new();
        for mut client in flood {
            answers.spawn(async move { answer(&mut client).await });
        }
        let refused =
            "as many calls of this caller are running as may at once, 3; watch_mill was not begun";
        for _ in 0..6 {
            let answer = in_time(answers.join_next()).await.expect("an answer");
            assert_refused(&answer.expect("an answer"), refused, 2000);
        }
        // Those that waited and those that ran are all answered.
        mill.go_on.add_permits(6);
        let mut served = 3;
        for mut client in running {
            assert!(!answer(&mut client).await.is_error());
        }
        while let Some(answer) = in_time(answers.join_next()).await {
            let answer = answer.expect("an answer");
            if answer.is_error() {
                // Where the machine is so slow that nobody waits as long.
                assert_refused(&answer, refused, 2000);
            } else {
                served += 1;
            }
        }
        assert_eq!(mill.ground.load(Ordering::SeqCst), served);
    }
}

#[tokio::test(start_paused = true)]
async fn server_that_is_full_refuses_after_a_moment() {
    for era in Era::ALL {
        let (builder, mill) = mill();
        let server = served(builder.calls_at_once(1));
        let mut client = InProcess::of(server, era).await;
        client
            .ask("tools/call", json!({"name": "watch_mill"}))
            .await;
        mill.begun(1).await;
        let began = Instant::now();
        let refused = client.call("count_sacks", json!({})).await;
        assert_eq!(began.elapsed().as_secs(), 2);
        assert_refused(
            &refused,
            "as many calls of all callers together are running as may at once, 1; count_sacks was not begun",
            2000,
        );
        mill.go_on.add_permits(1);
        assert_eq!(
            client.receive().await["result"]["structuredContent"]["sacks"],
            1
        );
        assert_eq!(
            client.call("count_sacks", json!({})).await.data()["sacks"],
            1
        );
    }
}

/// Otherwise writes that hang would pile up without end.
#[tokio::test(start_paused = true)]
async fn write_that_hangs_keeps_its_place_until_it_has_ended() {
    for era in Era::ALL {
        let (builder, mill) = mill();
        let mut client = InProcess::of(served(builder.calls_at_once(1)), era).await;
        let hung = client.call("rush_sack", json!({})).await;
        assert_eq!(hung.envelope()["recovery"], "fix");
        let refused = client.call("count_sacks", json!({})).await;
        assert_eq!(refused.envelope()["retryAfterMs"], 2000);
        mill.go_on.add_permits(1);
        assert_eq!(
            client.call("count_sacks", json!({})).await.data()["sacks"],
            1
        );
    }
}

#[tokio::test(start_paused = true)]
async fn call_that_waits_and_is_cancelled_is_never_begun() {
    for era in Era::ALL {
        let (builder, mill) = mill();
        let mut client = InProcess::of(served(builder.calls_at_once_by_caller(1)), era).await;
        let first = client
            .ask("tools/call", json!({"name": "grind_sack"}))
            .await;
        mill.begun(1).await;
        let given_up = client
            .ask("tools/call", json!({"name": "grind_sack"}))
            .await;
        let cancel = json!({
            "jsonrpc": "2.0",
            "method": "notifications/cancelled",
            "params": {"requestId": given_up},
        });
        client.send(&cancel).await;
        tokio::time::sleep(Duration::from_secs(1)).await;
        mill.go_on.add_permits(2);
        assert_eq!(client.receive().await["id"], first);
        assert_eq!(
            client.call("count_sacks", json!({})).await.data()["sacks"],
            1
        );
        assert_eq!(mill.begun.available_permits(), 0);
    }
}

#[tokio::test(start_paused = true)]
async fn calls_beyond_the_rate_are_refused_with_when_to_come_again() {
    for era in Era::ALL {
        let mut client = InProcess::of(served(mill().0), era).await;
        for _ in 0..2 {
            client.call("weigh_sacks", json!({})).await.data();
        }
        let refused = client.call("weigh_sacks", json!({})).await;
        let wait = refused.envelope()["retryAfterMs"]
            .as_u64()
            .unwrap_or_default();
        assert!((29_000..=30_000).contains(&wait), "{wait}");
        assert_refused(
            &refused,
            "one caller may call weigh_sacks 2 times a minute, and this call was one too many; nothing was done",
            wait,
        );
        // A call that is wrong costs nothing and is told what is wrong with it.
        let wrong = client.call("weigh_sacks", json!({"all": true})).await;
        assert_eq!(wrong.envelope()["recovery"], "fix");
        // Other tools are as free as before.
        client.call("count_sacks", json!({})).await.data();
        // Whoever waits as long as it was told is let through.
        tokio::time::sleep(Duration::from_millis(wait)).await;
        client.call("weigh_sacks", json!({})).await.data();
    }
}

#[tokio::test(start_paused = true)]
async fn call_that_is_a_little_early_waits() {
    for era in Era::ALL {
        let (builder, _mill) = mill();
        let server = served(builder.rate_limit(Rate::per_minute(60).burst(1)));
        let mut client = InProcess::of(server, era).await;
        let began = Instant::now();
        for _ in 0..4 {
            client.call("count_sacks", json!({})).await.data();
        }
        assert_eq!(began.elapsed().as_secs(), 3);
    }
}

/// Over HTTP with 48 calls running, half of them changes.
#[tokio::test]
async fn everything_that_runs_is_answered_before_the_server_stops() {
    for era in Era::ALL {
        let (builder, mill) = mill();
        let server = served(builder.authorizer(ByName));
        let (address, stop, ended) = listening(server).await;
        let mut idle = HttpClient::connect(address, era).await;
        let request = idle.request("tools/call", &json!({"name": "count_sacks"}));
        let request = request.header("X-User", "ada");
        assert_eq!(idle.exchange(&request).await.status, 200);
        let mut running = Vec::new();
        for at in 0..48 {
            let tool = if at % 2 == 0 {
                "watch_mill"
            } else {
                "grind_sack"
            };
            running.push(send_as(address, era, "ada", tool).await);
        }
        mill.begun(48).await;
        stop.send(()).expect("the server listens for its stop");
        let refused = async {
            while TcpStream::connect(address).await.is_ok() {
                tokio::task::yield_now().await;
            }
        };
        in_time(refused).await;
        mill.go_on.add_permits(48);
        for mut client in running {
            assert!(!answer(&mut client).await.is_error());
        }
        ended.await;
        assert_eq!(mill.ground.load(Ordering::SeqCst), 48);
    }
}

/// In process, where what is refused has to say so, too: a batch of calls of which each is answered.
#[tokio::test(start_paused = true)]
async fn every_call_of_a_flood_is_answered() {
    for era in Era::ALL {
        let (builder, mill) = mill();
        let mut client = InProcess::of(served(builder.calls_at_once_by_caller(8)), era).await;
        let mut asked = std::collections::BTreeSet::new();
        for _ in 0..100 {
            asked.insert(
                client
                    .ask("tools/call", json!({"name": "grind_sack"}))
                    .await,
            );
        }
        mill.begun(8).await;
        mill.go_on.add_permits(100);
        let mut done = 0;
        for _ in 0..100 {
            let message = client.receive().await;
            let id = message["id"].as_u64().expect("an id");
            assert!(asked.remove(&id), "{id} is answered twice");
            let result: &Value = &message["result"];
            if result["isError"] == true {
                let envelope = Answer {
                    result: result.clone(),
                }
                .envelope();
                assert_eq!(envelope["recovery"], "retry");
                assert!(envelope["retryAfterMs"].is_u64());
            } else {
                done += 1;
            }
        }
        assert!(done >= 16, "{done}");
        assert_eq!(mill.ground.load(Ordering::SeqCst), done);
    }
}
