//! Whether a text says what leaving a parameter out means.

use super::token::{Token, sentences, tokens};

/// Words that speak of a value that is not given.
#[rustfmt::skip] // one word a line otherwise
const WORDS: &[&str] = &[
    "absent", "default", "defaulting", "defaults", "empty", "missing", "omit", "omits",
    "omitted", "omitting", "otherwise", "unless", "unset", "unspecified",
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
        || sentences(&tokens)
            .first()
            .is_some_and(|first| ends_on_condition(first))
}

/// Whether `text` names a bound or a part of what a search keeps: `Smallest area in square metres`,
/// `Upper bound of the rent`, `Part of the name`, `Name must contain this text`. A search that is not
/// given one has none. How much comes back is bounded in any case, and by nobody knows what.
pub fn names_bound(text: &str) -> bool {
    let tokens = tokens(text);
    let Some(sentence) = sentences(&tokens).into_iter().next() else {
        return false;
    };
    let lead = usize::from(begins(sentence, &["the"]));
    let [first, rest @ ..] = &sentence[lead..] else {
        return false;
    };
    let of_answer = || sentence.iter().any(|token| token.is_any(ANSWER));
    let bounds = first.is_any(EXTREMES)
        || first.is_any(&["earliest", "latest"]) && begins(rest, TIMES)
        || first.is_any(&["lower", "upper"]) && begins(rest, &["bound", "limit"]);
    let part = || {
        first.is_any(&[
            "beginning",
            "fragment",
            "part",
            "prefix",
            "start",
            "substring",
        ]) && begins(rest, &["of"])
            && within(&rest[1..], TEXTS)
    };
    bounds && !of_answer() || part() || (0..sentence.len()).any(|at| demands_text(&sentence[at..]))
}

/// Words of a bound that need no other. Sorted.
#[rustfmt::skip] // one word a line otherwise
const EXTREMES: &[&str] = &[
    "highest", "largest", "lowest", "max", "maximal", "maximum", "min", "minimal", "minimum",
    "smallest",
];

/// What the first or last of is a bound. Sorted.
const TIMES: &[&str] = &["date", "day", "month", "time", "week", "year"];

/// What a part of can be searched for. Sorted.
#[rustfmt::skip] // one word a line otherwise
const TEXTS: &[&str] = &[
    "address", "description", "email", "label", "name", "names", "number", "subject", "text",
    "title",
];

/// Words of a bound on the call or its answer, which has one even when none is given. Sorted.
#[rustfmt::skip] // one word a line otherwise
const ANSWER: &[&str] = &[
    "answer", "answers", "bytes", "characters", "confidence", "count", "depth", "entries", "fetch",
    "height", "hits", "items", "length", "level", "levels", "lines", "list", "matches", "number",
    "output", "page", "pages", "radius", "records", "relevance", "response", "result", "results",
    "retries", "return", "returned", "rows", "score", "show", "shown", "similarity", "size",
    "threshold", "timeout", "tokens", "wait", "width",
];

/// `must contain this text`. `must contain a digit` is about the form of the value.
fn demands_text(tokens: &[Token<'_>]) -> bool {
    let [must, verb, rest @ ..] = tokens else {
        return false;
    };
    must.is("must")
        && verb.is_any(&["begin", "contain", "end", "include", "match", "start"])
        && rest
            .iter()
            .take(2)
            .any(|token| token.is_any(&["these", "this"]))
}

/// `Day the lease ends, if it is limited`: the value is there on a condition, and else it is not.
fn ends_on_condition(sentence: &[Token<'_>]) -> bool {
    let Some(comma) = sentence.iter().rposition(|token| token.is_mark(',')) else {
        return false;
    };
    let clause = &sentence[comma + 1..];
    begins(clause, &["if"]) && begins(&clause[1..], &["it", "the", "there", "they", "this"])
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
        || first.is("in") && absence_of_value(rest)
}

/// `in its absence`, `in the absence of one`. The absence of somebody is not that of a value.
fn absence_of_value(rest: &[Token<'_>]) -> bool {
    match rest {
        [its, absence, ..] if its.is("its") => absence.is("absence"),
        [the, absence, of, ..] if the.is("the") => absence.is("absence") && of.is("of"),
        [absence, of, ..] => absence.is("absence") && of.is("of"),
        _ => false,
    }
}

/// `if given`, `when one is set`, `if there is one`, `for tenants who have one`, `only for drafts`,
/// `required when it is void`.
fn speaks_of_presence(tokens: &[Token<'_>]) -> bool {
    let [first, rest @ ..] = tokens else {
        return false;
    };
    first.is_any(&["if", "when", "where", "whenever"]) && within(rest, GIVEN)
        || first.is_any(&["if", "when", "where", "who", "whose", "that"]) && has_one(rest)
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

/// `there is one`, `the user has one`: the clause ends there.
fn has_one(rest: &[Token<'_>]) -> bool {
    let len = rest
        .iter()
        .take(6)
        .take_while(|token| !token.is_mark_of(".,;()"));
    matches!(&rest[..len.count()], [.., has, one]
        if has.is_any(&["exists", "had", "has", "have", "is", "was"]) && one.is("one"))
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
            "Plot nearest to the fault, if there is one.",
            "Photo of the damage, as an https URL, if the user has one.",
            "Day the lease ends, if it is limited.",
            "Email address, for tenants who have one.",
            "In the absence of a date, today",
            "Region; in its absence, everywhere",
        ] {
            assert!(says_absence(text), "{text}");
        }
    }

    #[test]
    fn silence_does_not() {
        for text in [
            "State to keep.",
            "Customer id, an optional one",
            "Whether to show a filter",
            "Whether to return only the first row",
            "Whether to include drafts",
            "Invoices without payments",
            "Date, not a time",
            "Deputy who waters in the tenant's absence.",
            "Customers have one address.",
            "Customer, or if in doubt, the user who is one of them",
            "Assignee of the task.",
            "Annotations.",
            "Trace id.",
            "Region.",
            "When the invoice was issued. A date is given as YYYY-MM-DD.",
            "",
        ] {
            assert!(!says_absence(text), "{text}");
        }
    }

    #[test]
    fn bounds_and_parts_of_a_search_are_known() {
        for text in [
            "Smallest acceptable area in square metres.",
            "Maximum yearly rent in euro cents.",
            "Maximum age in years.",
            "Upper bound of the area in square metres.",
            "The lower limit of the rent",
            "Earliest day of the lease",
            "Name must contain this text.",
            "Part of the applicant's name, case-insensitive.",
        ] {
            assert!(names_bound(text), "{text}");
        }
        for text in [
            "Most rows to return.",
            "Maximum number of plots.",
            "Maximum rows",
            "Upper limit of the results",
            "Minimum score, from 0 to 1",
            "Latest version",
            "Part of the document to read",
            "Part",
            "Text, which must contain a digit.",
            "The",
            "Region.",
            "",
        ] {
            assert!(!names_bound(text), "{text}");
        }
    }

    #[test]
    fn words_are_sorted() {
        for words in [WORDS, GIVEN, EXTREMES, TIMES, TEXTS, ANSWER] {
            assert!(words.is_sorted(), "{words:?}");
        }
    }
}
