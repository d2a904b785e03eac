use serde_json::json;

use super::*;

fn catalog() -> Catalog {
    let catalog = json!({"tools": [
        {"name": "_hello", "description": "Say what is here.", "_meta": {"mcp-ergo/top": true}},
        {
            "name": "search_issues",
            "title": "Search",
            "description": "Search issues by words, by state or by who reported them first.",
            "annotations": {"title": "Search issues", "readOnlyHint": true},
            "inputSchema": {
                "type": "object",
                "properties": {
                    "description": {"type": "string", "description": "Words of the text."},
                    "state": {"enum": ["open"], "default": {"description": "kept"}},
                },
                "required": ["state"],
            },
            "_meta": {"mcp-ergo/domain": "issues", "mcp-ergo/core": true},
        },
        {"name": "close_issue", "description": "Close one.", "_meta": {"mcp-ergo/domain": "issues"}},
        {"name": "ping", "_meta": {"mcp-ergo/domain": "health"}},
    ]});
    Catalog::read("desk", catalog.to_string().as_bytes()).unwrap()
}

fn degraded(how: Degradation) -> Degraded {
    Degraded::of(&catalog(), how).unwrap()
}

fn names(degraded: &Degraded) -> Vec<&str> {
    let tools = degraded.catalog().tools().iter();
    tools.map(CatalogTool::name).collect()
}

fn right(degraded: &Degraded, tool: &str) -> Value {
    let tasks = json!({"tasks": [{"id": "t", "text": "x", "right": [tool]}]});
    let tasks = Task::read(tasks.to_string().as_bytes()).unwrap();
    degraded.tasks(&tasks)["tasks"][0]["right"].clone()
}

#[test]
fn nothing_describes_any_more_and_all_else_stays() {
    let degraded = degraded(Degradation::NoDescriptions);
    let tool = &degraded.json()["tools"][1];
    assert_eq!(
        *tool,
        json!({
            "name": "search_issues",
            "annotations": {"readOnlyHint": true},
            "inputSchema": {
                "type": "object",
                "properties": {
                    "description": {"type": "string"},
                    "state": {"enum": ["open"], "default": {"description": "kept"}},
                },
                "required": ["state"],
            },
            "_meta": {"mcp-ergo/domain": "issues", "mcp-ergo/core": true},
        })
    );
    assert_eq!(right(&degraded, "search_issues"), json!(["search_issues"]));
}

#[test]
fn eight_words_are_left() {
    let degraded = degraded(Degradation::FirstWords);
    let tools = degraded.catalog().tools();
    assert_eq!(
        tools[1].description(),
        "Search issues by words, by state or by"
    );
    assert_eq!(tools[2].description(), "Close one.");
}

#[test]
fn vague_names_differ_by_number_alone_and_tasks_follow() {
    let degraded = degraded(Degradation::VagueNames);
    assert_eq!(
        names(&degraded),
        [
            "process_data_1",
            "handle_data_2",
            "manage_data_3",
            "execute_data_4"
        ]
    );
    let tool = &degraded.json()["tools"][1];
    assert_eq!(tool["description"], "Handle data.");
    let schema = &tool["inputSchema"];
    let parameters: Vec<&String> = schema["properties"].as_object().unwrap().keys().collect();
    assert_eq!(parameters, ["value_1", "value_2"]);
    assert_eq!(schema["required"], json!(["value_2"]));
    assert_eq!(right(&degraded, "search_issues"), json!(["handle_data_2"]));
    assert_eq!(
        right(&degraded, "close_issue#now"),
        json!(["manage_data_3#now"])
    );
}

#[test]
fn each_tool_has_a_double_with_another_name_and_the_same_text() {
    let degraded = degraded(Degradation::Twins);
    assert_eq!(
        names(&degraded),
        [
            "_hello",
            "_hello_data",
            "find_issues",
            "search_issues",
            "close_issue",
            "finish_issue",
            "ping_data",
            "ping"
        ]
    );
    let tools = degraded.catalog().tools();
    assert_eq!(tools[2].description(), tools[3].description());
    assert_eq!(right(&degraded, "search_issues"), json!(["search_issues"]));
}

#[test]
fn a_domain_becomes_one_tool_with_an_action_for_each_job() {
    let degraded = degraded(Degradation::GodTools);
    assert_eq!(names(&degraded), ["_hello", "manage_issues", "ping"]);
    let tool = &degraded.catalog().tools()[1];
    assert_eq!(
        tool.actions(),
        Some(("action", vec!["search_issues", "close_issue"]))
    );
    assert_eq!(
        tool.description(),
        "Manage issues: search issues, close issue."
    );
    assert!(tool.is_core());
    assert_eq!(
        right(&degraded, "close_issue"),
        json!(["manage_issues#close_issue"])
    );
    assert_eq!(right(&degraded, "ping"), json!(["ping"]));
}

