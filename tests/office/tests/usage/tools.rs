//! The tools of the office as a client sees them.

use std::sync::LazyLock;

use serde_json::Value;

/// One tool.
pub(crate) struct Tool {
    pub(crate) name: String,
    pub(crate) domain: String,
    pub(crate) reads: bool,
    /// Parameters by name, each with its schema.
    pub(crate) parameters: Vec<(String, Value)>,
    pub(crate) required: Vec<String>,
}

static ALL: LazyLock<Vec<Tool>> = LazyLock::new(Tool::served);

impl Tool {
    /// Every tool but `_hello`, which is no job of the office.
    pub(crate) fn all() -> &'static [Self] {
        &ALL
    }

    fn served() -> Vec<Self> {
        let server = office::builder().boot().expect("the office boots");
        let catalog = server.catalog();
        let tools = catalog["tools"].as_array().expect("tools").iter();
        let jobs = tools.filter(|tool| tool["name"] != "_hello");
        jobs.map(Self::of).collect()
    }

    fn of(tool: &Value) -> Self {
        let schema = &tool["inputSchema"];
        let properties = schema["properties"].as_object().into_iter().flatten();
        let required = schema["required"].as_array().into_iter().flatten();
        Self {
            name: text(&tool["name"]),
            domain: text(&tool["_meta"]["mcp-ergo/domain"]),
            reads: tool["annotations"]["readOnlyHint"] == true,
            parameters: properties
                .map(|(name, schema)| (name.clone(), schema.clone()))
                .collect(),
            required: required.map(text).collect(),
        }
    }
}

fn text(value: &Value) -> String {
    value.as_str().expect("a text").to_owned()
}
