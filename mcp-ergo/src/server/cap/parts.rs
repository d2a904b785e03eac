//! What of an answer is served in parts.

use std::io::Write;
use std::ops::Range;

use mcp_ergo_rules::wording::Wording as _;
use serde::Serialize;
use serde_json::Value;

use super::Keys;
use super::sections::{Section, written};

/// What is served in parts, taken out of the answer.
pub(super) enum Parts {
    Items(Vec<Value>),
    Sections(Vec<Section>),
}

impl Parts {
    pub(super) fn len(&self) -> usize {
        match self {
            Self::Items(items) => items.len(),
            Self::Sections(sections) => sections.len(),
        }
    }

    /// Some of them, as they stand in the data.
    pub(super) fn of(&self, range: Range<usize>) -> Value {
        match self {
            Self::Items(items) => Value::Array(items[range].to_vec()),
            Self::Sections(sections) => {
                let texts = sections[range].iter().map(|section| section.text.as_str());
                Value::String(texts.collect())
            }
        }
    }

    /// How many from `first` on take no more than `most` bytes.
    pub(super) fn within(&self, first: usize, most: usize) -> usize {
        let bytes = |at: usize| match self {
            Self::Items(items) => json_bytes(&items[at]) + 1,
            Self::Sections(sections) => written(&sections[at].text),
        };
        let mut taken = 0;
        (first..self.len())
            .take_while(|at| {
                taken += bytes(*at);
                taken <= most
            })
            .count()
    }

    pub(super) const fn key(&self, keys: Keys) -> &'static str {
        match self {
            Self::Items(_) => keys.item,
            Self::Sections(_) => keys.section,
        }
    }

    pub(super) const fn noun(&self) -> &'static str {
        match self {
            Self::Items(_) => "item",
            Self::Sections(_) => "section",
        }
    }
}

/// What is here of what there is: `Items 13 to 24 of 40 are here.`
pub(super) fn shown(parts: &Parts, path: &[String], range: &Range<usize>) -> String {
    let (noun, len) = (parts.noun(), parts.len());
    let within = match path {
        [] => String::new(),
        [name] if name == "items" => String::new(),
        path => format!(" in {}", path.join(".")),
    };
    match (range.start, range.end) {
        (first, upto) if upto <= first + 1 => {
            format!(
                "{} {upto} of {len}{within} is here.",
                noun.to_uppercase_first()
            )
        }
        (0, upto) if upto < len => format!("The first {upto} of {len} {noun}s{within} are here."),
        (first, upto) => format!(
            "{}s {} to {upto} of {len}{within} are here.",
            noun.to_uppercase_first(),
            first + 1
        ),
    }
}

/// The value below another at a path of names.
pub(super) fn below<'a>(data: &'a mut Value, path: &[String]) -> Option<&'a mut Value> {
    let mut data = data;
    for name in path {
        data = data.get_mut(name)?;
    }
    Some(data)
}

/// How many bytes a value takes as JSON.
pub(super) fn json_bytes(value: &impl Serialize) -> usize {
    struct Count(usize);
    impl Write for Count {
        fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
            self.0 += bytes.len();
            Ok(bytes.len())
        }

        fn flush(&mut self) -> std::io::Result<()> {
            Ok(())
        }
    }
    let mut count = Count(0);
    // Counting cannot fail, and neither can writing what came from JSON.
    let _ = serde_json::to_writer(&mut count, value);
    count.0
}
