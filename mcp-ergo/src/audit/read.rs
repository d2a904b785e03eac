//! Facts from the JSON of a `tools/list`.

mod schema;

use mcp_ergo_rules::{CatalogFacts, Fact, Hints, PromptFacts, ResourceFacts, ToolFacts};
use schema::Schema;
use serde_json::{Map, Value};

/// Why a JSON document holds no catalog.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ReadError {
    /// The document is neither of the forms that list tools.
    #[error(
        "{found} holds no tools; expected the result of `tools/list`, a JSON-RPC response with \
         it, an array of tools, or one tool"
    )]
    NoTools {
        /// What the document is instead.
        found: String,
    },
    /// The document is the answer to a request that failed.
    #[error("the response is an error: {message}")]
    Response {
        /// What the server said.
        message: String,
    },
    /// The list holds something else than tools.
    #[error("tool {index} is {found}; expected an object with `name` and `inputSchema`")]
    NotATool {
        /// The place in the list, from 0.
        index: usize,
        /// What stands there instead.
        found: String,
    },
}

/// Reads a catalog from a `tools/list` result, a JSON-RPC response with one, a bare array, one tool,
/// or an object with `tools` and `instructions`.
///
/// What no `tools/list` shows (class, scope, trigger, sources, state, errors) stays unseen.
///
/// # Errors
///
/// When no tools can be found in the document, or when the list holds something that is no object.
pub fn catalog_facts(value: &Value) -> Result<CatalogFacts, ReadError> {
    let no_tools = || ReadError::NoTools {
        found: describe(value),
    };
    let (tools, around) = match value {
        Value::Array(tools) => (tools.as_slice(), None),
        Value::Object(object) => {
            if let Some(tools) = object.get("tools").and_then(Value::as_array) {
                (tools.as_slice(), Some(object))
            } else if let Some(result) = object.get("result").filter(|result| result.is_object()) {
                return catalog_facts(result);
            } else if let Some(error) = object.get("error") {
                let message = error.get("message").unwrap_or(error);
                let message = message
                    .as_str()
                    .map_or_else(|| message.to_string(), str::to_owned);
                return Err(ReadError::Response { message });
            } else if is_tool(object) {
                (std::slice::from_ref(value), None)
            } else {
                return Err(no_tools());
            }
        }
        _ => return Err(no_tools()),
    };
    let read = |(index, tool): (usize, &Value)| match tool {
        Value::Object(tool) => Ok(tool_facts(tool)),
        other => Err(ReadError::NotATool {
            index,
            found: describe(other),
        }),
    };
    Ok(CatalogFacts {
        server: around.map_or(Fact::Unseen, server_name),
        instructions: match around.and_then(|around| around.get("instructions")) {
            Some(instructions) => Fact::Seen(instructions.as_str().map(str::to_owned)),
            None => Fact::Unseen,
        },
        tools: tools
            .iter()
            .enumerate()
            .map(read)
            .collect::<Result<_, _>>()?,
        served: Fact::Unseen,
        resources: around.map_or(Fact::Unseen, resources),
        prompts: around.map_or(Fact::Unseen, prompts),
    })
}

fn is_tool(object: &Map<String, Value>) -> bool {
    object.contains_key("name")
        && ["inputSchema", "description", "annotations"]
            .iter()
            .any(|key| object.contains_key(*key))
}

/// The server's own name, where the document carries the answer to `initialize` too.
fn server_name(around: &Map<String, Value>) -> Fact<String> {
    let info = around.get("serverInfo").and_then(|info| info.get("name"));
    info.and_then(Value::as_str)
        .map_or(Fact::Unseen, |name| Fact::Seen(name.to_owned()))
}

/// The resources and resource templates, where the document carries their lists too.
fn resources(around: &Map<String, Value>) -> Fact<Vec<ResourceFacts>> {
    let lists = ["resources", "resourceTemplates"].map(|key| around.get(key));
    if lists.iter().all(Option::is_none) {
        return Fact::Unseen;
    }
    let listed = lists.into_iter().flatten().filter_map(Value::as_array);
    let read = |resource: &Value| {
        let uri = ["uri", "uriTemplate", "name"]
            .iter()
            .find_map(|key| text(resource.get(*key)));
        ResourceFacts {
            uri: uri.unwrap_or_default(),
            description: Fact::Seen(text(resource.get("description"))),
            mime_type: Fact::Seen(text(resource.get("mimeType"))),
        }
    };
    Fact::Seen(listed.flatten().map(read).collect())
}

/// The prompts, where the document carries their list too.
fn prompts(around: &Map<String, Value>) -> Fact<Vec<PromptFacts>> {
    let Some(listed) = around.get("prompts").and_then(Value::as_array) else {
        return Fact::Unseen;
    };
    let argument = |argument: &Value| {
        let name = text(argument.get("name")).unwrap_or_default();
        (name, text(argument.get("description")))
    };
    let read = |prompt: &Value| PromptFacts {
        name: text(prompt.get("name")).unwrap_or_default(),
        description: Fact::Seen(text(prompt.get("description"))),
        arguments: Fact::Seen(
            prompt
                .get("arguments")
                .and_then(Value::as_array)
                .map(|arguments| arguments.iter().map(argument).collect())
                .unwrap_or_default(),
        ),
    };
    Fact::Seen(listed.iter().map(read).collect())
}

