//! Whether a text calls its parameter optional.

use crate::words;

use super::absence::speaks_of_absence;
use super::token::{Token, sentences, tokens};

/// Whether `text` says that the parameter `name` itself may be left out: `Optional.`, `(optional)`,
/// `Optional customer id`, `This is optional`.
///
/// What is optional within the value (`optional role`, `optionally versioned`, `Optional: …` of some
/// field) is not the parameter. Of a value that is `compound`, only the beginning of the text speaks.
pub fn calls_optional(text: &str, name: &str, compound: bool) -> bool {
    let tokens = tokens(text);
    sentences(&tokens)
        .into_iter()
        .enumerate()
        .any(|(nth, sentence)| {
            nth == 0 && opens_optional(sentence)
                || nth == 0 && !compound && set_off(sentence)
                || (0..sentence.len()).any(|at| claims(&sentence[at..], name))
        })
}

/// Whether `text` leaves it to the caller whether there is a value at all: what [`calls_optional`]
/// accepts, and `Optional photos of the damage`, whose plural may as well be of fields within.
pub fn leaves_open(text: &str, name: &str, compound: bool) -> bool {
    let opens = || match tokens(text).as_slice() {
        [first, rest @ ..] => {
            let named = |next: &Token<'_>| next.text.starts_with(char::is_alphabetic);
            first.is("optional") && rest.first().is_some_and(named) && !is_conditional(rest)
        }
        [] => false,
    };
    calls_optional(text, name, compound) || opens()
}

/// Whether `text` says what a call does without the parameter: `If not given, every customer is
/// returned`, `defaults to the current project if omitted`.
///
/// `If it is not known, ask the user` tells the model what to do before the call.
pub fn tells_omission(text: &str) -> bool {
    let tokens = tokens(text);
    let omitted = |clause: &[Token<'_>]| {
        clause
            .first()
            .is_some_and(|first| first.is_any(&["if", "when"]))
            && (1..clause.len().min(4)).any(|at| speaks_of_absence(&clause[at..]))
    };
    sentences(&tokens).into_iter().any(|sentence| {
        let comma = sentence.iter().take(8).position(|token| token.is_mark(','));
        if let Some(comma) = comma.filter(|comma| omitted(&sentence[..*comma])) {
            let rest = &sentence[comma + 1..];
            let asks = rest.first().is_none_or(is_request);
            let fails = rest.iter().any(|token| token.is_any(FAILURES));
            return !asks && !fails && rest.iter().take(6).any(|token| token.is_any(EFFECTS));
        }
        let defaults = sentence.iter().position(|token| token.is("defaults"));
        defaults.is_some_and(|at| (at + 1..sentence.len()).any(|at| omitted(&sentence[at..])))
    })
}

/// Words of a clause that say what happens.
const EFFECTS: &[&str] = &["are", "defaults", "is", "uses", "will"];

/// Words of a clause that say that nothing happens.
#[rustfmt::skip] // one word a line otherwise
const FAILURES: &[&str] = &[
    "cannot", "error", "fail", "fails", "invalid", "no", "not", "refused", "rejected",
];

/// Whether a clause that begins so asks for something. `defaults to` states and `default to` asks.
fn is_request(first: &Token<'_>) -> bool {
    let word = first.text.to_lowercase();
    words::is_verb(&word) || matches!(word.as_str(), "always" | "do" | "leave" | "please" | "try")
}

