//! The form by which a user is asked: the specification's restricted schema for elicitation.

use mcp_ergo_rules::wording::Wording as _;
use serde_json::{Map, Value, json};

use crate::schema::{Choice, Format, Kind, Shape};

/// The schema of a flat shape. Whatever a form has no keyword for is checked when the answer comes.
pub(super) fn schema(shape: &Shape) -> Value {
    let mut properties = Map::new();
    let mut required = Vec::new();
    for field in shape
        .as_record()
        .into_iter()
        .flat_map(|record| &record.fields)
    {
        properties.insert(field.name.to_string(), primitive(&field.shape).into());
        if field.required {
            required.push(Value::from(&*field.name));
        }
    }
    json!({"type": "object", "properties": properties, "required": required})
}

fn primitive(shape: &Shape) -> Map<String, Value> {
    let mut schema = shape.schema(None);
    // What a form does not know.
    for keyword in ["pattern", "examples", "enum", "items"] {
        schema.remove(keyword);
    }
    match &shape.kind {
        Kind::Choice(choices) => {
            // What each value means, its title says.
            schema.insert("description".into(), shape.meaning.ended().into());
            schema.extend(options(choices, "oneOf"));
        }
        Kind::List { items, .. } => {
            if let Kind::Choice(choices) = &items.kind {
                let mut items = options(choices, "anyOf");
                if items.contains_key("enum") {
                    items.insert("type".into(), "string".into());
                }
                schema.insert("items".into(), items.into());
            }
        }
        Kind::Text { format, .. } => {
            let known = matches!(
                format,
                Some(Format::Email | Format::Date | Format::DateTime)
            );
            if !known {
                schema.remove("format");
            }
        }
        _ => {}
    }
    schema
}

/// A closed set: by titles where its values say what they mean.
fn options(choices: &[Choice], titled: &str) -> Map<String, Value> {
    let mut schema = Map::new();
    if choices.iter().all(|choice| choice.meaning.is_empty()) {
        let values: Vec<&str> = choices.iter().map(|choice| &*choice.value).collect();
        schema.insert("enum".into(), json!(values));
        return schema;
    }
    let values: Vec<Value> = choices
        .iter()
        .map(|choice| {
            let title = match &*choice.meaning {
                "" => &choice.value,
                meaning => meaning,
            };
            json!({"const": choice.value, "title": title})
        })
        .collect();
    schema.insert(titled.into(), values.into());
    schema
}
