//! The tool whose schema no Rust type says.

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
    let schema: JsonObject = serde_json::from_str(SCHEMA).expect("a schema");
    let description = "Tool with JSON Schema 2020-12 features. Use when the suite asks for them.";
    let definition = Tool::new("json_schema_2020_12_tool", description, schema)
        .with_title("JSON Schema 2020-12")
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