/// `Optional.`, `(Optional) …`, `Optional customer id`.
fn opens_optional(sentence: &[Token<'_>]) -> bool {
    let opening = sentence
        .iter()
        .take_while(|token| token.is_mark_of("([*"))
        .count();
    let [optional, rest @ ..] = &sentence[opening..] else {
        return false;
    };
    if !optional.is("optional") || is_conditional(rest) {
        return false;
    }
    // `Optional: "content", "role"` lists what is optional within; `Optional fields` are fields.
    rest.first().is_none_or(|next| {
        next.is_mark_of(".,;)]–—-!*") && !next.is_mark(':')
            || next.text.starts_with(char::is_alphabetic) && !next.text.ends_with('s')
    })
}

/// `Customer id (optional)`, `Customer id, optional`: behind the few words that name the value.
fn set_off(sentence: &[Token<'_>]) -> bool {
    let named = sentence
        .iter()
        .take_while(|token| token.text.starts_with(char::is_alphanumeric))
        .count();
    let [mark, optional, rest @ ..] = &sentence[named..] else {
        return false;
    };
    let ends = rest.first().is_none_or(|next| next.is_mark_of(".,;)]"));
    (1..=8).contains(&named) && mark.is_mark_of("([,;") && optional.is("optional") && ends
}

/// `This is optional`, `this parameter is optional`, `customer_id is optional`.
fn claims(tokens: &[Token<'_>], name: &str) -> bool {
    let after = match tokens {
        [this, is, rest @ ..] if this.is("this") && is.is("is") => rest,
        [this, noun, is, rest @ ..]
            if this.is("this")
                && noun.is_any(&["argument", "field", "parameter", "value"])
                && is.is("is") =>
        {
            rest
        }
        [own, is, rest @ ..] if own.text.eq_ignore_ascii_case(name) && is.is("is") => rest,
        _ => return false,
    };
    matches!(after, [optional, rest @ ..] if optional.is("optional") && !is_conditional(rest))
}

fn is_conditional(rest: &[Token<'_>]) -> bool {
    rest.first()
        .is_some_and(|next| next.is_any(&["for", "if", "in", "on", "unless", "when", "with"]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn claims_about_the_parameter_count() {
        for text in [
            "Optional.",
            "Optional. The customer whose invoices to list.",
            "(optional) Customer id",
            "[Optional] Customer id",
            "Optional customer id, e.g. 'c_1'",
            "Optional, the customer",
            "Optional - the customer",
            "Customer id (optional)",
            "Customer id (optional, all by default)",
            "Customer id, optional.",
            "The customer. This is optional.",
            "The customer. This parameter is optional",
            "customer_id is optional",
        ] {
            assert!(calls_optional(text, "customer_id", false), "{text}");
        }
        assert!(calls_optional("Optional list of ids", "ids", true));
    }

    #[test]
    fn several_may_be_left_open() {
        for text in [
            "Phone number, optional.",
            "Email address (optional).",
            "Optional photo of the damage, as an https URL.",
            "Optional photos of the damage",
            "Optional deputy who waters in the tenant's absence.",
        ] {
            assert!(leaves_open(text, "extra", false), "{text}");
        }
        for text in ["Optional when it is void", "Optional: a, b", "Photos", ""] {
            assert!(!leaves_open(text, "extra", false), "{text}");
        }
    }

    #[test]
    fn what_happens_without_it_is_told_from_what_to_do() {
        for text in [
            "Keep one state. If not provided, all invoices are returned.",
            "The book. If omitted, the only one will be used.",
            "Defaults to the customer's country if not specified.",
            "When it is left out, the newest one is used",
        ] {
            assert!(tells_omission(text), "{text}");
        }
        for text in [
            "If not provided, ask the user which folder is meant.",
            "Customer id. Use find_customer if not provided.",
            "If it is not found, immediately prompt the user, who is asked once.",
            "If not given, try to find what is used in the folder.",
            "Each has an email. Role defaults to 'viewer'.",
            "IF NOT SET, THE TOOL WILL NOT WORK.",
            "If the customer is void, all invoices are returned.",
            "",
        ] {
            assert!(!tells_omission(text), "{text}");
        }
    }

    #[test]
    fn what_is_optional_within_or_sometimes_does_not() {
        for text in [
            "Ids, optionally versioned",
            "Each with 'email' and optional 'role'",
            "Each requires a name. Optional: content, role.",
            "Optional fields to return",
            "Optional: content, role",
            "Optional when status is 'open'",
            "Query with an optional prefix",
            "Steps as type, then (optional) scope",
            "Whether a field is optional",
            "",
        ] {
            assert!(!calls_optional(text, "customer_id", false), "{text}");
        }
        assert!(!calls_optional("name (optional), email", "people", true));
    }
}
