//! The default that a text states.

use super::absence::speaks_of_absence;
use super::measure::is_of_param;
use super::number::read_number;
use super::token::{Token, sentences, tokens};
use crate::{Kind, words};

/// What is known about the parameter whose text is read.
#[derive(Debug, Clone, Copy)]
pub struct DefaultContext<'a> {
    /// The parameter's name.
    pub name: &'a str,
    /// Its type: only what may be a value of it is read.
    pub kind: Kind,
    /// Its closed set, where it has one.
    pub options: &'a [String],
}

/// A value that a text states.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Literal<'a> {
    /// A string.
    Text(&'a str),
    /// A number.
    Number(f64),
    /// `true` or `false`
    Flag(bool),
}

impl Literal<'_> {
    /// Whether this is the value that `json` holds; `None` where the two cannot be compared.
    pub fn is_json(&self, json: &str) -> Option<bool> {
        let json = json.trim();
        match (self, json) {
            (_, "null") => Some(false),
            (Self::Flag(flag), "true" | "false") => Some(*flag == (json == "true")),
            (Self::Number(number), _) => {
                let other: f64 = json.trim_matches('"').parse().ok()?;
                Some((number - other).abs() <= f64::EPSILON * number.abs())
            }
            (Self::Text(text), _) => {
                let other = json.strip_prefix('"')?.strip_suffix('"')?;
                Some(other.replace("\\\"", "\"").eq_ignore_ascii_case(text))
            }
            (Self::Flag(_), _) => None,
        }
    }

    /// The value as JSON.
    pub fn to_json(self) -> String {
        match self {
            Self::Text(text) => format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\"")),
            Self::Number(number) => number.to_string(),
            Self::Flag(flag) => flag.to_string(),
        }
    }
}

/// Words behind a value that make it hold in some cases only, or that join it to another value.
#[rustfmt::skip] // one word a line otherwise
const CONDITIONS: &[&str] = &[
    "as", "based", "depending", "else", "except", "for", "if", "in", "on", "only", "or", "per",
    "to", "unless", "when", "where", "while", "with",
];

/// Words that announce a default.
const DEFAULTS: &[&str] = &["default", "defaults", "defaulting"];

/// Words between `default` and its value.
const BETWEEN: &[&str] = &["is", "of", "to", "value", "are", "as"];

/// The most mentions of a default that are looked at: nobody states so many for one parameter.
const MOST: usize = 16;

/// Every default that `text` states for the parameter itself: `default 20`, `defaults to 'asc'`,
/// `'asc' (default)`, `true by default`.
///
/// Defaults in words (`the current project`), under a condition (`10 for lists`), in another unit
/// and with placeholders are not read.
pub fn stated_defaults<'a>(text: &'a str, context: &DefaultContext<'_>) -> Vec<Literal<'a>> {
    let tokens = tokens(text);
    if tokens.windows(2).any(is_restricted) {
        return Vec::new();
    }
    let mut found: Vec<Literal<'a>> = Vec::new();
    let mut left = MOST;
    for sentence in sentences(&tokens) {
        let mut conditional = false;
        for (at, token) in sentence.iter().enumerate() {
            conditional |= is_condition(&sentence[at..], at);
            if conditional || left == 0 || !token.is_any(DEFAULTS) {
                continue;
            }
            left -= 1;
            if token.is("defaults") && is_of_another(sentence, at, context.name) {
                continue;
            }
            let reader = Reader { context, text };
            let stated = reader
                .behind(&sentence[at..])
                .or_else(|| reader.before(&sentence[..at], &sentence[at..]));
            found.extend(stated.filter(|stated| !found.contains(stated)));
        }
    }
    found
}

