//! Tools whose schema no Rust type says.

use mcp_ergo::rmcp::model::{CallToolResult, ContentBlock, JsonObject, Tool, ToolAnnotations};
use mcp_ergo::{RawTool, Tool as Served};

/// What the suite looks for, keyword by keyword.
const SCHEMA: &str = r##"{
    "$schema": "https://json-schema.org/draft/2020-12/schema",
    "type": "object",
    "$defs": {
        "address": {
            "$anchor": "addressDef",
            "type": "object",
            "properties": {"street": {"type": "string"}, "city": {"type": "string"}}
        }
    },
    "properties": {
        "name": {"type": "string"},
        "address": {"$ref": "#/$defs/address"},
        "contactMethod": {"type": "string", "enum": ["phone", "email"]},
        "phone": {"type": "string"},
        "email": {"type": "string"}
    },
    "allOf": [{"anyOf": [{"required": ["phone"]}, {"required": ["email"]}]}],
    "if": {"properties": {"contactMethod": {"const": "phone"}}, "required": ["contactMethod"]},
    "then": {"required": ["phone"]},
    "else": {"required": ["email"]},
    "additionalProperties": false
}"##;

/// The tool with keywords of JSON Schema 2020-12.
pub(crate) fn json_schema() -> Served {
    let description = "Tool with JSON Schema 2020-12 features. Use when the suite asks for them.";
    by_hand("json_schema_2020_12_tool", description, SCHEMA)
}

/// The tool one of whose arguments is a header besides, so that proxies may route by it.
pub(crate) fn header() -> Served {
    let description = "Tool whose argument is a header too. Use when the suite looks for one.";
    let schema = r#"{
        "type": "object",
        "properties": {"region": {"type": "string", "x-mcp-header": "Region"}},
        "required": ["region"]
    }"#;
    by_hand("test_header_argument", description, schema)
}

fn by_hand(name: &'static str, description: &'static str, schema: &str) -> Served {
    let schema: JsonObject = serde_json::from_str(schema).expect("a schema");
    let definition = Tool::new(name, description, schema)
        .with_title("Written by hand")
        .with_annotations(ToolAnnotations::from_raw(
            None,
            Some(true),
            Some(false),
            Some(true),
            Some(false),
        ));
    RawTool::new(definition, "conformance suite", |_, given| async move {
        let given = given.len();
        CallToolResult::success(vec![ContentBlock::text(format!("Took {given} values."))])
    })
    .tool()
}
