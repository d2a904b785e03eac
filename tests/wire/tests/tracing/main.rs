//! What whoever runs a server sees of its calls: a span for each, and nothing of what was said.

mod collect;

use std::time::Duration;

use mcp_ergo::Server;
use mcp_ergo::prelude::*;
use serde_json::{Value, json};
use wire_tests::line::InProcess;
use wire_tests::{Answer, Era};

use collect::{Log, Record};

/// What stands in every argument and every answer, and nowhere else.
const CANARY: &str = "yellow-canary";

const PARENT: &str = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";

/// What was sung.
#[derive(serde::Serialize, schemars::JsonSchema)]
struct Song {
    /// The words.
    words: String,
}

#[derive(Debug, thiserror::Error, ToolError)]
enum SongError {
    #[error("no song is called '{title}'")]
    #[tool_error(fix, hint = "send a title that is there", candidates = near)]
    NoSuchSong { title: String, near: Vec<String> },

    #[error("'{title}' is being written")]
    #[tool_error(retry, after = "1s", hint = "send the same call again, for '{title}'")]
    Unwritten { title: String },

    #[error(transparent)]
    #[tool_error(internal)]
    Broken(#[from] std::io::Error),
}

/// Sing one song, on a thread that may block.
#[tool(read, when = "the user wants a song", returns = "the words")]
fn sing_song(
    /// The title.
    #[param(example = "Ode")]
    title: String,
) -> Result<Reply<Song>, SongError> {
    tracing::info!("singing on a thread");
    match title.strip_prefix(CANARY) {
        Some("-gone") => Err(SongError::NoSuchSong {
            near: vec![title.clone()],
            title,
        }),
        Some("-new") => Err(SongError::Unwritten { title }),
        Some("-torn") => Err(std::io::Error::other("the page is torn").into()),
        Some("-loud") => panic!("the string broke"),
        _ => Ok(Reply::new(format!("Sang {title}."), Song { words: title })),
    }
}

/// Hum one song, as long as it takes.
#[tool(
    read,
    when = "the user wants a song without words",
    returns = "the words",
    timeout = "60ms"
)]
async fn hum_song(
    /// The title.
    #[param(example = "Ode")]
    title: String,
) -> Reply<Song> {
    tokio::time::sleep(Duration::from_millis(1)).await;
    tracing::info!("humming on the runtime");
    if title.ends_with("-long") {
        std::future::pending::<()>().await;
    }
    Reply::new(format!("Hummed {title}."), Song { words: title })
}

/// Whistle one song until somebody has heard enough.
#[tool(read, when = "the user wants a song from afar", returns = "the words")]
async fn whistle_song(
    /// The title.
    #[param(example = "Ode")]
    title: String,
) -> Reply<Song> {
    tracing::info!("whistling");
    std::future::pending::<()>().await;
    Reply::new("Whistled.", Song { words: title })
}

/// Delete one song.
#[tool(
    destructive,
    when = "the user wants a song gone",
    returns = "the words",
    scope = "songs:delete"
)]
fn delete_song(
    /// The title.
    #[param(example = "Ode")]
    title: String,
) -> Reply<Song> {
    Reply::new("Deleted.", Song { words: title })
}

async fn client(era: Era) -> InProcess {
    let server = Server::builder("choir", "1.0.0")
        .purpose("Songs of one choir")
        .tools_in(module_path!())
        .start_with(sing_song::tool())
        .role("singers", ["read"])
        .grants(mcp_ergo::Grants::role("singers").caller("ada"))
        .boot()
        .expect("the choir boots");
    InProcess::of(server, era).await
}

/// The span of the one call that was made since the log was emptied.
fn only_call(log: &Log) -> Record {
    let calls = log
        .taken()
        .into_iter()
        .filter(|record| record.target == "mcp_ergo::call");
    let calls: Vec<Record> = calls.collect();
    let [call] = calls.as_slice() else {
        panic!("one call has one span: {calls:#?}");
    };
    call.clone()
}

async fn called(client: &mut InProcess, tool: &str, title: &str, meta: Value) -> Answer {
    let title = format!("{CANARY}{title}");
    let params = json!({"name": tool, "arguments": {"title": title}, "_meta": meta});
    Answer {
        result: client.result("tools/call", params).await,
    }
}

