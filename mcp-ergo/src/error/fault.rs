//! What kind of mistake an argument is: a closed set, for whoever counts them.

/// What is wrong with an argument. Unlike the words of an [`Issue`](super::Issue) it holds nothing
/// that a caller sent.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Fault {
    /// A required parameter was left out.
    Missing,
    /// No parameter has this name.
    Unknown,
    /// A value of another JSON type.
    Type,
    /// A number with a fraction, where a whole one is wanted.
    Fraction,
    /// A number beyond its bounds.
    Range,
    /// Too few or too many characters or items.
    Length,
    /// A string that does not match the pattern.
    Pattern,
    /// A string that is not of the format: no date, no URL.
    Format,
    /// A value outside of the closed set.
    Option,
    /// A value that the author's own check refuses.
    Check,
    /// A value that fits the schema and still is none of the parameter's type.
    Value,
    /// No object with the parameters by name.
    Object,
    /// A part of an answer that is not to be had.
    Part,
}

impl Fault {
    /// The word that is recorded.
    pub(crate) const fn word(self) -> &'static str {
        match self {
            Self::Missing => "missing",
            Self::Unknown => "unknown",
            Self::Type => "type",
            Self::Fraction => "fraction",
            Self::Range => "range",
            Self::Length => "length",
            Self::Pattern => "pattern",
            Self::Format => "format",
            Self::Option => "option",
            Self::Check => "check",
            Self::Value => "value",
            Self::Object => "object",
            Self::Part => "part",
        }
    }
}

/// What is wrong with a value: which kind of mistake, and the words after the value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Problem {
    pub(crate) fault: Fault,
    pub(crate) words: String,
}

impl Problem {
    pub(crate) fn new(fault: Fault, words: impl Into<String>) -> Self {
        Self {
            fault,
            words: words.into(),
        }
    }
}
