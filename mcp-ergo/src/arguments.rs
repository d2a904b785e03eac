//! A call's arguments against the shape that is advertised: every issue at once.
//!
//! Four things are reading and not coercion: null for an optional parameter is absence, missing
//! arguments are none, `30.0` is 30, and keys that clients add by themselves are dropped. Everything
//! else that differs from the schema is refused.

use std::borrow::Cow;
use std::fmt::Write as _;

use serde_json::{Map, Number, Value};

use crate::error::Issue;
use crate::param::Param;
use crate::schema::{Field, Kind, Names, Record, Shape, echo, natural_list};

/// Keys that clients add to a call's arguments by themselves, beside every key with a leading
/// underscore. Seen in Cline (`task_progress`), Cursor and others.
const CLIENT_KEYS: &[&str] = &["task_progress", "toolCallId", "tool_call_description"];

/// Most issues that an answer names; a call that is wrong in more ways is mended in two steps.
const MOST: usize = 10;

/// What is wrong with a call's arguments: how much in all, and the first of it in words. What is
/// not told is not put into words either, since a caller may send any number of mistakes.
#[derive(Debug, Default)]
pub struct Issues {
    pub(crate) told: Vec<Issue>,
    pub(crate) found: usize,
}

impl Issues {
    fn add(&mut self, issue: impl FnOnce() -> Issue) {
        self.found += 1;
        if self.told.len() < MOST {
            self.told.push(issue());
        }
    }
}

/// Checks arguments against one tool's input.
pub(crate) struct Checker<'a> {
    pub(crate) tool: &'a str,
    pub(crate) names: &'a dyn Names,
    /// Keys that this server's clients add, beside the known ones.
    pub(crate) client_keys: &'a [String],
}

