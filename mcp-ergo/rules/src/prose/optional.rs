//! Whether a text calls its parameter optional.

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
    (1..=6).contains(&named) && mark.is_mark_of("([,;") && optional.is("optional") && ends
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
