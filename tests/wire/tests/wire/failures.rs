//! Failures inside the server: panics, hangs, causes that nobody may see.

use serde_json::json;
use wire_tests::line::InProcess;
use wire_tests::{Answer, Era, studio, workshop};

/// The reference of a failure that is not explained, and nothing of its cause.
fn reference(answer: &Answer) -> String {
    let envelope = answer.envelope();
    assert_eq!(envelope["recovery"], "stop");
    assert_eq!(
        envelope["error"],
        "the server failed on its side, not on the call"
    );
    let reference = envelope["reference"].as_str().unwrap_or_default();
    assert!(
        reference.starts_with("e-") && reference.len() == 10,
        "{reference}"
    );
    let text = answer.result.to_string();
    for cause in ["wheel", "kiln", "bearing", "needle", "archive", "None"] {
        assert!(!text.contains(cause), "the cause is told: {text}");
    }
    reference.to_owned()
}

#[tokio::test]
async fn panicking_tool_is_answered_and_the_next_call_works() {
    for era in Era::ALL {
        let mut client = InProcess::of(workshop::server(), era).await;
        for tool in ["inspect_wheel", "inspect_kiln"] {
            reference(&client.call(tool, json!({})).await);
            assert_eq!(
                client.call("count_shelves", json!({})).await.data()["count"],
                12
            );
        }
    }
}

#[tokio::test]
async fn panic_while_the_reply_is_serialized_is_answered_and_the_next_call_works() {
    for era in Era::ALL {
        let mut client = InProcess::of(workshop::server(), era).await;
        for tool in ["read_gauge", "read_thermometer"] {
            reference(&client.call(tool, json!({})).await);
            assert_eq!(
                client.call("count_shelves", json!({})).await.data()["count"],
                12
            );
        }
    }
}

#[tokio::test]
async fn panics_beside_running_calls_harm_none_of_them() {
    let (server, gate) = workshop::gated();
    let mut client = InProcess::of(server, Era::Handshake).await;
    let waiting = client.ask("tools/call", json!({"name": "wait_turn"})).await;
    gate.entered(1).await;
    for tool in ["inspect_wheel", "inspect_kiln"] {
        reference(&client.call(tool, json!({})).await);
    }
    gate.open();
    let answer = client.receive().await;
    assert_eq!(answer["id"], waiting);
    assert_eq!(answer["result"]["structuredContent"]["finished"], true);
}

#[tokio::test]
async fn internal_error_tells_a_reference_and_no_cause() {
    for era in Era::ALL {
        let mut client = InProcess::of(workshop::server(), era).await;
        let first = reference(&client.call("search_archive", json!({})).await);
        let second = reference(&client.call("search_archive", json!({})).await);
        assert_ne!(first, second, "each failure has its own reference");
    }
}

#[tokio::test]
async fn read_that_timed_out_may_be_sent_again() {
    for era in Era::ALL {
        let mut client = InProcess::of(workshop::server(), era).await;
        let answer = client.call("watch_clay", json!({})).await;
        let envelope = answer.envelope();
        assert_eq!(envelope["recovery"], "retry");
        assert_eq!(envelope["error"], "watch_clay did not answer within 40 ms");
    }
}

#[tokio::test]
async fn write_that_timed_out_may_have_happened() {
    for era in Era::ALL {
        let mut client = InProcess::of(workshop::server(), era).await;
        let answer = client.call("fire_kiln", json!({})).await;
        let envelope = answer.envelope();
        assert_eq!(envelope["recovery"], "fix");
        assert!(
            answer.words().contains("the change may have happened"),
            "{}",
            answer.words()
        );
    }
}

/// A change that was made is not told as one that failed, or a model would make it twice.
#[tokio::test]
async fn change_whose_answer_cannot_be_told_was_made_all_the_same() {
    use mcp_ergo::prelude::*;

    #[derive(serde::Serialize, schemars::JsonSchema)]
    struct Weight {
        /// Weight of the shelf, in grams.
        grams: f64,
    }

    /// Put a pot on the shelf.
    #[tool(
        write,
        when = "a pot is dry",
        returns = "what the shelf weighs",
        scope = "shelf:write"
    )]
    fn put_pot() -> Reply<Weight> {
        Reply::new("It stands there.", Weight { grams: f64::NAN })
    }

    for era in Era::ALL {
        let server = studio::builder().tool(put_pot::tool()).boot();
        let mut client = InProcess::of(server.expect("the studio boots"), era).await;
        let told = client.call("put_pot", json!({})).await.envelope();
        assert_eq!(
            told["error"],
            "put_pot did what it was asked, but the server cannot tell what came of it"
        );
        let reference = told["reference"].as_str().unwrap_or_default();
        assert!(reference.starts_with("e-"), "{told}");
        assert_eq!(
            told["hint"],
            format!(
                "Do not send it again; tell the user that it was done, with the reference {reference} for the server's log."
            )
        );
        assert_eq!(told["recovery"], "stop");
    }
}
