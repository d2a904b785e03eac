//! Units: whether a text names one, and which one its value is in.

use super::token::{Kind, Token, sentences, tokens};

/// What a unit measures.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Dimension {
    /// Seconds, days.
    Time,
    /// Bytes, megabytes.
    Data,
    /// Pixels, metres.
    Space,
    /// Cents, dollars.
    Money,
    /// Characters.
    Text,
    /// Results, rows, lines: things that are counted.
    Things,
    /// Percent, degrees, kilograms and whatever else.
    Other,
}

use Dimension::{Data, Money, Other, Space, Text, Things, Time};

/// A unit in one spelling: `milliseconds` for `ms`, `msec` and `millisecond`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Unit {
    /// The unit as messages print it.
    pub name: &'static str,
    /// What it measures.
    pub dimension: Dimension,
}

/// Every spelling, with the unit that it spells and what that measures.
#[rustfmt::skip] // one entry a line otherwise
const UNITS: &[(&str, &str, Dimension)] = &[
    ("b", "bytes", Data), ("bps", "bits per second", Data), ("byte", "bytes", Data),
    ("bytes", "bytes", Data), ("celsius", "degrees Celsius", Other), ("cent", "cents", Money),
    ("cents", "cents", Money), ("character", "characters", Text),
    ("characters", "characters", Text), ("chars", "characters", Text),
    ("chf", "Swiss francs", Money), ("cm", "centimetres", Space), ("day", "days", Time),
    ("days", "days", Time), ("degree", "degrees", Other), ("degrees", "degrees", Other),
    ("dollar", "dollars", Money), ("dollars", "dollars", Money), ("dp", "points", Space),
    ("emu", "EMU", Space), ("entries", "entries", Things), ("eth", "ether", Money),
    ("eur", "euros", Money), ("euro", "euros", Money), ("euros", "euros", Money),
    ("fahrenheit", "degrees Fahrenheit", Other), ("feet", "feet", Space),
    ("foot", "feet", Space), ("fps", "frames per second", Other), ("fraction", "fraction", Other),
    ("frames", "frames", Other), ("gb", "gigabytes", Data), ("gbp", "pounds", Money),
    ("gib", "gibibytes", Data), ("gigabytes", "gigabytes", Data), ("gram", "grams", Other),
    ("grams", "grams", Other), ("gwei", "gwei", Money), ("hour", "hours", Time),
    ("hours", "hours", Time), ("hrs", "hours", Time), ("inch", "inches", Space),
    ("inches", "inches", Space), ("items", "items", Things), ("kb", "kilobytes", Data),
    ("kbps", "kilobits per second", Data), ("kg", "kilograms", Other),
    ("kib", "kibibytes", Data), ("kilobytes", "kilobytes", Data),
    ("kilograms", "kilograms", Other), ("kilometers", "kilometres", Space),
    ("kilometres", "kilometres", Space), ("km", "kilometres", Space), ("lamports", "lamports", Money),
    ("lines", "lines", Things), ("matches", "matches", Things), ("mb", "megabytes", Data),
    ("mbps", "megabits per second", Data), ("megabytes", "megabytes", Data),
    ("meters", "metres", Space), ("metres", "metres", Space), ("mib", "mebibytes", Data),
    ("microseconds", "microseconds", Time), ("mile", "miles", Space), ("miles", "miles", Space),
    ("millis", "milliseconds", Time), ("millisecond", "milliseconds", Time),
    ("milliseconds", "milliseconds", Time), ("min", "minutes", Time), ("mins", "minutes", Time),
    ("minute", "minutes", Time), ("minutes", "minutes", Time), ("mm", "millimetres", Space),
    ("month", "months", Time), ("months", "months", Time), ("ms", "milliseconds", Time),
    ("msec", "milliseconds", Time), ("multiplier", "multiplier", Other),
    ("nanoseconds", "nanoseconds", Time), ("octas", "octas", Money), ("pence", "pence", Money),
    ("percent", "percent", Other), ("percentage", "percent", Other), ("pixel", "pixels", Space),
    ("pixels", "pixels", Space), ("points", "points", Space), ("pounds", "pounds", Other),
    ("pt", "points", Space), ("px", "pixels", Space), ("ratio", "ratio", Other),
    ("records", "records", Things), ("results", "results", Things), ("rows", "rows", Things),
    ("satoshis", "satoshis", Money), ("sats", "satoshis", Money), ("sec", "seconds", Time),
    ("second", "seconds", Time), ("seconds", "seconds", Time), ("secs", "seconds", Time),
    ("tb", "terabytes", Data), ("terabytes", "terabytes", Data), ("tib", "tebibytes", Data),
    ("tokens", "tokens", Things), ("usd", "US dollars", Money), ("usdc", "USDC", Money),
    ("week", "weeks", Time), ("weeks", "weeks", Time), ("wei", "wei", Money),
    ("words", "words", Things), ("year", "years", Time), ("years", "years", Time),
];

