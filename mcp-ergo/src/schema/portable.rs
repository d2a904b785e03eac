//! Somebody else's JSON Schema in the portable dialect, as far as that loses nothing, and what of it
//! can be checked.
//!
//! What goes in is *asked for*: references are inlined, unions of constants become closed sets, null
//! becomes absence, objects that declare their members are closed. What the dialect has no words for
//! (recursion, real unions, maps, tuples) is *kept*: it accepts just what it accepted before, and
//! passes unchecked. What goes out is kept throughout, since answers are not ours to change.

#[cfg(test)]
mod agreement;
#[cfg(test)]
mod tests;

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use mcp_ergo_rules::wording::Wording as _;
use regex_lite::Regex;
use serde_json::{Map, Value, json};

use super::Format;
use super::output::{length, unescaped, whole};
use super::shape::{Choice, Field, Kind, Pattern, Record, Shape, Stated};

/// The input schema of a tool that somebody else wrote.
#[derive(Debug)]
pub(crate) struct Portable {
    pub(crate) schema: Map<String, Value>,
    /// What arguments are checked against; `None` where the schema does not say which there are.
    pub(crate) input: Option<Record>,
}

/// The most schemas that are written of one: a few references, each used twice by the next, name
/// millions. A schema of more is left as it is.
const MOST: usize = 5_000;

/// Keywords that say something of a value and constrain nothing.
const ANNOTATIONS: &[&str] = &[
    "title",
    "description",
    "default",
    "example",
    "examples",
    "deprecated",
    "readOnly",
    "writeOnly",
    "$comment",
];

/// Keywords of a whole document.
const DOCUMENT: &[&str] = &["$schema", "$defs", "definitions"];

/// The keywords whose values a closed set is read from.
const CLOSED_SET: &[&str] = &["type", "enum", "const", "oneOf", "anyOf"];

/// An input schema as it is advertised, and the shape of what it asks for.
pub(crate) fn portable_input(schema: &Map<String, Value>) -> Portable {
    let root = Value::Object(schema.clone());
    let mut writer = Writer::new(&root);
    let asked = writer.ask(&root);
    let written = match asked.schema {
        Value::Object(mut members) => {
            // Arguments are an object whatever the schema says, and clients look for both words.
            lead(&mut members, "type", || json!("object"));
            members
                .entry("properties")
                .or_insert_with(|| Value::Object(Map::new()));
            writer.with_definitions(members)
        }
        _ => None,
    };
    let Some(written) = written else {
        return Portable {
            schema: undated(schema),
            input: None,
        };
    };
    Portable {
        schema: written,
        input: match asked.shape.kind {
            Kind::Record(record) => Some(record),
            _ => None,
        },
    }
}

/// An output schema that accepts just the answers that it accepted before.
pub(crate) fn portable_output(schema: &Map<String, Value>) -> Map<String, Value> {
    let root = Value::Object(schema.clone());
    let mut writer = Writer::new(&root);
    let Value::Object(mut members) = writer.keep(&root) else {
        return undated(schema);
    };
    if members.contains_key("properties") {
        lead(&mut members, "type", || json!("object"));
    }
    writer
        .with_definitions(members)
        .unwrap_or_else(|| undated(schema))
}

/// A schema as it is, without the address of its dialect.
fn undated(schema: &Map<String, Value>) -> Map<String, Value> {
    let stays = |(key, _): &(&String, &Value)| *key != "$schema";
    let members = schema.iter().filter(stays);
    members.map(|(k, v)| (k.clone(), v.clone())).collect()
}

/// Puts a keyword first, unless it is there.
fn lead(members: &mut Map<String, Value>, key: &str, value: impl FnOnce() -> Value) {
    if !members.contains_key(key) {
        let rest = std::mem::take(members);
        members.insert(key.to_owned(), value());
        members.extend(rest);
    }
}

/// The members of a schema with those of what it refers to.
type Members<'a> = Vec<(&'a str, Said<'a>)>;