/// One test, since whatever is logged goes to one place in a process.
#[tokio::test]
async fn each_call_has_a_span_and_nothing_that_was_said_is_in_it() {
    let log = Log::install();
    for era in Era::ALL {
        let mut client = client(era).await;
        log.empty();
        for (tool, title, outcome) in [
            ("sing_song", "", "ok"),
            ("hum_song", "", "ok"),
            ("sing_song", "-gone", "fix"),
            ("sing_song", "-new", "retry"),
            ("sing_song", "-torn", "stop"),
            ("sing_song", "-loud", "panicked"),
            ("hum_song", "-long", "timeout"),
            ("delete_song", "", "stop"),
        ] {
            let answer = called(&mut client, tool, title, json!({})).await;
            log.assert_silent(CANARY);
            let events = log.events();
            let call = only_call(&log);
            assert_eq!(call.name, "call");
            assert_eq!(call.level, tracing::Level::INFO);
            let fields = &call.fields;
            assert_eq!(fields["tool"], tool);
            assert_eq!(fields["outcome"], outcome, "{tool}{title}");
            assert_eq!(fields["caller"], "ada");
            assert_eq!(fields["role"], "singers");
            assert_eq!(fields["protocol"], era.version());
            let millis: u64 = fields["duration_ms"].parse().expect("milliseconds");
            assert!(millis >= 60 || outcome != "timeout", "{millis}");
            let reference = if answer.is_error() {
                answer.envelope()["reference"].as_str().map(str::to_owned)
            } else {
                None
            };
            assert_eq!(fields.get("reference"), reference.as_ref());
            assert_eq!(fields.get("traceparent"), None);
            // What the tool logs itself, and the cause of its failure, belong to the call.
            let inside: Vec<&Record> = events
                .iter()
                .filter(|event| event.inside == ["call"])
                .collect();
            let own = inside
                .iter()
                .filter(|event| event.target == "tracing")
                .count();
            assert_eq!(own, usize::from(tool != "delete_song"), "{events:#?}");
            let causes = inside
                .iter()
                .filter(|event| event.fields.contains_key("cause"))
                .count();
            assert_eq!(causes, usize::from(reference.is_some()));
        }

        wrong_calls(&log, &mut client).await;
        call_given_up(&log, &mut client).await;
        traces(&log, &mut client).await;
    }
}

/// Calls that are wrong, with their values in the wrong places.
async fn wrong_calls(log: &Log, client: &mut InProcess) {
    for arguments in [
        json!({"title": [CANARY]}),
        json!({"title": CANARY, "tune": CANARY}),
        json!({"title": CANARY, "_section": CANARY}),
        json!({"title": CANARY, "_cline": CANARY}),
    ] {
        client.call("sing_song", arguments).await;
        log.assert_silent(CANARY);
        only_call(log);
    }
}

/// A call that is given up.
async fn call_given_up(log: &Log, client: &mut InProcess) {
    let params = json!({"name": "whistle_song", "arguments": {"title": CANARY}});
    let id = client.ask("tools/call", params).await;
    while log.events().iter().all(|event| event.target != "tracing") {
        tokio::time::sleep(Duration::from_millis(1)).await;
    }
    let cancel = json!({
        "jsonrpc": "2.0",
        "method": "notifications/cancelled",
        "params": {"requestId": id, "reason": CANARY},
    });
    client.send(&cancel).await;
    client.tools().await;
    let cancelled = || {
        log.calls()
            .iter()
            .any(|call| call.fields.contains_key("outcome"))
    };
    while !cancelled() {
        tokio::time::sleep(Duration::from_millis(1)).await;
    }
    log.assert_silent(CANARY);
    assert_eq!(only_call(log).fields["outcome"], "cancelled");
}

/// A trace that the client began.
async fn traces(log: &Log, client: &mut InProcess) {
    let state = "rojo=00f067aa0ba902b7";
    let joined = json!({"traceparent": PARENT, "tracestate": state});
    called(client, "sing_song", "", joined).await;
    let call = only_call(log);
    assert_eq!(call.fields["traceparent"], PARENT);
    assert_eq!(call.fields["tracestate"], state);
    for meta in [
        json!({"traceparent": CANARY, "tracestate": state}),
        json!({"traceparent": 7}),
        json!({"tracestate": state}),
    ] {
        called(client, "sing_song", "", meta).await;
        log.assert_silent(CANARY);
        let call = only_call(log);
        assert_eq!(call.fields.get("traceparent"), None);
        assert_eq!(call.fields.get("tracestate"), None);
    }
    let meta = json!({"traceparent": PARENT, "tracestate": CANARY});
    called(client, "sing_song", "", meta).await;
    log.assert_silent(CANARY);
    assert_eq!(only_call(log).fields.get("tracestate"), None);
}
