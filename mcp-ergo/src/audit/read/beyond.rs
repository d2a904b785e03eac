//! What a schema holds beyond the portable dialect.

use mcp_ergo_rules::Beyond;
use serde_json::Value;

use super::schema::{is_null, kind_called, printed};
use crate::schema::Format;

/// The keywords of the portable dialect.
const DIALECT: &[&str] = &[
    "additionalProperties",
    "default",
    "description",
    "enum",
    "examples",
    "format",
    "items",
    "maxItems",
    "maxLength",
    "maximum",
    "minItems",
    "minLength",
    "minimum",
    "pattern",
    "properties",
    "required",
    "type",
];

/// What one schema object holds beyond the portable dialect, its members not looked into.
pub(super) fn of_schema(schema: &Value) -> Vec<Beyond> {
    let Value::Object(schema) = schema else {
        return schema.as_bool().map(Beyond::Boolean).into_iter().collect();
    };
    let mut found: Vec<Beyond> = schema
        .iter()
        .filter(|(key, _)| !DIALECT.contains(&key.as_str()))
        .map(|(key, value)| {
            if is_union_with_null(key, value) {
                Beyond::Nullable(key.clone())
            } else if is_misplaced(key, value) {
                Beyond::Misplaced(key.clone())
            } else {
                Beyond::Keyword(key.clone())
            }
        })
        .collect();
    let values = schema
        .get("additionalProperties")
        .and_then(Value::as_object);
    if values.is_some_and(|values| !values.is_empty()) {
        found.push(Beyond::Map);
    }
    match schema.get("type") {
        Some(Value::Array(kinds)) => found.push(Beyond::Types(kinds.iter().map(printed).collect())),
        Some(Value::String(kind)) if kind_called(kind).is_none() => {
            found.push(Beyond::Types(vec![kind.clone()]));
        }
        _ => {}
    }
    if let Some(Value::String(format)) = schema.get("format") {
        let portable = Format::ALL.iter().any(|known| known.keyword() == format);
        if !portable {
            found.push(Beyond::Format(format.clone()));
        }
    }
    let members = schema.get("enum").and_then(Value::as_array);
    let strange = members
        .into_iter()
        .flatten()
        .filter(|member| member.as_str().is_none_or(str::is_empty));
    found.extend(strange.map(|member| Beyond::Member(member.to_string())));
    found
}

/// Keywords whose value is one schema. Sorted.
const OF_SCHEMA: &[&str] = &[
    "additionalItems",
    "contains",
    "contentSchema",
    "else",
    "if",
    "not",
    "propertyNames",
    "then",
    "unevaluatedItems",
    "unevaluatedProperties",
];

/// Whether a parameter stands where only keywords are read.
fn is_misplaced(key: &str, value: &Value) -> bool {
    let kind = value.get("type").and_then(Value::as_str);
    kind.and_then(kind_called).is_some() && OF_SCHEMA.binary_search(&key).is_err()
}

/// Whether a keyword only says that null may stand in place of one schema.
fn is_union_with_null(key: &str, members: &Value) -> bool {
    let members = members
        .as_array()
        .filter(|_| matches!(key, "anyOf" | "oneOf"));
    members.is_some_and(|members| members.len() == 2 && members.iter().any(is_null))
}

#[cfg(test)]
mod tests {
    use mcp_ergo_rules::{Fact, ToolFacts};
    use serde_json::json;

    use super::super::super::catalog_facts;
    use super::*;

    fn tool(schema: &Value) -> ToolFacts {
        let list = json!({"tools": [{"name": "get_x", "inputSchema": schema}]});
        catalog_facts(&list).unwrap().tools.remove(0)
    }

    #[test]
    fn what_the_dialect_lacks_is_named() {
        assert!(OF_SCHEMA.is_sorted());
        let found = |schema: &Value| {
            let status = json!({"type": "string", "enum": ["open"]});
            let root =
                json!({"type": "object", "properties": {"x": schema}, "$defs": {"Status": status}});
            let params = tool(&root).params;
            let beyond = params
                .each()
                .next()
                .and_then(|param| param.beyond.seen().cloned());
            beyond.unwrap_or_default()
        };
        let keyword = |key: &str| Beyond::Keyword(key.into());
        for (schema, expected) in [
            (json!({"type": "string", "pattern": "^a"}), vec![]),
            (
                json!({"anyOf": [{"type": "string"}, {"type": "null"}], "title": "X"}),
                vec![keyword("title"), Beyond::Nullable("anyOf".into())],
            ),
            (
                json!({"anyOf": [{"type": "string"}, {"type": "integer"}]}),
                vec![keyword("anyOf")],
            ),
            (json!({"$ref": "#/$defs/Status"}), vec![keyword("$ref")]),
            (
                json!({"type": ["integer", "null"], "format": "int64"}),
                vec![
                    Beyond::Types(vec!["integer".into(), "null".into()]),
                    Beyond::Format("int64".into()),
                ],
            ),
            (
                json!({"type": "string", "enum": ["a", "", 1]}),
                vec![Beyond::Member("\"\"".into()), Beyond::Member("1".into())],
            ),
            (json!(true), vec![Beyond::Boolean(true)]),
            (
                json!({"parent": {"type": "string"}, "not": {"type": "null"}}),
                vec![keyword("not"), Beyond::Misplaced("parent".into())],
            ),
            (
                json!({"type": "object", "additionalProperties": {"type": "string"}}),
                vec![Beyond::Map],
            ),
            (
                json!({"type": "object", "additionalProperties": {}}),
                vec![],
            ),
        ] {
            assert_eq!(found(&schema), expected, "{schema}");
        }
        let root = |schema: &Value| tool(schema).beyond;
        assert_eq!(root(&json!({"type": "object"})), Fact::Seen(vec![]));
        assert_eq!(
            root(&json!({"anyOf": [{"type": "object"}]})),
            Fact::Seen(vec![keyword("anyOf"), Beyond::Types(vec![])])
        );
    }
}
