//! One value's contract.

use std::borrow::Cow;
use std::sync::Arc;

use regex_lite::Regex;
use serde_json::Value;

use super::Format;
use crate::handle::Made;
use crate::registry::{StateNeed, States};

/// The contract of one value: its type, its bounds, and everything that is said about it.
///
/// It is written once and used twice: to advertise (the schema and its text) and to enforce (the
/// check of arguments).
#[derive(Debug, Clone)]
pub struct Shape {
    pub(crate) kind: Kind,
    pub(crate) meaning: Cow<'static, str>,
    pub(crate) unit: Option<&'static str>,
    pub(crate) example: Option<Value>,
    pub(crate) origin: Option<Origin>,
    pub(crate) default: Option<Value>,
    pub(crate) secret: bool,
    /// Whether null is a value of its own, which a foreign schema may say.
    pub(crate) nullable: bool,
    pub(crate) allows: Vec<(&'static str, &'static str)>,
    /// What an author wrote that this kind of value cannot take; boot reports it.
    pub(crate) misfits: Vec<String>,
    /// Who completes the value while it is typed.
    pub(crate) completer: Option<Completer>,
}

/// A function of a state that completes a value while it is typed.
#[derive(Debug, Clone, Copy)]
#[doc(hidden)]
pub struct Completer {
    pub need: fn() -> StateNeed,
    /// `None` where the state is not there: boot has reported that.
    pub complete: fn(&States, &str) -> Option<Completions>,
}

/// The values that complete one that is being typed.
#[derive(Debug)]
#[doc(hidden)]
pub struct Completions {
    pub(crate) values: Vec<String>,
    /// How many there are in all, where that was counted.
    pub(crate) total: Option<usize>,
}

impl Completions {
    /// Most values that the protocol lets an answer hold.
    const MOST: usize = 100;

    /// Most values that are counted: a source may be endless.
    const COUNTED: usize = 10_000;

    /// Nothing is known of the values.
    pub(crate) fn none() -> Self {
        Self::of([""; 0])
    }

    /// The first of these values, and how many there are.
    pub(crate) fn of<V: ToString>(values: impl IntoIterator<Item = V>) -> Self {
        let mut all = values.into_iter();
        let first = all.by_ref().take(Self::MOST);
        let values: Vec<String> = first.map(|value| value.to_string()).collect();
        let more = all.take(Self::COUNTED).count();
        Self {
            total: (more < Self::COUNTED).then_some(values.len() + more),
            values,
        }
    }
}

/// Who yields the value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Origin {
    Tool(&'static str),
    /// The tool that makes the document for which the value stands, and returns the value.
    Maker(Made),
    User(&'static str),
}

#[derive(Debug, Clone)]
pub(crate) enum Kind {
    Text {
        min: Option<usize>,
        max: Option<usize>,
        pattern: Option<Pattern>,
        format: Option<Format>,
    },
    Choice(Vec<Choice>),
    Integer {
        min: Option<i128>,
        max: Option<i128>,
        stated: Stated,
    },
    Number {
        min: Option<f64>,
        max: Option<f64>,
        stated: Stated,
    },
    Flag,
    List {
        items: Box<Shape>,
        min: Option<usize>,
        max: Option<usize>,
    },
    Record(Record),
    /// The arguments of a next action: the one object that is open, since every tool differs.
    Open,
    /// Whatever a foreign schema says that the dialect cannot: it passes unchecked.
    Any,
}

/// Which bounds of a number the author wrote; those of the Rust type are enforced and advertised,
/// but not worth a word.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Stated {
    pub(crate) least: bool,
    pub(crate) most: bool,
}

impl Stated {
    pub(crate) const fn any(self) -> bool {
        self.least || self.most
    }

    /// The ends that the author wrote.
    pub(crate) fn of<T>(self, min: Option<T>, max: Option<T>) -> (Option<T>, Option<T>) {
        (min.filter(|_| self.least), max.filter(|_| self.most))
    }
}

/// A pattern, compiled once. Cloning a shape shares it.
#[derive(Debug, Clone)]
pub(crate) struct Pattern {
    pub(crate) source: Cow<'static, str>,
    pub(crate) regex: Option<Arc<Regex>>,
}

