//! What is recorded of calls, and that nothing of what was said is.

mod choir;

use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use mcp_ergo::usage::{SqliteUsage, UsageFailure, UsageRecord, UsageRing, UsageStatus, UsageStore};
use mcp_ergo::{Http, Presentation, Server};
use serde_json::{Value, json};
use tokio::net::TcpListener;
use wire_tests::line::InProcess;
use wire_tests::{Era, Guest, HttpClient, in_time, studio};

/// What stands in every argument and every answer, and nowhere else.
const CANARY: &str = "yellow-canary";

const PATIENCE: Duration = Duration::from_secs(20);

fn server(store: impl UsageStore) -> Server {
    choir::builder()
        .usage(store)
        .boot()
        .expect("the choir boots")
}

fn flush(server: &Server) {
    let usage = server.usage().expect("a store was given");
    assert!(usage.flush(PATIENCE), "the store takes it");
    assert_eq!(usage.dropped(), 0);
}

/// How a call of `sing_song` with these arguments ends, and at what.
type Case = (Value, UsageStatus, &'static [&'static str]);

fn cases() -> Vec<Case> {
    use UsageStatus::{Fix, Ok, Panicked, Retry, Stop};
    let title = |end: &str| json!({"title": format!("{CANARY}{end}")});
    let beside = |name: &str, value: Value| json!({"title": CANARY, name: value});
    let part = |singer: Value, highest: Value| {
        beside("parts", json!([{"singer": singer, "highest": highest}]))
    };
    vec![
        (title(""), Ok, &[]),
        (title("-gone"), Fix, &["NoSuchSong"]),
        (title("-new"), Retry, &["Unwritten"]),
        (title("-burnt"), Stop, &["Burnt"]),
        (title("-torn"), Stop, &["Torn"]),
        (title("-loud"), Panicked, &["panicked"]),
        (title("-blank"), Fix, &["check:title"]),
        (json!({}), Fix, &["missing:title"]),
        (json!({"title": [CANARY]}), Fix, &["type:title"]),
        (beside("mood", json!(CANARY)), Fix, &["option:mood"]),
        (beside("mood", Value::Null), Ok, &[]),
        (beside("day", json!(CANARY)), Fix, &["format:day"]),
        (beside("verses", json!(77)), Fix, &["range:verses"]),
        (beside("verses", json!(1.5)), Fix, &["fraction:verses"]),
        (beside("parts", json!(CANARY)), Fix, &["type:parts"]),
        (
            part(json!(CANARY), json!(CANARY)),
            Fix,
            &["pattern:parts[].highest"],
        ),
        (
            part(json!(""), json!("c4")),
            Fix,
            &["length:parts[].singer"],
        ),
        // What a caller made up is the nearest that there is, or nothing.
        (beside("titel", json!(CANARY)), Fix, &["unknown:title"]),
        (beside(CANARY, json!(CANARY)), Fix, &["unknown"]),
        (
            beside(
                "parts",
                json!([{"singer": "a", "highest": "c4", CANARY: 1}]),
            ),
            Fix,
            &["unknown:parts[]"],
        ),
        (json!({"0": CANARY, "1": CANARY}), Fix, &["object"]),
        (
            beside("_section", json!({CANARY: 1})),
            Fix,
            &["part:_section"],
        ),
        (beside("_item", json!(7)), Fix, &["part"]),
        // Two of one kind are told once.
        (
            beside(
                "parts",
                json!([{"singer": ""}, {"singer": "", CANARY: CANARY}]),
            ),
            Fix,
            &[
                "length:parts[].singer",
                "missing:parts[].highest",
                "unknown:parts[]",
            ],
        ),
        (beside("_cline", json!(CANARY)), Ok, &[]),
    ]
}

/// What is to be compared of a record.
fn told(record: &UsageRecord) -> (String, String, UsageStatus, Vec<String>) {
    let codes = record.codes.iter().map(ToString::to_string);
    (
        record.tool.to_string(),
        record.presented.clone(),
        record.status,
        codes.collect(),
    )
}

