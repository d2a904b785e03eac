//! What a shape says in words.

use serde_json::Value;

use super::shape::{Kind, Origin, Shape};

/// The names that one caller sees, by canonical name.
pub(crate) trait Names {
    /// The name under which this caller is served the tool; `None` where it is not.
    fn shown(&self, canonical: &str) -> Option<&str>;
}

/// Most characters of a value that an answer repeats.
const ECHO: usize = 80;

/// A value as an answer repeats it: JSON, cut where it is long.
pub(crate) fn echo(value: &Value) -> String {
    cut(&value.to_string(), ECHO)
}

/// A text of at most so many characters.
pub(crate) fn cut(text: &str, most: usize) -> String {
    if text.chars().nth(most).is_none() {
        return text.to_owned();
    }
    let head: String = text.chars().take(most - 1).collect();
    format!("{head}…")
}

/// A value as prose shows it: strings in single quotes, everything else as JSON.
pub(crate) fn show_json(value: &Value) -> String {
    match value {
        Value::String(text) => format!("'{text}'"),
        other => other.to_string(),
    }
}

/// `a`, `a or b`, `a, b or c`.
pub(crate) fn natural_list(items: &[String], last: &str) -> String {
    match items {
        [] => String::new(),
        [only] => only.clone(),
        [head @ .., tail] => format!("{} {last} {tail}", head.join(", ")),
    }
}

impl Shape {
    /// The one line that a model reads about this value: meaning, bounds, example, values, source,
    /// default. `names` is `None` where the value goes out, since nobody has to find it then.
    pub(crate) fn sentence(&self, names: Option<&dyn Names>) -> String {
        let meaning = self.meaning.trim().trim_end_matches('.');
        // What is said of leaving it out comes last: `Customer, e.g. 'cus_1'; every one when left out`.
        let (meaning, aside) = match meaning.split_once(';') {
            Some((meaning, aside)) => (meaning, Some(aside)),
            None => (meaning, None),
        };
        let mut parts = vec![meaning.to_owned()];
        parts.extend(self.unit_to_say());
        if names.is_some() {
            parts.extend(self.bounds());
            parts.extend(
                self.example
                    .as_ref()
                    .map(|example| format!("e.g. {}", show_json(example))),
            );
        }
        parts.retain(|part| !part.is_empty());
        let mut text = parts.join(", ");
        if let Some(aside) = aside {
            text.push(';');
            text.push_str(aside);
        }
        let mut text = self.closed(text);
        if let Some(names) = names {
            if let Some(source) = self.source_sentence(names) {
                text.push(' ');
                text.push_str(&source);
            }
            if let Some(default) = &self.default {
                text.push_str(" Default ");
                text.push_str(&show_json(default));
                text.push('.');
            }
        }
        text.trim().to_owned()
    }

    /// Ends the sentence, and folds in what the values of a closed set mean.
    fn closed(&self, mut text: String) -> String {
        if !text.is_empty() {
            text.push('.');
        }
        if let Kind::Choice(choices) = &self.kind {
            let folded: Vec<String> = choices
                .iter()
                .filter(|choice| !choice.meaning.is_empty())
                .map(|choice| {
                    format!(
                        "'{}': {}",
                        choice.value,
                        choice.meaning.trim().trim_end_matches('.')
                    )
                })
                .collect();
            if !folded.is_empty() {
                text.push(' ');
                text.push_str(&folded.join("; "));
                text.push('.');
            }
        }
        text
    }

    /// The unit, unless the meaning says it already.
    fn unit_to_say(&self) -> Option<String> {
        let unit = self.unit?;
        let said = self
            .meaning
            .split(|c: char| !c.is_alphanumeric())
            .any(|word| word == unit);
        (!said).then(|| format!("in {unit}"))
    }

    /// Where the value comes from, where this caller can get it there.
    pub(crate) fn source_sentence(&self, names: &dyn Names) -> Option<String> {
        match self.source()? {
            Origin::Tool(tool) => names.shown(tool).map(|tool| match self.kind {
                Kind::List { .. } => format!("Find them with {tool}."),
                _ => format!("Find it with {tool}."),
            }),
            Origin::User("") => Some("The user gives it.".to_owned()),
            Origin::User(by) => Some(format!("The user gives it: {}.", by.trim_end_matches('.'))),
        }
    }

    /// Who yields the value, or each of its items.
    pub(crate) fn source(&self) -> Option<&Origin> {
        self.origin.as_ref().or_else(|| match &self.kind {
            Kind::List { items, .. } => items.source(),
            _ => None,
        })
    }