/// A bound of a number.
#[derive(Debug, Clone, Copy, PartialEq)]
#[non_exhaustive]
pub enum Bound {
    /// A whole number.
    Whole(i128),
    /// A number with a point.
    Float(f64),
}

impl Bound {
    #[expect(
        clippy::cast_precision_loss,
        reason = "a bound of a float that needs more than 53 bits is no bound anyone means"
    )]
    fn as_float(self) -> f64 {
        match self {
            Self::Whole(bound) => bound as f64,
            Self::Float(bound) => bound,
        }
    }
}

macro_rules! bounds {
    ($($variant:ident: $($number:ty)+;)+) => {$($(
        impl From<$number> for Bound {
            fn from(bound: $number) -> Self {
                Self::$variant(bound.into())
            }
        }
    )+)+};
}

bounds! {
    Whole: i8 i16 i32 i64 i128 u8 u16 u32 u64;
    Float: f32 f64;
}

/// One value of a closed set.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Choice {
    pub(crate) value: Cow<'static, str>,
    pub(crate) meaning: Cow<'static, str>,
}

impl Choice {
    /// A value with what it means; the meaning may be empty.
    pub fn new(value: impl Into<Cow<'static, str>>, meaning: impl Into<Cow<'static, str>>) -> Self {
        Self {
            value: value.into(),
            meaning: meaning.into(),
        }
    }
}

/// The fields of an object, in declared order.
#[derive(Debug, Clone, Default)]
pub(crate) struct Record {
    pub(crate) fields: Vec<Field>,
}

impl Record {
    pub(crate) fn field(&self, name: &str) -> Option<&Field> {
        self.fields.iter().find(|field| field.name == name)
    }

    /// Whether a value of it may be a secret: then nothing that stands in its place is repeated.
    pub(crate) fn holds_secret(&self) -> bool {
        self.fields.iter().any(|field| field.shape.holds_secret())
    }
}

/// One field of an object.
#[derive(Debug, Clone)]
pub struct Field {
    pub(crate) name: Cow<'static, str>,
    pub(crate) required: bool,
    pub(crate) shape: Shape,
}

impl Field {
    /// A field that must be given.
    pub fn required(name: impl Into<Cow<'static, str>>, shape: Shape) -> Self {
        Self {
            name: name.into(),
            required: true,
            shape,
        }
    }

    /// A field that may be left out.
    pub fn optional(name: impl Into<Cow<'static, str>>, shape: Shape) -> Self {
        Self {
            name: name.into(),
            required: false,
            shape,
        }
    }
}

impl Shape {
    pub(crate) fn of(kind: Kind) -> Self {
        Self {
            kind,
            meaning: Cow::Borrowed(""),
            unit: None,
            example: None,
            origin: None,
            default: None,
            secret: false,
            nullable: false,
            allows: Vec::new(),
            misfits: Vec::new(),
            completer: None,
        }
    }

    /// Any string.
    pub fn text() -> Self {
        Self::of(Kind::Text {
            min: None,
            max: None,
            pattern: None,
            format: None,
        })
    }

    /// One of a closed set of strings.
    pub fn choice(choices: impl IntoIterator<Item = Choice>) -> Self {
        Self::of(Kind::Choice(choices.into_iter().collect()))
    }

    /// A whole number between the bounds of a Rust type.
    pub fn integer(min: Option<i128>, max: Option<i128>) -> Self {
        Self::of(Kind::Integer {
            min,
            max,
            stated: Stated::default(),
        })
    }

    /// Any finite number.
    pub fn number() -> Self {
        Self::of(Kind::Number {
            min: None,
            max: None,
            stated: Stated::default(),
        })
    }

    /// A number that the narrower float holds.
    pub(crate) fn narrow_number() -> Self {
        Self::of(Kind::Number {
            min: Some(f32::MIN.into()),
            max: Some(f32::MAX.into()),
            stated: Stated::default(),
        })
    }

    /// `true` or `false`.
    pub fn flag() -> Self {
        Self::of(Kind::Flag)
    }

