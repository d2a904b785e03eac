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
    if let Some(annotations) = tool.get_mut("annotations").and_then(Value::as_object_mut) {
        annotations.remove("title");
    }
    each_text(tool, &mut |object| {
        for text in ["description", "title"] {
            if object.get(text).is_some_and(Value::is_string) {
                object.remove(text);
            }
        }
    });
}

/// With the first words of every description.
pub(super) fn first_words(tool: &mut Map<String, Value>) {
    each_text(tool, &mut |object| {
        if let Some(Value::String(text)) = object.get_mut("description") {
            let words: Vec<&str> = text.split_whitespace().take(WORDS).collect();
            *text = words.join(" ");
        }
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
    let Some(properties) = schema.get("properties").and_then(Value::as_object) else {
        return;
    };
    let names = properties.keys().enumerate();
    let names = names.map(|(at, name)| (name.clone(), format!("value_{}", at + 1)));
    number(schema, &names.collect());
}

/// Everywhere where a schema, or one of those that it is put together from, names its properties.
fn number(schema: &mut Map<String, Value>, names: &BTreeMap<String, String>) {
    for (key, value) in schema {
        match (key.as_str(), value) {
            ("properties" | "dependentRequired" | "dependentSchemas", Value::Object(by_name)) => {
                let own = std::mem::take(by_name).into_iter();
                by_name.extend(own.map(|(property, mut value)| {
                    match (&mut value, key.as_str()) {
                        (Value::Array(list), _) => number_each(list, names),
                        (Value::Object(schema), "dependentSchemas") => number(schema, names),
                        _ => {}
                    }
                    (names.get(&property).cloned().unwrap_or(property), value)
                }));
            }
            ("required", Value::Array(list)) => number_each(list, names),
            ("allOf" | "anyOf" | "oneOf", Value::Array(several)) => {
                let several = several.iter_mut().filter_map(Value::as_object_mut);
                several.for_each(|one| number(one, names));
            }
            ("if" | "then" | "else" | "not", Value::Object(one)) => number(one, names),
            _ => {}
        }
    }
}

fn number_each(list: &mut [Value], names: &BTreeMap<String, String>) {
    for name in list {
        if let Some(numbered) = name.as_str().and_then(|name| names.get(name)) {
            *name = json!(numbered);
        }
    }
}

/// Every place of a tool and its schemas where texts stand. A property that is called `description` or
/// `title` is no text.
fn each_text(tool: &mut Map<String, Value>, make: &mut dyn FnMut(&mut Map<String, Value>)) {
    make(tool);
    for schema in ["inputSchema", "outputSchema"] {
        if let Some(schema) = tool.get_mut(schema) {
            within(schema, make);
        }
    }
}

fn within(schema: &mut Value, make: &mut dyn FnMut(&mut Map<String, Value>)) {
    match schema {
        Value::Object(object) => {
            make(object);
            for (key, value) in object {
                match key.as_str() {
                    // What stands below these are names, then schemas.
                    "properties" | "$defs" | "definitions" | "patternProperties"
                    | "dependentSchemas" => {
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
