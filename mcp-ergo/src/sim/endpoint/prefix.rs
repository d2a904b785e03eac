//! What stands before every task.

use serde_json::{Value, json};

use crate::sim::{ShownTool, ToolSet};

/// A tool as models are shown it: the parts that every client passes on.
pub(super) fn definition(tool: &ShownTool) -> Value {
    let parameters = match tool.input_schema() {
        Value::Null => json!({"type": "object", "properties": {}}),
        schema => schema.clone(),
    };
    json!({
        "name": tool.name(),
        "description": tool.description(),
        "parameters": parameters,
    })
}

/// A system message: what is asked, then what the server itself says of its tools.
pub(crate) fn system(ask: &str, tools: &ToolSet) -> String {
    match tools.instruction() {
        Some(instruction) => format!("{ask}\n\n{instruction}"),
        None => ask.to_owned(),
    }
}