fn unit_called(word: &str) -> Option<Unit> {
    let word = word.to_lowercase();
    let found = UNITS.binary_search_by(|(spelling, ..)| (*spelling).cmp(&word));
    found.ok().map(|at| Unit {
        name: UNITS[at].1,
        dimension: UNITS[at].2,
    })
}

/// Whether `word` spells a unit: `seconds`, `ms`, `GB`.
pub fn is_unit(word: &str) -> bool {
    unit_called(word).is_some()
}

/// Whether `text` names a unit anywhere: `in cents`, `(px)`, `30s`, `5MB`, `%`.
pub fn names_unit(text: &str) -> bool {
    tokens(text).iter().any(|token| {
        token.is_mark_of("%°$€£")
            || is_unit(token.text)
            || token.text.split(['-', '/']).any(is_unit)
            || is_measured(token.text)
    })
}

/// `30s`, `1.5h`, `5MB`: a number with a unit right behind it.
fn is_measured(word: &str) -> bool {
    let suffix = word.trim_start_matches(|c: char| c.is_ascii_digit() || c == '.');
    suffix.len() < word.len() && (matches!(suffix, "s" | "m" | "h" | "d" | "w") || is_unit(suffix))
}

/// The unit that the value described by `text` is in, where the text leaves no doubt: it names one
/// alone, or one behind `in`.
///
/// Things are counted only where the text says how many of them.
pub fn unit_of(text: &str) -> Option<Unit> {
    let all = tokens(text);
    let sentence = sentences(&all).into_iter().next()?;
    if let Some(pair) = sentence
        .windows(2)
        .find(|pair| pair[0].is("in") && pair[1].kind == Kind::Word && is_unit(pair[1].text))
    {
        return unit_called(pair[1].text);
    }
    let mut named = sentence.iter().enumerate().filter_map(|(at, token)| {
        let rate = at > 0 && sentence[at - 1].is("per");
        let unit = unit_called(token.text).filter(|_| token.kind == Kind::Word && !rate)?;
        // `the day`, `one result`: only a plural or a short form says what a value is in.
        let short = !token.text.contains(['a', 'e', 'i', 'o', 'u']) || unit.dimension == Money;
        let plural = token.text.ends_with('s') || short;
        plural.then_some(unit)
    });
    let first = named.next()?;
    if named.any(|other| other != first) {
        return None;
    }
    match first.dimension {
        Things => says_how_many(sentence).then_some(first),
        // The points of a series are counted, those of a drawing are not.
        Space if first.name == "points" && says_how_many(sentence) => Some(Unit {
            dimension: Things,
            ..first
        }),
        _ => Some(first),
    }
}

fn says_how_many(sentence: &[Token<'_>]) -> bool {
    sentence
        .iter()
        .any(|token| token.is_any(&["number", "max", "maximum", "most", "many", "limit"]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spellings_are_sorted() {
        for pair in UNITS.windows(2) {
            assert!(pair[0].0 < pair[1].0, "{} {}", pair[0].0, pair[1].0);
        }
    }

    #[test]
    fn a_unit_is_seen_in_every_common_form() {
        for text in [
            "Amount to refund in cents.",
            "Width (px)",
            "How long to wait, e.g. 30s",
            "At most 5MB",
            "Discount in %",
            "Size of the disk in GB",
            "Wait time in milli-seconds",
        ] {
            assert!(names_unit(text), "{text}");
        }
        for text in ["Amount to refund.", "Number of tries", "", "v2", "2nd disk"] {
            assert!(!names_unit(text), "{text}");
        }
    }

    #[test]
    fn the_unit_of_a_value_is_read_where_there_is_no_doubt() {
        let unit = |text| unit_of(text).map_or("", |unit| unit.name);
        assert_eq!(unit("How long to wait in seconds."), "seconds");
        assert_eq!(unit("Timeout (ms)"), "milliseconds");
        assert_eq!(unit("Timeout in ms, 30 seconds by default"), "milliseconds");
        assert_eq!(unit("Max seconds to wait"), "seconds");
        assert_eq!(unit("Most results to return"), "results");
        assert_eq!(unit("Number of rows to return"), "rows");
        let points = |text| unit_of(text).map(|unit| unit.dimension);
        assert_eq!(points("Maximum number of points"), Some(Things));
        assert_eq!(points("Width in points"), Some(Space));
        for doubtful in [
            "Seconds or minutes to wait",
            "Requests per second",
            "The results to keep",
            "The day to look at",
            "How long to wait. Seconds pass.",
            "",
        ] {
            assert_eq!(unit(doubtful), "", "{doubtful}");
        }
    }
}
