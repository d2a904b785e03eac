//! Facts from the JSON of a `tools/list`.

mod beyond;
mod schema;

use mcp_ergo_rules::{CatalogFacts, Fact, Hints, PromptFacts, ResourceFacts, ToolFacts};
use schema::{Budget, Schema};
use serde_json::{Map, Value};

/// The facts of tools and of what stands around their list, and whether all schemas were read to
/// their end.
pub(super) fn facts<'a>(
    tools: impl Iterator<Item = &'a Map<String, Value>>,
    around: &[&Map<String, Value>],
) -> (CatalogFacts, bool) {
    let budget = Budget::default();
    let facts = CatalogFacts {
        server: server_name(around),
        instructions: match around.iter().find_map(|around| around.get("instructions")) {
            Some(instructions) => Fact::Seen(instructions.as_str().map(str::to_owned)),
            None => Fact::Unseen,
        },
        tools: tools.map(|tool| tool_facts(tool, &budget)).collect(),
        served: Fact::Unseen,
        resources: resources(around),
        prompts: prompts(around),
        // No list shows these.
        credentials: Fact::Unseen,
        boot: Fact::Unseen,
        presentation: Fact::Unseen,
    };
    (facts, !budget.was_spent())
}

/// The server's own name, where the document carries the answer to `initialize` too.
fn server_name(around: &[&Map<String, Value>]) -> Fact<String> {
    let mut infos = around.iter().filter_map(|around| around.get("serverInfo"));
    infos
        .find_map(|info| info.get("name").and_then(Value::as_str))
        .map_or(Fact::Unseen, |name| Fact::Seen(name.to_owned()))
}

/// The resources and resource templates, where the document carries their lists too.
fn resources(around: &[&Map<String, Value>]) -> Fact<Vec<ResourceFacts>> {
    let lists = ["resources", "resourceTemplates"].map(|key| one_list(around, key));
    if lists.iter().all(Option::is_none) {
        return Fact::Unseen;
    }
    let listed = lists.into_iter().flatten();
    let read = |resource: &Value| {
        let uri = ["uri", "uriTemplate", "name"]
            .iter()
            .find_map(|key| text(resource.get(*key)));
        ResourceFacts {
            uri: uri.unwrap_or_default(),
            name: text(resource.get("name")).map_or(Fact::Unseen, Fact::Seen),
            description: Fact::Seen(text(resource.get("description"))),
            mime_type: Fact::Seen(text(resource.get("mimeType"))),
            allows: Vec::new(),
        }
    };
    Fact::Seen(listed.flatten().map(read).collect())
}

/// The first list of a name.
fn one_list<'a>(around: &[&'a Map<String, Value>], key: &str) -> Option<&'a Vec<Value>> {
    let mut lists = around.iter().filter_map(|around| around.get(key));
    lists.find_map(Value::as_array)
}

/// The prompts, where the document carries their list too.
fn prompts(around: &[&Map<String, Value>]) -> Fact<Vec<PromptFacts>> {
    let Some(listed) = one_list(around, "prompts") else {
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
        allows: Vec::new(),
    };
    Fact::Seen(listed.iter().map(read).collect())
}

fn tool_facts(tool: &Map<String, Value>, budget: &Budget) -> ToolFacts {
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
        .map(|schema| Schema::root(schema, budget).resolved());
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
                .map(|schema| Schema::root(schema, budget).param("", true)),
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
    use crate::audit::catalog_facts;

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