#[tokio::test]
async fn each_way_of_a_call_is_recorded_once() {
    for era in Era::ALL {
        let ring = Arc::new(UsageRing::new(1000));
        let server = server(ring.clone());
        let mut client = InProcess::of(server.clone(), era).await;
        let mut expected = Vec::new();
        let mut expect = |tool: &str, presented: &str, status, codes: &[&str]| {
            let codes = codes.iter().map(|&code| code.to_owned()).collect();
            expected.push((tool.to_owned(), presented.to_owned(), status, codes));
        };
        for (arguments, status, codes) in cases() {
            client.call("sing_song", arguments).await;
            expect("sing_song", "sing_song", status, codes);
        }
        for (name, status, codes) in [
            ("mcp__choir__sing_song", UsageStatus::Ok, &[][..]),
            ("chant_song", UsageStatus::Ok, &[]),
            ("hum_song", UsageStatus::Timeout, &["timeout"]),
            ("delete_song", UsageStatus::Stop, &["denied"]),
            ("ring_bell", UsageStatus::Ok, &[]),
            ("ring_bell", UsageStatus::Retry, &["rate_limited"]),
            ("tune_organ", UsageStatus::Fix, &[]),
        ] {
            client.call(name, json!({"title": CANARY})).await;
            let tool = match name {
                "mcp__choir__sing_song" | "chant_song" => "sing_song",
                name => name,
            };
            expect(tool, name, status, codes);
        }
        for (name, arguments, tool, status, codes) in [
            (
                "sing_opera",
                json!({}),
                UsageRecord::UNKNOWN,
                UsageStatus::UnknownTool,
                &[][..],
            ),
            (
                "sing_song",
                json!(CANARY),
                "sing_song",
                UsageStatus::Refused,
                &["unreadable"],
            ),
            (
                "delete_song",
                json!(CANARY),
                "delete_song",
                UsageStatus::Stop,
                &["denied"],
            ),
        ] {
            let params = json!({"name": name, "arguments": arguments});
            client.exchange("tools/call", params).await;
            expect(tool, name, status, codes);
        }
        give_up(&mut client, &ring, &server).await;
        expect("whistle_song", "whistle_song", UsageStatus::Cancelled, &[]);

        flush(&server);
        let records = ring.records();
        assert_eq!(records.iter().map(told).collect::<Vec<_>>(), expected);
        for record in &records {
            assert_eq!(record.role.as_deref(), Some("singers"));
            assert!(record.at > 1_700_000_000_000, "{record:?}");
            let timed_out = record.status == UsageStatus::Timeout;
            assert!(
                !timed_out || record.duration >= Duration::from_millis(50),
                "{record:?}"
            );
        }
        assert!(!json!(records).to_string().contains(CANARY));
    }
}