/// What a keyword says: as it stands, or a description of two sources.
type Said<'a> = Cow<'a, Value>;

/// A schema that is asked for.
struct Asked {
    schema: Value,
    shape: Shape,
    /// Whether null may stand in its place; the schema does not say so.
    nullable: bool,
}

impl Asked {
    fn unchecked(schema: Value) -> Self {
        Self {
            schema,
            shape: Shape::of(Kind::Any),
            nullable: false,
        }
    }
}

struct Writer<'a> {
    root: &'a Value,
    /// References that stay: what they lead to contains itself.
    kept: BTreeSet<&'a str>,
    recursive: BTreeMap<&'a str, bool>,
    written: usize,
}

impl<'a> Writer<'a> {
    fn new(root: &'a Value) -> Self {
        Self {
            root,
            kept: BTreeSet::new(),
            recursive: BTreeMap::new(),
            written: 0,
        }
    }

    /// The schema with the definitions that it still refers to; `None` where it is too much.
    fn with_definitions(mut self, mut schema: Map<String, Value>) -> Option<Map<String, Value>> {
        let mut done: BTreeSet<&'a str> = BTreeSet::new();
        while let Some(reference) = self.kept.difference(&done).next().copied() {
            done.insert(reference);
            for section in ["$defs", "definitions"] {
                let prefix = format!("#/{section}/");
                let Some(name) = reference.strip_prefix(&prefix).map(unescaped) else {
                    continue;
                };
                let name = name.replace("~1", "/").replace("~0", "~");
                let Some(found) = self.root.get(section).and_then(|defs| defs.get(&name)) else {
                    continue;
                };
                let kept = self.keep(found);
                let definitions = schema.entry(section).or_insert_with(|| json!({}));
                if let Value::Object(definitions) = definitions {
                    definitions.insert(name, kept);
                }
            }
        }
        (self.written <= MOST).then_some(schema)
    }

