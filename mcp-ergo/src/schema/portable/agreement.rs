//! Random schemas of other people and random values, judged by the `jsonschema` crate before and
//! after.

use jsonschema::Validator;
use proptest::prelude::*;
use proptest::sample::Index;
use serde_json::{Map, Value, json};

use super::super::NoNames;
use super::{Kind, Portable, Record, portable_input, portable_output};
use crate::arguments::{Checker, Coercion};

fn words() -> impl Strategy<Value = Value> {
    prop::sample::select(vec!["x", "y", "z"]).prop_map(Value::from)
}

fn annotated(schema: Value, text: Option<&'static str>) -> Value {
    let mut schema = schema;
    if let (Some(text), Some(members)) = (text, schema.as_object_mut()) {
        members.insert("description".to_owned(), text.into());
    }
    schema
}

/// What schemars and people write.
fn schema() -> BoxedStrategy<Value> {
    let leaf = prop_oneof![
        Just(json!({"type": "string"})),
        Just(json!({"type": "string", "minLength": 2, "format": "binary"})),
        Just(json!({"type": ["string", "null"], "default": null})),
        Just(json!({"type": "integer", "exclusiveMinimum": 0, "maximum": 3})),
        Just(json!({"type": "number", "format": "double"})),
        Just(json!({"type": "boolean"})),
        Just(json!({"type": "null"})),
        Just(json!({"type": ["integer", "string"]})),
        Just(json!(true)),
        Just(json!(false)),
        Just(json!({})),
        Just(json!({"enum": [1, 2]})),
        Just(json!({"enum": ["x", "y", null]})),
        Just(json!({"const": "x"})),
        Just(json!({"type": "object"})),
        Just(json!({"type": "array"})),
        Just(
            json!({"oneOf": [{"const": "x", "description": "the first"}, {"enum": ["y"], "type": "string"}]})
        ),
        Just(json!({"oneOf": [{"const": "x", "type": "string"}, {"type": "null"}]})),
        Just(json!({"$ref": "#/$defs/A"})),
        Just(json!({"$ref": "#/$defs/B", "description": "of the place"})),
        Just(json!({"$ref": "#/$defs/A", "minLength": 2})),
        Just(json!({"allOf": [{"$ref": "#/$defs/A"}], "default": "x"})),
        Just(json!({"anyOf": [{"$ref": "#/$defs/B"}, {"type": "null"}]})),
    ];
    let text = prop::option::of(prop::sample::select(vec!["A thing.", "Another"]));
    let described = (leaf, text).prop_map(|(schema, text)| annotated(schema, text));
    described.prop_recursive(3, 16, 3, |inner| {
        prop_oneof![
            4 => object(inner.clone()),
            1 => inner.clone().prop_map(|items| json!({"type": "array", "items": items, "maxItems": 2})),
            1 => inner.clone().prop_map(|items| json!({"type": "array", "prefixItems": [items]})),
            1 => inner.clone().prop_map(|schema| json!({"allOf": [schema]})),
            1 => inner.clone().prop_map(|schema| json!({"anyOf": [schema, {"type": "null"}]})),
            1 => prop::collection::vec(inner.clone(), 1..3).prop_map(|all| json!({"oneOf": all})),
            1 => prop::collection::vec(inner, 2..3).prop_map(|all| json!({"allOf": all})),
        ]
    })
    .boxed()
}

fn object(inner: impl Strategy<Value = Value>) -> impl Strategy<Value = Value> {
    let name = prop::sample::select(vec!["a", "b", "c"]);
    let extra = prop::option::of(prop_oneof![
        Just(json!(false)),
        Just(json!(true)),
        Just(json!({"type": "integer", "format": "uint8"})),
    ]);
    let fields = prop::collection::btree_map(name, inner, 0..3);
    let required = prop::collection::btree_set(prop::sample::select(vec!["a", "b", "c"]), 0..3);
    (fields, required, extra).prop_map(|(fields, mut required, extra)| {
        required.retain(|name| fields.contains_key(name));
        let mut schema = json!({"type": "object", "properties": fields, "required": required});
        if let Some(extra) = extra {
            schema["additionalProperties"] = extra;
        }
        schema
    })
}

/// A whole document, whose definitions may lead to themselves.
fn document() -> impl Strategy<Value = Map<String, Value>> {
    (object(schema()), schema(), object(schema()), schema()).prop_map(|(root, a, b, more)| {
        let mut root = root;
        root["properties"]["more"] = more;
        root["$schema"] = json!("https://json-schema.org/draft/2020-12/schema");
        root["$defs"] = json!({"A": a, "B": b});
        root.as_object().cloned().unwrap_or_default()
    })
}

fn value() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        2 => words(),
        1 => Just(json!("long")),
        1 => (-1..5).prop_map(Value::from),
        1 => Just(json!(1.5)),
        1 => Just(json!(true)),
        1 => Just(Value::Null),
    ];
    leaf.prop_recursive(3, 12, 3, |inner| {
        let name = prop::sample::select(vec!["a", "b", "c"]);
        prop_oneof![
            3 => prop::collection::btree_map(name, inner.clone(), 0..3).prop_map(|map| json!(map)),
            1 => prop::collection::vec(inner, 0..3).prop_map(Value::from),
        ]
    })
}

