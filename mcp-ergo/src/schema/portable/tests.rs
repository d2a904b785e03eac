use schemars::JsonSchema;
use serde::Deserialize;

use super::*;

/// Sort order of the result.
#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum Order {
    /// oldest first
    Asc,
    /// newest first
    Desc,
}

/// A place.
#[derive(Deserialize, JsonSchema)]
#[expect(dead_code, reason = "only the schema is read")]
struct Place {
    /// x coord
    x: f64,
    y: Option<f64>,
}

fn ten() -> u32 {
    10
}

#[derive(Deserialize, JsonSchema)]
#[expect(dead_code, reason = "only the schema is read")]
struct Search {
    /// What to look for.
    query: String,
    /// Sort order
    order: Order,
    /// Max rows.
    #[serde(default = "ten")]
    limit: u32,
    then: Option<Order>,
    near: Option<Place>,
    tags: Vec<String>,
    level: Option<u8>,
    holes: Vec<Option<String>>,
}

#[derive(Deserialize, JsonSchema)]
#[serde(tag = "kind")]
#[expect(dead_code, reason = "only the schema is read")]
enum Figure {
    /// A circle.
    Circle {
        r: f64,
    },
    Square {
        side: f64,
    },
}

#[derive(Deserialize, JsonSchema)]
#[expect(dead_code, reason = "only the schema is read")]
struct Node {
    /// Its name.
    name: String,
    children: Vec<Node>,
    next: Option<Box<Node>>,
}

#[derive(Deserialize, JsonSchema)]
#[expect(dead_code, reason = "only the schema is read")]
struct Odd {
    /// Whatever.
    any: Value,
    figure: Figure,
    tree: Node,
    counts: std::collections::BTreeMap<String, u32>,
    pair: (u8, u8),
    untold: Option<Value>,
    name: String,
}

fn schema_of<T: JsonSchema>() -> Map<String, Value> {
    let settings = schemars::generate::SchemaSettings::draft2020_12();
    let mut schema = settings.into_generator().into_root_schema_for::<T>();
    // As rmcp does.
    schema.remove("title");
    match schema.to_value() {
        Value::Object(schema) => schema,
        other => panic!("{other}"),
    }
}

#[test]
fn everything_that_the_dialect_can_say_is_said_in_it() {
    let portable = portable_input(&schema_of::<Search>());
    assert_eq!(
        Value::Object(portable.schema),
        json!({
            "type": "object",
            "properties": {
                "query": {"type": "string", "description": "What to look for."},
                "order": {
                    "type": "string",
                    "enum": ["asc", "desc"],
                    "description": "Sort order. Sort order of the result. 'asc': oldest first; 'desc': newest first."
                },
                "limit": {"type": "integer", "minimum": 0, "maximum": 4_294_967_295_u32, "description": "Max rows.", "default": 10},
                "then": {
                    "type": "string",
                    "enum": ["asc", "desc"],
                    "description": "Sort order of the result. 'asc': oldest first; 'desc': newest first."
                },
                "near": {
                    "type": "object",
                    "description": "A place.",
                    "properties": {"x": {"type": "number", "description": "x coord"}, "y": {"type": "number"}},
                    "required": ["x"],
                    "additionalProperties": false
                },
                "tags": {"type": "array", "items": {"type": "string"}},
                "level": {"type": "integer", "minimum": 0, "maximum": 255},
                "holes": {"type": "array", "items": {"type": ["string", "null"]}}
            },
            "required": ["query", "order", "tags", "holes"],
            "additionalProperties": false
        })
    );
    let record = portable.input.expect("it is a record");
    assert!(record.field("near").unwrap().shape.nullable);
    assert!(!record.field("limit").unwrap().shape.nullable);
}

#[test]
fn what_the_dialect_cannot_say_is_kept_and_passes_unchecked() {
    let portable = portable_input(&schema_of::<Odd>());
    let schema = Value::Object(portable.schema);
    let properties = &schema["properties"];
    assert_eq!(properties["any"], json!({"description": "Whatever."}));
    assert_eq!(
        properties["figure"]["oneOf"][0]["properties"]["kind"],
        json!({"type": "string", "enum": ["Circle"]})
    );
    assert_eq!(properties["tree"], json!({"$ref": "#/$defs/Node"}));
    assert_eq!(
        schema["$defs"]["Node"]["properties"]["children"]["items"],
        json!({"$ref": "#/$defs/Node"})
    );
    assert_eq!(schema["$defs"].as_object().unwrap().len(), 1);
    assert_eq!(
        properties["counts"],
        json!({"type": "object", "additionalProperties": {"type": "integer", "minimum": 0}})
    );
    assert_eq!(properties["pair"]["prefixItems"][0]["type"], "integer");
    assert!(jsonschema::meta::is_valid(&schema), "{schema:#}");
    let record = portable.input.unwrap();
    for name in ["any", "figure", "tree", "pair", "untold"] {
        let kind = &record.field(name).unwrap().shape.kind;
        assert!(matches!(kind, Kind::Any), "{name}: {kind:?}");
    }
    assert!(matches!(
        record.field("counts").unwrap().shape.kind,
        Kind::Open
    ));
    assert!(matches!(
        record.field("name").unwrap().shape.kind,
        Kind::Text { .. }
    ));
}

