//! The bounds that a text states.

use super::number::{read_joined, read_number};
use super::token::{Kind, Token, sentences, tokens};

/// What a text says of the least and the most.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Bounds<'a> {
    /// The least, itself allowed.
    pub least: Option<f64>,
    /// The most, itself allowed.
    pub most: Option<f64>,
    /// What is counted or measured, where a word says so: `characters`, `items`, `seconds`.
    pub unit: Option<&'a str>,
    /// Whether the text speaks of the length of something: `max length 80`.
    pub length: bool,
    /// The words that say it.
    pub said: &'a str,
}

/// Words that may lead up to bounds within their clause.
#[rustfmt::skip] // one word a line otherwise
const LEADS: &[&str] = &[
    "a", "accepted", "accepts", "allowed", "allows", "an", "any", "are", "be", "can", "count",
    "decimal", "float", "has", "have", "in", "integer", "integers", "is", "it", "its", "length",
    "may", "must", "number", "of", "percentage", "positive", "range", "ranges", "ranging",
    "should", "size", "specify", "supported", "the", "this", "valid", "value", "values", "whole",
    "with",
];

/// Words in a sentence that leave its bounds open.
#[rustfmt::skip] // one word a line otherwise
const HEDGES: &[&str] = &[
    "about", "approximately", "around", "based", "configurable", "depend", "depending", "depends",
    "exclusive", "higher", "ideally", "lower", "otherwise", "overridden", "preferably",
    "recommended", "roughly", "suggested", "typically", "unless", "usually",
];

/// Words before bounds that make them examples, conditional, or those of something else.
#[rustfmt::skip] // one word a line otherwise
const VETOES: &[&str] = &[
    "cut", "e.g", "e.g.", "each", "every", "example", "examples", "first", "if", "last", "like",
    "per", "preview", "returned", "returns", "shown", "shows", "snippet", "such", "truncated",
    "truncates", "when", "while",
];

/// Words that may stand between `max` and its number.
#[rustfmt::skip] // one word a line otherwise
const BETWEEN: &[&str] = &[
    "allowed", "count", "is", "length", "limit", "number", "of", "size", "supported", "to", "value",
];

/// Words that may follow bounds and say nothing more about them.
#[rustfmt::skip] // one word a line otherwise
const AFTER: &[&str] = &[
    "allowed", "and", "default", "defaults", "inclusive", "long", "max", "maximum", "min",
    "minimum", "to", "total",
];

/// What bounds are counted per: `at most 10 per call`.
const PER: &[&str] = &["batch", "call", "page", "query", "request"];

/// Words before a bound, and whether it is the upper one.
const PHRASES: &[(&[&str], bool)] = &[
    (&["at", "most"], true),
    (&["no", "more", "than"], true),
    (&["up", "to"], true),
    (&["not", "exceed"], true),
    (&["limited", "to"], true),
    (&["less", "than", "or", "equal", "to"], true),
    (&["at", "least"], false),
    (&["no", "less", "than"], false),
    (&["no", "fewer", "than"], false),
    (&["greater", "than", "or", "equal", "to"], false),
];

/// The most statements that are looked at: nobody bounds one value so often.
const MOST: usize = 16;

/// Every statement of `text` about the least and the most that the value may be: `1-100`, `between
/// 1 and 50`, `max 20`, `at most 80 characters`.
///
/// A statement counts where nothing else stands in its clause, or where it ends the first clause of
/// the text. Those that are hedged, conditional, or examples do not.
pub fn stated_bounds(text: &str) -> Vec<Bounds<'_>> {
    let tokens = tokens(text);
    let sentences = sentences(&tokens);
    // `For lists: max 10. For reads: …`: what holds depends on something else.
    if sentences.iter().any(|sentence| is_case(sentence)) {
        return Vec::new();
    }
    sentences
        .iter()
        .enumerate()
        .filter(|(_, sentence)| !sentence.iter().any(|token| token.is_any(HEDGES)))
        .flat_map(|(nth, sentence)| in_sentence(text, sentence, nth == 0))
        .take(MOST)
        .collect()
}

