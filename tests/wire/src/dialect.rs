//! The portable dialect, walked from outside: what a schema on the wire may hold, and nothing else.

use serde_json::Value;

const KINDS: &[&str] = &["string", "integer", "number", "boolean", "array", "object"];

const FORMATS: &[&str] = &[
    "date-time",
    "date",
    "time",
    "duration",
    "email",
    "hostname",
    "ipv4",
    "ipv6",
    "uuid",
];

/// Keywords that every schema may hold.
const ALWAYS: &[&str] = &["type", "description", "default", "examples", "enum"];

/// Keywords of one kind of value.
fn keywords(kind: &str) -> &'static [&'static str] {
    match kind {
        "string" => &["minLength", "maxLength", "pattern", "format"],
        "integer" | "number" => &["minimum", "maximum"],
        "array" => &["items", "minItems", "maxItems"],
        "object" => &["properties", "required", "additionalProperties"],
        _ => &[],
    }
}

/// Everything in a schema that some client refuses, each with its JSON pointer.
pub fn strays(schema: &Value) -> Vec<String> {
    let mut walk = Walk {
        path: String::new(),
        found: Vec::new(),
    };
    if schema["type"] != "object" {
        walk.report("the root is no object");
    }
    walk.schema(schema);
    walk.found
}

struct Walk {
    path: String,
    found: Vec<String>,
}

impl Walk {
    fn report(&mut self, what: impl std::fmt::Display) {
        self.found.push(format!("{}: {what}", self.path));
    }

    fn within(&mut self, step: &str, walk: impl FnOnce(&mut Self)) {
        let before = self.path.len();
        self.path.push('/');
        self.path.push_str(step);
        walk(self);
        self.path.truncate(before);
    }

    fn schema(&mut self, schema: &Value) {
        let Some(members) = schema.as_object() else {
            return self.report(format!("{schema} is no schema object"));
        };
        let Some(kind) = members.get("type").and_then(Value::as_str) else {
            return self.report("no single type");
        };
        if !KINDS.contains(&kind) {
            self.report(format!("the type {kind}"));
        }
        let own = keywords(kind);
        for (keyword, value) in members {
            if !ALWAYS.contains(&keyword.as_str()) && !own.contains(&keyword.as_str()) {
                self.report(format!("the keyword {keyword}"));
            }
            if value.is_null() {
                self.report(format!("{keyword} is null"));
            }
        }
        match kind {
            "string" => self.string(schema),
            "array" => match members.get("items") {
                Some(items) => self.within("items", |walk| walk.schema(items)),
                None => self.report("a list without items"),
            },
            "object" => self.object(schema),
            _ => {}
        }
    }

    fn string(&mut self, schema: &Value) {
        let format = schema.get("format");
        if format.is_some_and(|format| !format.as_str().is_some_and(|word| FORMATS.contains(&word)))
        {
            self.report(format!("the format {}", schema["format"]));
        }
        if let Some(values) = schema.get("enum") {
            let values = values.as_array().map(Vec::as_slice).unwrap_or_default();
            let worded = values
                .iter()
                .all(|value| value.as_str().is_some_and(|text| !text.is_empty()));
            if values.is_empty() || !worded {
                self.report("a closed set that is not one of words");
            }
        }
    }

    fn object(&mut self, schema: &Value) {
        let open = self.path.ends_with("/nextAction/properties/args");
        let closed = schema.get("additionalProperties") == Some(&Value::Bool(false));
        if open && schema.get("additionalProperties").is_none() {
            return;
        }
        if !closed {
            self.report("an open object");
        }
        let Some(properties) = schema.get("properties").and_then(Value::as_object) else {
            return self.report("an object without properties");
        };
        for name in schema
            .get("required")
            .and_then(Value::as_array)
            .into_iter()
            .flatten()
        {
            if !name
                .as_str()
                .is_some_and(|name| properties.contains_key(name))
            {
                self.report(format!("{name} is required and not there"));
            }
        }
        for (name, property) in properties {
            let portable = name
                .bytes()
                .all(|b| b.is_ascii_alphanumeric() || b"_-".contains(&b));
            if !portable || !(1..=64).contains(&name.len()) {
                self.report(format!("the name {name}"));
            }
            self.within("properties", |walk| {
                walk.within(name, |walk| walk.schema(property));
            });
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn every_report_about_schemas_is_found() {
        let schema = json!({
            "$schema": "https://json-schema.org/draft/2020-12/schema",
            "type": "object",
            "properties": {
                "any": true,
                "maybe": {"type": ["string", "null"]},
                "count": {"type": "integer", "format": "uint32"},
                "above": {"type": "integer", "exclusiveMinimum": 0},
                "untyped": {"description": "anything"},
                "tags": {"type": "array"},
                "status": {"type": "string", "enum": ["open", null, ""]},
                "map": {"type": "object", "additionalProperties": true},
                "uids[]": {"type": "string"},
                "other": {"$ref": "#/$defs/Other"},
                "either": {"anyOf": [{"type": "string"}, {"type": "integer"}]},
                "constant": {"type": "string", "const": "x"},
            },
            "additionalProperties": false,
        });
        let strays = strays(&schema);
        for place in [
            ": the keyword $schema",
            "/properties/any: ",
            "/properties/maybe: ",
            "/properties/count: the keyword format",
            "/properties/above: the keyword exclusiveMinimum",
            "/properties/untyped: ",
            "/properties/tags: ",
            "/properties/status: ",
            "/properties/map: an open object",
            ": the name uids[]",
            "/properties/other: ",
            "/properties/either: ",
            "/properties/constant: the keyword const",
        ] {
            assert!(
                strays.iter().any(|stray| stray.starts_with(place)),
                "{place} in {strays:#?}"
            );
        }
    }
}
