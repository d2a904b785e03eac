//! Names in a text that may be names of tools.

use super::token::{Kind, Token, sentences, tokens};

/// A word shaped like the name of a tool.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Reference<'a> {
    /// The name as it is written.
    pub name: &'a str,
    /// The first byte in the text.
    pub start: usize,
    /// Whether it follows a word that sends the reader to a tool: call, use, see, with.
    pub triggered: bool,
    /// Whether the word `tool` stands beside it.
    pub before_tool: bool,
    /// Whether it stands in code marks.
    pub code: bool,
    /// Whether it is called with arguments or a body follows: `name(…)`, `name: …`, `name=…`.
    pub applied: bool,
}

/// Words that send a reader to a tool.
const TRIGGERS: &[&str] = &[
    "call", "calling", "calls", "use", "using", "see", "with", "via", "invoke", "invoking", "run",
    "from",
];

/// Words that may stand between such a word and the name.
const BETWEEN: &[&str] = &["the", "our", "instead", "first", "also", "either", "then", "only"];

/// Every word in `text` that has the shape of a tool's name, with what speaks for it being one.
///
/// A name has an inner `_`, `-`, `.` or `/`, or a capital inside a word that begins small. Quoted
/// values are no names.
pub fn references(text: &str) -> Vec<Reference<'_>> {
    let tokens = tokens(text);
    let mut found = Vec::new();
    for sentence in sentences(&tokens) {
        for (at, token) in sentence.iter().enumerate() {
            let bare = token.text.strip_suffix("()").unwrap_or(token.text);
            let named = matches!(token.kind, Kind::Word | Kind::Code) && is_name_shaped(bare);
            if named {
                found.push(Reference {
                    name: bare,
                    start: token.start + usize::from(token.kind == Kind::Code),
                    triggered: is_triggered(&sentence[..at]),
                    before_tool: sentence.get(at + 1).is_some_and(|next| next.is_any(&["tool"])),
                    code: token.kind == Kind::Code,
                    applied: sentence.get(at + 1).is_some_and(|next| {
                        next.start == token.end && next.is_mark_of("([{=:<")
                    }),
                });
            }
        }
    }
    found
}

fn is_triggered(before: &[Token<'_>]) -> bool {
    let mut before = before.iter().rev().skip_while(|token| token.is_any(BETWEEN)).peekable();
    match before.next() {
        Some(token) if token.is_any(TRIGGERS) => true,
        Some(token) if token.is("to") => {
            before.next().is_some_and(|token| token.is_any(&["proceed", "proceeding", "proceeds"]))
        }
        _ => false,
    }
}

/// Whether a word can be the name of a tool at all.
fn is_name_shaped(word: &str) -> bool {
    let separated = word.contains(['_', '-', '.', '/']);
    let camel = word.starts_with(|c: char| c.is_ascii_lowercase())
        && word.chars().any(|c| c.is_ascii_uppercase());
    let plain = word.chars().all(|c| c.is_ascii_alphanumeric() || "_-./".contains(c));
    let letters = word.chars().filter(char::is_ascii_alphabetic).count();
    plain && letters > 2 && (separated || camel)
        && word.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_speaks_for_a_name_is_told() {
        let of = |text| references(text).into_iter().next();
        let named = of("call semarchy.catalog.search_patterns to filter").unwrap();
        assert_eq!(named.name, "semarchy.catalog.search_patterns");
        assert!(named.triggered && !named.code && !named.before_tool);
        assert!(of("the get_invoice tool").unwrap().before_tool);
        assert!(of("see `get_invoice`").unwrap().code);
        assert!(of("proceed to create_plan").unwrap().triggered);
        assert!(of("Use the `get_invoice()` now").unwrap().triggered);
        assert!(of("use get_invoice(id)").unwrap().applied);
        assert!(!of("a read-only view").unwrap().triggered);
    }

    #[test]
    fn words_and_values_are_no_names() {
        for text in ["Find invoices.", "is 'in_progress'", "from 1.5 to 2.5", "A/B", "x_1", ""] {
            assert!(references(text).is_empty(), "{text}");
        }
    }
}