fn is_case(sentence: &[Token<'_>]) -> bool {
    let opens = sentence.first().is_some_and(|first| first.is("for"));
    opens && sentence.iter().take(6).any(|token| token.is_mark(':'))
}

fn in_sentence<'a>(text: &'a str, sentence: &[Token<'a>], opens: bool) -> Vec<Bounds<'a>> {
    let mut found = Vec::new();
    let (mut at, mut clause) = (0, 0);
    while at < sentence.len() {
        let token = &sentence[at];
        if token.is_any(VETOES) && !is_of_one_call(&sentence[at..]) {
            break;
        }
        let Some((bounds, len)) = whole(text, &sentence[at..]) else {
            at += 1;
            if begins_clause(token, sentence.get(at)) {
                clause = at;
            }
            continue;
        };
        let before = &sentence[clause..at];
        let led = before.len() <= 12 && before.iter().all(|token| token.is_any(LEADS));
        let named = opens && clause == 0 && before.len() <= bounds.reach;
        if led || named {
            let length = before.iter().any(|token| token.is("length"));
            found.push(Bounds {
                length: length || bounds.stated.length,
                ..bounds.stated
            });
        }
        at += len;
    }
    found
}

/// `Results per page (max 100)`: a page is what one call asks for.
fn is_of_one_call(tokens: &[Token<'_>]) -> bool {
    matches!(tokens, [per, page, ..] if per.is("per") && page.is_any(PER))
}

/// Whether a new clause begins behind this token.
fn begins_clause(token: &Token<'_>, next: Option<&Token<'_>>) -> bool {
    let joined = token.is("and")
        && next.is_some_and(|next| next.is_any(&["the", "max", "maximum", "min", "minimum", "at"]));
    joined || token.is_mark_of(",;:()[]–—-|*•")
}

/// A statement, and how many words of the first clause may lead up to it.
struct Whole<'a> {
    stated: Bounds<'a>,
    reach: usize,
}

/// Bounds at the beginning of `tokens`, with their unit, where the clause ends behind them.
fn whole<'a>(text: &'a str, tokens: &[Token<'a>]) -> Option<(Whole<'a>, usize)> {
    let mut form = read(tokens)?;
    let mut len = form.len;
    let mut unit = None;
    let next = |at: usize| tokens.get(at);
    let words = |at: usize, words: &[&str]| next(at).is_some_and(|token| token.is_any(words));
    if next(len).is_some_and(|token| token.kind == Kind::Word) && !words(len, AFTER) {
        let per = words(len, &["per"]);
        if !per {
            unit = next(len).map(|token| token.text);
            len += 1;
        }
    }
    // `100 max`, `80 characters maximum`
    if form.bare && form.least == form.most {
        if words(len, &["max", "maximum"]) {
            form.least = None;
        } else if words(len, &["minimum"]) || unit.is_some() && words(len, &["min"]) {
            // `15 min` are minutes.
            form.most = None;
        } else {
            return None;
        }
        len += 1;
    }
    let closed = match next(len) {
        None => true,
        Some(after) if after.is("per") => words(len + 1, PER),
        Some(after) if after.is("in") => words(len + 1, &["length", "total"]),
        Some(after) => after.is_any(AFTER) || after.is_mark_of(".,;:)]!–—("),
    };
    let ordered = form.least.zip(form.most).is_none_or(|(least, most)| {
        least < most || !form.bare && (least - most).abs() < f64::EPSILON
    });
    let said = &text[tokens[0].start..tokens[len - 1].end];
    (closed && ordered).then_some((
        Whole {
            stated: Bounds {
                least: form.least,
                most: form.most,
                unit,
                length: form.length,
                said,
            },
            reach: if form.bare { 4 } else { 12 },
        },
        len,
    ))
}

/// Bounds as they are written, apart from what stands around them.
struct Form {
    least: Option<f64>,
    most: Option<f64>,
    length: bool,
    /// Whether no word says that these are bounds: `1-100`.
    bare: bool,
    len: usize,
}

fn read(tokens: &[Token<'_>]) -> Option<Form> {
    let form = |least, most, len| Form {
        least,
        most,
        length: false,
        bare: false,
        len,
    };
    let first = tokens.first()?;
    let follows = |at: usize, words: &[&str]| tokens.get(at).is_some_and(|t| t.is_any(words));
    let number = |at: usize| read_number(tokens.get(at..)?).map(|(number, len)| (number, at + len));
    if first.is_any(&["between", "from"]) {
        let (least, at) = number(1)?;
        let and = if first.is("between") { "and" } else { "to" };
        let (most, len) = number(at + 1).filter(|_| follows(at, &[and]))?;
        return Some(form(Some(least), Some(most), len));
    }
    if first.is_any(&["max", "maximum", "min", "minimum"]) {
        let between = tokens[1..]
            .iter()
            .take(4)
            .take_while(|token| token.is_any(BETWEEN) || token.is_mark_of(":=."))
            .count();
        let (bound, len) = number(1 + between)?;
        let length = tokens[..=between].iter().any(|token| token.is("length"));
        let upper = first.is_any(&["max", "maximum"]);
        return Some(Form {
            length,
            ..form((!upper).then_some(bound), upper.then_some(bound), len)
        });
    }
    if first.is("exactly") {
        let (bound, len) = number(1)?;
        return Some(form(Some(bound), Some(bound), len));
    }
    for (phrase, upper) in PHRASES {
        if phrase
            .iter()
            .enumerate()
            .all(|(at, word)| follows(at, &[word]))
        {
            let (bound, len) = number(phrase.len())?;
            return Some(form((!upper).then_some(bound), upper.then_some(bound), len));
        }
    }
    let sign = |mark: char| first.is_mark(mark);
    if sign('≤') || sign('≥') {
        let (bound, len) = number(1)?;
        let upper = sign('≤');
        return Some(form((!upper).then_some(bound), upper.then_some(bound), len));
    }
    let (least, most, len) = read_range(tokens)?;
    Some(Form {
        bare: true,
        ..form(Some(least), Some(most), len)
    })
}

/// `1-100`, `1 to 100`, `-90 to 90`, `0.0..1.0`; a number alone is both ends.
fn read_range(tokens: &[Token<'_>]) -> Option<(f64, f64, usize)> {
    if let Some(joined) = read_joined(tokens) {
        return Some(joined);
    }
    let (least, at) = read_number(tokens)?;
    let rest = &tokens[at..];
    let joint = match rest {
        [to, ..] if to.is("to") || to.is_mark_of("–—-") => 1,
        [one, two, equals, ..] if one.is_mark('.') && two.is_mark('.') && equals.is_mark('=') => 3,
        [one, two, ..] if one.is_mark('.') && two.is_mark('.') => 2,
        _ => 0,
    };
    let most = read_number(&rest[joint..]).filter(|_| joint > 0);
    Some(most.map_or((least, least, at), |(most, len)| {
        (least, most, at + joint + len)
    }))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ends(text: &str) -> Vec<(Option<f64>, Option<f64>)> {
        stated_bounds(text)
            .iter()
            .map(|bounds| (bounds.least, bounds.most))
            .collect()
    }

    #[test]
    fn word_lists_are_sorted() {
        for list in [LEADS, HEDGES, VETOES, BETWEEN, AFTER, PER] {
            assert!(list.is_sorted(), "{list:?}");
        }
    }

    #[test]
    fn ranges_are_read_in_every_form() {
        for text in [
            "Most rows to return (1-100)",
            "Most rows to return (1-100, default 20)",
            "Most rows, 1–100.",
            "Most rows, 1 - 100.",
            "Rows, from 1 to 100.",
            "Most rows. Must be between 1 and 100.",
            "Most rows; a whole number between 1 and 100 (inclusive)",
            "Opacity 1-100 (default: 5)",
            "Opacity [1..100]",
            "1 to 100",
            "Rows (min 1) (max 100)",
            "Rows, in the range 1-100",
        ] {
            let found = ends(text);
            let least = found.iter().find_map(|ends| ends.0);
            let most = found.iter().find_map(|ends| ends.1);
            assert_eq!((least, most), (Some(1.0), Some(100.0)), "{text}");
        }
        assert_eq!(ends("Latitude (-90 to 90)"), [(Some(-90.0), Some(90.0))]);
        assert_eq!(ends("Share, 0.0-1.0"), [(Some(0.0), Some(1.0))]);
        assert_eq!(ends("Items (exactly 1 item)"), [(Some(1.0), Some(1.0))]);
        assert_eq!(ends("Rows (1-5,000)"), [(Some(1.0), Some(5000.0))]);
    }

    #[test]
    fn one_end_is_read_in_every_form() {
        for text in [
            "Rows (max 50)",
            "Rows (default 20, max: 50)",
            "Rows. Maximum is 50.",
            "The default is 20 and the maximum is 50.",
            "Rows. The maximum allowed value is 50.",
            "Rows, at most 50.",
            "Rows, up to 50",
            "Rows, no more than 50 per page",
            "Rows (≤ 50)",
            "Rows (50 max)",
            "Rows (less than or equal to 50)",
            "Rows per page (max 50)",
        ] {
            assert_eq!(ends(text), [(None, Some(50.0))], "{text}");
        }
        for text in ["Rows (min 5)", "Rows. At least 5.", "Rows, minimum 5"] {
            assert_eq!(ends(text), [(Some(5.0), None)], "{text}");
        }
    }

    #[test]
    fn units_and_lengths_are_told() {
        let of = |text| stated_bounds(text)[0];
        let name = of("A short name of at most 80 characters.");
        assert_eq!(
            (name.unit, name.said),
            (Some("characters"), "at most 80 characters")
        );
        assert_eq!(of("Id (12-59 chars)").unit, Some("chars"));
        assert_eq!(of("Tags (up to 10 items)").unit, Some("items"));
        assert_eq!(of("Name, 80 characters max").unit, Some("characters"));
        assert!(of("Name. Max length: 80").length);
        assert!(of("Name, length between 3 and 24").length);
        assert!(!of("Rows (max 50)").length);
    }

    #[test]
    fn what_is_no_bound_of_the_value_is_passed_over() {
        for text in [
            "ISO 3166-2 code",
            "A date, 2026-03-01",
            "A date between 2026-01-01 and 2026-02-01",
            "Text in 1-2 sentences of plain words",
            "30-60% fewer tokens",
            "M10-M80",
            "e.g. 1-100",
            "Rows, such as 1 to 5",
            "Must be between 1 and 32 (or higher with a larger plan)",
            "At most 100, unless overridden by the server.",
            "Depth (max recommended: 5)",
            "Page. Each page returns up to 50 variables.",
            "Height. Capped so height times scale is at most 3000.",
            "The country is limited to 2 character codes",
            "For lists: max 10. For reads: max 50.",
            "When full is true, at most 10.",
            "Array of records, each 1-80 characters",
            "Pattern: [a-z]{1,48}",
            "`1-100`, '1-100'",
            "IP like 10.0.2.[6-8]",
            "Version 3",
            "Default 900 (15 min)",
            "20",
            "",
        ] {
            let found: Vec<_> = stated_bounds(text);
            let plain = found
                .iter()
                .all(|bounds| bounds.unit.is_some_and(|unit| unit == "sentences"));
            assert!(plain, "{text}: {found:?}");
        }
    }
}
