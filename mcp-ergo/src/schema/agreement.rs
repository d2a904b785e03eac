//! What is advertised is enforced: random shapes and random values, judged by our own check and by
//! the `jsonschema` crate, which nobody here wrote.

use proptest::prelude::*;
use serde_json::{Map, Value, json};

use super::{Choice, Field, Format, Kind, Names, Shape};
use crate::arguments::{Checker, Coercion};

/// The keywords of the portable dialect.
const KEYWORDS: &[&str] = &[
    "type",
    "description",
    "properties",
    "required",
    "additionalProperties",
    "items",
    "enum",
    "default",
    "minimum",
    "maximum",
    "minLength",
    "maxLength",
    "minItems",
    "maxItems",
    "pattern",
    "format",
    "examples",
];

struct NoNames;

impl Names for NoNames {
    fn shown(&self, _: &str) -> Option<&str> {
        None
    }
}

/// Everything in a schema that the dialect does not know.
pub(crate) fn foreign_keywords(schema: &Value, found: &mut Vec<String>) {
    let Some(object) = schema.as_object() else {
        found.push(format!("{schema} instead of a schema"));
        return;
    };
    for (keyword, value) in object {
        if !KEYWORDS.contains(&keyword.as_str()) {
            found.push(keyword.clone());
        }
        match keyword.as_str() {
            "type" if !value.is_string() => found.push(format!("type {value}")),
            "format" if value.as_str().and_then(Format::from_keyword).is_none() => {
                found.push(format!("format {value}"));
            }
            "enum" => {
                let plain = |value: &Value| value.as_str().is_some_and(|text| !text.is_empty());
                if !value
                    .as_array()
                    .is_some_and(|values| values.iter().all(plain))
                {
                    found.push(format!("enum {value}"));
                }
            }
            "additionalProperties" if *value != json!(false) => found.push(value.to_string()),
            "items" => foreign_keywords(value, found),
            "properties" => {
                for property in value.as_object().into_iter().flat_map(Map::values) {
                    foreign_keywords(property, found);
                }
            }
            _ => {}
        }
    }
}

fn leaf() -> impl Strategy<Value = Shape> {
    let bounds = (0_usize..4, 0_usize..4).prop_map(|(least, more)| (least, least + more));
    prop_oneof![
        Just(Shape::flag()),
        Just(Shape::number()),
        (-9_i64..9, 0_i64..9).prop_map(|(least, more)| {
            Shape::integer(None, None)
                .at_least(least)
                .at_most(least + more)
        }),
        (-9_i32..9).prop_map(|least| Shape::number().at_least(least)),
        Just(Shape::integer(Some(0), Some(u32::MAX.into()))),
        bounds.prop_map(|(least, most)| Shape::text().length(Some(least), Some(most))),
        Just(Shape::text().pattern("^inv_[0-9A-Z]+$")),
        prop::sample::select(Format::ALL.to_vec()).prop_map(|format| Shape::text().format(format)),
        Just(Shape::choice(
            ["open", "paid", "void"].map(|value| Choice::new(value, "a state"))
        )),
    ]
}

fn shape() -> impl Strategy<Value = Shape> {
    leaf().prop_recursive(3, 24, 4, |inner| {
        prop_oneof![
            (inner.clone(), 0_usize..3)
                .prop_map(|(items, most)| Shape::list(items).length(None, Some(most + 1))),
            record_of(inner),
        ]
    })
}

fn record_of(inner: impl Strategy<Value = Shape>) -> impl Strategy<Value = Shape> {
    prop::collection::vec((inner, any::<bool>()), 0..4).prop_map(|fields| {
        Shape::record(
            fields
                .into_iter()
                .enumerate()
                .map(|(index, (shape, required))| {
                    let name = format!("f{index}");
                    let shape = shape.meaning("Something");
                    if required {
                        Field::required(name, shape)
                    } else {
                        Field::optional(name, shape)
                    }
                }),
        )
    })
}

/// Any JSON, with the strings that matter here among it.
fn any_value() -> impl Strategy<Value = Value> {
    let text = prop_oneof![
        prop::sample::select(vec![
            "open",
            "inv_1A",
            "inv_",
            "2026-02-29",
            "2026-03-01",
            "",
            "ä"
        ]),
        prop::sample::select(
            Format::ALL
                .iter()
                .map(|format| format.example())
                .collect::<Vec<_>>()
        ),
    ];
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        (-12_i64..12).prop_map(Value::from),
        (-6_i32..6).prop_map(|half| Value::from(f64::from(half) / 2.0)),
        Just(json!(u64::MAX)),
        text.prop_map(Value::from),
    ];
    leaf.prop_recursive(3, 16, 4, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..4).prop_map(Value::from),
            prop::collection::vec(inner, 0..5).prop_map(|values| {
                let entries = values.into_iter().enumerate();
                Value::Object(
                    entries
                        .map(|(index, value)| (format!("f{index}"), value))
                        .collect(),
                )
            }),
        ]
    })
}

