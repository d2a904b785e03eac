//! A call's arguments against the shape that is advertised: every issue at once.
//!
//! Four things are reading and not coercion: null for an optional parameter is absence, missing
//! arguments are none, `30.0` is 30, and keys that clients add by themselves are dropped. Everything
//! else that differs from the schema is refused, unless the server reads strings and says so.

mod coercion;
mod path;
mod taken;

use serde_json::{Map, Value};

use crate::error::{Fault, Issue, Issues, Problem};
use crate::schema::{Field, Kind, Names, Record, Shape, echo, natural_list, whole_float};

pub use coercion::Coercion;
use path::Path;
pub use taken::{Arguments, Unfit};

/// Keys that clients add to a call's arguments by themselves, beside every key with a leading
/// underscore. Seen in Cline (`task_progress`), Cursor and others.
const CLIENT_KEYS: &[&str] = &["task_progress", "toolCallId", "tool_call_description"];

/// Checks arguments against one tool's input.
pub(crate) struct Checker<'a> {
    pub(crate) tool: &'a str,
    pub(crate) names: &'a dyn Names,
    /// Keys that this server's clients add, beside the known ones.
    pub(crate) client_keys: &'a [String],
    pub(crate) coercion: Coercion,
}

/// Arguments that fit.
#[derive(Debug)]
pub(crate) struct Fitting {
    pub(crate) given: Map<String, Value>,
    /// What came as a string and was read, a sentence each.
    pub(crate) coerced: Vec<String>,
}

impl Fitting {
    /// What a tool takes that checks for itself.
    pub(crate) fn unchecked(arguments: Option<Map<String, Value>>) -> Self {
        Self {
            given: arguments.unwrap_or_default(),
            coerced: Vec::new(),
        }
    }
}

