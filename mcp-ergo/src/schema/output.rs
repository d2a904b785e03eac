//! Reads what schemars says of an output type into a shape.

use std::borrow::Cow;

use mcp_ergo_rules::predicate::is_portable_name;
use schemars::generate::SchemaSettings;
use schemars::{JsonSchema, Schema};
use serde_json::{Map, Value};

use super::Format;
use super::shape::{Choice, Field, Kind, Record, Shape, Stated};

/// An output type that the portable dialect cannot describe.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct OutputError {
    /// Where, as names from the outside in.
    pub(crate) path: Vec<String>,
    /// What is wrong.
    pub(crate) message: String,
    /// What to write instead.
    pub(crate) help: &'static str,
}

/// The shape of what `T` serializes to, or everything that the dialect cannot say of it.
pub(crate) fn read_output<T: JsonSchema>() -> Result<Shape, Vec<OutputError>> {
    let generator = SchemaSettings::draft2020_12()
        .for_serialize()
        .into_generator();
    let root = generator.into_root_schema_for::<T>();
    read_schema(&root)
}

/// The shape that a schema describes, or everything that the dialect cannot say of it.
pub(crate) fn read_schema(root: &Schema) -> Result<Shape, Vec<OutputError>> {
    let mut reader = Reader {
        root: root.as_value(),
        path: Vec::new(),
        // The root is being read from the start.
        open: vec!["#"],
        errors: Vec::new(),
    };
    let shape = reader.read(root.as_value());
    if reader.errors.is_empty() {
        Ok(shape.shape)
    } else {
        Err(reader.errors)
    }
}

struct Reader<'a> {
    root: &'a Value,
    path: Vec<String>,
    /// The references that are being followed, to notice recursion.
    open: Vec<&'a str>,
    errors: Vec<OutputError>,
}

/// A shape, and whether null may stand in its place.
struct Nullable {
    shape: Shape,
    nullable: bool,
}

impl Nullable {
    fn no(shape: Shape) -> Self {
        Self {
            shape,
            nullable: false,
        }
    }
}

impl<'a> Reader<'a> {
    fn refuse(&mut self, message: impl Into<String>, help: &'static str) -> Nullable {
        self.errors.push(OutputError {
            path: self.path.clone(),
            message: message.into(),
            help,
        });
        Nullable::no(Shape::text())
    }

    fn read(&mut self, schema: &'a Value) -> Nullable {
        let Some(schema) = schema.as_object() else {
            return self.refuse(
                "it may be anything",
                "use a struct that derives Serialize and JsonSchema",
            );
        };
        let mut read = self.read_type(schema);
        if let Some(text) = schema.get("description").and_then(Value::as_str) {
            // rustdoc wraps lines; a model reads one.
            read.shape.meaning = Cow::Owned(text.split_whitespace().collect::<Vec<_>>().join(" "));
        }
        read
    }

    fn read_type(&mut self, schema: &'a Map<String, Value>) -> Nullable {
        if let Some(target) = schema.get("$ref").and_then(Value::as_str) {
            return self.follow(target);
        }
        if let Some(values) = schema.get("enum").and_then(Value::as_array) {
            return self.read_enum(values);
        }
        if let Some(value) = schema.get("const") {
            return self.read_enum(std::slice::from_ref(value));
        }
        for keyword in ["anyOf", "oneOf"] {
            if let Some(branches) = schema.get(keyword).and_then(Value::as_array) {
                return self.read_branches(branches);
            }
        }
        if let Some([only]) = schema
            .get("allOf")
            .and_then(Value::as_array)
            .map(Vec::as_slice)
        {
            return self.read(only);
        }
        let (kind, nullable) = match schema.get("type") {
            Some(Value::String(kind)) => (kind.as_str(), false),
            Some(Value::Array(kinds)) => {
                let mut named = kinds
                    .iter()
                    .filter_map(Value::as_str)
                    .filter(|kind| *kind != "null");
                match (named.next(), named.next()) {
                    (Some(kind), None) => (kind, kinds.iter().any(|kind| kind == "null")),
                    _ => return self.refuse_union(),
                }
            }
            _ => {
                return self.refuse(
                    "it may be anything",
                    "use a struct that derives Serialize and JsonSchema",
                );
            }
        };
        let shape = match kind {
            "string" => Self::read_text(schema),
            "integer" => Shape::of(Kind::Integer {
                min: schema.get("minimum").and_then(whole),
                max: schema.get("maximum").and_then(whole),
                stated: Stated::default(),
            }),
            "number" => Shape::of(Kind::Number {
                min: schema.get("minimum").and_then(Value::as_f64),
                max: schema.get("maximum").and_then(Value::as_f64),
                stated: Stated::default(),
            }),
            "boolean" => Shape::flag(),
            "array" => {
                return Nullable {
                    nullable,
                    ..self.read_list(schema)
                };
            }
            "object" => {
                return Nullable {
                    nullable,
                    ..self.read_object(schema)
                };
            }
            // `()` serializes to null; absent values are left out of answers.
            "null" => {
                return Nullable {
                    shape: Shape::record([]),
                    nullable: true,
                };
            }
            other => {
                return self.refuse(
                    format!("its schema has the type `{other}`"),
                    "use a type that serializes to a string, number, boolean, list or struct",
                );
            }
        };
        Nullable { shape, nullable }
    }

