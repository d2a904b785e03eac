//! One upstream is killed, hangs or floods under load; nobody else notices.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::Duration;

use mcp_ergo::gateway::Gateway;
use serde_json::{Value, json};

use crate::talk::{Talk, gateway, has, texts, upstream};

/// Calls of the upstreams that are well, until told to stop; how many there were. Any failure fails the
/// test.
struct Load {
    stop: Arc<AtomicBool>,
    calls: Arc<AtomicUsize>,
    callers: Vec<tokio::task::JoinHandle<()>>,
}

impl Load {
    async fn begin(gateway: &Gateway) -> Self {
        let (stop, calls) = (Arc::<AtomicBool>::default(), Arc::<AtomicUsize>::default());
        let mut callers = Vec::new();
        for at in 0..6 {
            let talk = Talk::with(gateway).await;
            let (stop, calls) = (stop.clone(), calls.clone());
            let name = if at % 2 == 0 {
                "two__echo_text"
            } else {
                "three__echo_text"
            };
            callers.push(tokio::spawn(async move {
                while !stop.load(Ordering::Relaxed) {
                    let text = format!("call {}", calls.fetch_add(1, Ordering::Relaxed));
                    let result = talk.ok(name, json!({"text": text})).await;
                    assert_eq!(
                        result.structured_content,
                        Some(json!({"echo": text, "times": 1}))
                    );
                }
            }));
        }
        Self {
            stop,
            calls,
            callers,
        }
    }

    /// Waits until some calls more were answered.
    async fn go_on(&self, more: usize) {
        let upto = self.calls.load(Ordering::Relaxed) + more;
        while self.calls.load(Ordering::Relaxed) < upto {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    }

    async fn end(self) -> usize {
        self.stop.store(true, Ordering::Relaxed);
        for caller in self.callers {
            caller.await.expect("every call succeeds");
        }
        self.calls.load(Ordering::Relaxed)
    }
}

async fn three() -> Gateway {
    let quick = |name: &str, manner: &str| {
        upstream(name, manner)
            .timeout(Duration::from_secs(2))
            .ping(Duration::from_millis(700))
    };
    gateway([
        quick("one", "good"),
        quick("two", "old"),
        quick("three", "good"),
    ])
    .await
}

/// Brings trouble to the first upstream, and sees it go and come back.
async fn survives(trouble: &str, arguments: Value) {
    let gateway = three().await;
    let mut talk = Talk::newest_with(&gateway).await;
    assert!(has(&talk.names().await, "one"));
    let load = Load::begin(&gateway).await;
    load.go_on(100).await;
    // Others wait for an answer of the one that is in trouble.
    let waiting = {
        let talk = Talk::with(&gateway).await;
        tokio::spawn(async move { talk.failure("one__wait_for_ever", json!({})).await })
    };
    let (envelope, words) = talk.failure(trouble, arguments).await;
    assert!(
        envelope["error"]
            .as_str()
            .is_some_and(|error| error.contains("the change may have happened")),
        "{words}"
    );
    let (envelope, _) = waiting.await.expect("it is answered");
    assert_eq!(envelope["recovery"], "retry");

    let names = talk.until(|names| !has(names, "one")).await;
    assert!(has(&names, "two") && has(&names, "three"));
    // It may be back already, and then it works.
    let result = talk.call("one__echo_text", json!({"text": "x"})).await;
    if result.is_error == Some(true) {
        let texts = texts(&result);
        let envelope: Value = serde_json::from_str(&texts[1]).expect("an envelope");
        assert_eq!(envelope["recovery"], "retry", "{texts:?}");
        assert!(
            texts[0].contains("the server one is away for "),
            "{texts:?}"
        );
        assert!(envelope["retryAfterMs"].is_u64(), "{texts:?}");
    }
    load.go_on(100).await;

    talk.until(|names| has(names, "one")).await;
    talk.ok("one__echo_text", json!({"text": "back"})).await;
    load.go_on(100).await;
    let calls = load.end().await;
    assert!(calls >= 300, "{calls}");
    gateway.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn one_that_ends_comes_back() {
    survives("one__end_process", json!({})).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn one_that_hangs_comes_back() {
    survives("one__block_process", json!({})).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn one_that_floods_with_messages_comes_back() {
    survives("one__flood_client", json!({"kind": "messages"})).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn one_that_floods_with_changes_comes_back() {
    survives("one__flood_client", json!({"kind": "changes"})).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn one_that_floods_with_noise_comes_back() {
    survives("one__flood_client", json!({"kind": "noise"})).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn one_whose_line_never_ends_comes_back() {
    survives("one__flood_client", json!({"kind": "line"})).await;
}

/// Whether a process runs.
fn runs(process: &str) -> bool {
    std::path::Path::new("/proc")
        .join(process)
        .join("cmdline")
        .exists()
        && !std::fs::read_to_string(format!("/proc/{process}/stat"))
            .is_ok_and(|stat| stat.contains(") Z "))
}

#[cfg(target_os = "linux")]
#[tokio::test]
async fn a_program_ends_with_everything_that_it_started() {
    let gateway = three().await;
    let talk = Talk::with(&gateway).await;
    let child = texts(&talk.ok("one__start_child", json!({})).await).join("");
    let other = texts(&talk.ok("two__start_child", json!({})).await).join("");
    assert!(runs(&child) && runs(&other));
    // One that ends by itself leaves nothing behind.
    let _ = talk.call("one__end_process", json!({})).await;
    let mut listening = Talk::newest_with(&gateway).await;
    listening.until(|names| has(names, "one")).await;
    for _ in 0..200 {
        if !runs(&child) {
            break;
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    assert!(!runs(&child));
    gateway.stop().await;
    assert!(!runs(&other));
}