    fn target(&self, reference: &str) -> Option<&'a Value> {
        let pointer = reference.strip_prefix('#')?;
        self.root.pointer(&unescaped(pointer))
    }

    /// Whether what a reference leads to contains itself, or is not there.
    fn is_endless(&mut self, reference: &'a str) -> bool {
        if let Some(&known) = self.recursive.get(reference) {
            return known;
        }
        let endless = match self.target(reference) {
            Some(target) => {
                let mut seen = BTreeSet::from(["#"]);
                reference == "#" || self.leads_to(target, reference, &mut seen)
            }
            None => true,
        };
        self.recursive.insert(reference, endless);
        endless
    }

    fn leads_to(&self, schema: &'a Value, goal: &str, seen: &mut BTreeSet<&'a str>) -> bool {
        match schema {
            Value::Array(each) => each.iter().any(|schema| self.leads_to(schema, goal, seen)),
            Value::Object(members) => {
                let reference = members.get("$ref").and_then(Value::as_str);
                let follows = reference.is_some_and(|reference| {
                    reference == goal
                        || reference == "#"
                        || seen.insert(reference)
                            && self
                                .target(reference)
                                .is_some_and(|target| self.leads_to(target, goal, seen))
                });
                follows
                    || members
                        .values()
                        .any(|schema| self.leads_to(schema, goal, seen))
            }
            _ => false,
        }
    }

    /// The members of a schema, of what it refers to, and with `options` of the one schema beside
    /// null; and whether null was beside it.
    fn resolved(&mut self, schema: &'a Map<String, Value>, options: bool) -> (Members<'a>, bool) {
        let mut members: Members<'a> = own_members(schema);
        let mut nullable = false;
        // Each step follows a reference that does not lead back, or goes inwards.
        loop {
            let Some((key, inner, null)) = self.leads_on(&members, options) else {
                return (members, nullable);
            };
            nullable |= null;
            members.retain(|(own, _)| *own != key);
            members = merged(members, inner);
        }
    }

    /// The one schema that a schema stands for, beside what it says of it.
    fn leads_on(
        &mut self,
        members: &Members<'a>,
        options: bool,
    ) -> Option<(&'a str, &'a Map<String, Value>, bool)> {
        let (key, value) = members
            .iter()
            .find(|(key, _)| matches!(*key, "$ref" | "allOf" | "anyOf" | "oneOf"))?;
        let annotated = |(own, _): &(&'a str, Said<'a>)| {
            own == key || ANNOTATIONS.contains(own) || own.starts_with("x-")
        };
        let Cow::Borrowed(value) = value else {
            return None;
        };
        if !members.iter().all(annotated) {
            return None;
        }
        let object = |schema: &'a Value| schema.as_object();
        match (*key, value) {
            ("$ref", Value::String(reference)) => {
                if self.is_endless(reference) {
                    return None;
                }
                Some((key, self.target(reference).and_then(object)?, false))
            }
            ("allOf", Value::Array(all)) => match all.as_slice() {
                [only] => Some((key, object(only)?, false)),
                _ => None,
            },
            ("anyOf" | "oneOf", Value::Array(branches)) if options => {
                let mut telling = branches.iter().filter(|branch| !is_null(branch));
                let only = telling.next()?;
                let alone = telling.next().is_none();
                alone.then_some(())?;
                Some((key, object(only)?, branches.len() > 1))
            }
            _ => None,
        }
    }

    /// A schema that accepts just what it accepted before.
    fn keep(&mut self, schema: &'a Value) -> Value {
        self.written += 1;
        match schema {
            Value::Object(_) if self.written > MOST => Value::Null,
            Value::Object(members) => {
                let (members, _) = self.resolved(members, false);
                match ClosedSet::read(&members) {
                    Some(set) => set.write(&members, true),
                    None => self.keep_members(&members),
                }
            }
            // Readers that know schemas as objects stumble over the other way to say the same.
            Value::Bool(true) => json!({}),
            other => other.clone(),
        }
    }

    fn keep_members(&mut self, members: &Members<'a>) -> Value {
        let mut written = Map::new();
        for (key, value) in members {
            let value = match (*key, value) {
                ("$ref", Cow::Borrowed(Value::String(reference))) => {
                    self.kept.insert(reference);
                    Value::String(reference.clone())
                }
                ("format", value) if !is_known_format(value) => continue,
                ("properties" | "patternProperties" | "dependentSchemas", Cow::Borrowed(value)) => {
                    match *value {
                        Value::Object(each) => Value::Object(
                            each.iter()
                                .map(|(name, schema)| (name.clone(), self.keep(schema)))
                                .collect(),
                        ),
                        other => other.clone(),
                    }
                }
                (
                    "anyOf" | "oneOf" | "allOf" | "prefixItems",
                    Cow::Borrowed(Value::Array(each)),
                ) => each.iter().map(|schema| self.keep(schema)).collect(),
                (
                    "items" | "not" | "if" | "then" | "else" | "contains" | "propertyNames",
                    Cow::Borrowed(schema),
                )
                | (
                    "additionalProperties" | "unevaluatedProperties",
                    Cow::Borrowed(schema @ Value::Object(_)),
                ) => self.keep(schema),
                (_, value) => value.clone().into_owned(),
            };
            written.insert((*key).to_owned(), value);
        }
        Value::Object(written)
    }

    /// A schema of arguments.
    fn ask(&mut self, schema: &'a Value) -> Asked {
        let Value::Object(members) = schema else {
            return Asked::unchecked(self.keep(schema));
        };
        self.written += 1;
        if self.written > MOST {
            return Asked::unchecked(Value::Null);
        }
        let (members, beside_null) = self.resolved(members, true);
        let mut asked = self.ask_resolved(&members);
        asked.nullable |= beside_null;
        asked.shape.secret = said(&members, "format").is_some_and(|format| format == "password")
            || said(&members, "writeOnly") == Some(&Value::Bool(true));
        if let Value::Object(members) = &mut asked.schema {
            asked.shape.example = example(members);
            for key in ["default", "examples"] {
                let Some(value) = members.get(key).cloned() else {
                    continue;
                };
                match without_nulls(value) {
                    Some(value) => members.insert(key.to_owned(), value),
                    None => remove(members, key),
                };
            }
        }
        asked
    }

    fn ask_resolved(&mut self, members: &Members<'a>) -> Asked {
        if let Some(set) = ClosedSet::read(members) {
            return Asked {
                schema: set.write(members, false),
                nullable: set.nullable,
                shape: Shape::choice(set.choices),
            };
        }
        let fixed = [
            "enum", "const", "anyOf", "oneOf", "allOf", "$ref", "not", "if",
        ];
        if fixed.iter().any(|key| said(members, key).is_some()) {
            return Asked::unchecked(self.keep_members(members));
        }
        let Some((kind, nullable)) = kind(members) else {
            return Asked::unchecked(self.keep_members(members));
        };
        let mut asked = match kind {
            "string" => Self::ask_text(self.keep_members(members)),
            "integer" => Self::ask_integer(self.keep_members(members), said(members, "format")),
            "number" => Self::ask_number(self.keep_members(members)),
            "boolean" => Asked {
                shape: Shape::flag(),
                ..Asked::unchecked(self.keep_members(members))
            },
            "array" => self.ask_list(members),
            "object" => self.ask_object(members),
            _ => return Asked::unchecked(self.keep_members(members)),
        };
        if let (true, Value::Object(members)) = (nullable, &mut asked.schema) {
            members.insert("type".to_owned(), kind.into());
        }
        asked.nullable |= nullable;
        asked
    }

    fn ask_text(schema: Value) -> Asked {
        let pattern = schema["pattern"].as_str().map(|source| Pattern {
            // A pattern of another dialect than ours is advertised and not enforced.
            regex: Regex::new(source).ok().map(Arc::new),
            source: Cow::Owned(source.to_owned()),
        });
        let shape = Shape::of(Kind::Text {
            min: length(&schema["minLength"]),
            max: length(&schema["maxLength"]),
            format: schema["format"].as_str().and_then(Format::from_keyword),
            pattern,
        });
        Asked {
            shape,
            ..Asked::unchecked(schema)
        }
    }

    fn ask_integer(mut schema: Value, format: Option<&Value>) -> Asked {
        let (least, most) = format.and_then(Value::as_str).map_or((None, None), ends);
        if let Value::Object(members) = &mut schema {
            for (key, exclusive, step) in [
                ("minimum", "exclusiveMinimum", 1),
                ("maximum", "exclusiveMaximum", -1),
            ] {
                let bound = members.get(exclusive).and_then(Value::as_i64);
                let next = bound.and_then(|bound| bound.checked_add(step));
                if let (Some(next), false) = (next, members.contains_key(key)) {
                    remove(members, exclusive);
                    members.insert(key.to_owned(), next.into());
                }
            }
            // What the format said, in the words that everybody knows.
            for (key, end) in [("minimum", least), ("maximum", most)] {
                let end = end.and_then(|end| i64::try_from(end).ok());
                let end = end.filter(|end| u32::try_from(end.unsigned_abs()).is_ok());
                if let (Some(end), false) = (end, members.contains_key(key)) {
                    members.insert(key.to_owned(), end.into());
                }
            }
        }
        let (min, max) = (whole(&schema["minimum"]), whole(&schema["maximum"]));
        let shape = Shape::of(Kind::Integer {
            min: min.or(least),
            max: max.or(most),
            stated: Stated {
                least: min.is_some() && min != least,
                most: max.is_some() && max != most,
            },
        });
        Asked {
            shape,
            ..Asked::unchecked(schema)
        }
    }

    fn ask_number(schema: Value) -> Asked {
        let (min, max) = (schema["minimum"].as_f64(), schema["maximum"].as_f64());
        let stated = Stated {
            least: min.is_some(),
            most: max.is_some(),
        };
        Asked {
            shape: Shape::of(Kind::Number { min, max, stated }),
            ..Asked::unchecked(schema)
        }
    }

    fn ask_list(&mut self, members: &Members<'a>) -> Asked {
        if said(members, "prefixItems").is_some() {
            return Asked::unchecked(self.keep_members(members));
        }
        let items = match said(members, "items") {
            Some(items @ Value::Object(_)) => self.ask(items),
            _ => Asked::unchecked(json!({})),
        };
        // Null in a list is a value like every other, and there is no leaving it out.
        let items = match said(members, "items") {
            Some(schema) if items.nullable => Asked::unchecked(self.keep(schema)),
            _ => items,
        };
        let mut schema = self.keep_without(members, "items");
        schema.insert("items".to_owned(), items.schema);
        let number = |key: &str| schema.get(key).and_then(length);
        let shape = Shape::of(Kind::List {
            items: Box::new(items.shape),
            min: number("minItems"),
            max: number("maxItems"),
        });
        Asked {
            shape,
            ..Asked::unchecked(Value::Object(schema))
        }
    }

    fn ask_object(&mut self, members: &Members<'a>) -> Asked {
        let properties = said(members, "properties").and_then(Value::as_object);
        let free = [
            "patternProperties",
            "unevaluatedProperties",
            "dependentSchemas",
        ]
        .iter()
        .any(|key| said(members, key).is_some())
            || said(members, "additionalProperties").is_some_and(|extra| *extra != false);
        let Some(properties) = properties.filter(|properties| !free && !properties.is_empty())
        else {
            // Nobody can tell an object without members from one with any.
            return Asked {
                shape: Shape::of(Kind::Open),
                ..Asked::unchecked(self.keep_members(members))
            };
        };
        let demanded: Vec<&str> = said(members, "required")
            .and_then(Value::as_array)
            .map(|names| names.iter().filter_map(Value::as_str).collect())
            .unwrap_or_default();
        let mut record = Record::default();
        let mut written = Map::new();
        let mut required = Vec::new();
        for (name, property) in properties {
            let Asked {
                schema,
                mut shape,
                nullable,
            } = self.ask(property);
            let demanded = demanded.contains(&name.as_str());
            shape.nullable = nullable;
            if demanded && nullable {
                // The handler wants to hear of it, and null is what it hears.
                shape.default = Some(Value::Null);
            } else if demanded {
                required.push(Value::from(name.as_str()));
            }
            written.insert(name.clone(), schema);
            record.fields.push(Field {
                name: Cow::Owned(name.clone()),
                required: demanded && !nullable,
                shape,
            });
        }
        let mut schema = Map::new();
        for (key, value) in self.keep_without(members, "properties") {
            match key.as_str() {
                "properties" => schema.insert(key, Value::Object(std::mem::take(&mut written))),
                "required" if required.is_empty() => None,
                "required" => schema.insert(key, std::mem::take(&mut required).into()),
                _ => schema.insert(key, value),
            };
        }
        schema.insert("additionalProperties".to_owned(), false.into());
        Asked {
            shape: Shape::of(Kind::Record(record)),
            ..Asked::unchecked(Value::Object(schema))
        }
    }

    /// The members with one of them in its place and still to be written.
    fn keep_without(&mut self, members: &Members<'a>, key: &str) -> Map<String, Value> {
        let members = members.iter().map(|(own, value)| {
            let blank = || Cow::Owned(Value::Null);
            (*own, if *own == key { blank() } else { value.clone() })
        });
        match self.keep_members(&members.collect()) {
            Value::Object(members) => members,
            _ => Map::new(),
        }
    }
}

