//! Names of tools: their grammar, and how messages speak of them.

use crate::{Grammar, Judge, ResourceFacts, ToolFacts, words};

/// A tool as messages call it: by name where it is known.
pub(crate) fn called(tool: &ToolFacts) -> String {
    match tool.name.seen() {
        Some(name) if !name.is_empty() => format!("`{name}`"),
        _ => "the tool".to_owned(),
    }
}

/// What a tool is about, in the plural that scopes have: `invoices`.
pub(crate) fn things(tool: &ToolFacts) -> String {
    let name = tool.name.seen().map(String::as_str).unwrap_or_default();
    match words::split(name).as_slice() {
        [_, .., object] if object.ends_with('s') => object.clone(),
        [_, .., object] => format!("{object}s"),
        _ => "invoices".to_owned(),
    }
}

/// A resource as messages call it: by its URI, or by its name.
pub(crate) fn resource(resource: &ResourceFacts) -> String {
    let name = resource.name.seen().map(String::as_str).unwrap_or_default();
    match (resource.uri.as_str(), name) {
        ("", "") => "the resource".to_owned(),
        ("", name) => format!("the resource `{name}`"),
        (uri, _) => format!("the resource `{uri}`"),
    }
}

/// What to write to give a tool the name `better`.
pub(crate) fn rename(judge: &Judge<'_>, better: &str) -> String {
    judge.own_or(
        format!("rename it to `{better}`, the function itself or by `name = \"{better}\"` in `#[tool(…)]`"),
        format!("rename it to `{better}`"),
    )
}

/// Advice on a name with an example, and where to write it.
pub(crate) fn rename_like(judge: &Judge<'_>, advice: &str, example: &str) -> String {
    let place = judge.own_or(
        ", in the function's name or by `name = \"…\"` in `#[tool(…)]`",
        "",
    );
    format!("{advice}, e.g. `{example}`{place}")
}

/// Names to follow, as a message prints them.
pub(crate) const fn models(grammar: Grammar) -> &'static str {
    match grammar {
        Grammar::VerbObject => "`search_invoices` or `get_invoice`",
        Grammar::DomainVerbObject => "`data-browse` or `billing-get_invoice`",
    }
}

/// The words of a name as `verb_object`: `account.elevate` and `elevateAccount` are `elevate_account`.
pub(crate) fn verb_object(name: &str) -> String {
    let mut words = words::split(name);
    if let [first, .., last] = words.as_slice()
        && words::is_verb(last)
        && !words::is_verb(first)
    {
        words.rotate_right(1);
    }
    words.join("_")
}

/// A name's last segment, and all that stands before it.
pub(crate) fn last_segment(name: &str) -> (&str, &str) {
    name.split_at(name.rfind('-').map_or(0, |hyphen| hyphen + 1))
}

/// Whether the last segment begins with `_`, as the boot tool's does. Which ones may is N005's.
pub(crate) fn is_sentinel(name: &str) -> bool {
    let (domain, last) = last_segment(name);
    let rest = last.trim_start_matches('_');
    last.len() > rest.len() && is_snake(rest) && domain.split_terminator('-').all(is_snake)
}

/// Whether a name has the shape that the grammar asks for.
pub(crate) fn is_grammatical(name: &str, grammar: Grammar) -> bool {
    match grammar {
        Grammar::VerbObject => is_snake(name),
        Grammar::DomainVerbObject => name.contains('-') && name.split('-').all(is_snake),
    }
}

/// `search_invoices`: words of small letters and digits with single underscores between them.
fn is_snake(phrase: &str) -> bool {
    phrase.starts_with(|c: char| c.is_ascii_lowercase())
        && phrase.split('_').all(|word| {
            !word.is_empty()
                && word
                    .bytes()
                    .all(|c| c.is_ascii_lowercase() || c.is_ascii_digit())
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_segment_tells_a_sentinel() {
        assert_eq!(last_segment("semarchy-_hello"), ("semarchy-", "_hello"));
        assert_eq!(last_segment("_hello"), ("", "_hello"));
        assert!(is_sentinel("semarchy-_hello") && is_sentinel("_hello"));
        for name in ["get_invoice", "_", "", "_a-b", "A-_hello", "_Hello"] {
            assert!(!is_sentinel(name), "{name}");
        }
    }
}
