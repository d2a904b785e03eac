//! Facts from a JSON Schema: one value, with all that it holds.

use std::cell::Cell;
use std::collections::BTreeSet;
use std::rc::Rc;

use mcp_ergo_rules::{Beyond, Fact, Kind, ParamFacts, prose::has_example};
use serde_json::Value;

use super::{beyond, text};

/// The deepest nesting that is followed. Real schemas stay far below; a document made to exhaust
/// the stack does not.
const DEEPEST: usize = 24;

/// The most values that are read of one schema: a few references, each used twice by the next, name
/// millions.
const MOST: usize = 50_000;

/// The most bytes of text that are read of all schemas together, each value counted as [`VALUE`]: one
/// long text to which many references lead would fill the memory otherwise. The largest real catalogs
/// need a quarter of it.
const MOST_TEXT: usize = 16 << 20;
const VALUE: usize = 64;

/// What may still be read of a document.
#[derive(Debug, Clone, Default)]
pub(super) struct Budget {
    text: Rc<Cell<usize>>,
    spent: Rc<Cell<bool>>,
}

impl Budget {
    fn take(&self, bytes: usize) {
        self.text.set(self.text.get() + bytes);
    }

    /// Whether something was left unread.
    pub(super) fn was_spent(&self) -> bool {
        self.spent.get()
    }
}

/// A schema within a document that its references point into.
#[derive(Debug, Clone)]
pub(super) struct Schema<'a> {
    value: &'a Value,
    root: &'a Value,
    /// The references that led here; one that comes again is a recursion.
    followed: BTreeSet<&'a str>,
    depth: usize,
    /// The schemas that were passed on the way to the type: they may bear the description, the
    /// default and the examples.
    wrappers: Vec<&'a Value>,
    /// Whether a reference led back to itself, so that nothing further is seen.
    recursive: bool,
    /// How many values have been read of this schema.
    read: Rc<Cell<usize>>,
    /// What may still be read of all schemas of the document.
    budget: Budget,
}

impl<'a> Schema<'a> {
    pub(super) fn root(value: &'a Value, budget: &Budget) -> Self {
        Self {
            value,
            root: value,
            followed: BTreeSet::new(),
            depth: 0,
            wrappers: Vec::new(),
            recursive: false,
            read: Rc::default(),
            budget: budget.clone(),
        }
    }

    fn within(&self, value: &'a Value) -> Self {
        Self {
            value,
            depth: self.depth + 1,
            wrappers: Vec::new(),
            ..self.clone()
        }
    }

    /// Steps through `$ref`, and through a union of which null is the only other member, to the
    /// schema that says the type.
    pub(super) fn resolved(mut self) -> Self {
        loop {
            let next = if let Some(name) = self.value.get("$ref").and_then(Value::as_str) {
                if !self.followed.insert(name) {
                    self.recursive = true;
                    return self;
                }
                name.strip_prefix('#')
                    .and_then(|pointer| self.root.pointer(&crate::schema::unescaped(pointer)))
            } else {
                self.only_member()
            };
            let Some(next) = next else { return self };
            self.wrappers.push(self.value);
            self.value = next;
        }
    }

