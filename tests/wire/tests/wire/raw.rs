//! Tools whose definition is written by hand.

use mcp_ergo::rmcp::model::{CallToolResult, ContentBlock, JsonObject, Tool, ToolAnnotations};
use mcp_ergo::{RawTool, Server};
use serde_json::{Value, json};
use wire_tests::{Era, Guest, studio};

const REFERENCES: &str = r##"{
    "type": "object",
    "$defs": {"glaze": {"type": "string"}},
    "properties": {"glaze": {"$ref": "#/$defs/glaze"}}
}"##;

fn server() -> Server {
    let schema: JsonObject = serde_json::from_str(REFERENCES).expect("a schema");
    let definition = Tool::new(
        "stir_glaze",
        "Stir one glaze. Use when it has settled.",
        schema,
    )
    .with_title("Stir glaze")
    .with_annotations(ToolAnnotations::from_raw(
        None,
        Some(true),
        Some(false),
        Some(true),
        Some(false),
    ));
    let tool = RawTool::new(
        definition,
        "the glaze is a reference",
        |call, given| async move {
            assert_ne!(given.get("glaze"), Some(&json!("none")));
            call.progress(1, 1, "stirred");
            let roots = call.roots().await.map_or(0, |roots| roots.len());
            let text = format!("Stirred {} in {roots} folders.", json!(given));
            let mut result = CallToolResult::success(vec![ContentBlock::text(text)]);
            result.structured_content = Some(json!({"stirred": true}));
            result
        },
    );
    studio::builder()
        .tool(tool.tool())
        .boot()
        .expect("the studio boots")
}

fn roots(_: &Value) -> Value {
    json!({"roots": [{"uri": "file:///studio"}]})
}

#[tokio::test]
async fn they_are_listed_called_and_ask_as_they_stand() {
    for era in Era::ALL {
        let mut guest = Guest::of(server(), era, roots).await;
        let listed = guest.exchange("tools/list", json!({})).await;
        let tools = listed["result"]["tools"].as_array().expect("tools");
        let ours = tools.iter().find(|tool| tool["name"] == "stir_glaze");
        let schema: Value = serde_json::from_str(REFERENCES).expect("a schema");
        assert_eq!(ours.expect("it is listed")["inputSchema"], schema);
        guest.saying("progressToken", json!(7));
        let said = guest
            .call("stir_glaze", json!({"glaze": "shino", "_item": [1]}))
            .await;
        assert_eq!(
            said.words(),
            "Stirred {\"glaze\":\"shino\",\"_item\":[1]} in 1 folders."
        );
        assert_eq!(said.result["structuredContent"], json!({"stirred": true}));
        assert_eq!(guest.told[0]["params"]["message"], "stirred");
    }
}

#[tokio::test]
async fn a_panic_in_one_is_a_failure_like_any_other() {
    for era in Era::ALL {
        let mut guest = Guest::of(server(), era, roots).await;
        let failed = guest.call("stir_glaze", json!({"glaze": "none"})).await;
        assert_eq!(failed.envelope()["recovery"], "stop");
        let said = guest.call("stir_glaze", json!({})).await;
        assert_eq!(said.words(), "Stirred {} in 1 folders.");
    }
}