    /// What a reference is called; the root by its title.
    fn type_name(&self, target: &str) -> String {
        let title = || self.root.get("title").and_then(Value::as_str);
        match target.rsplit('/').next().filter(|name| *name != "#") {
            Some(name) => unescaped(name),
            None => title().unwrap_or("the type").to_owned(),
        }
    }

    fn follow(&mut self, target: &'a str) -> Nullable {
        if self.open.contains(&target) {
            return self.refuse(
                format!("`{}` contains itself", self.type_name(target)),
                "return a flat list in which each item names its parent by id",
            );
        }
        let found = target
            .strip_prefix('#')
            .and_then(|pointer| self.root.pointer(&unescaped(pointer)));
        let Some(found) = found else {
            return self.refuse(
                format!("its schema refers to `{target}`, which is not there"),
                "derive JsonSchema for the type instead of writing its schema by hand",
            );
        };
        self.open.push(target);
        let read = self.read(found);
        self.open.pop();
        read
    }

    fn read_enum(&mut self, values: &'a [Value]) -> Nullable {
        let nullable = values.iter().any(Value::is_null);
        let texts: Option<Vec<&str>> = values
            .iter()
            .filter(|value| !value.is_null())
            .map(Value::as_str)
            .collect();
        match texts {
            Some(texts) if texts.iter().any(|text| text.trim().is_empty()) => self.refuse(
                "its closed set holds a blank value, which model APIs refuse",
                "leave the value out where there is none: `Option<…>`",
            ),
            Some(texts) => Nullable {
                shape: Shape::choice(
                    texts
                        .into_iter()
                        .map(|text| Choice::new(text.to_owned(), "")),
                ),
                nullable,
            },
            None => self.refuse(
                "its closed set holds values that are not strings",
                "use an enum whose variants serialize to strings",
            ),
        }
    }

    /// `Option<T>` is a branch beside null; a documented enum is a branch of constants a value.
    fn read_branches(&mut self, branches: &'a [Value]) -> Nullable {
        let is_null = |branch: &&Value| branch.get("type").is_some_and(|kind| kind == "null");
        let nullable = branches.iter().any(|branch| is_null(&branch));
        let rest: Vec<&'a Value> = branches.iter().filter(|branch| !is_null(branch)).collect();
        if let [only] = rest.as_slice() {
            return Nullable {
                nullable,
                ..self.read(only)
            };
        }
        let mut choices = Vec::new();
        for branch in rest {
            let meaning = branch
                .get("description")
                .and_then(Value::as_str)
                .map(|text| text.split_whitespace().collect::<Vec<_>>().join(" "))
                .unwrap_or_default();
            if let Some(value) = branch.get("const").and_then(Value::as_str) {
                choices.push(Choice::new(value.to_owned(), meaning));
            } else if let Some(values) = branch.get("enum").and_then(Value::as_array) {
                for value in values {
                    let Some(value) = value.as_str() else {
                        return self.refuse_union();
                    };
                    choices.push(Choice::new(value.to_owned(), ""));
                }
            } else {
                return self.refuse_union();
            }
        }
        Nullable {
            shape: Shape::choice(choices),
            nullable,
        }
    }

    fn refuse_union(&mut self) -> Nullable {
        self.refuse(
            "it is one of several shapes (an enum whose variants carry data)",
            "return a struct with a field that is a plain enum, and optional fields for what differs",
        )
    }

    fn read_text(schema: &Map<String, Value>) -> Shape {
        let mut shape = Shape::text();
        if let Kind::Text {
            min, max, format, ..
        } = &mut shape.kind
        {
            *min = schema.get("minLength").and_then(length);
            *max = schema.get("maxLength").and_then(length);
            // Formats outside the dialect are dropped: a client that does not know one may refuse
            // the whole list.
            *format = schema
                .get("format")
                .and_then(Value::as_str)
                .and_then(Format::from_keyword);
        }
        shape
    }

    fn read_list(&mut self, schema: &'a Map<String, Value>) -> Nullable {
        if schema.contains_key("prefixItems") {
            return self.refuse(
                "it is a tuple",
                "use a struct, so that each value has a name",
            );
        }
        let Some(items) = schema.get("items") else {
            return self.refuse("its items have no type", "use a list of one type");
        };
        self.path.push("[]".to_owned());
        let read = self.read(items);
        if read.nullable {
            self.refuse(
                "its items may be null",
                "leave absent values out of the list",
            );
        }
        self.path.pop();
        Nullable::no(Shape::of(Kind::List {
            items: Box::new(read.shape),
            min: schema.get("minItems").and_then(length),
            max: schema.get("maxItems").and_then(length),
        }))
    }