/// Values of which each schema above accepts some and refuses others.
fn pool() -> Vec<Value> {
    let Value::Array(pool) = json!([
        "x", "y", "z", "long", 0, 1, 2, 3, 4, 1.5, 1.0, true, null, {}, [], ["x"], [1], ["x", null], [{}],
        {"a": "x"}, {"a": 1}, {"b": null}, {"a": null, "b": "x"}, {"a": {"a": "x"}}, {"c": [1]}, {"d": 1},
    ]) else {
        return Vec::new();
    };
    pool
}

/// Arguments that are mostly right.
fn arguments(schema: &Map<String, Value>, picks: &[Index; 4]) -> Map<String, Value> {
    let mut sent = Map::new();
    let properties = schema["properties"].as_object().into_iter().flatten();
    for ((name, property), pick) in properties.zip(picks) {
        let alone = json!({"$defs": schema["$defs"], "allOf": [property]});
        let Ok(judge) = jsonschema::validator_for(&alone) else {
            continue;
        };
        let mut values = pool();
        if pick.index(3) > 0 {
            values.retain(|value| judge.is_valid(value));
        }
        // Absence is one of the choices.
        if let Some(value) = values.get(pick.index(values.len() + 1)) {
            sent.insert(name.clone(), value.clone());
        }
    }
    if picks[3].index(6) == 0 {
        sent.insert("d".to_owned(), json!(1));
    }
    sent
}

/// `None` where references go in a circle without a value between, which nobody can judge.
fn judge(schema: &Map<String, Value>) -> Option<Validator> {
    jsonschema::validator_for(&Value::Object(schema.clone())).ok()
}

fn check(record: &Record, arguments: &Map<String, Value>) -> Result<Value, Vec<String>> {
    let checker = Checker {
        tool: "try_it",
        names: &NoNames,
        client_keys: &[],
        coercion: Coercion::Refuse,
    };
    match checker.check(record, Some(arguments.clone())) {
        Ok(fitting) => Ok(Value::Object(fitting.given)),
        Err(issues) => Err(issues.told.into_iter().map(|issue| issue.error).collect()),
    }
}

/// A circle of references without a value between.
fn circles(schema: &Map<String, Value>) -> bool {
    let definitions = &schema["$defs"];
    let mut to_itself = false;
    for name in ["A", "B"] {
        let mut bare = Vec::new();
        bare_references(&definitions[name], &mut bare);
        to_itself |= !bare.is_empty();
    }
    to_itself
}

/// The references of a schema about the same value.
fn bare_references(schema: &Value, found: &mut Vec<String>) {
    found.extend(schema["$ref"].as_str().map(str::to_owned));
    for key in ["anyOf", "oneOf", "allOf"] {
        let branches = schema[key].as_array().into_iter().flatten();
        branches.for_each(|branch| bare_references(branch, found));
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn outputs_accept_just_what_they_accepted(schema in document(), answer in value()) {
        prop_assume!(!circles(&schema));
        let written = portable_output(&schema);
        let (Some(before), Some(after)) = (judge(&schema), judge(&written)) else {
            return Err(TestCaseError::fail(format!("{schema:?} {written:?}")));
        };
        prop_assert_eq!(before.is_valid(&answer), after.is_valid(&answer), "{:?}", written);
    }

    #[test]
    fn what_inputs_accept_is_taken_and_what_is_taken_was_accepted(
        schema in document(),
        picks in any::<[Index; 4]>(),
    ) {
        prop_assume!(!circles(&schema));
        let sent = arguments(&schema, &picks);
        let Portable { schema: written, input } = portable_input(&schema);
        let (Some(before), Some(after)) = (judge(&schema), judge(&written)) else {
            return Err(TestCaseError::fail(format!("{schema:?} {written:?}")));
        };
        let whole = Value::Object(sent.clone());
        let Some(record) = input else {
            // Nothing is checked, so nothing may be refused that was taken.
            prop_assert!(!before.is_valid(&whole) || after.is_valid(&whole), "{:?}", written);
            return Ok(());
        };
        match check(&record, &sent) {
            // What the handler gets is what its own schema takes, wherever all of it was read.
            Ok(given) => {
                if after.is_valid(&whole) || before.is_valid(&whole) {
                    prop_assert!(before.is_valid(&given), "{given} {written:?}");
                }
            }
            Err(issues) => {
                prop_assert!(!after.is_valid(&whole), "{issues:?} {written:?}");
                let unknown = |issue: &String| issue.contains("is not a parameter of");
                prop_assert!(
                    !before.is_valid(&whole) || issues.iter().all(unknown),
                    "{issues:?} {written:?}"
                );
            }
        }
        prop_assert!(record.fields.iter().all(|field| !matches!(field.shape.kind, Kind::Record(ref record) if record.fields.is_empty())));
    }
}
