//! What has to hold for every tool of a list.

use jsonschema::Validator;
use serde_json::Value;

use crate::{Answer, dialect};

/// The tools in the result of `tools/list`.
///
/// # Panics
///
/// When there is no list.
pub fn listed(result: &Value) -> Vec<Value> {
    let tools = result["tools"].as_array().cloned();
    tools.unwrap_or_else(|| panic!("tools/list lists no tools: {result:#}"))
}

/// The tool of this name.
///
/// # Panics
///
/// When it is not listed.
pub fn tool<'a>(tools: &'a [Value], name: &str) -> &'a Value {
    let found = tools.iter().find(|tool| tool["name"] == name);
    found.unwrap_or_else(|| panic!("{name} is not listed"))
}

/// The names in the order of the list.
pub fn names(tools: &[Value]) -> Vec<&str> {
    tools
        .iter()
        .filter_map(|tool| tool["name"].as_str())
        .collect()
}

/// The names of an object's properties, in the order of the wire.
pub fn properties(schema: &Value) -> Vec<&str> {
    let properties = schema["properties"].as_object();
    properties
        .map(|map| map.keys().map(String::as_str).collect())
        .unwrap_or_default()
}

/// Fails the test where a tool is not wholly described.
///
/// # Panics
///
/// When a member is missing or empty, or a schema leaves the dialect.
pub fn assert_described(tool: &Value) {
    let name = tool["name"].as_str().unwrap_or_default();
    for member in ["name", "title", "description"] {
        let text = tool[member].as_str().unwrap_or_default();
        assert!(!text.trim().is_empty(), "{name} has no {member}");
    }
    let members: Vec<&String> = tool
        .as_object()
        .expect("a tool is an object")
        .keys()
        .collect();
    let known = [
        "name",
        "title",
        "description",
        "inputSchema",
        "outputSchema",
        "annotations",
    ];
    assert!(
        members
            .iter()
            .all(|member| known.contains(&member.as_str())),
        "{name}: {members:?}"
    );
    assert_eq!(
        tool["annotations"]["title"], tool["title"],
        "{name} has two titles"
    );
    for hint in [
        "readOnlyHint",
        "destructiveHint",
        "idempotentHint",
        "openWorldHint",
    ] {
        assert!(
            tool["annotations"][hint].is_boolean(),
            "{name} does not state {hint}"
        );
    }
    let description = tool["description"].as_str().unwrap_or_default();
    assert!(
        description.chars().count() <= 350,
        "{name} is described at length: {description}"
    );
    for schema in ["inputSchema", "outputSchema"] {
        let strays = dialect::strays(&tool[schema]);
        assert!(
            strays.is_empty(),
            "{schema} of {name} leaves the dialect: {strays:#?}"
        );
        assert_valid_schema(&tool[schema]);
    }
}

/// Fails the test where the data of an answer is not what the tool's schema advertises.
///
/// # Panics
///
/// When it is not, or holds a null.
pub fn assert_fits(tools: &[Value], name: &str, answer: &Answer) {
    let data = answer.data();
    let schema = &tool(tools, name)["outputSchema"];
    let problems: Vec<String> = validator(schema)
        .iter_errors(&data)
        .map(|error| error.to_string())
        .collect();
    assert!(
        problems.is_empty(),
        "{name} answers beside its schema: {problems:?} in {data:#}"
    );
    assert!(!holds_null(&data), "{name} answers with null: {data:#}");
}

/// Whether arguments fit the schema that a tool advertises, as a client judges it.
pub fn accepts(tools: &[Value], name: &str, arguments: &Value) -> bool {
    validator(&tool(tools, name)["inputSchema"]).is_valid(arguments)
}

fn validator(schema: &Value) -> Validator {
    jsonschema::options()
        .should_validate_formats(true)
        .build(schema)
        .unwrap_or_else(|error| panic!("not a JSON Schema ({error}): {schema:#}"))
}

/// Draft-07 validators are still in the field; a schema means the same to both.
fn assert_valid_schema(schema: &Value) {
    let _newest = validator(schema);
    if let Err(error) = jsonschema::draft7::new(schema) {
        panic!("not a schema of draft-07 ({error}): {schema:#}");
    }
}

fn holds_null(value: &Value) -> bool {
    match value {
        Value::Null => true,
        Value::Array(items) => items.iter().any(holds_null),
        Value::Object(members) => members.values().any(holds_null),
        _ => false,
    }
}
