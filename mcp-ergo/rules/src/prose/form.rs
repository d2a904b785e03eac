//! Standard forms of a string: dates, times, addresses and identifiers.

use super::token::{Token, sentences, tokens};
use crate::words;

/// A form that a `format` or a pattern can hold a string to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Form {
    /// `2026-03-01`
    Date,
    /// `2026-03-01T09:30:00Z`
    DateTime,
    /// ISO 8601, though the text does not say whether with a time.
    Moment,
    /// An e-mail address.
    Email,
    /// A UUID.
    Uuid,
    /// An absolute URL.
    Url,
}

/// Words of a text that lets other forms pass too.
#[rustfmt::skip] // one word a line otherwise
const OTHERS: &[&str] = &[
    "any", "array", "base64", "beginning", "comma-separated", "contain", "containing", "contains",
    "domain", "dsn", "either", "epoch", "expression", "flexible", "formats", "git", "glob",
    "keyword", "keywords", "lenient", "list", "local", "match", "matches", "matching", "multiple",
    "natural", "navigate", "now", "partial", "path", "pattern", "placeholder", "prefix", "range", "regex",
    "regexp", "relative", "repo", "repository", "separated", "shorthand", "ssh", "substring",
    "template", "today", "tomorrow", "unix", "variable", "various", "wildcard", "yesterday",
];

/// What `or` may stand before without opening another form: `or null to clear it`, `or later`.
const NO_FORM: &[&str] = &[
    "after", "before", "earlier", "empty", "later", "leave", "newer", "none", "null", "older",
    "omit",
];

/// Words of a name whose URL is no web address: a database, a repository, a container.
const OTHER_SCHEMES: &[&str] = &[
    "clone",
    "connection",
    "container",
    "data",
    "database",
    "db",
    "git",
    "redis",
    "remote",
    "repo",
    "repository",
];

/// Names of parameters whose text may say that they are email addresses.
const PEOPLE: &[&str] = &[
    "assignee",
    "author",
    "bcc",
    "cc",
    "from",
    "invitee",
    "member",
    "owner",
    "recipient",
    "sender",
    "to",
    "user",
];

/// Words that begin or end a range of days: `date_from`, `date_to`.
const ENDS: &[&str] = &[
    "after", "before", "end", "from", "max", "min", "since", "start", "to", "until",
];

/// The form that a string called `name` must have, by its name and by what `text` says of it.
///
/// Nothing is returned where the text lets anything else pass, shows an example of another form, or
/// is not written in English.
pub fn form(name: &str, text: &str) -> Option<Form> {
    let tokens = tokens(text);
    if !super::is_english(text) || lets_others_pass(&tokens) {
        return None;
    }
    let words = words::split(name);
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let found = written(&tokens)
        .or_else(|| spoken(&words, &tokens))
        .or_else(|| named(&words))?;
    shows_only(&tokens, found).then_some(found)
}

