//! Lists that change, and lists that do not come.

use std::sync::atomic::Ordering;
use std::time::Duration;

use harden_tests::shifting::Shifting;
use mcp_ergo::harden;
use serde_json::json;
use wire_tests::Era;
use wire_tests::catalog;
use wire_tests::line::InProcess;

#[tokio::test]
async fn nobody_is_refused_by_a_schema_that_has_changed() {
    for era in Era::ALL {
        let server = Shifting::default();
        let mut client = InProcess::of_foreign(harden(server.clone()), era).await;
        let refused = client.call("get_one", json!({"n": "x"})).await;
        assert_eq!(refused.envelope()["error"], "n (\"x\") is not an integer");
        server.step.store(1, Ordering::SeqCst);
        let answer = client.call("get_one", json!({"n": "x"})).await;
        assert_eq!(answer.words(), "get_one {\"n\":\"x\"}");
        let refused = client.call("get_one", json!({"n": 1})).await;
        assert_eq!(refused.envelope()["error"], "n (1) is not a string");
    }
}

#[tokio::test]
async fn tools_that_are_gone_are_unknown_and_hidden_ones_answer() {
    for era in Era::ALL {
        let server = Shifting::default();
        let mut client = InProcess::of_foreign(harden(server.clone()), era).await;
        assert_eq!(
            client.call("getTwo", json!({"n": 1})).await.words(),
            "get_two {\"n\":1}"
        );
        assert_eq!(
            client.call("get_hidden", json!({"x": 1})).await.words(),
            "get_hidden {\"x\":1}"
        );
        let refused = client.call("get_refused", json!({})).await;
        assert_eq!(refused.envelope()["error"], "the moon is not full");
        server.step.store(1, Ordering::SeqCst);
        let error = client
            .error(
                "tools/call",
                json!({"name": "get_two", "arguments": {"n": 1}}),
            )
            .await;
        assert_eq!(
            error.message,
            "no tool is called \"get_two\"; this caller is served get_one alone"
        );
        // Nor is anything told of how it was called.
        for arguments in [json!({}), json!([1])] {
            let params = json!({"name": "get_two", "arguments": arguments});
            let error = client.error("tools/call", params).await;
            assert_eq!(
                error.message,
                "no tool is called \"get_two\"; this caller is served get_one alone"
            );
        }
    }
}

#[tokio::test]
async fn pages_are_pages() {
    for era in Era::ALL {
        let server = Shifting::default();
        server.step.store(2, Ordering::SeqCst);
        let mut client = InProcess::of_foreign(harden(server), era).await;
        let first = client.result("tools/list", json!({})).await;
        assert_eq!(first["nextCursor"], "more");
        assert_eq!(
            first["tools"][0]["inputSchema"]["additionalProperties"],
            false
        );
        let second = client.result("tools/list", json!({"cursor": "more"})).await;
        assert_eq!(catalog::names(&catalog::listed(&second)), ["get_two"]);
        assert_eq!(
            client.call("get-two", json!({"n": 1})).await.words(),
            "get_two {\"n\":1}"
        );
    }
}

#[tokio::test]
async fn list_that_panics_or_hangs_is_answered() {
    for era in Era::ALL {
        let server = Shifting::default();
        let hardened = harden(server.clone()).timeout(Duration::from_millis(40));
        let mut client = InProcess::of_foreign(hardened, era).await;
        for step in [3, 4] {
            server.step.store(step, Ordering::SeqCst);
            let error = client.error("tools/list", json!({})).await;
            assert_eq!(error.code, -32603);
            assert!(
                error.message.starts_with("the server failed on its side, not on the call. Tell the user that it failed, with the reference e-"),
                "{}",
                error.message
            );
        }
        server.step.store(6, Ordering::SeqCst);
        assert_eq!(
            client.error("tools/list", json!({})).await.message,
            "no list today"
        );
        // A tool that cannot be looked up is the handler's to judge.
        assert_eq!(
            client.call("get_one", json!({"n": 1})).await.words(),
            "get_one {\"n\":1}"
        );
        server.step.store(0, Ordering::SeqCst);
        assert_eq!(client.tools().await.len(), 2);
    }
}