    /// The tool that yields the value.
    pub(crate) fn source_tool(&self) -> Option<&'static str> {
        match self.source()? {
            Origin::Tool(tool) => Some(tool),
            Origin::User(_) => None,
        }
    }

    /// The bounds in words, where there are any worth saying.
    pub(crate) fn bounds(&self) -> Option<String> {
        match &self.kind {
            Kind::Integer {
                min,
                max,
                stated: true,
            } => range(min.as_ref(), max.as_ref()),
            Kind::Number {
                min,
                max,
                stated: true,
            } => range(min.as_ref(), max.as_ref()),
            Kind::Text { min, max, .. } => {
                range(min.as_ref(), max.as_ref()).map(|range| format!("{range} characters"))
            }
            Kind::List { min, max, .. } => {
                range(min.as_ref(), max.as_ref()).map(|range| format!("{range} items"))
            }
            _ => None,
        }
    }

    /// What to send instead: one sentence that a model can act on.
    pub(crate) fn wanted(&self, names: &dyn Names) -> String {
        let bounds = |noun: &str| match self.bounds() {
            Some(bounds) => format!("Send {noun} {bounds}"),
            None => format!("Send {noun}"),
        };
        let body = match &self.kind {
            Kind::Choice(choices) => {
                let values: Vec<String> = choices
                    .iter()
                    .map(|choice| format!("\"{}\"", choice.value))
                    .collect();
                if values.len() == 1 {
                    format!("Send {}", values[0])
                } else {
                    format!("Send one of {}", natural_list(&values, "or"))
                }
            }
            Kind::Integer { .. } => bounds("a whole number"),
            Kind::Number { .. } => bounds("a number"),
            Kind::Flag => "Send true or false".to_owned(),
            Kind::Text {
                format: Some(format),
                ..
            } => bounds(format.noun()),
            Kind::Text {
                pattern: Some(pattern),
                ..
            } => bounds(&format!("a string that matches {}", pattern.source)),
            Kind::Text { .. } => match self.bounds() {
                Some(bounds) => format!("Send a string, {bounds}"),
                None => "Send a string".to_owned(),
            },
            Kind::List { items, .. } => {
                let items = items.plural_noun();
                match self.bounds() {
                    Some(bounds) => format!("Send a list of {items}, {bounds}"),
                    None => format!("Send a list of {items}"),
                }
            }
            Kind::Record(_) | Kind::Open => "Send an object".to_owned(),
        };
        let mut text = match self.right_value() {
            Some(example) if !matches!(self.kind, Kind::Choice(_) | Kind::Flag) => {
                format!("{body}, e.g. {example}.")
            }
            _ => format!("{body}."),
        };
        if let Some(source) = self.source_sentence(names) {
            text.push(' ');
            text.push_str(&source);
        }
        text
    }

    fn plural_noun(&self) -> &'static str {
        match self.kind {
            Kind::Text { .. } | Kind::Choice(_) => "strings",
            Kind::Integer { .. } => "whole numbers",
            Kind::Number { .. } => "numbers",
            Kind::Flag => "booleans",
            Kind::List { .. } => "lists",
            Kind::Record(_) | Kind::Open => "objects",
        }
    }

    /// A value that would be accepted, where one can be told from what the author wrote.
    pub(crate) fn right_value(&self) -> Option<Value> {
        if let Some(value) = self.example.clone().or_else(|| self.default.clone()) {
            return Some(value);
        }
        match &self.kind {
            Kind::Choice(choices) => choices
                .first()
                .map(|choice| Value::String(choice.value.clone().into_owned())),
            Kind::Flag => Some(Value::Bool(true)),
            Kind::Text {
                format: Some(format),
                ..
            } => Some(format.example().into()),
            Kind::Integer {
                min, stated: true, ..
            } => min.and_then(|min| i64::try_from(min).ok()).map(Value::from),
            Kind::Number {
                min, stated: true, ..
            } => min.map(Value::from),
            Kind::List { items, .. } => items.right_value().map(|item| Value::Array(vec![item])),
            Kind::Record(record) => record.right_value(),
            _ => None,
        }
    }
}

impl super::Record {
    /// A call that would be accepted: every required field, where each has a right value.
    pub(crate) fn right_value(&self) -> Option<Value> {
        self.fields
            .iter()
            .filter(|field| field.required)
            .map(|field| Some((field.name.clone().into_owned(), field.shape.right_value()?)))
            .collect::<Option<serde_json::Map<_, _>>>()
            .map(Value::Object)
    }
}

fn range<T: std::fmt::Display + PartialEq>(min: Option<&T>, max: Option<&T>) -> Option<String> {
    match (min, max) {
        (Some(min), Some(max)) if min == max => Some(format!("exactly {min}")),
        (Some(min), Some(max)) => Some(format!("from {min} to {max}")),
        (Some(min), None) => Some(format!("at least {min}")),
        (None, Some(max)) => Some(format!("at most {max}")),
        (None, None) => None,
    }
}
