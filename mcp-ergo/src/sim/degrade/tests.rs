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
