//! Whether a description says when to use a tool.

use super::opening::opens_any;
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
    "before you can",
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
    "consult this",
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
    "last resort",
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

/// Whether `text` says when to use the tool, when not to, or what to use instead. `is_param` tells
/// the tool's own parameters: to use those is no reason to use the tool.
pub fn has_trigger(text: &str, is_param: impl Fn(&str) -> bool) -> bool {
    let tokens = tokens(text);
    let is_tool =
        |token: &Token<'_>| is_name(token) && !token.text.split(['/', '.']).any(&is_param);
    sentences(&tokens).into_iter().any(|sentence| {
        (0..sentence.len()).any(|at| {
            let (before, rest) = sentence.split_at(at);
            opens_any(rest, PHRASES) || hands_over(before, rest, is_tool)
        })
    })
}

/// `use get_invoice for …`, `prefer x over …`, `see list_y to …`, `faster than x for …`; and with the
/// reason in front, `for one invoice use get_invoice`.
fn hands_over(
    before: &[Token<'_>],
    tokens: &[Token<'_>],
    is_tool: impl Fn(&Token<'_>) -> bool,
) -> bool {
    let [verb, name, rest @ ..] = tokens else {
        return false;
    };
    let leads = verb.is_any(&[
        "use", "call", "consider", "prefer", "see", "try", "run", "using", "than",
    ]);
    if !leads || !is_tool(name) {
        return false;
    }
    let rest = match rest {
        [open, close, rest @ ..] if open.is_mark('(') && close.is_mark(')') => rest,
        _ => rest,
    };
    let follows = rest
        .iter()
        .find(|token| !token.is_any(&["tool", "instead"]));
    let says_why = follows.is_some_and(|token| token.is_any(PURPOSES) || token.is("over"));
    let instead = rest.first().is_some_and(|token| token.is("instead"));
    let said_why = verb.is("use")
        && name.text.contains(['_', '-'])
        && !before.is_empty()
        && follows.is_none_or(|token| token.is_mark_of(".,;"));
    says_why || said_why || instead || verb.is("prefer")
}

/// Whether a word may name a tool.
fn is_name(token: &Token<'_>) -> bool {
    token.is_marked_off() || token.text.contains(['_', '-', '.', '/'])
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
            "Cheaper than search_docs for one page.",
            "Most of them are drafts -> use list_drafts.",
            "For a draft, use edit_draft.",
            "For a draft, consider edit_draft() instead.",
            "Consult this before writing a filter.",
        ] {
            assert!(has_trigger(text, |_| false), "{text}");
        }
    }

    #[test]
    fn parameters_are_no_other_tools() {
        for text in [
            "Show who wrote it. For long files, use from_line/to_line to limit it.",
            "Show who wrote it. For long files, use from_line.",
        ] {
            let is_param = |name: &str| name == "from_line" || name == "to_line";
            assert!(!has_trigger(text, is_param), "{text}");
        }
    }

    #[test]
    fn phrases_are_sorted() {
        assert!(PHRASES.is_sorted());
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
            assert!(!has_trigger(text, |_| false), "{text}");
        }
    }
}
