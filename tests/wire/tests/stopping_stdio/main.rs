//! A server over the standard streams that is asked to stop under load.

#![cfg(unix)]

use std::collections::BTreeSet;
use std::os::fd::OwnedFd;
use std::os::unix::net::UnixStream;
use std::path::PathBuf;
use std::process::Stdio;
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tokio::io::{AsyncRead, BufReader, Lines};
use tokio::process::{Child, ChildStdin, ChildStdout, Command};
use wire_tests::{Era, LineClient, in_time};

/// Calls of each of two tools.
const CALLS: usize = 32;

/// Where the mill notes what it did.
struct Book(PathBuf);

impl Book {
    fn new(name: &str) -> Self {
        let name = format!("mill-{}-{name}", std::process::id());
        Self(PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name))
    }

    fn count(&self, line: &str) -> usize {
        let text = std::fs::read_to_string(&self.0).unwrap_or_default();
        text.lines().filter(|noted| *noted == line).count()
    }

    async fn until(&self, line: &str, times: usize) {
        in_time(async {
            while self.count(line) < times {
                tokio::time::sleep(Duration::from_millis(5)).await;
            }
        })
        .await;
    }
}

impl Drop for Book {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.0);
    }
}

fn mill(book: &Book, stdin: impl Into<Stdio>, stdout: impl Into<Stdio>) -> Child {
    Command::new(env!("CARGO_BIN_EXE_mill"))
        .arg(&book.0)
        .stdin(stdin)
        .stdout(stdout)
        .stderr(Stdio::null())
        .kill_on_drop(true)
        .spawn()
        .expect("the program starts")
}

async fn terminate(child: &Child) {
    let id = child.id().expect("it runs").to_string();
    let sent = Command::new("kill").args(["-TERM", &id]).status().await;
    assert!(sent.expect("kill runs").success());
}

async fn assert_ended_well(mut child: Child) {
    let ended = in_time(child.wait()).await.expect("it can be waited for");
    assert!(ended.success(), "{ended}");
}

/// Every answer until the server closes its side, by id; none is an error.
async fn answers(mut lines: Lines<BufReader<impl AsyncRead + Unpin>>) -> BTreeSet<u64> {
    let mut answered = BTreeSet::new();
    while let Some(line) = in_time(lines.next_line()).await.expect("text") {
        let message: Value = serde_json::from_str(&line).expect("JSON");
        assert_eq!(message["result"]["isError"], false, "{message}");
        let id = message["id"].as_u64().expect("an id");
        assert!(answered.insert(id), "{id} is answered twice");
    }
    answered
}

/// A mill under load: every call was read, and every change has begun.
async fn loaded(
    book: &Book,
    era: Era,
) -> (Child, LineClient<ChildStdout, ChildStdin>, BTreeSet<u64>) {
    let mut child = mill(book, Stdio::piped(), Stdio::piped());
    let stdout = child.stdout.take().expect("a pipe");
    let stdin = child.stdin.take().expect("a pipe");
    let mut client = LineClient::open(stdout, stdin, era).await;
    let mut asked = BTreeSet::new();
    for tool in ["watch_mill", "grind_sack"] {
        for _ in 0..CALLS {
            asked.insert(client.ask("tools/call", json!({"name": tool})).await);
        }
    }
    book.until("begun", CALLS).await;
    (child, client, asked)
}

#[tokio::test]
async fn process_that_is_terminated_answers_what_runs_and_takes_nothing_new() {
    for era in Era::ALL {
        let book = Book::new("terminated");
        let (child, mut client, asked) = loaded(&book, era).await;
        terminate(&child).await;
        tokio::time::sleep(Duration::from_millis(50)).await;
        // Nobody reads this any more, so that it is not begun.
        client
            .ask("tools/call", json!({"name": "grind_sack"}))
            .await;
        let (lines, _open) = client.into_parts();
        assert_eq!(answers(lines).await, asked);
        assert_ended_well(child).await;
        assert_eq!((book.count("begun"), book.count("ground")), (CALLS, CALLS));
    }
}

#[tokio::test]
async fn client_that_closes_its_side_gets_every_answer() {
    for era in Era::ALL {
        let book = Book::new("closed");
        let (child, client, asked) = loaded(&book, era).await;
        assert_eq!(answers(client.close_writer()).await, asked);
        assert_ended_well(child).await;
        assert_eq!(book.count("ground"), CALLS);
    }
}

/// As clients shut a server down: close, wait for a moment, terminate.
#[tokio::test]
async fn changes_are_finished_where_the_client_has_gone() {
    for era in Era::ALL {
        let book = Book::new("gone");
        let (child, client, _) = loaded(&book, era).await;
        drop(client);
        tokio::time::sleep(Duration::from_millis(20)).await;
        terminate(&child).await;
        assert_ended_well(child).await;
        assert_eq!(book.count("ground"), CALLS);
    }
}

/// Node connects its children by sockets, which tokio reads on a thread; one that waits for the client
/// does not keep the process.
#[tokio::test]
async fn idle_server_over_sockets_stops_when_it_is_told() {
    for era in Era::ALL {
        let book = Book::new("socket");
        let (ours, theirs) = UnixStream::pair().expect("a pair");
        let stdin: OwnedFd = theirs.try_clone().expect("a socket").into();
        let stdout: OwnedFd = theirs.into();
        let child = mill(&book, stdin, stdout);
        ours.set_nonblocking(true).expect("a socket");
        let ours = tokio::net::UnixStream::from_std(ours).expect("a socket");
        let (reader, writer) = tokio::io::split(ours);
        let mut client = LineClient::open(reader, writer, era).await;
        client.call("watch_mill", json!({})).await.data();
        let began = Instant::now();
        terminate(&child).await;
        assert_ended_well(child).await;
        assert!(began.elapsed() < Duration::from_secs(5));
    }
}