    /// A list of values of one shape.
    pub fn list(items: Self) -> Self {
        Self::of(Kind::List {
            items: Box::new(items),
            min: None,
            max: None,
        })
    }

    /// An object with just these fields.
    pub fn record(fields: impl IntoIterator<Item = Field>) -> Self {
        Self::of(Kind::Record(Record {
            fields: fields.into_iter().collect(),
        }))
    }

    /// What the value means; replaces what its type says.
    pub fn meaning(mut self, meaning: impl Into<Cow<'static, str>>) -> Self {
        let meaning = meaning.into();
        if !meaning.trim().is_empty() {
            self.meaning = meaning;
        }
        self
    }

    /// The unit, as it reads after "in": `cents`, `seconds`.
    pub fn unit(mut self, unit: &'static str) -> Self {
        self.unit = Some(unit);
        self
    }

    /// A value that is right.
    pub fn example(mut self, example: Value) -> Self {
        self.example = Some(example);
        self
    }

    /// The canonical name of the tool that yields the value.
    pub fn from_tool(mut self, tool: &'static str) -> Self {
        self.origin = Some(Origin::Tool(tool));
        self
    }

    /// The value stands for a document.
    pub(crate) fn made(mut self, made: Made) -> Self {
        self.origin = Some(Origin::Maker(made));
        self
    }

    /// The user gives the value; `by` says what the user knows it by, and may be empty.
    pub fn from_user(mut self, by: &'static str) -> Self {
        self.origin = Some(Origin::User(by));
        self
    }

    /// The value when none is given.
    pub fn default_value(mut self, default: Value) -> Self {
        self.default = Some(default);
        self
    }

    /// The value is never echoed.
    pub fn secret(mut self) -> Self {
        self.secret = true;
        self
    }

    /// An exception from a rule, with its reason.
    pub fn allow(mut self, rule: &'static str, reason: &'static str) -> Self {
        self.allows.push((rule, reason));
        self
    }

    /// The least value of a number, itself included.
    pub fn at_least(mut self, bound: impl Into<Bound>) -> Self {
        let fault = match (&mut self.kind, bound.into()) {
            (Kind::Integer { min, max, stated }, Bound::Whole(bound)) => {
                let fault = beyond(bound, *min, *max, stated.any());
                (*min, stated.least) = (Some(bound), true);
                fault
            }
            (Kind::Number { min, max, stated }, bound) => {
                let bound = bound.as_float();
                let fault = beyond(bound, *min, *max, stated.any());
                (*min, stated.least) = (Some(bound), true);
                fault
            }
            _ => return self.misplaced("range"),
        };
        self.misfits.extend(fault);
        self
    }

    /// The greatest value of a number, itself included.
    pub fn at_most(mut self, bound: impl Into<Bound>) -> Self {
        let fault = match (&mut self.kind, bound.into()) {
            (Kind::Integer { min, max, stated }, Bound::Whole(bound)) => {
                let fault = beyond(bound, *min, *max, stated.any());
                (*max, stated.most) = (Some(bound), true);
                fault
            }
            (Kind::Number { min, max, stated }, bound) => {
                let bound = bound.as_float();
                let fault = beyond(bound, *min, *max, stated.any());
                (*max, stated.most) = (Some(bound), true);
                fault
            }
            _ => return self.misplaced("range"),
        };
        self.misfits.extend(fault);
        self
    }

    /// Bounds of a string's characters or of a list's items, both included.
    pub fn length(mut self, least: Option<usize>, most: Option<usize>) -> Self {
        match &mut self.kind {
            Kind::Text { min, max, .. } | Kind::List { min, max, .. } => {
                *min = least.or(*min);
                *max = most.or(*max);
                if let (Some(min), Some(max)) = (*min, *max)
                    && min > max
                {
                    let fault = format!("`len` begins at {min} and ends before, at {max}");
                    self.misfits.push(fault);
                }
                self
            }
            _ => self.misplaced("len"),
        }
    }

