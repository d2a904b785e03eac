//! Every fault that rmcp alone has, before and after.

use std::time::Duration;

use harden_tests::menagerie::Menagerie;
use mcp_ergo::harden;
use serde_json::{Value, json};
use wire_tests::line::InProcess;
use wire_tests::{Answer, Era, in_time};

use crate::hardened;

/// The issues of a call that is wrong, as path and error.
async fn issues(client: &mut InProcess, tool: &str, arguments: Value) -> Vec<(String, String)> {
    let answer = client.call(tool, arguments).await;
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let issues = answer.issues();
    issues
        .iter()
        .map(|issue| (text(&issue["path"]), text(&issue["error"])))
        .collect()
}

#[tokio::test]
async fn arguments_are_checked_whole_and_by_name() {
    for era in Era::ALL {
        let mut mended = InProcess::of(hardened(), era).await;
        for (tool, arguments, wanted) in [
            (
                "search_animals",
                json!({"query": 7}),
                vec![("/query", "query (7) is not a string")],
            ),
            (
                "search_animals",
                json!({}),
                vec![("/query", "query is missing")],
            ),
            (
                "search_animals",
                json!({"query": "a", "limt": 3}),
                vec![("/limt", "limt (3) is not a parameter of search_animals")],
            ),
            (
                "search_animals",
                json!({"query": "a", "limit": -5}),
                vec![("/limit", "limit (-5) is under 0")],
            ),
            (
                "search_animals",
                json!({"query": "a", "limit": 5_000_000_000_u64}),
                vec![("/limit", "limit (5000000000) is over 4294967295")],
            ),
            (
                "search_animals",
                json!({"query": "a", "limit": "10"}),
                vec![("/limit", "limit (\"10\") is not an integer")],
            ),
            (
                "add_animal",
                json!({"name": "x", "home": {"x": "q"}}),
                vec![("/home/x", "home.x (\"q\") is not a number")],
            ),
            (
                "sort_animals",
                json!({"order": "sideways"}),
                vec![("/order", "order (\"sideways\") is not one of asc or desc")],
            ),
            (
                "take_number",
                json!({"n": 1, "m": 2}),
                vec![("/m", "m is not a parameter of take_number")],
            ),
            (
                "weigh_animal",
                json!({"tiny": 256, "small": "x", "signed": 1.5, "big": -1, "float": null, "narrow": 1, "letter": "xy"}),
                vec![
                    ("/tiny", "tiny (256) is over 255"),
                    ("/small", "small (\"x\") is not an integer"),
                    ("/signed", "signed (1.5) is not a whole number"),
                    ("/big", "big (-1) is under 0"),
                    ("/float", "float (null) is not a number"),
                    ("/flag", "flag is missing"),
                    ("/letter", "letter (\"xy\") has 2 characters, over 1"),
                ],
            ),
            (
                "keep_days",
                json!({"days": 31, "name": "O", "factor": 3}),
                vec![
                    ("/days", "days (31) is over 30"),
                    ("/name", "name (\"O\") has 1 character, under 2"),
                    ("/factor", "factor (3) is over 2.5"),
                ],
            ),
        ] {
            let found = issues(&mut mended, tool, arguments.clone()).await;
            let wanted: Vec<(String, String)> = wanted
                .iter()
                .map(|(path, error)| ((*path).to_owned(), (*error).to_owned()))
                .collect();
            assert_eq!(found, wanted, "{tool} {arguments}");
        }
        let answer = mended
            .call("search_animals", json!({"query": "a", "limt": 3}))
            .await;
        assert_eq!(
            answer.envelope()["hint"],
            "Did you mean limit? search_animals takes query, limit and offset."
        );
        let answer = mended.call("sort_animals", json!({"order": "acs"})).await;
        assert_eq!(
            answer.envelope()["hint"],
            "Did you mean \"asc\"? Send one of \"asc\" or \"desc\"."
        );
    }
}