impl Checker<'_> {
    /// The arguments as the tool gets them, or everything that is wrong with them.
    pub(crate) fn check(
        &self,
        record: &Record,
        arguments: Option<Map<String, Value>>,
    ) -> Result<Map<String, Value>, Issues> {
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
            Ok(arguments)
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
        Issue {
            path: path.pointer(),
            error: format!("{} is missing", path.name()),
            hint: field.shape.wanted(self.names),
        }
    }

    fn unknown(&self, record: &Record, key: &str, value: &Value, path: &Path<'_>) -> Issue {
        let place = if path.is_empty() {
            self.tool.to_owned()
        } else {
            path.name()
        };
        // A key that nobody declared may be of any length.
        let key: String = key.chars().take(80).collect();
        let path = path.with(&key);
        let names: Vec<&str> = record.fields.iter().map(|field| &*field.name).collect();
        let near = mcp_ergo_rules::nearest(&key, names.iter().copied());
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
        Issue {
            path: path.pointer(),
            // The value of a key that nobody declared may be anything, a secret too.
            error: format!(
                "{} is not a parameter of {place}",
                path.name_with(value, near.is_none() || record.holds_secret())
            ),
            hint,
        }
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

    fn wrong(&self, shape: &Shape, value: &Value, path: &Path<'_>, problem: &str) -> Issue {
        let near = match (&shape.kind, value) {
            (Kind::Choice(choices), Value::String(given)) => {
                mcp_ergo_rules::nearest(given, choices.iter().map(|choice| &*choice.value))
            }
            _ => None,
        };
        let wanted = shape.wanted(self.names);
        Issue {
            path: path.pointer(),
            error: format!("{} {problem}", path.name_with(value, shape.holds_secret())),
            hint: match near {
                Some(near) => format!("Did you mean \"{near}\"? {wanted}"),
                None => wanted,
            },
        }
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
    Some(Issue {
        path: String::new(),
        error: no_object(record, &came),
        hint: example_call(record),
    })
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

impl Shape {
    /// Where and how an answer breaks its own schema; `None` where it does not.
    pub(crate) fn mismatch(&self, value: &Value) -> Option<String> {
        if let Some(problem) = self.problem(value) {
            return Some(format!(" {problem}"));
        }
        match (&self.kind, value) {
            (Kind::List { items, .. }, Value::Array(values)) => values
                .iter()
                .enumerate()
                .find_map(|(at, value)| Some(format!("/{at}{}", items.mismatch(value)?))),
            (Kind::Record(record), Value::Object(members)) => {
                let undeclared = members.keys().find(|key| record.field(key).is_none());
                let undeclared = undeclared.map(|key| format!("/{key} is not declared"));
                undeclared.or_else(|| {
                    record.fields.iter().find_map(|field| {
                        let name = &field.name;
                        match members.get(&**name) {
                            Some(member) => {
                                Some(format!("/{name}{}", field.shape.mismatch(member)?))
                            }
                            None if field.required => Some(format!("/{name} is missing")),
                            None => None,
                        }
                    })
                })
            }
            _ => None,
        }
    }

    /// What is wrong with a value itself, not with what it holds: the words after the value.
    pub(crate) fn problem(&self, value: &Value) -> Option<String> {
        match (&self.kind, value) {
            (Kind::Choice(choices), Value::String(text)) => {
                let known = choices.iter().any(|choice| choice.value == *text);
                (!known).then(|| {
                    let values: Vec<String> = choices
                        .iter()
                        .map(|choice| choice.value.to_string())
                        .collect();
                    if values.len() == 1 {
                        format!("is not {}", values[0])
                    } else {
                        format!("is not one of {}", natural_list(&values, "or"))
                    }
                })
            }
            (
                Kind::Text {
                    min,
                    max,
                    pattern,
                    format,
                },
                Value::String(text),
            ) => {
                // The cheapest first: a caller may send megabytes.
                let count = text.chars().count();
                if let Some(outside) = outside(count, *min, *max, "character") {
                    return Some(outside);
                }
                let mismatch = pattern
                    .as_ref()
                    .filter(|p| p.regex.as_ref().is_some_and(|regex| !regex.is_match(text)))
                    .map(|pattern| format!("does not match {}", pattern.source));
                let misformat = format
                    .filter(|format| !format.accepts(text))
                    .map(|format| format!("is not {}", format.noun()));
                mismatch.or(misformat)
            }
            (Kind::Integer { min, max, .. }, Value::Number(number)) => {
                let Some(whole) = whole(number) else {
                    return Some(not_whole(number, *min, *max));
                };
                let below = min
                    .filter(|min| whole < *min)
                    .map(|min| format!("is under {min}"));
                below.or_else(|| {
                    max.filter(|max| whole > *max)
                        .map(|max| format!("is over {max}"))
                })
            }
            (Kind::Number { min, max, .. }, Value::Number(number)) => {
                let given = number.as_f64()?;
                let below = min
                    .filter(|min| given < *min)
                    .map(|min| format!("is under {min}"));
                below.or_else(|| {
                    max.filter(|max| given > *max)
                        .map(|max| format!("is over {max}"))
                })
            }
            (Kind::List { min, max, .. }, Value::Array(values)) => {
                outside(values.len(), *min, *max, "item")
            }
            (Kind::Flag, Value::Bool(_)) | (Kind::Record(_) | Kind::Open, Value::Object(_)) => None,
            (Kind::Choice(_), Value::Null) => Some("is null, not a string".to_owned()),
            _ => Some(format!("is not {}", self.noun())),
        }
    }
}

/// `has 7 items, over 5`
fn outside(count: usize, min: Option<usize>, max: Option<usize>, noun: &str) -> Option<String> {
    let counted = mcp_ergo_rules::plural(count, noun);
    if let Some(min) = min.filter(|min| count < *min) {
        return Some(format!("has {counted}, under {min}"));
    }
    max.filter(|max| count > *max)
        .map(|max| format!("has {counted}, over {max}"))
}

/// Why a number is no whole number that 64 bits hold.
fn not_whole(number: &Number, min: Option<i128>, max: Option<i128>) -> String {
    let float = number.as_f64().unwrap_or_default();
    if float.fract() != 0.0 {
        return "is not a whole number".to_owned();
    }
    if float < 0.0 {
        format!("is under {}", min.unwrap_or(i64::MIN.into()))
    } else if float.abs() > EXACT_FLOAT && float < 1e18 {
        "is not written out in digits".to_owned()
    } else {
        format!("is over {}", max.unwrap_or(i64::MAX.into()))
    }
}

/// Floats count whole numbers exactly up to here: 53 bits.
const EXACT_FLOAT: f64 = 9_007_199_254_740_992.0;

fn whole(number: &Number) -> Option<i128> {
    number
        .as_i64()
        .map(i128::from)
        .or_else(|| number.as_u64().map(i128::from))
}

/// The whole number that a float writes, within the 53 bits that floats count exactly.
fn whole_float(value: &Value) -> Option<Value> {
    let float = value.as_f64().filter(|_| value.is_f64())?;
    if float.fract() != 0.0 || float.abs() > EXACT_FLOAT {
        return None;
    }
    #[expect(clippy::cast_possible_truncation, reason = "whole and within 53 bits")]
    let whole = float as i64;
    Some(whole.into())
}

/// Where in the arguments a value stands.
#[derive(Debug, Clone, Default)]
struct Path<'r>(Vec<Segment<'r>>);

#[derive(Debug, Clone, Copy)]
enum Segment<'r> {
    Name(&'r str),
    Index(usize),
}

impl<'r> Path<'r> {
    fn push(&mut self, name: &'r str) {
        self.0.push(Segment::Name(name));
    }

    fn push_index(&mut self, at: usize) {
        self.0.push(Segment::Index(at));
    }

    fn pop(&mut self) {
        self.0.pop();
    }

    fn with<'k>(&self, name: &'k str) -> Path<'k>
    where
        'r: 'k,
    {
        let mut path: Path<'k> = Path(self.0.clone());
        path.push(name);
        path
    }

    fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// RFC 6901.
    fn pointer(&self) -> String {
        self.0
            .iter()
            .fold(String::new(), |pointer, step| match step {
                Segment::Name(name) => {
                    format!("{pointer}/{}", name.replace('~', "~0").replace('/', "~1"))
                }
                Segment::Index(at) => format!("{pointer}/{at}"),
            })
    }

    /// `payments[0].amount_cents`
    fn name(&self) -> String {
        self.0.iter().fold(String::new(), |mut path, step| {
            match step {
                Segment::Name(name) => {
                    if !path.is_empty() {
                        path.push('.');
                    }
                    path.push_str(name);
                }
                Segment::Index(at) => {
                    let _ = write!(path, "[{at}]");
                }
            }
            path
        })
    }

    fn name_with(&self, value: &Value, secret: bool) -> String {
        if secret {
            self.name()
        } else {
            format!("{} ({})", self.name(), echo(value))
        }
    }
}

