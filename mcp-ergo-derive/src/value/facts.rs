//! What the rules are told of one value, and what a type is by the way it is written.

use mcp_ergo_rules::{Fact, Kind, ParamFacts, Source};
use syn::{Expr, ExprRange, GenericArgument, LitStr, PathArguments, PathSegment, Type, TypePath};

use super::{From, Says};
use crate::attr::AllowEntry;

/// A type of the standard library, as it is written. Whoever gives one of these names to a type of
/// their own is told so by the compiler's check.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Written {
    Plain(Kind),
    /// A whole number, which begins and ends where the type does.
    Whole(f64, f64),
    /// `Vec<…>` of one of them, or of something else.
    List(Option<Kind>),
}

/// How the rules look at a value whose type is the compiler's to know.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Sight {
    /// What the tokens show, and nothing else.
    Seen,
    /// A free string that says nothing of itself: what the type may make up for is settled by the
    /// compiler afterwards.
    Worst,
}

impl Written {
    /// The type, or what stands inside its `Option<…>`.
    pub(crate) fn of(ty: &Type) -> Option<Self> {
        let segment = segment(ty)?;
        let inner = match &segment.arguments {
            PathArguments::AngleBracketed(arguments) => match arguments.args.first() {
                Some(GenericArgument::Type(inner)) if arguments.args.len() == 1 => Some(inner),
                _ => return None,
            },
            _ => None,
        };
        match (segment.ident.to_string().as_str(), inner) {
            ("Option", Some(inner)) => Self::of(inner),
            ("Vec", Some(inner)) => Some(Self::List(match Self::of(inner) {
                Some(written) if segment_name(inner) != "Option" => written.kind(),
                _ => None,
            })),
            (name, None) => plain(name),
            _ => None,
        }
    }

    /// The kind of a value that holds no others.
    fn kind(self) -> Option<Kind> {
        match self {
            Self::Plain(kind) => Some(kind),
            Self::Whole(..) => Some(Kind::Integer),
            Self::List(_) => None,
        }
    }

    /// Where the type itself begins and ends.
    fn ends(self) -> (Option<f64>, Option<f64>) {
        match self {
            Self::Whole(least, most) => (Some(least), Some(most)),
            Self::Plain(_) | Self::List(_) => (None, None),
        }
    }

    /// Whether nothing is left for the compiler to know.
    pub(crate) fn is_whole(self) -> bool {
        !matches!(self, Self::List(None))
    }
}

/// The one segment of a type's name: `String`, or the last one of `std::string::String`.
fn segment(ty: &Type) -> Option<&PathSegment> {
    let Type::Path(TypePath {
        qself: None, path, ..
    }) = ty
    else {
        return None;
    };
    let segments = &path.segments;
    let of_std = segments.len() == 3
        && ["std", "core", "alloc"]
            .iter()
            .any(|root| segments[0].ident == root);
    segments
        .last()
        .filter(|_| of_std || segments.len() == 1 && path.leading_colon.is_none())
}

fn segment_name(ty: &Type) -> String {
    segment(ty)
        .map(|segment| segment.ident.to_string())
        .unwrap_or_default()
}

#[expect(
    clippy::cast_precision_loss,
    reason = "rules compare bounds that people write"
)]
fn plain(name: &str) -> Option<Written> {
    let whole = |least: i64, most: u64| Written::Whole(least as f64, most as f64);
    Some(match name {
        "String" => Written::Plain(Kind::String),
        "bool" => Written::Plain(Kind::Boolean),
        "f32" | "f64" => Written::Plain(Kind::Number),
        "i8" => whole(i8::MIN.into(), i8::MAX as u64),
        "i16" => whole(i16::MIN.into(), i16::MAX as u64),
        "i32" => whole(i32::MIN.into(), i32::MAX as u64),
        "i64" | "isize" => whole(i64::MIN, i64::MAX as u64),
        "u8" => whole(0, u8::MAX.into()),
        "u16" => whole(0, u16::MAX.into()),
        "u32" => whole(0, u32::MAX.into()),
        "u64" | "usize" => whole(0, u64::MAX),
        _ => return None,
    })
}

