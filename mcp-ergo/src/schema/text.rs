//! What a shape says in words.

use mcp_ergo_rules::prose::{Bounds, Token, has_example, sentences, stated_bounds, tokens};
use serde_json::Value;

use super::shape::{Kind, Origin, Shape};

/// The names that one caller sees, by canonical name.
pub(crate) trait Names: Sync {
    /// The name under which this caller is served the tool; `None` where it is not.
    fn shown(&self, canonical: &str) -> Option<&str>;

    /// The name to speak of the tool by: the shown one, or else its own.
    fn spoken<'a>(&'a self, canonical: &'a str) -> &'a str {
        self.shown(canonical).unwrap_or(canonical)
    }
}

/// Nobody, who is served nothing.
pub(crate) struct NoNames;

impl Names for NoNames {
    fn shown(&self, _: &str) -> Option<&str> {
        None
    }
}

/// Most characters of a value that an answer repeats.
const ECHO: usize = 80;

/// A value as an answer repeats it: JSON, cut where it is long.
pub(crate) fn echo(value: &Value) -> String {
    cut(&value.to_string(), ECHO)
}

/// A text as an answer repeats it: in quotes, cut where it is long.
pub(crate) fn echo_text(text: &str) -> String {
    echo(&text.into())
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

/// `a draft`, `an outline`
pub(crate) fn article(noun: &str) -> String {
    if noun.starts_with(['a', 'e', 'i', 'o', 'u']) {
        format!("an {noun}")
    } else {
        format!("a {noun}")
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
        let mut parts = Vec::from_iter(self.unit_to_say());
        if names.is_some() {
            parts.extend(self.bounds().filter(|_| !self.tells_bounds()));
            let example = self.example.as_ref();
            parts.extend(
                example
                    .filter(|_| !has_example(&self.meaning))
                    .map(|example| format!("e.g. {}", show_json(example))),
            );
        }
        let text = with_parts(self.meaning.trim().trim_end_matches('.'), &parts.join(", "));
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
            Origin::Maker(made) => names
                .shown(made.by)
                .map(|tool| format!("It is returned by {tool}.")),
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
            Origin::Maker(made) => Some(made.by),
            Origin::User(_) => None,
        }
    }

    /// The bounds in words, as far as the author wrote them.
    pub(crate) fn bounds(&self) -> Option<String> {
        match &self.kind {
            Kind::Integer { min, max, stated } => numbers(stated.of(*min, *max)),
            Kind::Number { min, max, stated } => numbers(stated.of(*min, *max)),
            Kind::Text { min, max, .. } => {
                range(min.as_ref(), max.as_ref()).map(|range| format!("{range} characters"))
            }
            Kind::List { min, max, .. } => {
                range(min.as_ref(), max.as_ref()).map(|range| format!("{range} items"))
            }
            _ => None,
        }
    }

    /// Whether the meaning itself states exactly the bounds that the author wrote.
    #[expect(
        clippy::cast_precision_loss,
        reason = "texts state bounds that people write"
    )]
    fn tells_bounds(&self) -> bool {
        let (least, most) = match &self.kind {
            Kind::Integer { min, max, stated } => {
                stated.of(min.map(|bound| bound as f64), max.map(|bound| bound as f64))
            }
            Kind::Number { min, max, stated } => stated.of(*min, *max),
            Kind::Text { min, max, .. } | Kind::List { min, max, .. } => {
                (min.map(|bound| bound as f64), max.map(|bound| bound as f64))
            }
            _ => return false,
        };
        let mut told = stated_bounds(&self.meaning);
        told.retain(|told| self.is_bounded_by(told));
        tells_end(least, told.iter().filter_map(|told| told.least))
            && tells_end(most, told.iter().filter_map(|told| told.most))
    }

    /// Whether a statement bounds this value, and not something else that its meaning speaks of.
    fn is_bounded_by(&self, told: &Bounds<'_>) -> bool {
        let counted = |nouns: &[&str]| match told.unit {
            Some(unit) => nouns.contains(&unit),
            None => told.length,
        };
        match &self.kind {
            Kind::Text { .. } => counted(&["character", "characters", "chars"]),
            Kind::List { .. } => counted(&["item", "items", "entries"]),
            _ => !told.length && told.unit.is_none_or(|unit| Some(unit) == self.unit),
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
            Kind::Any => "Send what the schema says".to_owned(),
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
            Kind::Any => "values",
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
            Kind::Integer { min, stated, .. } if stated.any() => {
                min.and_then(|min| i64::try_from(min).ok()).map(Value::from)
            }
            Kind::Number { min, stated, .. } if stated.any() => min.map(Value::from),
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

/// The bounds of a number in words.
fn numbers<T: std::fmt::Display + PartialEq>(ends: (Option<T>, Option<T>)) -> Option<String> {
    match ends {
        (Some(min), None) => Some(format!("from {min}")),
        (min, max) => range(min.as_ref(), max.as_ref()),
    }
}

/// Whether what is told of one end is that end, and nothing where there is none.
fn tells_end(end: Option<f64>, mut told: impl Iterator<Item = f64>) -> bool {
    let same = |told: f64| end.is_some_and(|end| (end - told).abs() < f64::EPSILON);
    match told.next() {
        Some(first) => same(first) && told.all(same),
        None => end.is_none(),
    }
}

/// `meaning` with what belongs to the value at the end of its first sentence.
fn with_parts(meaning: &str, parts: &str) -> String {
    if meaning.is_empty() || parts.is_empty() {
        return format!("{meaning}{parts}");
    }
    let tokens = tokens(meaning);
    let first = first_sentence(meaning, &tokens);
    // What is said of leaving it out comes last: `Customer, e.g. 'cus_1'; every one when left out`.
    let aside = first.iter().find(|token| token.is_mark(';'));
    let at = match (aside, first) {
        (Some(aside), _) => aside.start,
        (None, [.., last]) => last.end,
        (None, []) => meaning.len(),
    };
    let (head, rest) = meaning.split_at(at);
    let body = head.trim_end_matches(['.', ':', '!', '?']);
    let end = &head[body.len()..];
    format!("{}, {parts}{end}{rest}", body.trim_end())
}

/// The first sentence; a full stop before a small letter is that of an abbreviation.
fn first_sentence<'t, 'a>(text: &str, tokens: &'t [Token<'a>]) -> &'t [Token<'a>] {
    let ends = |next: &Token<'_>| !text[next.start..].starts_with(char::is_lowercase);
    let mut count = 0;
    for sentence in sentences(tokens) {
        if count > 0 && sentence.first().is_some_and(ends) {
            break;
        }
        count += sentence.len();
    }
    &tokens[..count]
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn said(shape: &Shape) -> String {
        shape.sentence(Some(&NoNames))
    }

    fn month() -> Shape {
        Shape::integer(Some(0), Some(255))
    }

    #[test]
    fn what_belongs_to_the_value_ends_the_first_sentence() {
        let name = |meaning| said(&Shape::text().meaning(meaning).example(json!("moss")));
        for (meaning, text) in [
            ("", "e.g. 'moss'."),
            ("Part of the name.", "Part of the name, e.g. 'moss'."),
            (
                "Part of the name. Omit to list everybody.",
                "Part of the name, e.g. 'moss'. Omit to list everybody.",
            ),
            (
                "Part of the name; everybody when left out. Case is ignored; accents are not.",
                "Part of the name, e.g. 'moss'; everybody when left out. Case is ignored; accents are not.",
            ),
            (
                "Part of the name\n\nOmit to list everybody",
                "Part of the name, e.g. 'moss'\n\nOmit to list everybody.",
            ),
            (
                "Whose? Omit to list everybody.",
                "Whose, e.g. 'moss'? Omit to list everybody.",
            ),
            (
                "No. of the plot, street etc. Omit for all, incl. the fallow.",
                "No. of the plot, street etc. Omit for all, incl. the fallow, e.g. 'moss'.",
            ),
            (
                "Words joined by `;` or spaces. Größe egal.",
                "Words joined by `;` or spaces, e.g. 'moss'. Größe egal.",
            ),
        ] {
            assert_eq!(name(meaning), text);
        }
        let plot = Shape::number()
            .meaning("Size of the plot. Omit for any.")
            .unit("hectares")
            .at_most(2.5);
        assert_eq!(
            said(&plot),
            "Size of the plot, in hectares, at most 2.5. Omit for any."
        );
        assert_eq!(
            plot.sentence(None),
            "Size of the plot, in hectares. Omit for any."
        );
    }

    #[test]
    fn an_example_in_the_meaning_is_not_followed_by_another() {
        let offer = Shape::text()
            .meaning("Offer id from the offer letter, e.g. OFF-2026-003.")
            .example(json!("OFF-2026-003"));
        assert_eq!(
            said(&offer),
            "Offer id from the offer letter, e.g. OFF-2026-003."
        );
        assert_eq!(
            offer.schema(Some(&NoNames))["examples"],
            json!(["OFF-2026-003"])
        );
    }

    #[test]
    fn bounds_in_the_meaning_are_not_repeated() {
        let urgency = |meaning| said(&month().meaning(meaning).at_least(1).at_most(5));
        for text in [
            "Urgency, from 1 to 5.",
            "Urgency (1-5). Omit when unsure.",
            "Urgency (min 1) (max 5).",
        ] {
            assert_eq!(urgency(text), text);
        }
        // Other bounds, one end alone, and those of something else.
        for (meaning, text) in [
            ("Urgency (1-4).", "Urgency (1-4), from 1 to 5."),
            ("Urgency (max 5).", "Urgency (max 5), from 1 to 5."),
            (
                "Urgency, 1 to 5 words.",
                "Urgency, 1 to 5 words, from 1 to 5.",
            ),
        ] {
            assert_eq!(urgency(meaning), text);
        }
        let name = Shape::text()
            .meaning("Name of at most 80 characters.")
            .length(None, Some(80));
        assert_eq!(said(&name), "Name of at most 80 characters.");
        let tags = Shape::list(Shape::text())
            .meaning("Tags of at most 80 characters.")
            .length(None, Some(80));
        assert_eq!(
            said(&tags),
            "Tags of at most 80 characters, at most 80 items."
        );
    }

    #[test]
    fn ends_of_the_rust_type_are_not_worth_a_word() {
        let notice = month().meaning("Notice period in months.").at_least(3);
        assert_eq!(said(&notice), "Notice period in months, from 3.");
        let schema = notice.schema(Some(&NoNames));
        assert_eq!(
            (&schema["minimum"], &schema["maximum"]),
            (&json!(3), &json!(255))
        );
        let early = Shape::integer(Some(i64::MIN.into()), Some(i64::MAX.into()))
            .meaning("Hour.")
            .at_most(11);
        assert_eq!(said(&early), "Hour, at most 11.");
        let whole = month().meaning("Byte.").at_least(0).at_most(255);
        assert_eq!(said(&whole), "Byte, from 0 to 255.");
        assert_eq!(said(&month().meaning("Byte.")), "Byte.");
    }
}
