//! Whether a text says what leaving a parameter out means.

use super::token::{Token, tokens};

/// Words that speak of a value that is not given.
#[rustfmt::skip] // one word a line otherwise
const WORDS: &[&str] = &[
    "absence", "absent", "default", "defaulting", "defaults", "empty", "missing", "omit",
    "omits", "omitted", "omitting", "otherwise", "unless", "unset", "unspecified",
];

/// Verbs and participles of giving: `not given`, `when set`, `if provided`.
#[rustfmt::skip] // one word a line otherwise
const GIVEN: &[&str] = &[
    "any", "chosen", "defined", "given", "known", "needed", "passed", "present", "provided",
    "sent", "set", "specified", "stated", "supplied", "used", "wanted",
];

/// Whether `text` says what happens when the value is left out: `every customer when left out`,
/// `unless given`, `all by default`. What a value does only when it is given says it as well,
/// and so does a filter that calls itself one.
pub fn says_absence(text: &str) -> bool {
    let tokens = tokens(text);
    let mut places = 0..tokens.len();
    opens_as_filter(&tokens)
        || places.any(|at| {
            let rest = &tokens[at..];
            speaks_of_absence(rest) || speaks_of_presence(rest)
        })
}

/// Whether these tokens begin with words about a value that is not given: `omitted`, `left out`,
/// `not specified`, `without it`.
pub(super) fn speaks_of_absence(tokens: &[Token<'_>]) -> bool {
    let [first, rest @ ..] = tokens else {
        return false;
    };
    first.is_any(WORDS)
        || first.is_any(&["left", "leave", "leaves", "leaving"])
            && within(rest, &["out", "blank", "off", "unchanged"])
        || first.is_any(&["not", "isn't", "none"]) && within(rest, GIVEN)
        || first.is("without") && begins(rest, &["it", "this", "one", "them"])
}

/// `if given`, `when one is set`, `only for drafts`, `required when it is void`.
fn speaks_of_presence(tokens: &[Token<'_>]) -> bool {
    let [first, rest @ ..] = tokens else {
        return false;
    };
    first.is_any(&["if", "when", "where", "whenever"]) && within(rest, GIVEN)
        || first.is("cursor")
        || first.is("next") && begins(rest, &["page"])
        || first.is_any(&["only", "required", "needed", "mandatory"])
            && begins(rest, &["for", "if", "in", "only", "unless", "when", "with"])
}

/// `Filter by state`, `Optional status filter`, `Show only open ones`, `Additional context`: without it
/// nothing is kept out or put in.
fn opens_as_filter(tokens: &[Token<'_>]) -> bool {
    let lead = usize::from(tokens.first().is_some_and(|first| first.is("optional")));
    let rest = &tokens[lead.min(tokens.len())..];
    let filter = |token: &Token<'_>| token.is_any(&["filter", "filters"]);
    begins(rest, &["additional", "extra", "narrow", "only", "restrict"])
        || begins(rest, &["list", "return", "show"]) && begins(&rest[1..], &["only"])
        || !begins(rest, &["whether"]) && rest.iter().take(6).any(filter)
}

fn begins(rest: &[Token<'_>], words: &[&str]) -> bool {
    rest.first().is_some_and(|token| token.is_any(words))
}

/// Whether one of `words` stands close by, in the same clause.
fn within(rest: &[Token<'_>], words: &[&str]) -> bool {
    rest.iter()
        .take(4)
        .take_while(|token| !token.is_mark_of(".,;()"))
        .any(|token| token.is_any(words))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_way_to_speak_of_absence_counts() {
        for text in [
            "State to keep; every state when left out.",
            "Customer; all of them if not given",
            "Omit for the whole catalog",
            "Leave it out to search everything",
            "Sort by date, newest first by default",
            "Without it, all are returned",
            "Note to print, if any",
            "If set, only invoices of this customer",
            "No lower bound when omitted.",
            "Only for drafts",
            "Reason, required when it is void",
            "Kept as it is unless one is given",
            "Date to start at, otherwise today",
            "Filter invoices by customer id",
            "Optional filter on the state",
            "Only invoices of this customer",
            "Show only this row",
            "Additional context",
            "For lists: filter by state",
            "State filter, such as 'open'",
            "Cursor of the answer before",
            "Token of the next page",
        ] {
            assert!(says_absence(text), "{text}");
        }
    }

    #[test]
    fn silence_does_not() {
        for text in [
            "State to keep.",
            "Optional customer id",
            "Whether to show a filter",
            "Whether to return only the first row",
            "Whether to include drafts",
            "Invoices without payments",
            "Date, not a time",
            "When the invoice was issued. A date is given as YYYY-MM-DD.",
            "",
        ] {
            assert!(!says_absence(text), "{text}");
        }
    }
}
