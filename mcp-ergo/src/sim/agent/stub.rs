//! What a tool could answer, where it is not really called.

use serde_json::{Map, Value, json};

use crate::sim::ShownTool;

/// Levels that a made-up value goes down; schemas may refer to themselves.
const DEEPEST: usize = 6;

/// What a model is told of a call that nobody made.
pub(super) fn result(tool: &ShownTool) -> String {
    match tool.json().get("outputSchema") {
        Some(schema) => value(schema, schema, "", DEEPEST).to_string(),
        None => "ok".to_owned(),
    }
}

/// A value that fits a schema as far as its common keywords say.
fn value(schema: &Value, root: &Value, name: &str, depth: usize) -> Value {
    if depth == 0 {
        return Value::Null;
    }
    if let Some(given) = given(schema) {
        return given;
    }
    if let Some(under) = beneath(schema, root) {
        return value(under, root, name, depth - 1);
    }
    match kind(schema) {
        "object" => object(schema, root, depth),
        "array" => match schema.get("items") {
            Some(items) => json!([value(items, root, name, depth - 1)]),
            None => json!([]),
        },
        "integer" => schema.get("minimum").cloned().unwrap_or(json!(1)),
        "number" => schema.get("minimum").cloned().unwrap_or(json!(1.0)),
        "boolean" => json!(true),
        "null" => Value::Null,
        _ => json!(word(schema, name)),
    }
}

/// A value that the schema itself names.
fn given(schema: &Value) -> Option<Value> {
    let first = |list: &str| schema.get(list)?.as_array()?.first().cloned();
    let one = |key: &str| schema.get(key).cloned();
    one("const")
        .or_else(|| first("examples"))
        .or_else(|| one("default"))
        .or_else(|| first("enum"))
}

/// The schema that one stands for: what it refers to, or the first of several that is not null.
fn beneath<'a>(schema: &'a Value, root: &'a Value) -> Option<&'a Value> {
    if let Some(reference) = schema.get("$ref").and_then(Value::as_str) {
        return root.pointer(reference.strip_prefix('#')?);
    }
    let several = ["oneOf", "anyOf", "allOf"]
        .iter()
        .find_map(|key| schema.get(key)?.as_array());
    several?.iter().find(|one| kind(one) != "null")
}

fn kind(schema: &Value) -> &str {
    let types = &schema["type"];
    let listed = || {
        types
            .as_array()?
            .iter()
            .filter_map(Value::as_str)
            .find(|kind| *kind != "null")
    };
    match types.as_str().or_else(listed) {
        Some(kind) => kind,
        None if schema.get("properties").is_some() => "object",
        None => "",
    }
}

/// What is required alone: what may be left out often says that something is wrong, or what comes
/// next, and would lead the model.
fn object(schema: &Value, root: &Value, depth: usize) -> Value {
    let required = schema.get("required").and_then(Value::as_array);
    let names = required.into_iter().flatten().filter_map(Value::as_str);
    let fields = names.map(|name| {
        let field = &schema["properties"][name];
        (name.to_owned(), value(field, root, name, depth - 1))
    });
    Value::Object(fields.collect::<Map<String, Value>>())
}

fn word(schema: &Value, name: &str) -> &'static str {
    match schema["format"].as_str() {
        Some("date") => "2026-01-31",
        Some("date-time") => "2026-01-31T12:00:00Z",
        Some("time") => "12:00:00Z",
        Some("email") => "ada@example.com",
        Some("uri" | "url") => "https://example.com",
        Some("uuid") => "00000000-0000-4000-8000-000000000001",
        _ if name == "id" || name.ends_with("_id") || name.ends_with("Id") => "1",
        _ => "ok",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn made(schema: &Value) -> Value {
        value(schema, schema, "", DEEPEST)
    }

    #[test]
    fn what_is_made_up_fits_its_schema() {
        let schema = json!({
            "type": "object",
            "required": ["outcome", "items", "total", "open", "state", "at", "owner_id", "link", "note"],
            "properties": {
                "outcome": {"type": "string"},
                "items": {"type": "array", "items": {"$ref": "#/$defs/row"}},
                "total": {"type": "integer", "minimum": 3},
                "open": {"type": "boolean"},
                "state": {"type": "string", "enum": ["open", "paid"]},
                "at": {"type": "string", "format": "date"},
                "owner_id": {"type": ["null", "string"]},
                "link": {"anyOf": [{"type": "null"}, {"type": "string", "format": "uri"}]},
                "note": {"examples": ["as agreed"]},
                "nextAction": {"type": "object"},
            },
            "$defs": {"row": {"type": "object", "required": ["id"], "properties": {"id": {"type": "string"}}}},
        });
        let wanted = json!({
            "outcome": "ok", "items": [{"id": "1"}], "total": 3, "open": true, "state": "open",
            "at": "2026-01-31", "owner_id": "1", "link": "https://example.com", "note": "as agreed",
        });
        assert_eq!(made(&schema), wanted);
    }

    #[test]
    fn a_schema_that_refers_to_itself_ends() {
        let schema = json!({
            "type": "object",
            "required": ["child"],
            "properties": {"child": {"$ref": "#"}},
        });
        let mut made = made(&schema);
        let mut levels = 0;
        while let Some(child) = made.get_mut("child").map(Value::take) {
            made = child;
            levels += 1;
        }
        assert_eq!((made, levels), (Value::Null, DEEPEST / 2));
    }
}
