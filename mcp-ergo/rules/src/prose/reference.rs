//! Names in a text that may be names of tools.

use super::token::{Kind, Token, sentences, tokens};

/// A word shaped like the name of a tool.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Reference<'a> {
    /// The name as it is written.
    pub name: &'a str,
    /// The first byte in the text.
    pub start: usize,
    /// What leads up to it.
    pub lead: Lead,
    /// What follows it.
    pub follow: Follow,
    /// Whether it stands in code marks.
    pub code: bool,
}

/// What leads up to a name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Lead {
    /// A word that sends the reader to a tool: call, use, see, with, proceed to.
    Trigger,
    /// A word that says where something comes from: from, via, by, of.
    Origin,
    /// Anything else.
    Other,
}

/// What follows a name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Follow {
    /// The word `tool`.
    Tool,
    /// A word that makes it something else than a tool: value, field, header.
    Otherwise,
    /// Arguments or a value: `name(…)`, `name: …`, `name=…`.
    Applied,
    /// Anything else.
    Other,
}

impl Reference<'_> {
    /// Whether the words around it send the reader to a tool.
    pub fn is_sent_to(&self) -> bool {
        match self.follow {
            Follow::Tool => true,
            Follow::Other => self.lead == Lead::Trigger,
            Follow::Otherwise | Follow::Applied => false,
        }
    }
}

/// Words that send a reader to a tool.
const TRIGGERS: &[&str] = &[
    "call", "calling", "calls", "use", "using", "see", "with", "invoke", "invoking", "run",
];

/// Words that say where something comes from.
const ORIGINS: &[&str] = &["from", "via", "by", "of"];

/// Words that may stand between such a word and the name.
const BETWEEN: &[&str] = &[
    "the", "our", "your", "instead", "first", "also", "either", "then", "only",
];

/// Words that say what a name before them is, when it is no tool.
#[rustfmt::skip] // one word a line otherwise
const OTHERWISE: &[&str] = &[
    "action", "actions", "api", "argument", "arguments", "attribute", "class", "column",
    "columns", "command", "commands", "config", "endpoint", "environment", "event", "field",
    "fields", "flag", "function", "functions", "header", "key", "keys", "library", "method",
    "methods", "mode", "module", "object", "option", "options", "package", "param", "parameter",
    "parameters", "prefix", "property", "scope", "scopes", "sdk", "service", "services", "setting",
    "settings", "syntax", "table", "toggle", "value", "values", "variable",
];

/// Every word in `text` that has the shape of a tool's name, with what speaks for it being one.
///
/// A name has an inner `_`, `-`, `.` or `/`, or a capital inside a word that begins small. Quoted
/// values are no names.
pub fn references(text: &str) -> Vec<Reference<'_>> {
    if !may_name(text) {
        return Vec::new();
    }
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
                    lead: lead(&sentence[..at]),
                    follow: follow(
                        at.checked_sub(1).map(|at| &sentence[at]),
                        token,
                        sentence.get(at + 1),
                    ),
                    code: token.kind == Kind::Code,
                });
            }
        }
    }
    found
}

/// Whether a text holds anything of a name's shape: a separator or a capital within a word. Most do
/// not, and need not be taken apart.
fn may_name(text: &str) -> bool {
    text.as_bytes().windows(2).any(|pair| {
        let [first, second] = [pair[0], pair[1]];
        let goes_on = second.is_ascii_alphanumeric() || second == b'_';
        matches!(first, b'_' | b'-' | b'.' | b'/') && goes_on
            || first.is_ascii_lowercase() && second.is_ascii_uppercase()
            || second == b'_'
    })
}

fn follow(before: Option<&Token<'_>>, name: &Token<'_>, next: Option<&Token<'_>>) -> Follow {
    match next {
        Some(next) if next.start == name.end && next.is_mark_of("([{=:<") => Follow::Applied,
        Some(next) if next.is_any(&["tool", "tools"]) => Follow::Tool,
        Some(next) if next.is_any(OTHERWISE) => Follow::Otherwise,
        // `the SDK function get_invoice`, yet not `tool: get_invoice`.
        _ if before.is_some_and(|word| word.is_any(OTHERWISE)) => Follow::Otherwise,
        _ => Follow::Other,
    }
}

fn lead(before: &[Token<'_>]) -> Lead {
    let proceeds = |token: &Token<'_>| token.is_any(&["proceed", "proceeding", "proceeds"]);
    match leader(before) {
        Some(token) if token.is_any(TRIGGERS) => Lead::Trigger,
        Some(token) if token.is_any(ORIGINS) => Lead::Origin,
        Some(token) if token.is("to") && before.iter().rev().take(4).any(proceeds) => Lead::Trigger,
        _ => Lead::Other,
    }
}

/// The word that leads up to a name, articles and the like apart.
fn leader<'t, 'a>(before: &'t [Token<'a>]) -> Option<&'t Token<'a>> {
    before.iter().rev().find(|token| !token.is_any(BETWEEN))
}

/// Whether a word can be the name of a tool at all.
fn is_name_shaped(word: &str) -> bool {
    let separated = word.contains(['_', '-', '.', '/']);
    let camel = word.starts_with(|c: char| c.is_ascii_lowercase())
        && word.chars().any(|c| c.is_ascii_uppercase());
    let plain = word
        .chars()
        .all(|c| c.is_ascii_alphanumeric() || "_-./".contains(c));
    let letters = word.chars().filter(char::is_ascii_alphabetic).count();
    plain
        && letters > 2
        && (separated || camel)
        && word.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_speaks_for_a_name_is_told() {
        let of = |text| references(text).into_iter().next().unwrap();
        let named = of("call semarchy.catalog.search_patterns to filter");
        assert_eq!(named.name, "semarchy.catalog.search_patterns");
        assert_eq!((named.lead, named.follow), (Lead::Trigger, Follow::Other));
        assert_eq!(of("the get_invoice tool").follow, Follow::Tool);
        assert!(of("see `get_invoice`").code);
        assert_eq!(of("as told by get_invoice").lead, Lead::Origin);
        assert_eq!(of("use the paging.next value").follow, Follow::Otherwise);
        assert_eq!(of("proceed to create_plan").lead, Lead::Trigger);
        assert_eq!(of("Use the `get_invoice()` now").lead, Lead::Trigger);
        assert_eq!(of("use get_invoice(id)").follow, Follow::Applied);
        assert_eq!(
            of("as the SDK `get_invoice` does").follow,
            Follow::Otherwise
        );
        assert_eq!(of("a read-only view").lead, Lead::Other);
    }

    #[test]
    fn words_and_values_are_no_names() {
        for text in [
            "Find invoices.",
            "is 'in_progress'",
            "from 1.5 to 2.5",
            "A/B",
            "x_1",
            "",
        ] {
            assert!(references(text).is_empty(), "{text}");
        }
    }
}