/// Unions and recursion pass to the handler, whose words come back as an envelope.
#[tokio::test]
async fn what_passes_unchecked_is_refused_by_the_handler_in_an_envelope() {
    for era in Era::ALL {
        let mut mended = InProcess::of_foreign(hardened(), era).await;
        let right = json!({"figure": {"kind": "circle", "r": "x"}, "either": 1, "title": "t"});
        let answer = mended.call("draw_figure", right).await;
        assert_eq!(
            answer.envelope()["error"],
            "the arguments of draw_figure cannot be read: invalid type: string \"x\", expected f64"
        );
        assert_eq!(answer.envelope()["recovery"], "fix");
        // The parameters beside it are checked.
        let found = issues(
            &mut mended,
            "draw_figure",
            json!({"figure": 1, "either": 1}),
        )
        .await;
        assert_eq!(
            found,
            [("/title".to_owned(), "title is missing".to_owned())]
        );
        let found = issues(&mut mended, "plant_tree", json!({"root": {}, "depth": 256})).await;
        assert_eq!(
            found,
            [("/depth".to_owned(), "depth (256) is over 255".to_owned())]
        );
        let found = issues(&mut mended, "count_animals", json!({"counts": [1]})).await;
        assert_eq!(
            found,
            [(
                "/counts".to_owned(),
                "counts ([1]) is not an object".to_owned()
            )]
        );
    }
}

#[tokio::test]
async fn unknown_tool_is_invalid_params_with_the_nearest_names() {
    for era in Era::ALL {
        let params = json!({"name": "serch_animal", "arguments": {}});
        let mut plain = InProcess::of_foreign(Menagerie::default(), era).await;
        let before = plain.error("tools/call", params.clone()).await;
        assert_eq!((before.code, &*before.message), (-32602, "tool not found"));
        let mut mended = InProcess::of(hardened(), era).await;
        let after = mended.error("tools/call", params).await;
        assert_eq!(after.code, -32602);
        assert!(
            after.message.starts_with(
                "no tool is called \"serch_animal\"; the nearest are search_animals, "
            ),
            "{}",
            after.message
        );
    }
}

#[tokio::test]
async fn arguments_of_the_wrong_kind_are_invalid_params_with_a_call_as_example() {
    for era in Era::ALL {
        let params = json!({"name": "keepDays", "arguments": [1]});
        let mut plain = InProcess::of_foreign(Menagerie::default(), era).await;
        assert_eq!(plain.error("tools/call", params.clone()).await.code, -32601);
        let mut mended = InProcess::of(hardened(), era).await;
        let error = mended.error("tools/call", params).await;
        assert_eq!(error.code, -32602);
        assert_eq!(
            error.message,
            "arguments ([1]) are not an object in the call of keep_days. Send one JSON object with days, name and factor by name."
        );
        let error = mended
            .error("tools/call", json!({"name": "nothing", "arguments": [1]}))
            .await;
        assert!(
            error.message.starts_with("no tool is called \"nothing\""),
            "{error:?}"
        );
        let error = mended.error("tools/call", json!({"name": 3})).await;
        assert!(
            error.message.starts_with("name (3) is not a string"),
            "{error:?}"
        );
        let error = mended.error("nope/nope", json!({})).await;
        assert_eq!((error.code, &*error.message), (-32601, "nope/nope"));
    }
}

#[tokio::test]
async fn cursor_that_was_not_given_is_refused() {
    for era in Era::ALL {
        let mut mended = InProcess::of(hardened(), era).await;
        let error = mended.error("tools/list", json!({"cursor": "more"})).await;
        assert_eq!(error.code, -32602);
        assert!(
            error.message.starts_with("cursor (\"more\") was not given"),
            "{error:?}"
        );
    }
}

async fn failing(client: &mut InProcess, way: &str) -> Answer {
    client.call("fail_somehow", json!({"way": way})).await
}