/// A call that the client gives up.
async fn give_up(client: &mut InProcess, ring: &UsageRing, server: &Server) {
    let params = json!({"name": "whistle_song", "arguments": {"title": CANARY}});
    let id = client.ask("tools/call", params).await;
    let params = json!({"requestId": id, "reason": CANARY});
    let cancel = json!({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": params});
    client.send(&cancel).await;
    client.tools().await;
    let cancelled = async {
        while ring
            .records()
            .iter()
            .all(|record| record.tool != "whistle_song")
        {
            flush(server);
            tokio::task::yield_now().await;
        }
    };
    in_time(cancelled).await;
}

/// Whatever a tool is called by, it is one tool, and the name that was sent stays known.
#[tokio::test]
async fn presented_names_are_recorded_under_the_tool() {
    let ring = Arc::new(UsageRing::new(10));
    let favourites = Presentation::favourites(["sing_song"]);
    let builder = choir::builder()
        .usage(ring.clone())
        .presentation(favourites);
    let server = builder.boot().expect("the choir boots");
    let mut client = InProcess::of(server.clone(), Era::Stateless).await;
    let names = [
        ("favourite__sing_song", "sing_song"),
        ("all__choir__sing_song", "sing_song"),
        ("all__choir__delete_song", "delete_song"),
        ("favourite__sing_opera", UsageRecord::UNKNOWN),
    ];
    for (name, _) in names {
        let params = json!({"name": name, "arguments": {"title": "Ode"}});
        client.exchange("tools/call", params).await;
    }
    flush(&server);
    let records = ring.records();
    let told: Vec<(&str, &str)> = records
        .iter()
        .map(|record| (record.presented.as_str(), &*record.tool))
        .collect();
    assert_eq!(told, names);
}

#[tokio::test]
async fn questions_are_recorded_round_by_round() {
    let answer = |_: &Value| json!({"action": "decline"});
    for (era, expected) in [
        (Era::Handshake, &[UsageStatus::Ok][..]),
        (Era::Stateless, &[UsageStatus::Asked, UsageStatus::Ok]),
    ] {
        let ring = Arc::new(UsageRing::new(10));
        let server = studio::builder()
            .usage(ring.clone())
            .boot()
            .expect("it boots");
        let mut guest = Guest::of(server.clone(), era, answer).await;
        guest.call("smash_pot", json!({"pot": "tea pot"})).await;
        flush(&server);
        let statuses: Vec<_> = ring.records().iter().map(|record| record.status).collect();
        assert_eq!(statuses, expected);

        // A client that cannot be asked, and a state that nobody gave.
        let mut mute = Guest::able(server.clone(), era, json!({}), answer).await;
        mute.exchange(
            "tools/call",
            json!({"name": "smash_pot", "arguments": {"pot": "x"}}),
        )
        .await;
        let forged =
            json!({"name": "smash_pot", "arguments": {"pot": "x"}, "requestState": CANARY});
        mute.exchange("tools/call", forged).await;
        flush(&server);
        let records = ring.records();
        let [.., unable, forged] = records.as_slice() else {
            panic!("two more: {records:?}");
        };
        match era {
            Era::Handshake => assert_eq!(told(unable).3, ["Unsupported"]),
            Era::Stateless => assert_eq!(
                [unable.status, forged.status],
                [UsageStatus::Refused, UsageStatus::Refused]
            ),
        }
    }
}

/// A file of its own, gone at the end.
struct Scratch(PathBuf);

impl Scratch {
    fn new(name: &str) -> Self {
        let name = format!("{name}-{}.db", std::process::id());
        Self(Path::new(env!("CARGO_TARGET_TMPDIR")).join(name))
    }

    fn files(&self) -> [PathBuf; 3] {
        ["", "-wal", "-shm"].map(|end| {
            let mut path = self.0.clone().into_os_string();
            path.push(end);
            path.into()
        })
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        for file in self.files() {
            let _ = std::fs::remove_file(file);
        }
    }
}

#[tokio::test]
async fn nothing_that_was_said_is_in_the_file() {
    let scratch = Scratch::new("said");
    let marker = format!("{CANARY}-{:x}", std::process::id());
    let server = server(SqliteUsage::open(&scratch.0).expect("a store"));
    for era in Era::ALL {
        let mut client = InProcess::of(server.clone(), era).await;
        for (arguments, ..) in cases() {
            let arguments = arguments.to_string().replace(CANARY, &marker);
            let arguments = serde_json::from_str(&arguments).expect("JSON");
            client.call("sing_song", arguments).await;
        }
        let params = json!({"name": "sing_song", "arguments": marker});
        client.exchange("tools/call", params).await;
        client.call("tune_organ", json!({&marker: &marker})).await;
    }
    flush(&server);
    let mut recorded = false;
    for file in scratch.files() {
        let bytes = std::fs::read(&file).unwrap_or_default();
        let holds = |word: &str| {
            bytes
                .windows(word.len())
                .any(|part| part == word.as_bytes())
        };
        recorded |= holds("tune_organ");
        assert!(!holds(&marker) && !holds(CANARY), "{}", file.display());
    }
    assert!(recorded, "the calls are in the file");
}

/// A store that is asked once and answers when it is let go.
struct Asleep {
    entered: Mutex<Sender<()>>,
    open: Mutex<Receiver<()>>,
}

impl UsageStore for Asleep {
    fn keep(&self, _: &[UsageRecord]) -> Result<(), UsageFailure> {
        let _ = self.entered.lock().expect("no panic").send(());
        let _ = self.open.lock().expect("no panic").recv();
        Ok(())
    }
}

#[tokio::test]
async fn a_store_that_hangs_delays_no_call() {
    let (entered, is_in) = channel();
    let (let_go, open) = channel();
    let asleep = Asleep {
        entered: Mutex::new(entered),
        open: Mutex::new(open),
    };
    let server = server(asleep);
    let mut client = InProcess::of(server.clone(), Era::Handshake).await;
    client.call("sing_song", json!({"title": "Ode"})).await;
    let entered = tokio::task::spawn_blocking(move || is_in.recv_timeout(PATIENCE));
    entered
        .await
        .expect("no panic")
        .expect("the store is asked");
    let usage = server.usage().expect("a store was given");
    // Enough to fill whatever queue there is.
    while usage.dropped() == 0 {
        usage.record(UsageRecord::new("sing_song", UsageStatus::Ok));
    }
    for _ in 0..100 {
        let answer = client.call("sing_song", json!({"title": "Ode"})).await;
        assert!(!answer.is_error());
    }
    assert_eq!(usage.dropped(), 101);
    drop(let_go);
}

/// A server that stops writes down what was called: once it has, nothing waits any more.
#[tokio::test]
async fn what_was_called_last_is_kept_when_the_server_stops() {
    let ring = Arc::new(UsageRing::new(10));
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let address = listener.local_addr().expect("an address");
    let stop = Arc::new(tokio::sync::Notify::new());
    let stopped = stop.clone();
    let http = Http::new(server(ring.clone()));
    let serving = tokio::spawn(http.serve_on(listener, async move { stopped.notified().await }));
    let mut client = HttpClient::connect(address, Era::Stateless).await;
    client.call("sing_song", json!({"title": "Ode"})).await;
    drop(client);
    stop.notify_one();
    let served = in_time(serving).await.expect("no panic");
    served.expect("it was served");
    assert_eq!(ring.records().len(), 1);
}