/// The members of a schema, without those of a whole document.
fn own_members(schema: &Map<String, Value>) -> Members<'_> {
    let own = schema
        .iter()
        .filter(|(key, _)| !DOCUMENT.contains(&key.as_str()));
    own.map(|(key, value)| (key.as_str(), Cow::Borrowed(value)))
        .collect()
}

/// What is said of a schema beside what it is: the outer says more of the place, and the inner's
/// description is not lost.
fn merged<'a>(outer: Members<'a>, inner: &'a Map<String, Value>) -> Members<'a> {
    let mut members = own_members(inner);
    for (key, value) in outer {
        let Some((_, said)) = members.iter_mut().find(|(own, _)| *own == key) else {
            members.push((key, value));
            continue;
        };
        *said = match (key, value.as_str(), said.as_str()) {
            ("description", Some(place), Some(kind)) if !place.contains(kind) => {
                Cow::Owned(format!("{} {kind}", ended(place)).into())
            }
            _ => value,
        };
    }
    members
}

/// A text to which another can be added.
fn ended(text: &str) -> String {
    let text = text.trim_end();
    if text.is_empty() || text.ends_with(['.', '!', '?', ':', ';']) {
        text.to_owned()
    } else {
        format!("{text}.")
    }
}

/// What a keyword says, as it was written.
fn said<'a>(members: &Members<'a>, key: &str) -> Option<&'a Value> {
    members.iter().find_map(|(own, value)| match value {
        Cow::Borrowed(value) if *own == key => Some(*value),
        _ => None,
    })
}

