//! No successful answer changes.

use harden_tests::menagerie::{Menagerie, right_calls};
use mcp_ergo::harden;
use serde_json::{Value, json};
use wire_tests::line::InProcess;
use wire_tests::{Era, catalog, workshop};

use crate::hardened;

#[tokio::test]
async fn every_success_is_the_same_to_the_byte() {
    for era in Era::ALL {
        let mut plain = InProcess::of_foreign(Menagerie::default(), era).await;
        let mut mended = InProcess::of_foreign(hardened(), era).await;
        for (tool, arguments) in right_calls() {
            let params = json!({"name": tool, "arguments": arguments});
            let before = plain.result("tools/call", params.clone()).await;
            let after = mended.result("tools/call", params.clone()).await;
            assert_ne!(before["isError"], true, "{params} failed: {before:#}");
            assert_eq!(before.to_string(), after.to_string(), "{params}");
        }
    }
}

#[tokio::test]
async fn every_answer_fits_the_schema_that_is_shown() {
    for era in Era::ALL {
        let mut mended = InProcess::of_foreign(hardened(), era).await;
        let tools = mended.tools().await;
        let mut judged = 0;
        for (tool, arguments) in right_calls() {
            let params = json!({"name": tool, "arguments": arguments});
            let answer = mended.result("tools/call", params.clone()).await;
            let schema = &catalog::tool(&tools, tool)["outputSchema"];
            if let (true, Some(data)) = (schema.is_object(), answer.get("structuredContent")) {
                let validator = jsonschema::validator_for(schema).unwrap();
                let problems: Vec<String> = validator
                    .iter_errors(data)
                    .map(|error| error.to_string())
                    .collect();
                assert!(problems.is_empty(), "{params}: {problems:?} in {data:#}");
                judged += 1;
            }
        }
        assert!(judged > 5, "{judged}");
    }
}

#[tokio::test]
async fn what_the_shown_schema_accepts_the_handler_takes_and_null_is_absence() {
    for era in Era::ALL {
        let mut plain = InProcess::of_foreign(Menagerie::default(), era).await;
        let mut mended = InProcess::of_foreign(hardened(), era).await;
        // What rmcp alone refuses, and the same as it wants it.
        for (tool, sent, wanted) in [
            (
                "search_animals",
                json!({"query": "a", "limit": null}),
                json!({"query": "a"}),
            ),
            (
                "search_animals",
                json!({"query": "a", "limit": 3.0, "offset": 1.0}),
                json!({"query": "a", "limit": 3, "offset": 1}),
            ),
            (
                "search_animals",
                json!({"query": "a", "_note": 1, "task_progress": "x"}),
                json!({"query": "a"}),
            ),
            ("take_number", json!({"n": 1, "_meta": {}}), json!({"n": 1})),
        ] {
            let before = plain.call(tool, wanted).await;
            let after = mended.call(tool, sent.clone()).await;
            assert_eq!(before.result, after.result, "{sent}");
        }
        let without = mended
            .result("tools/call", json!({"name": "patch_nickname"}))
            .await;
        assert_eq!(without["isError"], false);
        let empty = mended
            .result("tools/call", json!({"name": "list_animals"}))
            .await;
        assert_eq!(
            empty["structuredContent"]["names"],
            json!(["otter", "lynx"])
        );
    }
}

#[tokio::test]
async fn other_spellings_are_accepted() {
    for era in Era::ALL {
        let mut mended = InProcess::of_foreign(hardened(), era).await;
        for name in [
            "takeNumber",
            "TAKE-NUMBER",
            "mcp__zoo__take_number",
            "mcp__zoo__takeNumber",
        ] {
            let answer = mended.call(name, json!({"n": 3})).await;
            assert_eq!(answer.words(), "3", "{name}");
            // Its arguments are checked all the same.
            let refused = mended.call(name, json!({})).await;
            assert_eq!(refused.envelope()["error"], "n is missing", "{name}");
        }
    }
}

#[tokio::test]
async fn images_stay_images() {
    let mut mended = InProcess::of(hardened(), Era::Handshake).await;
    let answer = mended.call("show_picture", json!({})).await;
    assert_eq!(answer.result["content"][0]["type"], "image");
    assert_eq!(answer.result.get("structuredContent"), None::<&Value>);
}

/// A server of ours has nothing to mend.
#[tokio::test]
async fn hardening_what_is_hard_changes_nothing() {
    for era in Era::ALL {
        let mut before = InProcess::of(workshop::server(), era).await;
        let mut after = InProcess::of(harden(workshop::server()), era).await;
        assert_eq!(before.opened, after.opened);
        let list = before.result("tools/list", json!({})).await;
        assert_eq!(list, after.result("tools/list", json!({})).await);
        for params in [
            json!({"name": "count_shelves"}),
            json!({"name": "mix_glaze", "arguments": {"glazeName": "shino", "litreCount": 2.0}}),
            json!({"name": "mixGlaze", "arguments": {"glazeName": "shino", "litreCount": "2"}}),
            json!({"name": "mix_glaze", "arguments": {"glazeNam": "shino"}}),
            json!({"name": "stir_paint", "arguments": {"glazeName": "shino", "litreCount": 2}}),
            json!({"name": "order_clay", "arguments": {}}),
            json!({"name": "mix_glazes"}),
            json!({"name": "mix_glaze", "arguments": [1]}),
            json!({"arguments": {}}),
        ] {
            let told = before.exchange("tools/call", params.clone()).await;
            assert_eq!(
                told,
                after.exchange("tools/call", params.clone()).await,
                "{params}"
            );
        }
    }
}