    /// A regular expression that a string matches somewhere; anchor it with `^` and `$`.
    pub fn pattern(mut self, source: impl Into<Cow<'static, str>>) -> Self {
        if let Kind::Text { pattern, .. } = &mut self.kind {
            let source = source.into();
            let regex = Regex::new(&source);
            if let Err(error) = &regex {
                self.misfits.push(format!(
                    "pattern {source:?} is not a regular expression: {error}"
                ));
            }
            *pattern = Some(Pattern {
                source,
                regex: regex.ok().map(Arc::new),
            });
        } else {
            return self.misplaced("pattern");
        }
        self
    }

    /// A format that a string has.
    pub fn format(mut self, wanted: Format) -> Self {
        if let Kind::Text { format, .. } = &mut self.kind {
            *format = Some(wanted);
        } else {
            return self.misplaced("format");
        }
        self
    }

    /// Turns a string into a closed set that is known only once the server has its state.
    pub(crate) fn narrowed_to(mut self, options: Vec<String>) -> Self {
        if matches!(self.kind, Kind::Text { .. }) {
            self.kind = Kind::Choice(options.into_iter().map(|o| Choice::new(o, "")).collect());
        } else {
            return self.misplaced("options");
        }
        self
    }

    fn misplaced(self, key: &str) -> Self {
        let fault = format!("`{key}` does not apply to {}", self.noun());
        self.faulty(fault)
    }

    /// A shape that boot refuses, and why.
    pub(crate) fn faulty(mut self, fault: String) -> Self {
        self.misfits.push(fault);
        self
    }

    /// Whether it is a secret, or holds one.
    pub(crate) fn holds_secret(&self) -> bool {
        self.secret
            || match &self.kind {
                Kind::List { items, .. } => items.holds_secret(),
                Kind::Record(record) => record.holds_secret(),
                _ => false,
            }
    }

    /// What the value is, with its article.
    pub(crate) fn noun(&self) -> &'static str {
        match &self.kind {
            Kind::Text {
                format: Some(format),
                ..
            } => format.noun(),
            Kind::Text { .. } | Kind::Choice(_) => "a string",
            Kind::Integer { .. } => "an integer",
            Kind::Number { .. } => "a number",
            Kind::Flag => "true or false",
            Kind::List { .. } => "a list",
            Kind::Record(_) | Kind::Open => "an object",
            Kind::Any => "a value",
        }
    }

    /// The JSON Schema type.
    pub(crate) fn type_name(&self) -> &'static str {
        match self.kind {
            Kind::Text { .. } | Kind::Choice(_) => "string",
            Kind::Integer { .. } => "integer",
            Kind::Number { .. } => "number",
            Kind::Flag => "boolean",
            Kind::List { .. } => "array",
            Kind::Record(_) | Kind::Open | Kind::Any => "object",
        }
    }

    /// The fields of an object; none for anything else.
    pub(crate) fn as_record(&self) -> Option<&Record> {
        match &self.kind {
            Kind::Record(record) => Some(record),
            _ => None,
        }
    }
}

/// What is wrong with a bound beside those that stand already: the other end, where the author has
/// stated one, or those of the type.
fn beyond<T: Copy + PartialOrd + std::fmt::Display>(
    bound: T,
    min: Option<T>,
    max: Option<T>,
    stated: bool,
) -> Option<String> {
    match (min, max) {
        (Some(min), _) if bound < min && stated => Some(format!(
            "`range` begins at {min} and ends before, at {bound}"
        )),
        (Some(min), _) if bound < min => Some(format!(
            "`range` reaches {bound}, and the type begins at {min}"
        )),
        (_, Some(max)) if bound > max => Some(format!(
            "`range` reaches {bound}, and the type ends at {max}"
        )),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn completions_are_a_hundred_of_however_many() {
        let of = |count| Completions::of(0..count);
        let lengths = |all: &Completions| (all.values.len(), all.total);
        assert_eq!(lengths(&Completions::none()), (0, Some(0)));
        assert_eq!(lengths(&of(100)), (100, Some(100)));
        assert_eq!(lengths(&of(101)), (100, Some(101)));
        // A source may be endless.
        assert_eq!(lengths(&Completions::of(0..)), (100, None));
    }
}