fn is_null(schema: &Value) -> bool {
    schema.get("type").is_some_and(|kind| kind == "null")
}

fn is_known_format(format: &Value) -> bool {
    format.as_str().and_then(Format::from_keyword).is_some()
}

/// The one type that a schema names or implies, and whether null is beside it.
fn kind<'a>(members: &Members<'a>) -> Option<(&'a str, bool)> {
    match said(members, "type") {
        Some(Value::String(kind)) => Some((kind, false)),
        Some(Value::Array(kinds)) => {
            let mut named = kinds.iter().filter_map(Value::as_str);
            let mut telling = named.by_ref().filter(|kind| *kind != "null");
            let only = telling.next()?;
            let alone = telling.next().is_none();
            alone.then_some((only, kinds.len() > 1))
        }
        None => said(members, "properties").map(|_| ("object", false)),
        Some(_) => None,
    }
}

/// The ends of a Rust integer, by the format that schemars gives it.
fn ends(format: &str) -> (Option<i128>, Option<i128>) {
    let ends: (i128, i128) = match format {
        "int8" => (i8::MIN.into(), i8::MAX.into()),
        "uint8" => (0, u8::MAX.into()),
        "int16" => (i16::MIN.into(), i16::MAX.into()),
        "uint16" => (0, u16::MAX.into()),
        "int32" => (i32::MIN.into(), i32::MAX.into()),
        "uint32" => (0, u32::MAX.into()),
        "int64" | "int" => (i64::MIN.into(), i64::MAX.into()),
        "uint64" | "uint" => (0, u64::MAX.into()),
        _ => return (None, None),
    };
    (Some(ends.0), Some(ends.1))
}