    /// The one member of a union or an intersection that says something.
    fn only_member(&self) -> Option<&'a Value> {
        if self.value.get("properties").is_some() || self.value.get("enum").is_some() {
            return None;
        }
        let members = ["anyOf", "oneOf", "allOf"]
            .iter()
            .find_map(|key| self.value.get(*key).and_then(Value::as_array))?;
        let mut telling = members.iter().filter(|member| !is_null(member));
        let only = telling.next()?;
        // A lone `const` is a closed set of one, which `options` reads where it stands.
        (telling.next().is_none() && only.get("const").is_none()).then_some(only)
    }

    /// What a keyword says, on the schema itself or on one that led to it, the outermost first.
    fn keyword(&self, key: &str) -> Option<&'a Value> {
        let mut all = self
            .wrappers
            .iter()
            .copied()
            .chain(std::iter::once(self.value));
        all.find_map(|schema| schema.get(key))
    }

    /// Whether no more is read.
    fn is_spent(&self) -> bool {
        let spent = self.read.get() > MOST || self.budget.text.get() > MOST_TEXT;
        if spent {
            self.budget.spent.set(true);
        }
        spent
    }

    fn kind(&self) -> Fact<Kind> {
        if self.recursive || self.depth > DEEPEST || self.is_spent() {
            return Fact::Unseen;
        }
        // A reference to somewhere else cannot be followed, and nothing is known about it.
        if self.value.get("$ref").is_some() {
            return Fact::Unseen;
        }
        let stated = match self.value.get("type") {
            Some(Value::String(kind)) => kind_called(kind),
            Some(Value::Array(kinds)) => {
                let mut kinds = kinds
                    .iter()
                    .filter_map(Value::as_str)
                    .filter(|kind| *kind != "null");
                match (kinds.next(), kinds.next()) {
                    (Some(only), None) => kind_called(only),
                    _ => None,
                }
            }
            _ => None,
        };
        let implied = || {
            if self.value.get("properties").is_some() {
                return Some(Kind::Object);
            }
            if self.value.get("items").is_some() {
                return Some(Kind::Array);
            }
            self.options()
                .filter(|options| !options.is_empty())
                .map(|_| self.kind_of_options())
        };
        Fact::Seen(stated.or_else(implied).unwrap_or(Kind::Untyped))
    }

    fn kind_of_options(&self) -> Kind {
        let first = self
            .option_values()
            .into_iter()
            .find(|value| !value.is_null());
        match first {
            Some(Value::Bool(_)) => Kind::Boolean,
            Some(Value::Number(number)) if number.is_f64() => Kind::Number,
            Some(Value::Number(_)) => Kind::Integer,
            Some(Value::String(_)) => Kind::String,
            _ => Kind::Untyped,
        }
    }

    /// The closed set, from `enum`, `const`, or a union whose every member is one of them.
    fn options(&self) -> Option<Vec<String>> {
        let values = self.option_values();
        let printed = values
            .into_iter()
            .filter(|value| !value.is_null())
            .map(printed);
        let options: Vec<String> = printed.collect();
        (!options.is_empty()).then_some(options)
    }

    fn option_values(&self) -> Vec<&'a Value> {
        if let Some(own) = fixed_values(self.value) {
            return own;
        }
        let members = ["oneOf", "anyOf"]
            .iter()
            .find_map(|key| self.value.get(*key).and_then(Value::as_array));
        let each = members
            .into_iter()
            .flatten()
            .filter(|member| !is_null(member));
        let all: Option<Vec<_>> = each.map(fixed_values).collect();
        all.unwrap_or_default().concat()
    }

    pub(super) fn fields(&self) -> Vec<ParamFacts> {
        let required: BTreeSet<&str> = self
            .value
            .get("required")
            .and_then(Value::as_array)
            .into_iter()
            .flatten()
            .filter_map(Value::as_str)
            .collect();
        let properties = self.value.get("properties").and_then(Value::as_object);
        properties
            .into_iter()
            .flatten()
            .take_while(|_| !self.is_spent())
            .map(|(name, schema)| {
                self.within(schema)
                    .param(name, required.contains(name.as_str()))
            })
            .collect()
    }

    pub(super) fn is_closed(&self) -> bool {
        ["additionalProperties", "unevaluatedProperties"]
            .iter()
            .any(|key| self.value.get(*key) == Some(&Value::Bool(false)))
    }

    pub(super) fn param(self, name: &str, required: bool) -> ParamFacts {
        let schema = self.resolved();
        if schema.is_spent() {
            return ParamFacts {
                name: name.to_owned(),
                ..ParamFacts::default()
            };
        }
        schema.read.set(schema.read.get() + 1);
        let kind = schema.kind();
        let description = text(schema.keyword("description"));
        let shown = ["examples", "example"]
            .iter()
            .any(|key| match schema.keyword(key) {
                Some(Value::Array(examples)) => !examples.is_empty(),
                Some(example) => !example.is_null(),
                None => false,
            });
        let options = schema.options();
        let texts = options.iter().flatten().chain(&description);
        let bytes: usize = texts.map(String::len).sum();
        schema.budget.take(bytes + VALUE);
        let count = |key| schema.keyword(key).and_then(Value::as_u64);
        let (least, most) = match kind {
            Fact::Seen(Kind::Array) => (count("minItems"), count("maxItems")),
            _ => (count("minLength"), count("maxLength")),
        };
        ParamFacts {
            name: name.to_owned(),
            kind,
            required: Fact::Seen(required),
            default: Fact::Seen(schema.keyword("default").map(ToString::to_string)),
            example: Fact::Seen(shown || description.as_deref().is_some_and(has_example)),
            text: Fact::Seen(description),
            options: Fact::Seen(options),
            minimum: Fact::Seen(schema.bound("minimum", "exclusiveMinimum", kind, 1.0)),
            maximum: Fact::Seen(schema.bound("maximum", "exclusiveMaximum", kind, -1.0)),
            least: Fact::Seen(least),
            most: Fact::Seen(most),
            beyond: Fact::Seen(schema.beyond()),
            ghosts: Fact::Seen(schema.ghosts()),
            pattern: Fact::Seen(text(schema.keyword("pattern"))),
            format: Fact::Seen(text(schema.keyword("format"))),
            closed: match kind {
                Fact::Seen(Kind::Object) => Fact::Seen(schema.is_closed()),
                _ => Fact::Unseen,
            },
            fields: match kind {
                Fact::Seen(Kind::Object) => schema.object_fields(),
                _ => Fact::Unseen,
            },
            items: match kind {
                Fact::Seen(Kind::Array) => Fact::Seen(schema.items().map(Box::new)),
                _ => Fact::Unseen,
            },
            ..ParamFacts::default()
        }
    }

    /// A bound. An exclusive one of whole numbers is the next number; of others it is itself.
    fn bound(&self, key: &str, exclusive: &str, kind: Fact<Kind>, step: f64) -> Option<f64> {
        let inclusive = self.keyword(key).and_then(Value::as_f64);
        let whole = kind == Fact::Seen(Kind::Integer);
        inclusive.or_else(|| {
            let bound = self.keyword(exclusive)?.as_f64()?;
            Some(if whole { bound + step } else { bound })
        })
    }

    /// What this schema, or one that led to it, holds beyond the portable dialect.
    pub(super) fn beyond(&self) -> Vec<Beyond> {
        let all = self
            .wrappers
            .iter()
            .copied()
            .chain(std::iter::once(self.value));
        let mut found: Vec<Beyond> = all.flat_map(beyond::of_schema).collect();
        found.sort();
        found.dedup();
        found
    }

    /// The same of the root, which has to be an object by its own words.
    pub(super) fn beyond_of_root(&self) -> Vec<Beyond> {
        let mut found = self.beyond();
        match self.root.get("type") {
            None => found.push(Beyond::Types(Vec::new())),
            Some(Value::String(kind)) if kind != "object" => {
                found.push(Beyond::Types(vec![kind.clone()]));
            }
            // Several types are outside the dialect wherever they stand.
            Some(_) => {}
        }
        found.sort();
        found.dedup();
        found
    }

    /// Names that `required` has and `properties` has not.
    pub(super) fn ghosts(&self) -> Vec<String> {
        let required = self.value.get("required").and_then(Value::as_array);
        let composed = ["allOf", "anyOf", "oneOf", "$ref"]
            .iter()
            .any(|key| self.value.get(*key).is_some());
        if composed {
            return Vec::new();
        }
        let properties = self.value.get("properties").and_then(Value::as_object);
        let names = required.into_iter().flatten().filter_map(Value::as_str);
        names
            .filter(|name| properties.is_none_or(|known| !known.contains_key(*name)))
            .map(str::to_owned)
            .collect()
    }

    /// The fields, unless they are put together in a way that this reader does not follow.
    fn object_fields(&self) -> Fact<Vec<ParamFacts>> {
        let fields = self.fields();
        let composed = ["allOf", "anyOf", "oneOf"]
            .iter()
            .any(|key| self.value.get(*key).is_some());
        if fields.is_empty() && composed {
            Fact::Unseen
        } else {
            Fact::Seen(fields)
        }
    }

    fn items(&self) -> Option<ParamFacts> {
        // Older schemas list the items of a tuple; the first stands for all.
        let items = match self
            .value
            .get("items")
            .or_else(|| self.value.get("prefixItems"))?
        {
            Value::Array(tuple) => tuple.first()?,
            one => one,
        };
        Some(self.within(items).param("[]", true))
    }
}