impl Checker<'_> {
    /// The arguments as the tool gets them, or everything that is wrong with them.
    pub(crate) fn check(
        &self,
        record: &Record,
        arguments: Option<Map<String, Value>>,
    ) -> Result<Fitting, Issues> {
        let mut arguments = arguments.unwrap_or_default();
        let mut issues = Issues::default();
        if let Some(issue) = spread(record, &arguments) {
            issues.add(|| issue);
            return Err(issues);
        }
        arguments.retain(|key, _| {
            let added = record.field(key).is_none() && self.is_client_key(key);
            if added {
                tracing::debug!(tool = self.tool, key, "dropped a key that the client added");
            }
            !added
        });
        self.check_record(record, &mut arguments, &mut Path::default(), &mut issues);
        if issues.found == 0 {
            Ok(Fitting {
                given: arguments,
                coerced: issues.coerced,
            })
        } else {
            Err(issues)
        }
    }

    fn is_client_key(&self, key: &str) -> bool {
        key.starts_with('_')
            || CLIENT_KEYS.contains(&key)
            || self.client_keys.iter().any(|known| known == key)
    }

    fn check_record<'r>(
        &self,
        record: &'r Record,
        given: &mut Map<String, Value>,
        path: &mut Path<'r>,
        issues: &mut Issues,
    ) {
        for field in &record.fields {
            path.push(&field.name);
            match given.get_mut(&*field.name) {
                Some(Value::Null) if field.shape.nullable => {}
                Some(Value::Null) if !field.required => {
                    given.remove(&*field.name);
                }
                Some(value) => self.check_value(&field.shape, value, path, issues),
                None if field.required => issues.add(|| self.missing(field, path)),
                None => {}
            }
            if let (Some(default), false) = (&field.shape.default, given.contains_key(&*field.name))
            {
                given.insert(field.name.to_string(), default.clone());
            }
            path.pop();
        }
        for (key, value) in given.iter() {
            if record.field(key).is_none() {
                issues.add(|| self.unknown(record, key, value, path));
            }
        }
    }

    fn missing(&self, field: &Field, path: &Path<'_>) -> Issue {
        Issue::new(
            path.pointer(),
            format!("{} is missing", path.name()),
            field.shape.wanted(self.names),
        )
        .coded(Fault::Missing, path.declared())
    }

    fn unknown(&self, record: &Record, key: &str, value: &Value, path: &Path<'_>) -> Issue {
        let place = if path.is_empty() {
            self.tool.to_owned()
        } else {
            path.name()
        };
        // A key that nobody declared may be of any length.
        let key: String = key.chars().take(80).collect();
        let names: Vec<&str> = record.fields.iter().map(|field| &*field.name).collect();
        let near = mcp_ergo_rules::nearest(&key, names.iter().copied());
        let meant = match near {
            Some(near) => path.with(near).declared(),
            None => path.declared(),
        };
        let path = path.with(&key);
        let all: Vec<String> = names.iter().map(|&name| name.to_owned()).collect();
        let takes = if all.is_empty() {
            format!("{place} takes no parameters; leave it out.")
        } else {
            format!("{place} takes {}.", natural_list(&all, "and"))
        };
        let hint = match near {
            Some(near) => format!("Did you mean {near}? {takes}"),
            None => format!("Leave it out. {takes}"),
        };
        Issue::new(
            path.pointer(),
            // The value of a key that nobody declared may be anything, a secret too.
            format!(
                "{} is not a parameter of {place}",
                path.name_with(value, near.is_none() || record.holds_secret())
            ),
            hint,
        )
        .coded(Fault::Unknown, meant)
    }

    fn check_value<'r>(
        &self,
        shape: &'r Shape,
        value: &mut Value,
        path: &mut Path<'r>,
        issues: &mut Issues,
    ) {
        // Every whole number is a float that JSON may write with a point.
        if let (Kind::Integer { .. }, Some(whole)) = (&shape.kind, whole_float(value)) {
            *value = whole;
        }
        if let (Coercion::Report, Some(read)) = (self.coercion, coercion::read(shape, value)) {
            let came = path.name_with(value, shape.holds_secret());
            issues.coerced.push(format!(
                "{came} came as a string and was read as {}.",
                shape.noun()
            ));
            *value = read;
        }
        if let Some(problem) = shape.problem(value) {
            issues.add(|| self.wrong(shape, value, path, &problem));
            return;
        }
        match (&shape.kind, value) {
            (Kind::List { items, .. }, Value::Array(values)) => {
                for (at, value) in values.iter_mut().enumerate() {
                    path.push_index(at);
                    self.check_value(items, value, path, issues);
                    path.pop();
                }
            }
            (Kind::Record(record), Value::Object(fields)) => {
                self.check_record(record, fields, path, issues);
            }
            _ => {}
        }
    }

    fn wrong(&self, shape: &Shape, value: &Value, path: &Path<'_>, problem: &Problem) -> Issue {
        let near = match (&shape.kind, value) {
            (Kind::Choice(choices), Value::String(given)) => {
                mcp_ergo_rules::nearest(given, choices.iter().map(|choice| &*choice.value))
            }
            _ => None,
        };
        let wanted = shape.wanted(self.names);
        let Problem { fault, words } = problem;
        Issue::new(
            path.pointer(),
            format!("{} {words}", path.name_with(value, shape.holds_secret())),
            match near {
                Some(near) => format!("Did you mean \"{near}\"? {wanted}"),
                None => wanted,
            },
        )
        .coded(*fault, path.declared())
    }
}

/// Some clients spread a string or a list over the keys `0…n`: that is one mistake, not n.
fn spread(record: &Record, arguments: &Map<String, Value>) -> Option<Issue> {
    let declared = record.field("0").is_some();
    let counted = !arguments.is_empty()
        && (0..arguments.len()).all(|at| arguments.contains_key(&at.to_string()));
    if declared || !counted {
        return None;
    }
    let came = if arguments
        .values()
        .all(|v| v.as_str().is_some_and(|s| s.chars().count() == 1))
    {
        arguments
            .values()
            .filter_map(Value::as_str)
            .collect::<String>()
            .into()
    } else {
        Value::Array(arguments.values().cloned().collect())
    };
    let issue = Issue::new(
        String::new(),
        no_object(record, &came),
        example_call(record),
    );
    Some(issue.coded(Fault::Object, None))
}

/// Arguments of the wrong kind, shown where none of them can be a secret.
pub(crate) fn no_object(record: &Record, arguments: &Value) -> String {
    if record.holds_secret() {
        "arguments are not an object".to_owned()
    } else {
        format!("arguments ({}) are not an object", echo(arguments))
    }
}

/// A sentence with a correct call, where one can be told.
pub(crate) fn example_call(record: &Record) -> String {
    if let Some(example) = record.right_value() {
        format!("Send one JSON object with the parameters by name, e.g. {example}.")
    } else {
        let names: Vec<String> = record
            .fields
            .iter()
            .map(|field| field.name.to_string())
            .collect();
        format!(
            "Send one JSON object with {} by name.",
            natural_list(&names, "and")
        )
    }
}