/// A right value, where the schema shows one.
fn example(members: &Map<String, Value>) -> Option<Value> {
    let first = match members.get("examples") {
        Some(Value::Array(examples)) => examples.first(),
        _ => None,
    };
    let shown = [first, members.get("example"), members.get("default")];
    shown
        .into_iter()
        .flatten()
        .find_map(|value| without_nulls(value.clone()))
}

/// A value as it is written where null is absence.
fn without_nulls(value: Value) -> Option<Value> {
    match value {
        Value::Null => None,
        Value::Object(members) => Some(Value::Object(
            members
                .into_iter()
                .filter_map(|(key, value)| Some((key, without_nulls(value)?)))
                .collect(),
        )),
        other => Some(other),
    }
}

/// Takes a member out and keeps the order of the others.
fn remove(members: &mut Map<String, Value>, key: &str) -> Option<Value> {
    let mut taken = None;
    for (own, value) in std::mem::take(members) {
        if own == key {
            taken = Some(value);
        } else {
            members.insert(own, value);
        }
    }
    taken
}

/// A closed set of strings: `enum`, `const`, or a union of those.
struct ClosedSet {
    choices: Vec<Choice>,
    nullable: bool,
}

impl ClosedSet {
    fn read(members: &Members<'_>) -> Option<Self> {
        // A type beside the set may say string, or string and null.
        let typed = said(members, "type").is_none_or(|kind| match kind {
            Value::String(kind) => kind == "string",
            Value::Array(kinds) => kinds.iter().all(|kind| kind == "string" || kind == "null"),
            _ => false,
        });
        let mut set = Self {
            choices: Vec::new(),
            nullable: false,
        };
        if !typed {
            return None;
        }
        if let Some(Value::Array(values)) = said(members, "enum") {
            values.iter().try_for_each(|value| set.add(value, ""))?;
        } else if let Some(value) = said(members, "const") {
            set.add(value, "")?;
        } else {
            let union = said(members, "oneOf").or_else(|| said(members, "anyOf"));
            let told = |(key, _): &(&str, Said<'_>)| {
                CLOSED_SET.contains(key) || ANNOTATIONS.contains(key) || key.starts_with("x-")
            };
            if !members.iter().all(told) {
                return None;
            }
            for branch in union?.as_array()? {
                set.add_branch(branch.as_object()?)?;
            }
        }
        (!set.choices.is_empty()).then_some(set)
    }

