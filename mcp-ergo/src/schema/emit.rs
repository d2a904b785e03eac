//! A shape as JSON Schema, in the portable dialect and nothing else.

use serde_json::{Map, Value, json};

use super::shape::{Kind, Record, Shape};
use super::text::Names;

impl Shape {
    /// The schema. `names` says what the reader may call, so that sources are named as the reader
    /// knows them; it is `None` for values that go out.
    pub(crate) fn schema(&self, names: Option<&dyn Names>) -> Map<String, Value> {
        let mut schema = Map::new();
        schema.insert("type".into(), self.type_name().into());
        let text = self.sentence(names);
        if !text.is_empty() {
            schema.insert("description".into(), text.into());
        }
        match &self.kind {
            Kind::Choice(choices) => {
                let values: Vec<&str> = choices.iter().map(|choice| &*choice.value).collect();
                schema.insert("enum".into(), json!(values));
            }
            Kind::Text {
                min,
                max,
                pattern,
                format,
            } => {
                insert(&mut schema, "minLength", *min);
                insert(&mut schema, "maxLength", *max);
                insert(
                    &mut schema,
                    "pattern",
                    pattern.as_ref().map(|pattern| &*pattern.source),
                );
                insert(&mut schema, "format", format.map(super::Format::keyword));
            }
            Kind::Integer { min, max, .. } => {
                insert(&mut schema, "minimum", min.and_then(whole));
                insert(&mut schema, "maximum", max.and_then(whole));
            }
            Kind::Number { min, max, .. } => {
                insert(&mut schema, "minimum", *min);
                insert(&mut schema, "maximum", *max);
            }
            Kind::List { items, min, max } => {
                schema.insert("items".into(), items.schema(names).into());
                insert(&mut schema, "minItems", *min);
                insert(&mut schema, "maxItems", *max);
            }
            Kind::Record(record) => record.write(&mut schema, names),
            Kind::Flag | Kind::Open | Kind::Any => {}
        }
        insert(&mut schema, "default", self.default.clone());
        if names.is_some() {
            insert(
                &mut schema,
                "examples",
                self.example.clone().map(|example| json!([example])),
            );
        }
        schema
    }
}

impl Record {
    /// The keywords of an object: declared order, everything undeclared refused.
    fn write(&self, schema: &mut Map<String, Value>, names: Option<&dyn Names>) {
        let mut properties = Map::new();
        let mut required = Vec::new();
        for field in &self.fields {
            properties.insert(
                field.name.clone().into_owned(),
                field.shape.schema(names).into(),
            );
            if field.required {
                required.push(Value::from(&*field.name));
            }
        }
        schema.insert("properties".into(), properties.into());
        if !required.is_empty() {
            schema.insert("required".into(), required.into());
        }
        schema.insert("additionalProperties".into(), false.into());
    }
}

fn insert(schema: &mut Map<String, Value>, keyword: &str, value: Option<impl Into<Value>>) {
    if let Some(value) = value {
        schema.insert(keyword.into(), value.into());
    }
}

/// Bounds of 64 bits are left out: they are news to nobody, and readers that hold numbers as floats
/// would round them.
fn whole(bound: i128) -> Option<Value> {
    let ends = [i64::MIN.into(), i64::MAX.into(), u64::MAX.into()];
    if ends.contains(&bound) {
        return None;
    }
    i64::try_from(bound)
        .map(Value::from)
        .or_else(|_| u64::try_from(bound).map(Value::from))
        .ok()
}