/// A value that fits the shape, in one of many ways.
fn fitting(shape: &Shape) -> BoxedStrategy<Value> {
    match &shape.kind {
        Kind::Flag => any::<bool>().prop_map(Value::from).boxed(),
        Kind::Number { min, .. } => {
            let least = min.unwrap_or(-4.0);
            (0_i32..9)
                .prop_map(move |half| json!(least + f64::from(half) / 2.0))
                .boxed()
        }
        Kind::Integer { min, max, .. } => {
            let least = i64::try_from(min.unwrap_or(-4)).unwrap_or(0);
            let most = i64::try_from(max.unwrap_or(4)).unwrap_or(i64::MAX);
            (least..=most).prop_map(Value::from).boxed()
        }
        Kind::Text {
            format: Some(format),
            ..
        } => Just(json!(format.example())).boxed(),
        Kind::Text {
            pattern: Some(_), ..
        } => Just(json!("inv_7Q")).boxed(),
        Kind::Text { min, max, .. } => {
            let (least, most) = (min.unwrap_or(0), max.unwrap_or(3));
            (least..=most)
                .prop_map(|length| json!("ä".repeat(length)))
                .boxed()
        }
        Kind::Choice(choices) => {
            let values: Vec<String> = choices
                .iter()
                .map(|choice| choice.value.to_string())
                .collect();
            prop::sample::select(values).prop_map(Value::from).boxed()
        }
        Kind::List { items, max, .. } => {
            prop::collection::vec(fitting(items), 0..=max.unwrap_or(2))
                .prop_map(Value::from)
                .boxed()
        }
        Kind::Record(record) => {
            let mut whole = Just(Map::new()).boxed();
            for field in &record.fields {
                let (name, required) = (field.name.to_string(), field.required);
                whole = (whole, fitting(&field.shape), any::<bool>())
                    .prop_map(move |(mut fields, value, given)| {
                        if required || given {
                            fields.insert(name.clone(), value);
                        }
                        fields
                    })
                    .boxed();
            }
            whole.prop_map(Value::Object).boxed()
        }
        Kind::Open | Kind::Any => Just(json!({})).boxed(),
    }
}

/// Null for an optional member is absence: the one thing that is read and not refused. (`30.0` is an
/// integer to JSON Schema as well.)
fn without_absent_nulls(shape: &Shape, value: &mut Value) {
    match (&shape.kind, value) {
        (Kind::Record(record), Value::Object(members)) => {
            for field in &record.fields {
                if !field.required && members.get(&*field.name).is_some_and(Value::is_null) {
                    members.remove(&*field.name);
                } else if let Some(member) = members.get_mut(&*field.name) {
                    without_absent_nulls(&field.shape, member);
                }
            }
        }
        (Kind::List { items, .. }, Value::Array(values)) => {
            for value in values {
                without_absent_nulls(items, value);
            }
        }
        _ => {}
    }
}

fn ours(shape: &Shape, value: &Value) -> Result<Map<String, Value>, String> {
    let record = super::Record {
        fields: vec![Field::required("value", shape.clone())],
    };
    let arguments = Map::from_iter([("value".to_owned(), value.clone())]);
    Checker {
        tool: "probe",
        names: &NoNames,
        client_keys: &[],
        coercion: Coercion::Refuse,
    }
    .check(&record, Some(arguments))
    .map(|fitting| fitting.given)
    .map_err(|issues| format!("{issues:?}"))
}

fn theirs(shape: &Shape, value: &Value) -> bool {
    let schema = Value::Object(shape.schema(Some(&NoNames)));
    let validator = jsonschema::options()
        .should_validate_formats(true)
        .build(&schema)
        .expect("an emitted schema is a JSON Schema");
    validator.is_valid(value)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn only_the_dialect_is_emitted(shape in shape()) {
        let mut found = Vec::new();
        foreign_keywords(&Value::Object(shape.schema(Some(&NoNames))), &mut found);
        foreign_keywords(&Value::Object(shape.schema(None)), &mut found);
        prop_assert_eq!(found, Vec::<String>::new());
    }

    #[test]
    fn what_fits_is_accepted_by_both((shape, value) in shape().prop_flat_map(|shape| {
        let value = fitting(&shape);
        (Just(shape), value)
    })) {
        prop_assert!(theirs(&shape, &value), "jsonschema refuses {value}");
        prop_assert!(ours(&shape, &value).is_ok(), "{:?}", ours(&shape, &value));
    }

    /// Right values with a slip or two: a character replaced, doubled or dropped.
    #[test]
    fn formats_are_judged_the_same_by_both(
        format in prop::sample::select(Format::ALL.to_vec()),
        slips in prop::collection::vec((any::<prop::sample::Index>(), 0_u8..3, "[-0-9a-zA-Z:.+@TZP ]"), 0..3),
    ) {
        let mut text: Vec<char> = format.example().chars().collect();
        for (at, slip, with) in slips {
            let at = at.index(text.len());
            let with = with.chars().next().unwrap_or('0');
            match slip {
                0 => text[at] = with,
                1 => text.insert(at, with),
                _ if text.len() > 1 => { text.remove(at); }
                _ => {}
            }
        }
        let value = json!(text.into_iter().collect::<String>());
        let shape = Shape::text().format(format);
        prop_assert_eq!(ours(&shape, &value).is_ok(), theirs(&shape, &value), "{} {}", format.keyword(), value);
    }

    #[test]
    fn any_value_is_judged_the_same_by_both(shape in shape(), value in any_value()) {
        let mut read = value.clone();
        without_absent_nulls(&shape, &mut read);
        let (ours, theirs) = (ours(&shape, &value), theirs(&shape, &read));
        prop_assert_eq!(ours.is_ok(), theirs, "{:?}", ours);
    }
}