    fn add(&mut self, value: &Value, meaning: &str) -> Option<()> {
        match value {
            Value::Null => self.nullable = true,
            // Model APIs refuse a blank one, and taking it out would refuse what was accepted.
            Value::String(text) if !text.trim().is_empty() => self
                .choices
                .push(Choice::new(text.clone(), meaning.to_owned())),
            _ => return None,
        }
        Some(())
    }

    fn add_branch(&mut self, branch: &Map<String, Value>) -> Option<()> {
        let known = |key: &String| {
            ["type", "enum", "const"].contains(&key.as_str()) || ANNOTATIONS.contains(&key.as_str())
        };
        if !branch.keys().all(known) {
            return None;
        }
        let text = |key: &str| branch.get(key).and_then(Value::as_str);
        let meaning = text("description").or_else(|| text("title")).unwrap_or("");
        match (branch.get("const"), branch.get("enum")) {
            (Some(value), None) => self.add(value, meaning),
            (None, Some(Value::Array(values))) => {
                values.iter().try_for_each(|value| self.add(value, meaning))
            }
            (None, None) if text("type") == Some("null") => self.add(&Value::Null, ""),
            _ => None,
        }
    }

    /// What the values mean, as one sentence.
    fn folded(&self) -> Option<String> {
        let told = self
            .choices
            .iter()
            .filter(|choice| !choice.meaning.is_empty());
        let folded: Vec<String> = told
            .map(|choice| {
                let meaning = choice.meaning.one_line();
                format!("'{}': {meaning}", choice.value)
            })
            .collect();
        (!folded.is_empty()).then(|| format!("{}.", folded.join("; ")))
    }

    /// The schema, in the place of the keywords that said it before.
    fn write(&self, members: &Members<'_>, with_null: bool) -> Value {
        let null = with_null && self.nullable;
        let mut written = Map::new();
        for (key, value) in members {
            if CLOSED_SET.contains(key) {
                if written.contains_key("enum") {
                    continue;
                }
                let kind = if null {
                    json!(["string", "null"])
                } else {
                    json!("string")
                };
                written.insert("type".to_owned(), kind);
                let values = self.choices.iter().map(|choice| json!(choice.value));
                let values = values.chain(null.then_some(Value::Null));
                written.insert("enum".to_owned(), values.collect());
            } else {
                written.insert((*key).to_owned(), value.clone().into_owned());
            }
        }
        if let Some(folded) = self.folded() {
            let text = match written.get("description").and_then(Value::as_str) {
                Some(text) if text.contains(&folded) => text.to_owned(),
                Some(text) => format!("{} {folded}", ended(text)),
                None => folded,
            };
            written.insert("description".to_owned(), text.trim().into());
        }
        Value::Object(written)
    }
}
