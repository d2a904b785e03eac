//! Servers of both eras, and such as do not start as they should.

use std::time::Duration;

use mcp_ergo::gateway::Upstream;
use serde_json::json;

use crate::talk::{Talk, gateway, has, upstream};

#[tokio::test]
async fn servers_of_both_eras_are_spoken_to() {
    let gateway = gateway([
        upstream("new", "good"),
        upstream("old", "old"),
        upstream("rude", "rude"),
    ])
    .await;
    assert!(gateway.is_whole(), "{:?}", gateway.notes());
    let talk = Talk::with(&gateway).await;
    for name in ["new__echo_text", "old__echo_text", "rude__echo_text"] {
        talk.ok(name, json!({"text": "x"})).await;
    }
    // A client of 2026-07-28 is answered in its own way, whoever stands behind.
    let newest = Talk::newest_with(&gateway).await;
    for name in ["new__echo_text", "old__echo_text"] {
        let result = newest.ok(name, json!({"text": "x"})).await;
        assert!(
            result.result_type.is_some_and(|kind| kind.is_complete()),
            "{name}"
        );
    }
    gateway.stop().await;
}

#[tokio::test]
async fn a_server_that_does_not_start_keeps_no_other_from_starting() {
    let quick = Duration::from_secs(2);
    let gateway = gateway([
        upstream("one", "good"),
        upstream("mute", "mute").start_timeout(quick),
        upstream("endless", "endless"),
        upstream("heavy", "heavy"),
        Upstream::stdio("gone", ["/no/such/program"]),
        Upstream::stdio("broken", ["sh", "-c", "echo the disk is full >&2; exit 7"]),
        Upstream::http("nobody", "http://127.0.0.1:9/mcp").start_timeout(quick),
    ])
    .await;
    let talk = Talk::with(&gateway).await;
    let names = talk.names().await;
    assert!(has(&names, "one"));
    assert_eq!(names.len(), 14, "{names:?}");
    let notes = gateway.notes().join("\n");
    for told in [
        "mute is away: it did not start within 2 s",
        "endless is away: its list of tools has more than 200 pages",
        "heavy is away: its list of tools has more than 8 MiB",
        "gone is away: `/no/such/program` cannot be started",
        "broken is away: the program ended by itself (exit status: 7); it said: the disk is full",
        "nobody is away: ",
    ] {
        assert!(notes.contains(told), "{told}\n---\n{notes}");
    }
    let info = talk.service.peer_info().expect("it is known");
    let instructions = info.instructions.clone().unwrap_or_default();
    assert!(
        instructions.contains("mute, endless, heavy, gone, broken and nobody are away now"),
        "{instructions}"
    );
    gateway.stop().await;
}

#[tokio::test]
async fn a_tool_that_nobody_can_call_is_left_out_and_told() {
    let gateway = gateway([upstream("one", "broken")]).await;
    let talk = Talk::with(&gateway).await;
    assert_eq!(talk.names().await.len(), 14);
    assert_eq!(
        gateway.notes(),
        ["a tool of one has no name, and is left out"]
    );
    gateway.stop().await;
}