fn lets_others_pass(tokens: &[Token<'_>]) -> bool {
    tokens.iter().enumerate().any(|(at, token)| {
        let inclusive = at > 0 && tokens[at - 1].is_any(&["on", "at"]);
        let clears = tokens.get(at + 1).is_none_or(|next| next.is_any(NO_FORM));
        let other_form = token.is("or") && !inclusive && !clears;
        other_form || token.is_any(OTHERS) || token.is_mark_of("{<*")
    })
}

/// `YYYY-MM-DD`, `RFC 3339`, `ISO 8601`: a form that is written out.
fn written(tokens: &[Token<'_>]) -> Option<Form> {
    let upper = |token: &Token<'_>| token.text.to_ascii_uppercase();
    tokens
        .iter()
        .enumerate()
        .find_map(|(at, token)| {
            let next = tokens.get(at + 1);
            let text = upper(token);
            let is = |number: &str| next.is_some_and(|next| next.text == number);
            let other = |words: &[&str]| {
                tokens[at + 1..]
                    .iter()
                    .take(4)
                    .any(|token| token.is_any(words))
            };
            match text.as_str() {
                "YYYY-MM-DD" => Some(Form::Date),
                "YYYY-MM-DDTHH" | "RFC3339" | "RFC-3339" => Some(Form::DateTime),
                "RFC" if is("3339") => Some(Form::DateTime),
                "ISO" | "ISO8601" | "ISO-8601" => {
                    let dated = text != "ISO"
                        || is("8601")
                        || next.is_some_and(|next| {
                            next.is_any(&["string", "timestamp", "date", "datetime", "date-time"])
                        });
                    if !dated || other(&["duration", "interval", "week", "durations"]) {
                        None
                    } else if other(&["timestamp", "datetime", "date-time"]) {
                        Some(Form::DateTime)
                    } else {
                        Some(Form::Moment)
                    }
                }
                _ => None,
            }
        })
        .map(|form| match (form, tokens.iter().find_map(example_form)) {
            // The example settles what `ISO 8601` leaves open.
            (Form::Moment, Some(shown)) => shown,
            (form, _) => form,
        })
}

/// `UUID of the note`, `Email address of the guest`: a form that the text begins with.
fn spoken(words: &[&str], tokens: &[Token<'_>]) -> Option<Form> {
    let first = sentences(tokens).into_iter().next()?;
    let opening = &first[..first.len().min(5)];
    let identifies = words
        .last()
        .is_some_and(|last| matches!(*last, "id" | "uid" | "identifier" | "uuid" | "guid"));
    if identifies && opening.iter().any(|token| token.is_any(&["uuid", "guid"])) {
        return Some(Form::Uuid);
    }
    let address = opening
        .windows(2)
        .any(|pair| pair[0].is_any(&["email", "e-mail"]) && pair[1].is("address"));
    let person = words.last().is_some_and(|last| PEOPLE.contains(last));
    (address && person).then_some(Form::Email)
}

/// A form that the name says by itself.
fn named(words: &[&str]) -> Option<Form> {
    match words {
        [.., "email"] | [.., "email", "address"] => Some(Form::Email),
        [.., "uuid" | "guid"] => Some(Form::Uuid),
        [.., "url"] if !words.iter().any(|word| OTHER_SCHEMES.contains(word)) => Some(Form::Url),
        [.., "date"] => Some(Form::Date),
        [.., "date", end] if ENDS.contains(end) => Some(Form::Date),
        [.., "datetime"] => Some(Form::DateTime),
        _ => None,
    }
}

/// Whether every example of the text, where it shows any, has the form.
fn shows_only(tokens: &[Token<'_>], form: Form) -> bool {
    tokens
        .iter()
        .filter(|token| token.is_marked_off())
        .all(|token| match form {
            Form::Date => example_form(token) == Some(Form::Date),
            Form::DateTime => example_form(token) == Some(Form::DateTime),
            Form::Moment => example_form(token).is_some(),
            Form::Email => token.text.contains('@'),
            Form::Uuid => token.text.len() == 36 && token.text.matches('-').count() == 4,
            Form::Url => token.text.contains("://"),
        })
}

/// `2026-03-01`, or the beginning of `2026-03-01T09:30:00Z`.
fn example_form(token: &Token<'_>) -> Option<Form> {
    let bytes = token.text.as_bytes();
    let dated = bytes.len() >= 10
        && bytes[..10].iter().enumerate().all(|(at, byte)| match at {
            4 | 7 => *byte == b'-',
            _ => byte.is_ascii_digit(),
        });
    match bytes.get(10) {
        _ if !dated => None,
        None => Some(Form::Date),
        // Out of quotation marks the token may end at the first colon.
        Some(b'T' | b't' | b' ') => {
            let whole = !token.is_marked_off() || has_offset(&bytes[11..]);
            whole.then_some(Form::DateTime)
        }
        Some(_) => None,
    }
}

/// Whether a time of day ends in `Z` or `+01:00`, without which it is no `date-time`.
fn has_offset(time: &[u8]) -> bool {
    time.iter()
        .any(|byte| matches!(byte, b'Z' | b'z' | b'+' | b'-'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn word_lists_are_sorted() {
        for list in [OTHERS, NO_FORM, OTHER_SCHEMES, PEOPLE, ENDS] {
            assert!(list.is_sorted(), "{list:?}");
        }
    }

    #[test]
    fn forms_are_known_by_name_or_by_text() {
        for (name, text, form) in [
            (
                "date_from",
                "Earliest issue date, e.g. '2026-03-01'.",
                Form::Date,
            ),
            ("dueDate", "Day it is due.", Form::Date),
            ("day", "Day to look at (YYYY-MM-DD)", Form::Date),
            ("start", "Begin of it in RFC3339", Form::DateTime),
            ("start", "Begin of it (RFC 3339 format).", Form::DateTime),
            ("start", "Begin of it (ISO 8601)", Form::Moment),
            (
                "start",
                "Begin of it (ISO 8601), null to clear",
                Form::Moment,
            ),
            (
                "start",
                "Begin of it in ISO 8601, or null to clear it",
                Form::Moment,
            ),
            (
                "start",
                "ISO 8601, e.g. '2026-03-01T09:30:00Z'",
                Form::DateTime,
            ),
            ("start", "ISO 8601, e.g. '2026-03-01'", Form::Date),
            ("start", "ISO timestamp of it", Form::DateTime),
            (
                "since",
                "Changed on or after this day, YYYY-MM-DD",
                Form::Date,
            ),
            ("note_id", "UUID of the note", Form::Uuid),
            (
                "email",
                "Where to write to, e.g. 'ada@example.com'",
                Form::Email,
            ),
            ("to", "The email address of the guest", Form::Email),
            ("email", "", Form::Email),
            ("callbackUrl", "Where to call back.", Form::Url),
        ] {
            assert_eq!(super::form(name, text), Some(form), "{name}: {text}");
        }
    }

    #[test]
    fn what_takes_other_forms_has_none() {
        for (name, text) in [
            ("start", "Start in RFC3339 or relative, e.g. 'now-1h'"),
            ("date", "Day to look at, e.g. 'today'"),
            ("date", "Day to look at, e.g. 'March 1'"),
            ("date", "Day, in natural language"),
            ("date_format", "How to write dates"),
            ("country", "Country (ISO 3166)"),
            ("length", "ISO 8601 duration"),
            ("user_id", "UUID or name of the user"),
            ("user_id", "Who did it. UUIDs are long."),
            ("url", "URL or path of the page"),
            ("repo_url", "Where the code is"),
            ("url", "Git address, SSH too"),
            ("url", "Address with {placeholders}"),
            ("emails", "Who gets it"),
            ("body", "Text with the email address of the guest"),
            ("end_date", "截止日期"),
            ("time", "When to start, HH:MM"),
            ("start", "ISO 8601, e.g. '2026-03-01T09:30:00'"),
            ("url", "Page to navigate to"),
            ("", ""),
        ] {
            assert_eq!(super::form(name, text), None, "{name}: {text}");
        }
    }
}