fn describe(value: &Value) -> String {
    match value {
        Value::Null => "null".into(),
        Value::Bool(_) => "a boolean".into(),
        Value::Number(_) => "a number".into(),
        Value::String(_) => "a string".into(),
        Value::Array(_) => "an array".into(),
        Value::Object(object) if object.is_empty() => "an empty object".into(),
        Value::Object(object) => {
            let keys: Vec<String> = object
                .keys()
                .take(3)
                .map(|key| format!("`{key}`"))
                .collect();
            let rest = if object.len() > keys.len() {
                ", …"
            } else {
                ""
            };
            format!("an object with {}{rest}", keys.join(", "))
        }
    }
}

fn tool_facts(tool: &Map<String, Value>) -> ToolFacts {
    let annotations = tool.get("annotations");
    let hint = |name| {
        annotations
            .and_then(|hints| hints.get(name))
            .and_then(Value::as_bool)
    };
    let title = text(tool.get("title"))
        .or_else(|| text(annotations.and_then(|annotations| annotations.get("title"))));
    let input = tool
        .get("inputSchema")
        .map(|schema| Schema::root(schema).resolved());
    ToolFacts {
        name: Fact::Seen(text(tool.get("name")).unwrap_or_default()),
        title: Fact::Seen(title),
        description: Fact::Seen(text(tool.get("description"))),
        hints: Fact::Seen(Hints {
            read_only: hint("readOnlyHint"),
            destructive: hint("destructiveHint"),
            idempotent: hint("idempotentHint"),
            open_world: hint("openWorldHint"),
        }),
        params: Fact::Seen(input.as_ref().map(Schema::fields).unwrap_or_default()),
        closed: input
            .as_ref()
            .map_or(Fact::Unseen, |schema| Fact::Seen(schema.is_closed())),
        beyond: input
            .as_ref()
            .map_or(Fact::Unseen, |schema| Fact::Seen(schema.beyond_of_root())),
        ghosts: input
            .as_ref()
            .map_or(Fact::Unseen, |schema| Fact::Seen(schema.ghosts())),
        bytes: Fact::Seen(serde_json::to_vec(tool).map_or(0, |json| json.len())),
        output: Fact::Seen(
            tool.get("outputSchema")
                .filter(|schema| schema.is_object())
                .map(|schema| Schema::root(schema).param("", true)),
        ),
        ..ToolFacts::default()
    }
}

fn text(value: Option<&Value>) -> Option<String> {
    value.and_then(Value::as_str).map(str::to_owned)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn every_form_of_a_list_is_read() {
        let one = json!({"name": "get_x", "inputSchema": {"type": "object"}});
        for (form, tools) in [
            (json!({"tools": [one, one]}), 2),
            (
                json!({"jsonrpc": "2.0", "id": 1, "result": {"tools": [one]}}),
                1,
            ),
            (json!([one]), 1),
            (one.clone(), 1),
            (json!({"tools": []}), 0),
        ] {
            assert_eq!(catalog_facts(&form).unwrap().tools.len(), tools, "{form}");
        }
        let around = json!({"serverInfo": {"name": "ledger"}, "instructions": "", "tools": [one]});
        let facts = catalog_facts(&around).unwrap();
        assert_eq!(facts.server, Fact::Seen("ledger".into()));
        assert_eq!(facts.instructions, Fact::Seen(Some(String::new())));
        let none = catalog_facts(&json!({"instructions": null, "tools": [one]})).unwrap();
        assert_eq!(none.instructions, Fact::Seen(None));
        assert_eq!(
            catalog_facts(&json!([one])).unwrap().instructions,
            Fact::Unseen
        );
    }

    #[test]
    fn what_holds_no_tools_is_told() {
        let said = |value| catalog_facts(&value).unwrap_err().to_string();
        assert!(said(json!(null)).starts_with("null holds no tools"));
        assert!(
            said(json!({"a": 1, "b": 2})).starts_with("an object with `a`, `b` holds no tools")
        );
        assert_eq!(
            said(json!({"error": {"message": "no"}})),
            "the response is an error: no"
        );
        assert!(said(json!([1])).starts_with("tool 0 is a number; expected an object"));
    }

    #[test]
    fn titles_hints_and_outputs_are_read() {
        let one = json!({
            "name": "get_x",
            "annotations": {"title": "Get x", "readOnlyHint": true},
            "outputSchema": {"type": "object", "properties": {"total": {"type": "integer"}}},
        });
        let tool = catalog_facts(&one).unwrap().tools.remove(0);
        assert_eq!(tool.title, Fact::Seen(Some("Get x".into())));
        assert_eq!(tool.hints.seen().unwrap().read_only, Some(true));
        assert_eq!(tool.hints.seen().unwrap().open_world, None);
        let output = tool.output.present().unwrap();
        assert_eq!(output.fields.seen().unwrap()[0].name, "total");
        assert_eq!(tool.class, Fact::Unseen);
        assert_eq!(tool.closed, Fact::Unseen);
    }
}
