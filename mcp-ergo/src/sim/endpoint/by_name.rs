//! The catalog in words, and an answer that names one tool of it.

use serde::Deserialize;
use serde_json::{Map, Value, json};

use super::broken;
use super::prefix::{definition, system};
use crate::sim::chat::Answer;
use crate::sim::picker::{Choice, PickError};
use crate::sim::{ShownTool, ToolSet};

/// The action of tools that have none.
const NO_ACTION: &str = "none";

pub(super) fn prefix(tools: &ToolSet) -> (String, Map<String, Value>) {
    let none = none(tools);
    let actions = actions(tools);
    let mut ask = format!(
        "You are given tools, one a line, and what a user asks. Name the tool that you would call first. \
         Answer with JSON alone: {{\"tool\": \"NAME\"}}, or {{\"tool\": \"{none}\"}} where no tool does it."
    );
    if !actions.is_empty() {
        ask.push_str(
            " Where a parameter of the tool switches between jobs, as `action` does, add the value that you \
             would send: {\"tool\": \"NAME\", \"action\": \"VALUE\"}; the action of any other tool is \
             \"none\".",
        );
    }
    let mut text = system(&ask, tools);
    text.push_str("\n\nTools:\n");
    for tool in tools.tools() {
        text.push_str(&definition(tool).to_string());
        text.push('\n');
    }
    (text, format(tools, &none, actions))
}

/// The schema that the endpoint holds an answer to.
fn format(tools: &ToolSet, none: &str, actions: Vec<&str>) -> Map<String, Value> {
    let mut names: Vec<&str> = tools.tools().iter().map(ShownTool::name).collect();
    names.push(none);
    let mut properties = json!({"tool": {"type": "string", "enum": names}});
    let mut required = vec!["tool"];
    if !actions.is_empty() {
        // Strict schemas require every property, so that there is a value for none.
        let mut values = actions;
        if !values.contains(&NO_ACTION) {
            values.push(NO_ACTION);
        }
        properties["action"] = json!({"type": "string", "enum": values});
        required.push("action");
    }
    let schema = json!({
        "type": "object",
        "properties": properties,
        "required": required,
        "additionalProperties": false,
    });
    let format = json!({
        "type": "json_schema",
        "json_schema": {"name": "pick", "strict": true, "schema": schema},
    });
    Map::from_iter([("response_format".to_owned(), format)])
}

/// Every value of every tool's switch, each once, in the order of the list.
fn actions(tools: &ToolSet) -> Vec<&str> {
    let mut all = Vec::new();
    for (_, values) in tools.tools().iter().filter_map(ShownTool::actions) {
        for value in values {
            if !all.contains(&value) {
                all.push(value);
            }
        }
    }
    all
}

/// The word for no tool, which no tool is called.
fn none(tools: &ToolSet) -> String {
    let mut none = "none".to_owned();
    while tools.find(&none).is_some() {
        none.push('_');
    }
    none
}

#[derive(Deserialize)]
struct Named {
    tool: String,
    action: Option<String>,
}

pub(super) fn read(answer: &Answer, tools: &ToolSet) -> Result<Option<Choice>, PickError> {
    let Named { tool, action } = serde_json::from_str(unfenced(&answer.text)).map_err(|_| {
        broken(
            answer,
            "the answer is no JSON that names a tool",
            &answer.text,
        )
    })?;
    let Some(at) = tools.find(&tool) else {
        let none = tool == none(tools);
        return Ok((!none).then_some(Choice::Unlisted(tool)));
    };
    let Some((_, values)) = tools.tools()[at].actions() else {
        return Ok(Some(Choice::tool(at)));
    };
    let said = |action: &String| action != NO_ACTION || values.contains(&NO_ACTION);
    Ok(Some(match action.filter(said) {
        Some(action) => Choice::action(at, action),
        None => Choice::tool(at),
    }))
}

/// The JSON inside the fence that models put around it where no schema holds them.
fn unfenced(text: &str) -> &str {
    let text = text.trim();
    let Some(inside) = text
        .strip_prefix("```")
        .and_then(|text| text.strip_suffix("```"))
    else {
        return text;
    };
    inside.strip_prefix("json").unwrap_or(inside).trim()
}