pub(super) fn is_null(schema: &Value) -> bool {
    schema.get("type").and_then(Value::as_str) == Some("null")
        || schema.get("const") == Some(&Value::Null)
}

fn fixed_values(schema: &Value) -> Option<Vec<&Value>> {
    if let Some(values) = schema.get("enum").and_then(Value::as_array) {
        return Some(values.iter().collect());
    }
    schema.get("const").map(|value| vec![value])
}

pub(super) fn printed(value: &Value) -> String {
    value
        .as_str()
        .map_or_else(|| value.to_string(), str::to_owned)
}

pub(super) fn kind_called(name: &str) -> Option<Kind> {
    Some(match name {
        "string" => Kind::String,
        "integer" => Kind::Integer,
        "number" => Kind::Number,
        "boolean" => Kind::Boolean,
        "array" => Kind::Array,
        "object" => Kind::Object,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use mcp_ergo_rules::ToolFacts;
    use serde_json::{Map, json};

    use super::*;
    use crate::audit::catalog_facts;

    fn tool(schema: &Value) -> ToolFacts {
        let list = json!({"tools": [{"name": "get_x", "inputSchema": schema}]});
        catalog_facts(&list).unwrap().tools.remove(0)
    }

    fn param(schema: &Value) -> ParamFacts {
        let root = json!({
            "type": "object",
            "properties": {"x": schema},
            "$defs": {
                "Status": {"type": "string", "enum": ["open", "paid"], "description": "State."},
                "Node": {"type": "object", "properties": {"next": {"$ref": "#/$defs/Node"}}},
                "Loop": {"$ref": "#/$defs/Loop"},
            },
        });
        let Fact::Seen(mut params) = tool(&root).params else {
            panic!("no parameters")
        };
        params.remove(0)
    }

    #[test]
    fn nullable_types_are_the_one_type() {
        for schema in [
            json!({"type": ["string", "null"]}),
            json!({"anyOf": [{"type": "string"}, {"type": "null"}]}),
            json!({"oneOf": [{"type": "null"}, {"type": "string"}]}),
            json!({"allOf": [{"type": "string"}]}),
        ] {
            assert_eq!(param(&schema).kind, Fact::Seen(Kind::String), "{schema}");
        }
        for schema in [
            json!(true),
            json!({}),
            json!({"type": ["string", "integer"]}),
            json!({"anyOf": [{"type": "string"}, {"type": "integer"}]}),
        ] {
            assert_eq!(param(&schema).kind, Fact::Seen(Kind::Untyped), "{schema}");
        }
    }

    #[test]
    fn closed_sets_are_read_in_every_form() {
        let wanted = Fact::Seen(Some(vec!["open".to_owned(), "paid".to_owned()]));
        for schema in [
            json!({"type": "string", "enum": ["open", "paid"]}),
            json!({"enum": ["open", "paid", null]}),
            json!({"oneOf": [{"const": "open", "description": "a"}, {"const": "paid"}]}),
            json!({"anyOf": [{"const": "open"}, {"const": "paid"}, {"type": "null"}]}),
            json!({"$ref": "#/$defs/Status"}),
            json!({"anyOf": [{"$ref": "#/$defs/Status"}, {"type": "null"}], "default": null}),
        ] {
            let param = param(&schema);
            assert_eq!(param.options, wanted, "{schema}");
            assert_eq!(param.kind, Fact::Seen(Kind::String), "{schema}");
        }
        assert_eq!(
            param(&json!({"const": "x"})).options,
            Fact::Seen(Some(vec!["x".into()]))
        );
        assert_eq!(param(&json!({"type": "string"})).options, Fact::Seen(None));
    }

    #[test]
    fn the_outer_text_goes_before_the_inner() {
        let outer = json!({"$ref": "#/$defs/Status", "description": "What to keep."});
        assert_eq!(param(&outer).text, Fact::Seen(Some("What to keep.".into())));
        assert_eq!(
            param(&json!({"$ref": "#/$defs/Status"})).text,
            Fact::Seen(Some("State.".into()))
        );
    }

    #[test]
    fn recursion_ends() {
        let node = param(&json!({"$ref": "#/$defs/Node"}));
        let next = &node.fields.seen().unwrap()[0];
        assert_eq!(
            (next.kind, &next.fields.seen().is_none()),
            (Fact::Unseen, &true)
        );
        assert_eq!(param(&json!({"$ref": "#/$defs/Loop"})).kind, Fact::Unseen);
        assert_eq!(param(&json!({"$ref": "#"})).kind, Fact::Seen(Kind::Object));
        assert_eq!(param(&json!({"$ref": "other.json#/x"})).kind, Fact::Unseen);
        let deep = (0..200).fold(
            json!({"type": "string"}),
            |inner, _| json!({"type": "array", "items": inner}),
        );
        assert_eq!(param(&deep).kind, Fact::Seen(Kind::Array));
    }

    #[test]
    fn references_that_double_end_too() {
        let mut defs = Map::new();
        for at in 0..40 {
            let next = json!({"$ref": format!("#/$defs/d{}", at + 1)});
            let node = json!({"type": "object", "properties": {"a": next, "b": next}});
            defs.insert(format!("d{at}"), node);
        }
        let schema =
            json!({"type": "object", "$defs": defs, "properties": {"x": {"$ref": "#/$defs/d0"}}});
        assert_eq!(tool(&schema).params.seen().map(Vec::len), Some(1));
    }

    #[test]
    fn examples_objects_and_arrays_are_seen() {
        assert_eq!(
            param(&json!({"type": "string", "examples": ["a"]})).example,
            Fact::Seen(true)
        );
        assert_eq!(
            param(&json!({"type": "string", "examples": []})).example,
            Fact::Seen(false)
        );
        let shown = json!({"type": "string", "description": "Id, e.g. 'x'."});
        assert_eq!(param(&shown).example, Fact::Seen(true));
        let loose = param(&json!({"type": "object"}));
        assert_eq!(loose.fields.seen().map(Vec::len), Some(0));
        assert_eq!(loose.closed, Fact::Seen(false));
        assert!(param(&json!({"type": "array"})).items.is_absent());
        let items = param(&json!({"type": "array", "items": {"type": "string"}}));
        assert_eq!(items.items.present().unwrap().name, "[]");
    }

    #[test]
    fn no_json_makes_it_panic() {
        for odd in [
            json!({"type": 1, "enum": "x", "items": 3, "properties": [], "required": {}}),
            json!({"$ref": 7}),
            json!({"$ref": "#%ZZ/é%"}),
            json!({"anyOf": [], "oneOf": {}, "allOf": null}),
            json!({"anyOf": [null, 1, "x"]}),
            json!([1, 2]),
            json!(null),
        ] {
            let read = param(&odd);
            assert_eq!(read.name, "x");
            tool(&odd);
        }
        for name in [json!(null), json!(1), json!("")] {
            let one = json!({"name": name, "inputSchema": [], "annotations": 3, "title": {}});
            assert_eq!(
                catalog_facts(&one).unwrap().tools[0].name,
                Fact::Seen(String::new())
            );
        }
    }
}