#[test]
fn a_name_that_is_taken_gets_a_number() {
    let catalog =
        json!([{"name": "get_x", "description": ""}, {"name": "fetch_x", "description": ""}]);
    let catalog = Catalog::read("x", catalog.to_string().as_bytes()).unwrap();
    let twins = Degraded::of(&catalog, Degradation::Twins).unwrap();
    assert_eq!(
        names(&twins),
        ["get_x", "fetch_x_2", "fetch_x_data", "fetch_x"]
    );
}

/// What breaks a catalog that is made of another: names that clash once they are changed, or are as long
/// as they may be, and schemas that refer within themselves.
fn odd() -> Catalog {
    let meta = |domain: &str| json!({"mcp-ergo/domain": domain});
    let refers = |to: &Value| {
        json!({
            "type": "object",
            "properties": {"one": {"$ref": "#/$defs/One"}, "self": {"$ref": "#"}},
            "anyOf": [{"required": ["one"]}, {"required": ["self"]}],
            "dependentRequired": {"one": ["self"]},
            "$defs": {"One": to},
        })
    };
    let titled = json!({"type": "string", "title": "One", "description": "The one."});
    let long = "l".repeat(64);
    let object = json!({"type": "object"});
    let switch = json!({"type": "object", "properties": {"action": {"enum": ["go", "stop"]}}});
    let catalog = json!({"tools": [
        {"name": "issues_close", "inputSchema": refers(&titled), "_meta": meta("issues")},
        {"name": "close", "inputSchema": refers(&json!({"type": "integer"})), "_meta": meta("issues")},
        {"name": "switch", "inputSchema": switch, "_meta": meta("issues")},
        {"name": "manage_issues", "inputSchema": object, "_meta": meta("alone")},
        {"name": "a", "inputSchema": object, "_meta": meta("\u{732b}")},
        {"name": "b", "inputSchema": object, "_meta": meta("\u{732b}")},
        {"name": "c", "inputSchema": object, "_meta": meta(&long)},
        {"name": long, "inputSchema": object, "_meta": meta(&long)},
        {"name": "process_data_1", "inputSchema": object},
        {"name": "top", "inputSchema": object, "_meta": {"mcp-ergo/top": true}},
    ]});
    Catalog::read("odd", catalog.to_string().as_bytes()).unwrap()
}

#[test]
fn odd_catalogs_become_catalogs_that_a_model_api_takes() {
    let catalog = odd();
    let each: Vec<Value> = catalog
        .tools()
        .iter()
        .map(|tool| json!({"id": tool.name(), "text": "x", "right": tool.name()}))
        .collect();
    let tasks = Task::read(json!(each).to_string().as_bytes()).unwrap();
    for how in Degradation::ALL {
        let degraded = Degraded::of(&catalog, how).unwrap();
        let written = degraded.json().to_string();
        let read = Catalog::read("worse", written.as_bytes()).unwrap();
        for tool in read.tools() {
            let (name, schema) = (tool.name(), tool.input_schema());
            let fits = |c: char| c.is_ascii_alphanumeric() || c == '_';
            assert!(
                name.len() <= 64 && name.chars().all(fits),
                "{how:?}: {name}"
            );
            let valid = jsonschema::validator_for(schema);
            assert!(valid.is_ok(), "{how:?} {name}: {valid:?}");
        }
        let rewritten = Task::read(degraded.tasks(&tasks).to_string().as_bytes()).unwrap();
        Task::check(&rewritten, &[&read]).unwrap();
        let right: BTreeSet<&Right> = rewritten.iter().map(|task| &task.right[0]).collect();
        assert_eq!(right.len(), tasks.len(), "{how:?}: {right:?}");
    }
}

#[test]
fn one_tool_of_many_keeps_what_each_refers_to() {
    let degraded = Degraded::of(&odd(), Degradation::GodTools).unwrap();
    assert_eq!(
        right(&degraded, "close"),
        json!(["manage_issues_2#close_2"])
    );
    assert_eq!(
        right(&degraded, "issues_close"),
        json!(["manage_issues_2#close"])
    );
    assert_eq!(right(&degraded, "a"), json!(["manage#a"]));
    let tools = degraded.catalog().tools();
    let issues = tools.iter().find(|tool| tool.name() == "manage_issues_2");
    let schema = issues.unwrap().input_schema();
    assert_eq!(schema["properties"]["one"]["$ref"], "#/$defs/close.One");
    assert_eq!(schema["$defs"]["close.One"]["type"], "string");
    assert_eq!(schema["$defs"]["close_2.One"]["type"], "integer");
}

#[test]
fn vague_parameters_are_numbered_wherever_they_are_named() {
    let degraded = Degraded::of(&odd(), Degradation::VagueNames).unwrap();
    let schema = degraded.catalog().tools()[0].input_schema();
    assert_eq!(
        *schema,
        json!({
            "type": "object",
            "properties": {"value_1": {"$ref": "#/$defs/One"}, "value_2": {"$ref": "#"}},
            "anyOf": [{"required": ["value_1"]}, {"required": ["value_2"]}],
            "dependentRequired": {"value_1": ["value_2"]},
            "$defs": {"One": {"type": "string"}},
        })
    );
}
