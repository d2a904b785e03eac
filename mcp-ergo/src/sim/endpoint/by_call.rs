//! Tools by the endpoint's own way of showing them; the first call is the pick.

use serde_json::{Map, Value, json};

use super::broken;
use super::prefix::definition;
pub(crate) use super::prefix::system;
use crate::sim::chat::{Answer, Call};
use crate::sim::picker::{Choice, PickError};
use crate::sim::{ShownTool, ToolSet};

const ASK: &str = "Call the tool that does what the user asks. Call none where none does.";

pub(super) fn prefix(tools: &ToolSet) -> (String, Map<String, Value>) {
    (system(ASK, tools), shown(tools))
}

/// The part of a request that shows the tools.
pub(crate) fn shown(tools: &ToolSet) -> Map<String, Value> {
    let functions = tools.tools().iter();
    let functions = functions.map(|tool| json!({"type": "function", "function": definition(tool)}));
    let mut more = Map::new();
    more.insert("tools".to_owned(), functions.collect());
    more.insert("tool_choice".to_owned(), "auto".into());
    more
}

pub(super) fn read(answer: &Answer, tools: &ToolSet) -> Result<Option<Choice>, PickError> {
    let Some(call) = answer.calls.first() else {
        return Ok(None);
    };
    match &call.arguments {
        Ok(arguments) => Ok(Some(choice(call, arguments, tools))),
        Err(text) => {
            let what = format!("the arguments of `{}` are no JSON object", call.name);
            Err(broken(answer, &what, text))
        }
    }
}

/// The tool that a call names, and which of its actions.
pub(crate) fn choice(call: &Call, arguments: &Map<String, Value>, tools: &ToolSet) -> Choice {
    let Some(at) = tools.find(&call.name) else {
        return Choice::Unlisted(call.name.clone());
    };
    match action(&tools.tools()[at], arguments) {
        Some(action) => Choice::action(at, action),
        None => Choice::tool(at),
    }
}

fn action<'a>(tool: &ShownTool, arguments: &'a Map<String, Value>) -> Option<&'a str> {
    let (switch, _) = tool.actions()?;
    arguments.get(switch)?.as_str()
}
