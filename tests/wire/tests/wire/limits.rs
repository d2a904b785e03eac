//! What a server does when there is too much, too late, or not what was promised.

use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Barrier};

use mcp_ergo::prelude::*;
use mcp_ergo::{Grants, Http, Server};
use serde_json::{Map, Value, json};
use tokio::io::AsyncWriteExt as _;
use tokio::net::{TcpListener, TcpStream};
use wire_tests::line::InProcess;
use wire_tests::{Era, in_time};
use wire_tests::{archive, workshop};

/// A shelf with one thread to work on it.
struct Shelf {
    placed: Arc<AtomicU32>,
    held: Arc<Barrier>,
}

/// How many pots stand on the shelf.
#[derive(serde::Serialize, schemars::JsonSchema)]
struct Pots {
    /// How many.
    pots: u32,
}

/// Hold the shelf until it is let go.
#[tool(
    read,
    when = "the user wants the shelf held",
    returns = "the pots",
    scope = "shelf:read"
)]
fn hold_shelf(shelf: &Shelf) -> Reply<Pots> {
    shelf.held.wait();
    shelf.held.wait();
    Reply::new("Held.", Pots { pots: 0 })
}

/// Place one pot on the shelf.
#[tool(
    write,
    when = "the user places a pot",
    returns = "the pots",
    scope = "shelf:place",
    timeout = "40ms"
)]
fn place_pot(shelf: &Shelf) -> Reply<Pots> {
    let pots = shelf.placed.fetch_add(1, Ordering::SeqCst) + 1;
    Reply::new("Placed.", Pots { pots })
}

/// A change that waited for a thread until its time was over is never made, or a caller who sends it
/// again has it made twice.
#[test]
fn change_that_was_given_up_before_it_began_is_never_made() {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .max_blocking_threads(1)
        .build()
        .expect("a runtime");
    let (placed, held) = (Arc::new(AtomicU32::new(0)), Arc::new(Barrier::new(2)));
    let shelf = Shelf {
        placed: placed.clone(),
        held: held.clone(),
    };
    let server = Server::builder("shelf", "1.0.0")
        .tools_in(module_path!())
        .start_with(hold_shelf::tool())
        .state(shelf)
        .grant("shelf:place")
        .boot()
        .expect("the shelf boots");
    let busy = server.clone();
    let answer = runtime.block_on(async move {
        let mut holder = InProcess::of(busy, Era::ALL[0]).await;
        holder
            .ask("tools/call", json!({"name": "hold_shelf"}))
            .await;
        let mut client = InProcess::of(server, Era::ALL[0]).await;
        // The one thread is taken: the barrier is met from outside of the pool.
        let begun = std::thread::spawn({
            let held = held.clone();
            move || held.wait()
        });
        while !begun.is_finished() {
            tokio::time::sleep(std::time::Duration::from_millis(1)).await;
        }
        let answer = client.call("place_pot", json!({})).await;
        held.wait();
        answer
    });
    let envelope = answer.envelope();
    assert_eq!(envelope["recovery"], "retry", "{envelope}");
    assert!(
        answer.words().contains("nothing was done"),
        "{}",
        answer.words()
    );
    // Dropping the runtime waits for its one thread, so whatever was queued has had its turn.
    drop(runtime);
    assert_eq!(placed.load(Ordering::SeqCst), 0);
}

/// A reading that cannot always be told.
#[derive(serde::Serialize, schemars::JsonSchema)]
struct Reading {
    /// Degrees Celsius.
    degrees: f64,
}

#[tokio::test]
async fn answer_that_breaks_its_own_schema_is_not_sent() {
    /// Read the thermometer of the kiln.
    #[tool(read, when = "the user asks how hot it is", returns = "the degrees")]
    fn read_degrees() -> Reply<Reading> {
        Reply::new("Broken.", Reading { degrees: f64::NAN })
    }
    for era in Era::ALL {
        let server = Server::builder("kiln", "1.0.0")
            .tools_in(module_path!())
            .tool(read_degrees::tool())
            .start_with(read_degrees::tool())
            .state(Shelf {
                placed: Arc::default(),
                held: Arc::new(Barrier::new(2)),
            })
            .boot()
            .expect("the kiln boots");
        let mut client = InProcess::of(server, era).await;
        let answer = client.call("read_degrees", json!({})).await;
        let envelope = answer.envelope();
        assert_eq!(envelope["recovery"], "stop", "{envelope}");
        assert!(envelope["reference"].is_string(), "{envelope}");
    }
}

#[tokio::test]
async fn any_number_of_mistakes_is_counted_and_ten_are_told() {
    for era in Era::ALL {
        let mut client = InProcess::of(workshop::server(), era).await;
        let strangers: Map<String, Value> = (0..20_000)
            .map(|at| (format!("stranger{at}"), json!(at)))
            .collect();
        let answer = client.call("watch_clay", Value::Object(strangers)).await;
        let envelope = answer.envelope();
        assert_eq!(
            envelope["error"],
            "the call of watch_clay has 20000 mistakes; the first 10 are named"
        );
        assert_eq!(envelope["issues"].as_array().map(Vec::len), Some(10));
    }
}

/// A client that never finishes its request does not keep the server for ever.
#[tokio::test]
async fn request_that_never_ends_does_not_keep_the_server() {
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
    let address = listener.local_addr().expect("an address");
    let (stop, stopped) = tokio::sync::oneshot::channel::<()>();
    let http = Http::new(workshop::server()).grace(std::time::Duration::from_millis(50));
    let serving = tokio::spawn(http.serve_on(listener, async move {
        stopped.await.ok();
    }));
    let mut stream = TcpStream::connect(address)
        .await
        .expect("the server listens");
    let head = "POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n";
    stream
        .write_all(head.as_bytes())
        .await
        .expect("the head is sent");
    stop.send(()).expect("the server listens for its stop");
    let served = in_time(serving).await.expect("the task ends");
    assert!(served.is_ok(), "{served:?}");
}

/// One caller who reads without end would take every thread that others wait for.
#[tokio::test]
async fn reading_has_its_own_places_and_takes_none_from_tools() {
    for era in Era::ALL {
        let server = archive::builder()
            .grants(Grants::of(["read"]))
            .calls_at_once_by_caller(1)
            .boot()
            .expect("the archive boots");
        let mut client = InProcess::of(server, era).await;
        for _ in 0..3 {
            client
                .ask("resources/read", json!({"uri": "archive://dust"}))
                .await;
        }
        // One runs, one waits, and the third is one too many.
        let refused = client.receive().await;
        let error = &refused["error"];
        assert_eq!(error["code"], -32603, "{refused}");
        assert_eq!(
            error["message"],
            "as many calls of this caller are running as may at once, 1; settled_dust was not begun. Send the same call again after the wait. Wait 2000 ms first."
        );
        client
            .ask("tools/call", json!({"name": "list_letters"}))
            .await;
        let listed = client.receive().await;
        assert_eq!(listed["result"]["isError"], false, "{listed}");
        let completed = json!({
            "ref": {"type": "ref/prompt", "name": "answer_letter"},
            "argument": {"name": "letter_id", "value": "let_00"},
        });
        let id = client.ask("completion/complete", completed).await;
        let mut refused = client.receive().await;
        // The first reading may be over by now, and still runs until it is dropped.
        if refused["id"] != id {
            refused = client.receive().await;
        }
        let message = refused["error"]["message"].as_str().unwrap_or_default();
        assert!(
            message.contains("; a completion was not begun."),
            "{refused}"
        );
    }
}
