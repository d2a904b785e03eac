//! Names of tools, as clients and models write them.

use serde_json::json;
use wire_tests::line::InProcess;
use wire_tests::{Era, workshop};

#[tokio::test]
async fn unknown_tool_is_invalid_params_with_the_nearest_names_that_are_granted() {
    for era in Era::ALL {
        let mut client = InProcess::of(workshop::server(), era).await;
        for (unknown, near) in [("mix_glazes", "mix_glaze"), ("check_clays", "check_clay")] {
            let error = client
                .error("tools/call", json!({"name": unknown, "arguments": {}}))
                .await;
            assert_eq!(error.code, -32602, "{error:?}");
            assert!(error.message.contains(&format!("{unknown:?}")), "{error:?}");
            assert!(error.message.contains(near), "{error:?}");
        }
        let error = client
            .error("tools/call", json!({"name": "order_clays"}))
            .await;
        assert!(!error.message.contains("order_clay,"), "{error:?}");
        let error = client
            .error("tools/call", json!({"name": "x".repeat(500)}))
            .await;
        assert!(error.message.matches('x').count() <= 80, "{error:?}");
    }
}

#[tokio::test]
async fn other_spellings_and_former_names_are_accepted() {
    for era in Era::ALL {
        let mut client = InProcess::of(workshop::server(), era).await;
        for name in [
            "mix_glaze",
            "mixGlaze",
            "MixGlaze",
            "mix-glaze",
            "mix.glaze",
            "MIX_GLAZE",
            "mcp__workshop__mix_glaze",
            "mcp__workshop__mixGlaze",
            "stir_paint",
            "stirPaint",
            "mcp__workshop__stir_paint",
        ] {
            let answer = client
                .call(name, json!({"glazeName": "shino", "litreCount": 2}))
                .await;
            assert_eq!(answer.data()["glazeName"], "shino", "{name}");
        }
    }
}

#[tokio::test]
async fn former_name_is_not_listed() {
    let mut client = InProcess::of(workshop::server(), Era::Handshake).await;
    let list = json!(client.tools().await).to_string();
    assert!(!list.contains("stir_paint"), "{list}");
}