#[test]
fn objects_that_declare_nothing_stay_open() {
    for schema in [
        json!({}),
        json!({"type": "object"}),
        json!({"type": "object", "properties": {}}),
    ] {
        let portable = portable_input(schema.as_object().unwrap());
        assert_eq!(
            Value::Object(portable.schema),
            json!({"type": "object", "properties": {}})
        );
        assert!(portable.input.is_none());
    }
}

#[test]
fn a_required_option_may_be_left_out_and_null_takes_its_place() {
    let schema = json!({"type": "object", "properties": {"a": {"type": ["string", "null"], "default": null}}, "required": ["a"]});
    let portable = portable_input(schema.as_object().unwrap());
    assert_eq!(
        Value::Object(portable.schema),
        json!({"type": "object", "properties": {"a": {"type": "string"}}, "additionalProperties": false})
    );
    let field = &portable.input.unwrap().fields[0];
    assert_eq!(
        (field.required, &field.shape.default),
        (false, &Some(Value::Null))
    );
}

#[test]
fn outputs_accept_what_they_accepted() {
    let output = portable_output(&schema_of::<Search>());
    let output = Value::Object(output);
    assert_eq!(
        output["properties"]["level"]["type"],
        json!(["integer", "null"])
    );
    assert_eq!(
        output["properties"]["then"]["anyOf"][0]["enum"],
        json!(["asc", "desc"])
    );
    assert_eq!(output.get("$schema"), None);
    assert_eq!(output.get("$defs"), None);
    assert_eq!(output.get("additionalProperties"), None);
    let text = output.to_string();
    assert!(!text.contains("uint"), "{text}");
}

#[test]
fn many_references_that_double_are_left_as_they_are() {
    let mut definitions = Map::new();
    for at in 0..40 {
        let next = json!({"$ref": format!("#/$defs/d{}", at + 1)});
        definitions.insert(
            format!("d{at}"),
            json!({"type": "object", "properties": {"a": next, "b": next}}),
        );
    }
    definitions.insert("d40".into(), json!({"type": "string"}));
    let schema = json!({"$schema": "x", "type": "object", "properties": {"a": {"$ref": "#/$defs/d0"}}, "$defs": definitions});
    let portable = portable_input(schema.as_object().unwrap());
    assert!(portable.input.is_none());
    assert_eq!(portable.schema["$defs"], schema["$defs"]);
    assert_eq!(portable.schema.get("$schema"), None);
    let output = portable_output(schema.as_object().unwrap());
    assert_eq!(output["$defs"], schema["$defs"]);
}

#[test]
fn hostile_schemas_end() {
    for schema in [
        json!({"$ref": "#"}),
        json!({"type": "object", "properties": {"a": {"$ref": "#/properties/a"}}}),
        json!({"type": "object", "properties": {"a": {"$ref": "#/$defs/none"}}}),
        json!({"type": "object", "properties": {"a": {"allOf": [{"allOf": [{"$ref": "#/properties/a"}]}]}}}),
        json!({"type": ["null"], "properties": 3, "required": "x", "$defs": 1}),
        json!({"anyOf": []}),
        json!({"oneOf": [{"type": "null"}]}),
        json!({"type": "object", "properties": {"a": {"enum": []}, "b": {"enum": [1, 2]}, "c": {"const": ""}, "d": false}}),
    ] {
        let portable = portable_input(schema.as_object().unwrap());
        assert!(!portable.schema["type"].is_null(), "{schema}");
        portable_output(schema.as_object().unwrap());
    }
}

#[test]
fn bounds_are_told_in_the_words_that_everybody_knows() {
    let schema = json!({"type": "object", "properties": {
        "a": {"type": "integer", "exclusiveMinimum": 0, "exclusiveMaximum": 10},
        "b": {"type": "integer", "format": "int8"},
        "c": {"type": "integer", "format": "uint64", "minimum": 1},
        "d": {"type": "number", "exclusiveMinimum": 0},
    }});
    let portable = portable_input(schema.as_object().unwrap());
    assert_eq!(
        portable.schema["properties"],
        json!({
            "a": {"type": "integer", "minimum": 1, "maximum": 9},
            "b": {"type": "integer", "minimum": -128, "maximum": 127},
            "c": {"type": "integer", "minimum": 1},
            // No number is the next one.
            "d": {"type": "number", "exclusiveMinimum": 0},
        })
    );
    let record = portable.input.unwrap();
    let bounds = |name: &str| record.field(name).unwrap().shape.bounds();
    assert_eq!(bounds("a").as_deref(), Some("from 1 to 9"));
    assert_eq!(bounds("b"), None);
    assert_eq!(bounds("c").as_deref(), Some("from 1"));
}

#[test]
fn secrets_are_not_repeated() {
    let schema = json!({"type": "object", "properties": {
        "a": {"type": "string", "format": "password"},
        "b": {"type": "string", "writeOnly": true},
        "c": {"type": "string"},
    }});
    let portable = portable_input(schema.as_object().unwrap());
    let record = portable.input.unwrap();
    let secret = record.fields.iter().map(|field| field.shape.secret);
    assert_eq!(secret.collect::<Vec<_>>(), [true, true, false]);
}