/// `Only for drafts`: elsewhere the value is not given at all, not even by default.
fn is_restricted(pair: &[Token<'_>]) -> bool {
    pair[0].is("only")
        && pair[1].is_any(&["applicable", "applies", "for", "if", "used", "when", "with"])
}

/// `when mode is 'a', …` and `For lists: …` make what follows conditional; `if omitted, …` does not.
fn is_condition(tokens: &[Token<'_>], at: usize) -> bool {
    let first = &tokens[0];
    first.is("for") && at == 0 || first.is_any(&["if", "when", "unless"]) && !is_absence(tokens)
}

/// Words before `defaults` that stand for the parameter or join the clause to it.
#[rustfmt::skip] // one word a line otherwise
const SUBJECTS: &[&str] = &[
    "also", "and", "argument", "but", "field", "flag", "if", "it", "option", "or", "param",
    "parameter", "setting", "that", "then", "this", "value", "which",
];

/// `Full defaults to true` is about the mode `full` and not about the parameter. Whoever supplies
/// the value may be named where it is left out: `the server defaults to 20 when omitted`.
fn is_of_another(sentence: &[Token<'_>], at: usize, name: &str) -> bool {
    let word = |token: &&Token<'_>| token.kind == super::TokenKind::Word && !token.is_marked_off();
    let clause = || sentence[..at].iter().rev().take(4).take_while(word);
    let own = words::split(name);
    let is_own = |token: &Token<'_>| own.iter().any(|word| token.is(word));
    let supplied = || {
        let rest = &sentence[at + 1..];
        (0..rest.len()).any(|at| !rest[at].is_any(DEFAULTS) && speaks_of_absence(&rest[at..]))
    };
    clause().next().is_some_and(|last| !last.is_any(SUBJECTS))
        && !clause().any(is_own)
        && !supplied()
}

/// Whether a clause speaks of a value that is not given.
fn is_absence(clause: &[Token<'_>]) -> bool {
    let within = |token: &&Token<'_>| !token.is_mark_of(",;:)");
    let len = clause.iter().take(6).take_while(within).count();
    (0..len).any(|at| speaks_of_absence(&clause[at..]))
}

struct Reader<'a, 'c> {
    context: &'c DefaultContext<'c>,
    text: &'a str,
}

impl<'a> Reader<'a, '_> {
    /// `default: 20`, `defaults to 20`, `default value is 20`.
    fn behind(&self, tokens: &[Token<'a>]) -> Option<Literal<'a>> {
        let rest = &tokens[1..];
        let skipped = rest
            .iter()
            .take(4)
            .take_while(|token| token.is_any(BETWEEN) || token.is_mark_of(":="))
            .count();
        let (value, len) = self.value(&rest[skipped..])?;
        ends(&rest[skipped + len..]).then_some(value)
    }

    /// `20 (default)`, `'asc' (default, newest last)`, `true by default`.
    fn before(&self, before: &[Token<'a>], tokens: &[Token<'a>]) -> Option<Literal<'a>> {
        let (lead, before) = before.split_last()?;
        let bracketed =
            lead.is_mark('(') && tokens.get(1).is_some_and(|next| next.is_mark_of("),;"));
        let by = lead.is("by") && self.context.kind == Kind::Boolean && ends(&tokens[1..]);
        if !(bracketed || by) {
            return None;
        }
        let from = before.len().saturating_sub(1);
        let signed = from > 0 && before[from - 1].is_mark_of("-−");
        let (value, len) = self.value(&before[from - usize::from(signed)..])?;
        (len == 1 + usize::from(signed)).then_some(value)
    }

    /// A value of the parameter's type, and how many tokens it takes.
    fn value(&self, tokens: &[Token<'a>]) -> Option<(Literal<'a>, usize)> {
        let first = tokens.first()?;
        match self.context.kind {
            Kind::Boolean => {
                let flag = first.text.to_ascii_lowercase().parse().ok()?;
                Some((Literal::Flag(flag), 1))
            }
            Kind::Integer | Kind::Number => {
                let (number, len) = read_number(tokens)?;
                let unit = self.unit(&tokens[len..])?;
                Some((Literal::Number(number), len + unit))
            }
            Kind::String => {
                let text = first.text.trim_matches(['"', '\'']);
                let option = |option: &String| option.eq_ignore_ascii_case(text);
                let listed = self.context.options.iter().any(option);
                let open = self.context.options.is_empty();
                let plain = !text.is_empty() && text.chars().count() <= 60;
                let meant = if first.is_marked_off() {
                    plain && !text.contains(['<', '{', '$', '*', '…'])
                } else {
                    first.kind == super::TokenKind::Word && open && plain && is_code(text)
                };
                (listed || open && meant).then_some((Literal::Text(text), 1))
            }
            _ => None,
        }
    }

    /// How many tokens the unit takes; `None` where the number is of something else.
    fn unit(&self, tokens: &[Token<'a>]) -> Option<usize> {
        match tokens.first() {
            Some(next) if next.kind == super::TokenKind::Word => {
                if next.is_any(CONDITIONS) || next.is_any(&["and", "max", "maximum", "min"]) {
                    return Some(0);
                }
                is_of_param(next.text, self.context.name, self.text).then_some(1)
            }
            _ => Some(0),
        }
    }
}

/// Whether a word without quotation marks is a value and not prose: `us-east-1`, `HEAD`, `0s`.
fn is_code(word: &str) -> bool {
    let letters = || word.chars().filter(|c| c.is_alphabetic());
    let shouted = letters().count() > 1 && letters().all(char::is_uppercase);
    let marked = word.contains(['_', '/', '.']) || word.chars().any(|c| c.is_ascii_digit());
    word.is_ascii() && (shouted || marked)
}

/// Whether a value is over: the clause ends, and nothing makes it conditional.
fn ends(rest: &[Token<'_>]) -> bool {
    let Some(next) = rest.first() else {
        return true;
    };
    if next.is_mark('(') {
        return rest.get(1).is_none_or(|inner| !inner.is_any(CONDITIONS));
    }
    if next.is_any(&["if", "when", "unless"]) {
        return is_absence(rest);
    }
    if next.is("and") {
        return rest
            .get(1)
            .is_some_and(|then| then.is_any(&["the", "max", "maximum", "a", "at"]));
    }
    let joined = next.is_mark_of(",;");
    // `20; 50 for reads` is a default for each of two cases.
    let is_of_case = |then: &[Token<'_>]| {
        read_number(then).is_some_and(|(_, len)| {
            then.get(len)
                .is_some_and(|after| after.is_any(&["for", "if", "when", "with"]))
        })
    };
    next.is_mark_of(".,;)]!–—")
        && !(next.is_mark(',') && rest.get(1).is_some_and(|then| then.is_any(CONDITIONS)))
        && !(joined && is_of_case(&rest[1..]))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(kind: Kind, text: &str) -> Vec<Literal<'_>> {
        read_of(kind, &[], text)
    }

    fn read_of<'a>(kind: Kind, options: &[&str], text: &'a str) -> Vec<Literal<'a>> {
        let options: Vec<String> = options.iter().map(ToString::to_string).collect();
        let context = DefaultContext {
            name: "timeout_seconds",
            kind,
            options: &options,
        };
        stated_defaults(text, &context)
    }

    #[test]
    fn numbers_and_flags_are_read_in_every_form() {
        for text in [
            "Most rows to return (default 20)",
            "Most rows to return. Default: 20.",
            "Most rows, defaults to 20",
            "The default is 20 and the maximum is 50.",
            "The default value is 20.",
            "Most rows (max 50, default=20)",
            "20 (default) or more",
            "If not given, defaults to 20.",
            "Time allowed; timeout defaults to 20",
            "Seconds to wait, which defaults to 20",
            "The server defaults to 20 when omitted.",
            "Default 20 seconds",
            "Defaults to 20 when omitted",
            "Default 20 (as in the app)",
        ] {
            let expected = if text.contains("(as in") {
                vec![]
            } else {
                vec![Literal::Number(20.0)]
            };
            assert_eq!(read(Kind::Integer, text), expected, "{text}");
        }
        for text in [
            "Recurse (default: True)",
            "Recurse, true by default",
            "`true` (default)",
        ] {
            assert_eq!(read(Kind::Boolean, text), [Literal::Flag(true)], "{text}");
        }
        assert_eq!(
            read(Kind::Number, "Default -1,000"),
            [Literal::Number(-1000.0)]
        );
    }

    #[test]
    fn strings_are_read_where_they_are_marked_off_or_no_prose() {
        for (text, value) in [
            ("Order, defaults to 'asc'.", "asc"),
            ("'asc' (default) or 'desc'", "asc"),
            ("Region. Defaults to us-east-1.", "us-east-1"),
            ("Commit (default: HEAD)", "HEAD"),
            ("Pause, default `0s`", "0s"),
            ("'desc' or 'asc' (default: 'asc')", "asc"),
        ] {
            assert_eq!(read(Kind::String, text), [Literal::Text(value)], "{text}");
        }
        let listed = read_of(Kind::String, &["asc", "desc"], "Order, default asc");
        assert_eq!(listed, [Literal::Text("asc")]);
        let two = read(Kind::String, "Defaults to 'a'. Default 'b'.");
        assert_eq!(two.len(), 2);
    }

    #[test]
    fn what_is_no_value_or_has_a_condition_is_not() {
        for text in [
            "Defaults to the current project.",
            "The default branch is used.",
            "Default environment variables to pass",
            "Defaults to '<name>-copy'",
            "Default: all",
            "Defaults to FLEX for free clusters, M10 otherwise",
            "When status is 'open', defaults to 'asc'",
            "For lists: default 'asc'",
            "Mode: 'Default' or 'Recursive'",
            "Default 'asc' or 'desc'",
            "Default 'asc'. Only for lists.",
            "Defaults to $HOME",
            "",
        ] {
            assert!(read(Kind::String, text).is_empty(), "{text}");
        }
        for text in [
            "Seconds to wait (default: 2 minutes)",
            "default ~80",
            "default 50%",
            "Default 10 for lists, 20 for reads",
            "Default: 1:1",
            "Default 20; 50 for reads.",
            "None lets the mode decide. Full defaults to 20.",
            "Pages of 20 by default",
            "default 2026-01-01",
        ] {
            assert!(read(Kind::Integer, text).is_empty(), "{text}");
        }
        assert!(read(Kind::Object, "Default: {}").is_empty());
        assert!(read(Kind::Boolean, "Defaults to enabled").is_empty());
    }

    #[test]
    fn literals_are_compared_as_values() {
        assert_eq!(Literal::Number(20.0).is_json("20.0"), Some(true));
        assert_eq!(Literal::Number(20.0).is_json("\"20\""), Some(true));
        assert_eq!(Literal::Number(20.0).is_json("10"), Some(false));
        assert_eq!(Literal::Number(20.0).is_json("null"), Some(false));
        assert_eq!(Literal::Number(20.0).is_json("[]"), None);
        assert_eq!(Literal::Text("ASC").is_json("\"asc\""), Some(true));
        assert_eq!(Literal::Text("a\"b").is_json("\"a\\\"b\""), Some(true));
        assert_eq!(Literal::Text("asc").is_json("5"), None);
        assert_eq!(Literal::Flag(true).is_json("true"), Some(true));
        assert_eq!(Literal::Flag(true).is_json("\"true\""), None);
        assert_eq!(Literal::Text("a\"b").to_json(), "\"a\\\"b\"");
        assert_eq!(Literal::Number(20.0).to_json(), "20");
    }
}