/// The checked arguments of one call, from which a tool takes its parameters.
#[derive(Debug)]
pub struct Arguments {
    given: Map<String, Value>,
    /// The parameters whose values are never repeated.
    secrets: Vec<Cow<'static, str>>,
    issues: Issues,
}

impl Arguments {
    /// The arguments that the record has let through.
    pub(crate) fn new(given: Map<String, Value>, record: &Record) -> Self {
        let secret = record
            .fields
            .iter()
            .filter(|field| field.shape.holds_secret());
        Self {
            given,
            secrets: secret.map(|field| field.name.clone()).collect(),
            issues: Issues::default(),
        }
    }

    /// Takes one parameter. `None` where its value passes the schema and still is not one of `T`:
    /// that becomes an issue like every other.
    pub fn take<T: Param>(&mut self, name: &'static str) -> Option<T> {
        self.take_checked(name, |_: &T| Ok::<(), String>(()))
    }

    /// Takes one parameter that has a validity of its own.
    pub fn take_checked<T: Param, E: std::fmt::Display>(
        &mut self,
        name: &'static str,
        check: impl FnOnce(&T) -> Result<(), E>,
    ) -> Option<T> {
        let Some(value) = self.given.remove(name) else {
            return T::absent();
        };
        let secret = self.secrets.iter().any(|secret| secret == name);
        let problem = match T::deserialize(&value) {
            Ok(taken) => match check(&taken) {
                Ok(()) => return Some(taken),
                Err(problem) => problem.to_string(),
            },
            // serde's words are for Rust authors; a model gets what the shape says.
            Err(_) => "is not a value of this parameter".to_owned(),
        };
        // The author's check may show the value.
        let problem = match value
            .as_str()
            .map_or_else(|| value.to_string(), str::to_owned)
        {
            shown if secret && problem.contains(&shown) => "is not valid".to_owned(),
            _ => problem,
        };
        self.issues.add(|| Issue {
            path: format!("/{name}"),
            error: if secret {
                format!("{name} {problem}")
            } else {
                format!("{name} ({}) {problem}", echo(&value))
            },
            hint: String::new(),
        });
        None
    }

    pub(crate) fn into_issues(self) -> Issues {
        self.issues
    }
}
