//! Catalogs whose texts say less.

use std::collections::BTreeMap;

use serde_json::{Map, Value, json};

use super::Made;
use crate::sim::catalog::CatalogTool;
use crate::sim::task::Right;

/// How many words are left of a description.
const WORDS: usize = 8;

/// Verbs and nouns that fit anything.
const VERBS: [&str; 5] = ["process", "handle", "manage", "execute", "perform"];
const NOUNS: [&str; 5] = ["data", "item", "request", "operation", "resource"];

/// Without a word of description.
pub(super) fn without(tool: &mut Map<String, Value>) {
    tool.remove("title");
    if let Some(annotations) = tool.get_mut("annotations").and_then(Value::as_object_mut) {
        annotations.remove("title");
    }
    each_description(tool, &mut |_| None);
}

/// With the first words of every description.
pub(super) fn first_words(tool: &mut Map<String, Value>) {
    each_description(tool, &mut |text| {
        let words: Vec<&str> = text.split_whitespace().take(WORDS).collect();
        Some(words.join(" "))
    });
}

/// Under names that say nothing, numbered so that they differ.
pub(super) fn vague(tools: &[CatalogTool]) -> Made {
    let mut renamed = BTreeMap::new();
    let tools = tools.iter().enumerate().map(|(at, tool)| {
        let (verb, noun) = (
            VERBS[at % VERBS.len()],
            NOUNS[at / VERBS.len() % NOUNS.len()],
        );
        let name = format!("{verb}_{noun}_{}", at + 1);
        let mut json = tool.json().clone();
        without(&mut json);
        let mut capital = verb.to_owned();
        capital[..1].make_ascii_uppercase();
        json.insert("name".to_owned(), json!(name));
        json.insert(
            "description".to_owned(),
            json!(format!("{capital} {noun}.")),
        );
        number_parameters(&mut json);
        let right = Right {
            tool: name,
            action: None,
        };
        renamed.insert(tool.name().to_owned(), right);
        json
    });
    Made {
        tools: tools.collect(),
        renamed,
    }
}

/// Parameters that say as little as the tool: `value_1`, `value_2`.
fn number_parameters(tool: &mut Map<String, Value>) {
    let schema = tool.get_mut("inputSchema").and_then(Value::as_object_mut);
    let Some(schema) = schema else { return };
    let Some(Value::Object(properties)) = schema.remove("properties") else {
        return;
    };
    let names: BTreeMap<String, String> = properties
        .keys()
        .enumerate()
        .map(|(at, name)| (name.clone(), format!("value_{}", at + 1)))
        .collect();
    let properties: Map<String, Value> = properties
        .into_iter()
        .map(|(name, schema)| (names[&name].clone(), schema))
        .collect();
    schema.insert("properties".to_owned(), Value::Object(properties));
    if let Some(required) = schema.get_mut("required").and_then(Value::as_array_mut) {
        for name in required {
            if let Some(numbered) = name.as_str().and_then(|name| names.get(name)) {
                *name = json!(numbered);
            }
        }
    }
}

/// Every description of a tool and within its schemas, replaced or taken out. A property that is
/// called `description` or `title` is no description.
fn each_description(tool: &mut Map<String, Value>, make: &mut dyn FnMut(&str) -> Option<String>) {
    replace(tool, make);
    for schema in ["inputSchema", "outputSchema"] {
        if let Some(schema) = tool.get_mut(schema) {
            within(schema, make);
        }
    }
}

fn within(schema: &mut Value, make: &mut dyn FnMut(&str) -> Option<String>) {
    match schema {
        Value::Object(object) => {
            replace(object, make);
            for (key, value) in object {
                match key.as_str() {
                    // What stands below these are names, then schemas.
                    "properties" | "$defs" | "definitions" | "patternProperties" => {
                        let named = value.as_object_mut().into_iter().flatten();
                        named.for_each(|(_, schema)| within(schema, make));
                    }
                    // Values are data.
                    "enum" | "const" | "default" | "examples" | "required" => {}
                    _ => within(value, make),
                }
            }
        }
        Value::Array(all) => all.iter_mut().for_each(|one| within(one, make)),
        _ => {}
    }
}

fn replace(object: &mut Map<String, Value>, make: &mut dyn FnMut(&str) -> Option<String>) {
    let Some(text) = object.get("description").and_then(Value::as_str) else {
        return;
    };
    match make(text) {
        Some(text) => drop(object.insert("description".to_owned(), json!(text))),
        None => drop(object.remove("description")),
    }
}