#[tokio::test]
async fn failures_become_envelopes() {
    const MEND: &str = "Change what this names and send the call again; where no change of the call can help, tell the user.";
    for era in Era::ALL {
        let mut mended = InProcess::of(hardened(), era).await;
        for (way, error, hint, recovery) in [
            ("text", "disk full", MEND, "fix"),
            (
                "nothing",
                "fail_somehow failed and does not say why",
                "Tell the user that it failed.",
                "stop",
            ),
            (
                "blank",
                "fail_somehow failed and does not say why",
                "Tell the user that it failed.",
                "stop",
            ),
            ("structured", "disk full", MEND, "retry"),
            ("envelope", "no animal 'x'", "Look again.", "stop"),
            (
                "invalid",
                "no animal is called 'x'; the nearest is 'lynx'",
                MEND,
                "fix",
            ),
            ("missing", "the cage is not found", MEND, "fix"),
            ("own", "the keeper is asleep", MEND, "fix"),
        ] {
            let envelope = failing(&mut mended, way).await.envelope();
            assert_eq!(envelope["error"], error, "{way}");
            assert_eq!(envelope["hint"], hint, "{way}");
            assert_eq!(envelope["recovery"], recovery, "{way}");
        }
        let answer = mended.call("fail_simply", json!({})).await;
        assert_eq!(answer.words(), format!("the gate is closed. {MEND}"));
        // The data of an error is not lost.
        let envelope = failing(&mut mended, "structured").await.envelope();
        assert_eq!(envelope["details"]["code"], "E1");
        let words = failing(&mut mended, "structured").await;
        let words = words.words();
        assert!(words.contains(" Details: {\"code\":\"E1\","), "{words}");
        let envelope = failing(&mut mended, "invalid").await.envelope();
        assert_eq!(envelope["details"], json!({"near": ["lynx"]}));
        // Neither is a long text, nor its lines.
        let answer = failing(&mut mended, "long").await;
        assert!(
            answer.words().matches("all work").count() == 200,
            "{}",
            answer.words()
        );
        let answer = failing(&mut mended, "lines").await;
        assert!(
            answer.words().contains("- the second.\nChange what"),
            "{}",
            answer.words()
        );
        // What is no text stays what it is.
        let answer = failing(&mut mended, "picture").await;
        assert!(answer.is_error());
        assert_eq!(answer.result["content"][0]["type"], "image");
    }
}

#[tokio::test]
async fn errors_of_the_protocol_stay() {
    for era in Era::ALL {
        let params = json!({"name": "fail_somehow", "arguments": {"way": "protocol"}});
        let mut mended = InProcess::of(hardened(), era).await;
        let error = mended.error("tools/call", params).await;
        assert_eq!(
            (error.code, &*error.message),
            (-32042, "open this page first")
        );
    }
}

fn assert_unexplained(answer: &Answer) {
    let envelope = answer.envelope();
    assert_eq!(
        envelope["error"],
        "the server failed on its side, not on the call"
    );
    assert_eq!(envelope["recovery"], "stop");
    assert!(
        envelope["reference"]
            .as_str()
            .is_some_and(|reference| reference.starts_with("e-"))
    );
    let text = answer.result.to_string();
    assert!(
        !text.contains("needle") && !text.contains("archive"),
        "{text}"
    );
}

#[tokio::test]
async fn internal_errors_and_panics_tell_a_reference_and_the_next_call_works() {
    for era in Era::ALL {
        let mut mended = InProcess::of(hardened(), era).await;
        assert_unexplained(&failing(&mut mended, "internal").await);
        assert_unexplained(&mended.call("panic_now", json!({})).await);
        assert_eq!(
            mended.call("take_number", json!({"n": 1})).await.words(),
            "1"
        );
    }
}

#[tokio::test]
async fn what_hangs_is_answered_in_time() {
    for era in Era::ALL {
        let server = hardened().timeout(Duration::from_millis(40));
        let mut mended = InProcess::of(server, era).await;
        let envelope = mended.call("look_long", json!({})).await.envelope();
        assert_eq!(envelope["error"], "look_long did not answer within 40 ms");
        assert_eq!(envelope["recovery"], "retry");
        let envelope = mended.call("wait_long", json!({})).await.envelope();
        assert_eq!(
            envelope["error"],
            "wait_long did not answer within 40 ms, and the change may have happened"
        );
        assert_eq!(envelope["recovery"], "fix");
    }
}

#[tokio::test]
async fn a_call_sees_that_nobody_waits_for_it() {
    for era in Era::ALL {
        let server = Menagerie::default();
        let left = server.left.clone();
        let mut mended = InProcess::of(harden(server), era).await;
        let id = mended
            .ask("tools/call", json!({"name": "wait_unwanted"}))
            .await;
        let cancelled = json!({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": id}});
        // The call runs before it is cancelled.
        mended.exchange("tools/list", json!({})).await;
        mended.send(&cancelled).await;
        in_time(left.notified()).await;

        let server = Menagerie::default();
        let left = server.left.clone();
        let server = harden(server).timeout(Duration::from_millis(40));
        let mut mended = InProcess::of(server, era).await;
        let answer = mended.call("wait_unwanted", json!({})).await;
        assert!(
            answer.words().contains("may have happened"),
            "{}",
            answer.words()
        );
        in_time(left.notified()).await;
    }
}
