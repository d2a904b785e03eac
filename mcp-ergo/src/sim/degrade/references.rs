//! Schemas that refer to definitions, brought together in one.

use serde_json::{Map, Value};

/// Where schemas keep what they refer to.
const KEPT: [&str; 2] = ["$defs", "definitions"];

/// A schema whose definitions stand among those of others, each under the name of its owner: two may
/// call different things the same. What it refers to elsewhere is not there in one schema of many, and
/// becomes anything.
pub(super) fn own(schema: &Value, owner: &str, defs: &mut Map<String, Value>) -> Value {
    let mut schema = schema.clone();
    move_to(&mut schema, owner);
    for kept in KEPT {
        let own = schema
            .as_object_mut()
            .and_then(|schema| schema.remove(kept));
        let own = own.as_ref().and_then(Value::as_object).cloned();
        let own = own.into_iter().flatten();
        defs.extend(own.map(|(name, schema)| (format!("{owner}.{name}"), schema)));
    }
    schema
}

fn move_to(schema: &mut Value, owner: &str) {
    match schema {
        Value::Object(object) => {
            if let Some(reference) = object.get("$ref").and_then(Value::as_str) {
                match moved(reference, owner) {
                    Some(moved) => drop(object.insert("$ref".to_owned(), moved.into())),
                    None => drop(object.remove("$ref")),
                }
            }
            object.values_mut().for_each(|one| move_to(one, owner));
        }
        Value::Array(all) => all.iter_mut().for_each(|one| move_to(one, owner)),
        _ => {}
    }
}

/// `None` where it would lead to nothing.
fn moved(reference: &str, owner: &str) -> Option<String> {
    let Some(within) = reference.strip_prefix('#') else {
        return Some(reference.to_owned());
    };
    let (kept, name) = within.strip_prefix('/')?.split_once('/')?;
    // As a pointer within a URL writes it; names of tools have no other letters that need it.
    let owner = owner.replace('~', "~0").replace('/', "~1");
    KEPT.contains(&kept)
        .then(|| format!("#/$defs/{owner}.{name}"))
}