    fn read_object(&mut self, schema: &'a Map<String, Value>) -> Nullable {
        let properties = schema.get("properties").and_then(Value::as_object);
        let open = schema
            .get("additionalProperties")
            .is_some_and(|extra| extra != false)
            || schema.contains_key("patternProperties");
        if open {
            return self.refuse(
                "it is a map with free keys",
                "return a list of structs with the key as a field",
            );
        }
        let required: Vec<&str> = schema
            .get("required")
            .and_then(Value::as_array)
            .map(|names| names.iter().filter_map(Value::as_str).collect())
            .unwrap_or_default();
        let mut record = Record::default();
        for (name, property) in properties.into_iter().flatten() {
            self.path.push(name.clone());
            if !is_portable_name(name) {
                self.refuse(
                    "its name is one that model APIs refuse",
                    "use 1 to 64 ASCII letters, digits, underscores and hyphens",
                );
            }
            let read = self.read(property);
            self.path.pop();
            record.fields.push(Field {
                name: Cow::Owned(name.clone()),
                // Null members are left out of answers, so they cannot be required.
                required: required.contains(&name.as_str()) && !read.nullable,
                shape: read.shape,
            });
        }
        Nullable::no(Shape::of(Kind::Record(record)))
    }
}

/// A reference is part of a URL: `%20` stands for a space. JSON Pointer's own escapes are
/// `Value::pointer`'s business.
pub(crate) fn unescaped(pointer: &str) -> String {
    let mut bytes = Vec::with_capacity(pointer.len());
    let mut rest = pointer.as_bytes();
    while let Some((&first, after)) = rest.split_first() {
        let code = (first == b'%')
            .then(|| after.get(..2))
            .flatten()
            .and_then(|digits| std::str::from_utf8(digits).ok())
            .and_then(|digits| u8::from_str_radix(digits, 16).ok());
        bytes.push(code.unwrap_or(first));
        rest = if code.is_some() { &after[2..] } else { after };
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

pub(super) fn length(value: &Value) -> Option<usize> {
    value
        .as_u64()
        .and_then(|length| usize::try_from(length).ok())
}

pub(super) fn whole(value: &Value) -> Option<i128> {
    value
        .as_i64()
        .map(i128::from)
        .or_else(|| value.as_u64().map(i128::from))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use serde::Serialize;
    use serde_json::json;

    use super::*;

    /// Which way a thing points.
    #[derive(Serialize, JsonSchema)]
    #[serde(rename_all = "snake_case")]
    #[expect(dead_code, reason = "only the schema is read")]
    enum Way {
        /// to the top
        Up,
        /// to the ground
        Down,
    }

    #[derive(Serialize, JsonSchema)]
    struct Inner {
        /// Count of
        /// things.
        count: u32,
        way: Option<Way>,
    }

    #[derive(Serialize, JsonSchema)]
    struct Outer {
        inner: Vec<Inner>,
        note: Option<String>,
        share: f64,
    }

    #[test]
    fn options_formats_references_and_documented_enums_become_the_dialect() {
        let shape = read_output::<Outer>().expect("Outer is in the dialect");
        let schema = Value::Object(shape.schema(None));
        assert_eq!(
            schema,
            json!({
                "type": "object",
                "properties": {
                    "inner": {"type": "array", "items": {
                        "type": "object",
                        "properties": {
                            "count": {"type": "integer", "description": "Count of things.", "minimum": 0},
                            "way": {"type": "string", "description": "Which way a thing points. 'up': to the top; 'down': to the ground.", "enum": ["up", "down"]}
                        },
                        "required": ["count"],
                        "additionalProperties": false
                    }},
                    "note": {"type": "string"},
                    "share": {"type": "number"}
                },
                "required": ["inner", "share"],
                "additionalProperties": false
            })
        );
    }

    #[derive(Serialize, JsonSchema)]
    #[serde(tag = "kind")]
    #[expect(dead_code, reason = "only the schema is read")]
    enum Tagged {
        A { x: u8 },
        B { y: u8 },
    }

    #[derive(Serialize, JsonSchema)]
    struct Recursive {
        children: Vec<Recursive>,
    }

    #[derive(Serialize, JsonSchema)]
    struct Bad {
        map: BTreeMap<String, u8>,
        pair: (u8, u8),
        any: Value,
        tagged: Tagged,
        holes: Vec<Option<u8>>,
    }

    #[test]
    fn everything_outside_the_dialect_is_named_at_once() {
        let errors = read_output::<Bad>().expect_err("Bad is outside the dialect");
        let paths: Vec<String> = errors.iter().map(|error| error.path.join(".")).collect();
        assert_eq!(paths, ["map", "pair", "any", "tagged", "holes.[]"]);
        let errors = read_output::<Recursive>().expect_err("recursion has no end");
        assert!(errors[0].message.contains("contains itself"), "{errors:?}");
    }
}