impl Says {
    /// The facts of this value.
    pub(crate) fn facts(
        &self,
        name: &str,
        optional: bool,
        written: Option<Written>,
        sight: Sight,
    ) -> ParamFacts {
        let text = self.docs.text();
        // What is not said here may be said by the type.
        let unsaid = sight == Sight::Seen && !written.is_some_and(Written::is_whole);
        let (least, most) = written.map_or((None, None), Written::ends);
        let mut facts = ParamFacts {
            name: name.to_owned(),
            kind: self.kind(written, sight),
            text: match (self.docs.is_empty(), text) {
                (true, _) if unsaid => Fact::Unseen,
                (true, _) => Fact::Seen(None),
                (false, Some(text)) => Fact::Seen(Some(text).filter(|text| !text.is_empty())),
                // Only the compiler can read `include_str!`.
                (false, None) => Fact::Unseen,
            },
            required: Fact::Seen(!optional && self.default.is_none()),
            default: match (&self.default, &self.default_text) {
                (None, _) => Fact::Seen(None),
                (Some(_), Some(text)) => Fact::Seen(Some(text.clone())),
                // An expression of Rust: boot knows its value.
                (Some(_), None) => Fact::Unseen,
            },
            minimum: bound(
                self.range.as_ref(),
                |range| range.start.as_deref(),
                least,
                unsaid,
            ),
            maximum: bound(
                self.range.as_ref(),
                |range| range.end.as_deref(),
                most,
                unsaid,
            ),
            least: count(bound(
                self.len.as_ref(),
                |range| range.start.as_deref(),
                None,
                unsaid,
            )),
            most: count(bound(
                self.len.as_ref(),
                |range| range.end.as_deref(),
                None,
                unsaid,
            )),
            example: said(
                self.example.is_some() || self.default.is_some() || self.secret,
                |said| *said,
                unsaid,
            ),
            options: said(
                self.options.as_ref().map(|_| Vec::new()),
                Option::is_some,
                unsaid,
            ),
            pattern: said(
                self.pattern.as_ref().map(LitStr::value),
                Option::is_some,
                unsaid,
            ),
            format: said(
                self.format.as_ref().map(|(_, name)| (*name).to_owned()),
                Option::is_some,
                unsaid,
            ),
            unit: said(
                self.unit.as_ref().map(LitStr::value),
                Option::is_some,
                unsaid,
            ),
            source: said(self.from.as_ref().map(source), Option::is_some, unsaid),
            allows: AllowEntry::facts(&self.allows),
            ..ParamFacts::default()
        };
        match (written, sight) {
            (Some(Written::List(Some(kind))), _) => facts.items = items(kind),
            (Some(Written::List(None)), Sight::Worst) => facts.items = items(Kind::String),
            _ => {}
        }
        facts
    }

    fn kind(&self, written: Option<Written>, sight: Sight) -> Fact<Kind> {
        match (written, sight) {
            (Some(Written::List(_)), _) => Fact::Seen(Kind::Array),
            (Some(written), _) => written.kind().map_or(Fact::Unseen, Fact::Seen),
            (None, Sight::Worst) if self.range.is_some() => Fact::Seen(Kind::Number),
            (None, Sight::Worst) => Fact::Seen(Kind::String),
            (None, Sight::Seen) => Fact::Unseen,
        }
    }

    /// Whether what this rule misses was meant to be there: a key with a slip in it is reported by
    /// itself.
    pub(crate) fn was_attempted(&self, code: &str) -> bool {
        let keys: &[&str] = match code {
            "P002" => &["example", "default", "format", "options"],
            "P003" | "P007" => &["options"],
            "P011" => &["unit"],
            "P012" => &["format", "options", "pattern"],
            // Where the key is well given, the rule says that the text is at odds with it.
            "P009" if self.default.is_none() => &["default"],
            "P010" if self.range.is_none() && self.len.is_none() => &["range", "len"],
            "P019" => &["from"],
            _ => return false,
        };
        self.attempted
            .iter()
            .any(|key| keys.contains(&key.as_str()))
    }
}

/// What is said here, or `Unseen` where the type may say it.
fn said<T>(value: T, is_said: impl Fn(&T) -> bool, unsaid: bool) -> Fact<T> {
    if unsaid && !is_said(&value) {
        Fact::Unseen
    } else {
        Fact::Seen(value)
    }
}

/// One end of a range, or the type's own where none is written: `Unseen` where it is an expression,
/// or where a type that is not seen may have one.
fn bound(
    range: Option<&ExprRange>,
    end: impl Fn(&ExprRange) -> Option<&Expr>,
    of_type: Option<f64>,
    unsaid: bool,
) -> Fact<Option<f64>> {
    match range.map(end) {
        None | Some(None) => said(of_type, Option::is_some, unsaid),
        Some(Some(bound)) => match super::keyword::number(bound) {
            Some(number) => Fact::Seen(Some(number)),
            None => Fact::Unseen,
        },
    }
}

/// A bound as a number of characters or items.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "a length that is no whole number is refused by the compiler"
)]
fn count(bound: Fact<Option<f64>>) -> Fact<Option<u64>> {
    match bound {
        Fact::Seen(bound) => Fact::Seen(bound.map(|bound| bound as u64)),
        Fact::Unseen => Fact::Unseen,
    }
}

/// The items of a list of plain values: all that they say, the list says for them.
fn items(kind: Kind) -> Fact<Option<Box<ParamFacts>>> {
    Fact::Seen(Some(Box::new(ParamFacts {
        name: "[]".to_owned(),
        kind: Fact::Seen(kind),
        default: Fact::Seen(None),
        example: Fact::Seen(false),
        options: Fact::Seen(None),
        pattern: Fact::Seen(None),
        format: Fact::Seen(None),
        source: Fact::Seen(None),
        ..ParamFacts::default()
    })))
}

fn source(from: &From) -> Source {
    match from {
        From::Tool(path) => Source::Tool(
            path.segments
                .last()
                .map(|last| crate::emit::raw_free(&last.ident))
                .unwrap_or_default(),
        ),
        From::User(by) => Source::User(by.as_ref().map(LitStr::value).unwrap_or_default()),
    }
}
