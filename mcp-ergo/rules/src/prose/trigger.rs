//! Whether a description says when to use a tool.

use super::phrase::opens_any;
use super::token::{Token, sentences, tokens};

/// Openings that say, by themselves, when a tool is the right one. `_` stands for any one word.
const PHRASES: &[&str] = &[
    "after calling",
    "after using",
    "alternative to",
    "always call",
    "as a fallback",
    "as the first step",
    "avoid calling",
    "avoid using",
    "before calling",
    "before using",
    "best for",
    "call after",
    "call before",
    "call first",
    "call if",
    "call it",
    "call once",
    "call this",
    "call when",
    "call whenever",
    "can be used for",
    "can be used to",
    "can be used when",
    "designed for",
    "do not call",
    "do not use",
    "don't call",
    "don't use",
    "first call",
    "helpful for",
    "helpful if",
    "helpful when",
    "ideal for",
    "ideal when",
    "if the user",
    "if you don't",
    "if you need",
    "if you want",
    "instead of",
    "intended for",
    "invoke this",
    "invoke when",
    "is used for",
    "is used to",
    "is used when",
    "must be called",
    "must be used",
    "must call",
    "never call",
    "never use",
    "not for",
    "not intended for",
    "only if you",
    "only use",
    "only when",
    "prefer this",
    "recommended for",
    "recommended when",
    "required before",
    "run after",
    "run before",
    "run this",
    "should be called",
    "should be run",
    "should be used",
    "start here",
    "start with this",
    "to be used",
    "trigger when",
    "use after",
    "use as",
    "use before",
    "use cases",
    "use for",
    "use if",
    "use in",
    "use instead",
    "use it",
    "use once",
    "use only",
    "use the _ tool",
    "use this",
    "use to",
    "use when",
    "use whenever",
    "used after",
    "used before",
    "used for",
    "used when",
    "useful after",
    "useful as",
    "useful before",
    "useful for",
    "useful if",
    "useful in",
    "useful to",
    "useful when",
    "useful whenever",
    "when asked",
    "when needed",
    "when not to use",
    "when the user",
    "when to use",
    "when user",
    "when users",
    "when you",
    "whenever",
];

/// What may follow a named tool where the sentence says what that tool is for.
const PURPOSES: &[&str] = &[
    "for", "to", "when", "if", "instead", "first", "before", "after", "once", "rather", "whenever",
];

/// Whether `text` says when to use the tool, when not to, or what to use instead.
pub fn has_trigger(text: &str) -> bool {
    let tokens = tokens(text);
    sentences(&tokens).into_iter().any(|sentence| {
        (0..sentence.len())
            .any(|at| opens_any(&sentence[at..], PHRASES) || hands_over(&sentence[at..]))
    })
}

/// Whether `text` is written in letters that this reader can read at all.
pub fn is_readable(text: &str) -> bool {
    // In bytes: what takes a word of Latin letters is one or two signs of three bytes elsewhere.
    let letters = |text: &str| -> (usize, usize) {
        text.chars()
            .filter(|c| c.is_alphabetic())
            .fold((0, 0), |(all, foreign), c| {
                let bytes = c.len_utf8();
                (all + bytes, foreign + if c.is_ascii() { 0 } else { bytes })
            })
    };
    let (all, foreign) = letters(text);
    foreign * 4 < all.max(1)
}

/// `use get_invoice for …`, `prefer x over …`, `see list_y to …`.
fn hands_over(tokens: &[Token<'_>]) -> bool {
    let [verb, name, rest @ ..] = tokens else {
        return false;
    };
    if !verb.is_any(&["use", "call", "prefer", "see", "try", "run", "using"]) {
        return false;
    }
    let named = name.is_marked_off() || name.text.contains(['_', '-', '.', '/']);
    let follows = rest
        .iter()
        .find(|token| !token.is_any(&["tool", "instead"]));
    let says_why = follows.is_some_and(|token| token.is_any(PURPOSES) || token.is("over"));
    let instead = rest.first().is_some_and(|token| token.is("instead"));
    named && (says_why || instead || verb.is("prefer"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_condition_or_an_alternative_is_a_trigger() {
        for text in [
            "List jobs. Use when the user asks what runs.",
            "Read one record. Use after data-browse.",
            "Find invoices. Use get_invoice for full line items.",
            "Find rows; use data-read_record to open one row.",
            "Don't use for refunds.",
            "Don’t use this for refunds.",
            "Useful for debugging.",
            "For one invoice, use `get_invoice` instead.",
            "WHEN TO USE: the user asks for it",
            "Prefer search_docs over this.",
            "For diagnostics prefer get_health, which mirrors them.",
            "Must be called before create_plan.",
        ] {
            assert!(has_trigger(text), "{text}");
        }
    }

    #[test]
    fn phrases_are_sorted() {
        assert!(PHRASES.is_sorted());
    }

    #[test]
    fn other_scripts_are_not_read() {
        assert!(is_readable("Get the café's menu.") && is_readable(""));
        assert!(!is_readable("查询存储信息"));
    }

    #[test]
    fn saying_what_is_not_saying_when() {
        for text in [
            "Gets data from the system.",
            "Browse a data collection as rows suitable for list-table plus right-panel detail UX.",
            "Returns an error when the id is unknown.",
            "List users for a project, including those who left.",
            "Deletes a user.",
            "",
        ] {
            assert!(!has_trigger(text), "{text}");
        }
    }
}
