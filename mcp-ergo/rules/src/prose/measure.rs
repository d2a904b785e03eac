//! What a number counts or measures.

use super::token::{Kind, Token, tokens};
use crate::words;

/// Words for amounts that have several units: a number in one of them says nothing about another.
#[rustfmt::skip] // one word a line otherwise
const MEASURES: &[&str] = &[
    "byte", "cent", "day", "dollar", "gb", "gib", "h", "hour", "hr", "kb", "kib", "kilobyte",
    "km", "m", "mb", "megabyte", "meter", "metre", "mib", "mile", "millisecond", "min", "minute",
    "mm", "month", "ms", "percent", "pixel", "px", "s", "sec", "second", "token", "week", "word",
    "year",
];

/// Words in the names of parameters that say how many of something to return.
const COUNTS: &[&str] = &[
    "amount", "count", "first", "limit", "max", "number", "num", "rows", "size", "top",
];

/// Whether a number with the word `unit` behind it is in the unit of the parameter `name`, whose
/// whole text is `text`.
pub fn is_of_param(unit: &str, name: &str, text: &str) -> bool {
    let unit = stem(unit);
    let name = words::split(name);
    let named = name.iter().any(|word| stem(word) == unit);
    if MEASURES.binary_search(&unit.as_str()).is_ok() {
        let is_unit = |token: &Token<'_>| token.kind == Kind::Word && stem(token.text) == unit;
        named || tokens(text).iter().filter(|token| is_unit(token)).count() > 1
    } else {
        named || name.iter().any(|word| COUNTS.contains(&word.as_str()))
    }
}

/// A word in lower case without the ending of its plural.
fn stem(word: &str) -> String {
    let lower = word.to_lowercase();
    let singular = lower.strip_suffix('s').filter(|stem| stem.len() > 1);
    singular.map(str::to_owned).unwrap_or(lower)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn another_unit_is_another_number() {
        assert!(MEASURES.is_sorted());
        assert!(is_of_param("GB", "size-gb", "At most 4095 GB."));
        assert!(is_of_param(
            "seconds",
            "wait",
            "Time to wait in seconds, at most 30 seconds."
        ));
        assert!(is_of_param("results", "limit", "At most 100 results."));
        assert!(!is_of_param(
            "minutes",
            "timeout",
            "In seconds, at most 2 minutes."
        ));
        assert!(!is_of_param("variables", "page", "Up to 50 variables."));
        assert!(!is_of_param("", "", ""));
    }
}
