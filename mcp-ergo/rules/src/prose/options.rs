//! Fixed options that a text lists instead of the schema.

use super::list::{Joint, List, read_list};
use super::token::{Token, sentences, tokens};
use crate::{ParamFacts, words};

/// What is known about the parameter whose text is read.
#[derive(Debug, Clone, Copy)]
pub struct OptionContext<'a> {
    /// The parameter's name.
    pub name: &'a str,
    /// The tool's parameters: a text that lists their names refers to them.
    pub params: &'a [ParamFacts],
}

impl OptionContext<'_> {
    fn is_param(&self, name: &str) -> bool {
        self.params.iter().any(|param| param.name == name)
    }
}

/// Words before a list that make it something else than all valid values: examples, conditions,
/// prohibitions, parts of a value, names of other things.
#[rustfmt::skip] // one word a line otherwise
const VETOES: &[&str] = &[
    "e.g.", "e.g", "eg", "i.e.", "ex", "example", "examples", "instance", "like", "such",
    "include", "includes", "including", "typically", "usually", "often", "common", "commonly",
    "popular", "when", "if", "unless", "whether", "not", "cannot", "never", "except",
    "excluding", "without", "prefix", "prefixed", "suffix", "start", "starts", "starting",
    "begin", "begins", "beginning", "end", "ends", "ending", "contain", "contains",
    "containing", "match", "matches", "matching", "operator", "operators", "keyword",
    "keywords", "syntax", "placeholder", "placeholders", "variable", "variables", "combination",
    "combine", "extension", "extensions", "path", "field", "fields", "column", "columns",
    "property", "properties", "parameter", "parameters", "tool", "tools", "query", "expression",
    "pattern", "regex", "json", "comma-separated", "separated", "unit", "default", "defaults",
    "suggested", "similar", "instead", "replaces", "overrides", "mutually", "return", "returns",
    "endpoint", "url",
];

/// Words after a list that leave it open.
const OPENERS: &[&str] = &[
    "etc", "etc.", "more", "others", "custom", "similar", "besides",
];

/// Words that let the caller add something to a value: `append 'desc' for the other order`.
const ADDITIONS: &[&str] = &[
    "append",
    "appended",
    "appending",
    "prefix",
    "prefixed",
    "prefixing",
    "suffix",
    "suffixed",
];

/// Kinds of values, which `either id or name` offers a choice of without fixing any value.
#[rustfmt::skip] // one word a line otherwise
const FORMS: &[&str] = &[
    "address", "array", "bool", "boolean", "date", "datetime", "email", "float", "guid",
    "handle", "hash", "id", "identifier", "ids", "index", "int", "integer", "key", "label",
    "list", "name", "names", "null", "number", "object", "path", "sha", "slug", "string", "tag",
    "text", "timestamp", "title", "token", "uri", "url", "username", "uuid", "value",
];

/// Last words of names whose values are usually a closed set.
#[rustfmt::skip] // one word a line otherwise
const CLOSED: &[&str] = &[
    "action", "category", "direction", "format", "frequency", "kind", "level", "method", "mode", "operation", "order",
    "orientation", "phase", "policy", "priority", "severity", "stage", "state", "status",
    "strategy", "type", "visibility",
];

/// Endings of files, which tell what a path may point to rather than what to write.
#[rustfmt::skip] // one word a line otherwise
const ENDINGS: &[&str] = &[
    "avi", "bmp", "csv", "doc", "docx", "gif", "html", "jpeg", "jpg", "json", "md", "mov",
    "mp3", "mp4", "pdf", "png", "ppt", "pptx", "svg", "tif", "tiff", "tsv", "txt", "wav",
    "webm", "webp", "xls", "xlsx", "xml", "yaml", "yml", "zip",
];

/// The closed set of values that `text` lists, if it lists one.
pub fn options(text: &str, context: &OptionContext<'_>) -> Option<Vec<String>> {
    // What lists nothing need not be taken apart.
    if !text.contains([',', '|', '/', ';']) && !text.contains(" or ") {
        return None;
    }
    let tokens = tokens(text);
    if encodes_json(&tokens) {
        return None;
    }
    let sentences = sentences(&tokens);
    // `For checkboxes: 'on' or 'off'. For dates: …`: what is valid depends on something else.
    let cases = sentences
        .iter()
        .filter(|sentence| begins_case(sentence))
        .count();
    let found = sentences.iter().enumerate().find_map(|(nth, sentence)| {
        if begins_case(sentence) && cases > 1 {
            return None;
        }
        (0..sentence.len()).find_map(|at| {
            let list = read_list(&sentence[at..])?;
            let (before, after) = (&sentence[..at], &sentence[at + list.len..]);
            // Far from the beginning only an open announcement speaks of the value as a whole.
            let announced = enumerates(before)
                || nth < 2 && list.joint != Joint::And && announces(before, &list, context);
            let sure = announced
                && !before.iter().any(|token| token.is_any(VETOES))
                && !after
                    .iter()
                    .take(6)
                    .any(|token| token.is_any(OPENERS) || token.is_mark('…'))
                && !inside_braces(before)
                && !assigns(before, context)
                && are_options(&list, context);
            let values = list
                .values
                .iter()
                .filter(|value| !value.eq_ignore_ascii_case("null"));
            sure.then(|| values.map(ToString::to_string).collect())
        })
    });
    found.filter(|_| !tokens.iter().any(|token| token.is_any(ADDITIONS)))
}

/// Whether the value is a JSON text, whose inner values are no options of the parameter.
fn encodes_json(tokens: &[Token<'_>]) -> bool {
    tokens.windows(2).any(|pair| {
        pair[1].is("json") && pair[0].is_any(&["a", "as", "valid", "stringified", "raw"])
            || pair[0].is("json")
                && pair[1].is_any(&[
                    "string",
                    "object",
                    "array",
                    "encoded",
                    "document",
                    "body",
                    "payload",
                    "text",
                    "blob",
                    "schema",
                    "structure",
                ])
    }) || tokens
        .iter()
        .any(|token| token.is_any(&["json-encoded", "comma-separated"]))
}

fn begins_case(sentence: &[Token<'_>]) -> bool {
    sentence
        .first()
        .is_some_and(|first| first.is("for") || first.is_mark_of("-*•"))
}

/// Whether the words before speak of another parameter's value: `action='a' or 'b'`.
fn assigns(before: &[Token<'_>], context: &OptionContext<'_>) -> bool {
    before
        .windows(2)
        .any(|pair| pair[1].is_mark('=') && context.is_param(pair[0].text))
}

fn inside_braces(before: &[Token<'_>]) -> bool {
    let opened = before.iter().filter(|token| token.is_mark('{')).count();
    opened > before.iter().filter(|token| token.is_mark('}')).count()
}

/// Whether the form of a list, and what stands right before it, say that it holds all valid values.
fn announces(before: &[Token<'_>], list: &List<'_>, context: &OptionContext<'_>) -> bool {
    let lead = before.last();
    let choice = matches!(list.joint, Joint::Or | Joint::Pipe);
    if lead.is_some_and(|token| token.is("either")) {
        let fixed = list.marked_off || list.values.iter().all(|value| !is_form(value));
        return list.joint == Joint::Or && fixed;
    }
    let set_off = lead.is_none_or(|token| token.is_mark_of(":(=[-–—"));
    let verb = lead.is_some_and(|token| token.is_any(&["be", "to", "is", "are"]));
    if list.joint == Joint::Pipe && (set_off || verb) {
        return list.values.len() > 2 || list.marked_off;
    }
    if list.marked_off && (set_off || verb) {
        return choice || set_off && lead.is_some() && list.values.len() > 2;
    }
    if list.quoted {
        // `Sort order 'asc' or 'desc'`: the noun before names what the values are.
        return choice && lead.is_some_and(|token| is_closed_noun(token.text));
    }
    let bracketed = lead.is_some_and(|token| token.is_mark_of(":("))
        && before.len() <= 4
        && list.values.len() > 2
        && list
            .values
            .iter()
            .all(|value| !is_form(value) && is_plain(value));
    bracketed && is_closed_noun(context.name)
}

/// `one of`, `allowed values:`, `valid options are`, right before the list.
fn enumerates(before: &[Token<'_>]) -> bool {
    let mut words: Vec<&Token<'_>> = before
        .iter()
        .rev()
        .skip_while(|token| {
            token.is_mark_of(":([-–—=")
                || token.is_any(&[
                    "are",
                    "is",
                    "the",
                    "following",
                    "these",
                    "values",
                    "options",
                ])
        })
        .take(2)
        .collect();
    words.reverse();
    let skipped = |word: &str| before.iter().rev().take(4).any(|token| token.is(word));
    match words.as_slice() {
        [one, of] if one.is("one") && of.is("of") => true,
        [.., kind] => {
            kind.is_any(&[
                "allowed",
                "valid",
                "possible",
                "accepted",
                "permitted",
                "supported",
            ]) && (skipped("values") || skipped("options"))
                || kind.is_any(&["choices"])
                    && before.last().is_some_and(|token| token.is_mark(':'))
        }
        [] => {
            (skipped("values") || skipped("options"))
                && before.last().is_some_and(|token| token.is_mark(':'))
        }
    }
}

fn is_closed_noun(name: &str) -> bool {
    words::split(name)
        .last()
        .is_some_and(|last| words::holds(CLOSED, last))
}

fn is_form(value: &str) -> bool {
    words::holds(FORMS, &value.to_lowercase())
}

fn is_plain(value: &str) -> bool {
    value
        .chars()
        .all(|c| c.is_ascii_lowercase() || c == '_' || c == '-')
        || value.chars().all(|c| c.is_ascii_uppercase() || c == '_')
}

/// Whether the values can be options: short words, not names of parameters, endings of files,
/// days beside a free date, beginnings of values, numbers or patterns.
fn are_options(list: &List<'_>, context: &OptionContext<'_>) -> bool {
    let lower: Vec<String> = list
        .values
        .iter()
        .map(|value| value.to_lowercase())
        .collect();
    let is_ending = |value: &String| words::holds(ENDINGS, value.trim_start_matches('.'));
    let endings = lower.iter().all(is_ending);
    let names_format = words::split(context.name)
        .iter()
        .any(|word| matches!(word.as_str(), "format" | "type" | "output" | "extension"));
    list.values.iter().all(|value| is_value(value))
        && !list.values.iter().any(|value| context.is_param(value))
        && !lower
            .iter()
            .any(|value| matches!(value.as_str(), "now" | "today" | "yesterday"))
        && (!endings || names_format)
        && (list.marked_off || !list.values.iter().all(|value| is_form(value)))
}

fn is_value(value: &str) -> bool {
    let digits = value.chars().filter(char::is_ascii_digit).count();
    value.chars().count() <= 40
        && value.split(' ').count() <= 3
        && value.chars().any(char::is_alphabetic)
        && digits < 4
        && !is_qualified(value)
        && value
            .chars()
            .all(|c| c.is_alphanumeric() || "_-.+ ".contains(c))
        && !value.ends_with(['_', '-', '.', ' '])
        && !value.starts_with(['_', '-', '.', ' '])
}

/// `module.name` stands for many such names.
fn is_qualified(value: &str) -> bool {
    value
        .split_once('.')
        .is_some_and(|(module, rest)| module.len() > 1 && rest.starts_with(char::is_alphabetic))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(name: &str, text: &str) -> Vec<String> {
        let params = ["start_date", "end_date", "query"].map(|name| ParamFacts {
            name: name.to_owned(),
            ..ParamFacts::default()
        });
        let context = OptionContext {
            name,
            params: &params,
        };
        options(text, &context).unwrap_or_default()
    }

    #[test]
    fn word_lists_are_sorted() {
        for list in [FORMS, CLOSED, ENDINGS] {
            assert!(list.is_sorted(), "{list:?}");
        }
    }

    #[test]
    fn closed_sets_are_read_in_every_form() {
        for (name, text) in [
            ("status", "State, one of open, paid, void."),
            ("status", "Must be one of: 'open', 'paid', 'void'"),
            ("status", "Invoice state: 'open', 'paid' or 'void'"),
            ("status", "open | paid | void"),
            ("status", "Status (`open|paid|void`)"),
            ("status", "Allowed values: open, paid, void"),
            (
                "status",
                "The status. Valid values are \"open\", \"paid\", and \"void\".",
            ),
            (
                "status",
                "Can be 'open', 'paid' or 'void' (default: 'open')",
            ),
            ("status", "Status (open, paid, void)"),
            ("status", "Either open, paid or void"),
            ("status", "Options: open, paid, void. Defaults to open."),
        ] {
            assert_eq!(read(name, text), ["open", "paid", "void"], "{text}");
        }
        assert_eq!(read("sort", "Sort order 'asc' or 'desc'"), ["asc", "desc"]);
    }

    #[test]
    fn traps_are_stepped_over() {
        for (name, text) in [
            ("file", "Path to a file (png, jpg, webp)"),
            ("image", "Image to read: 'png', 'jpg' or 'webp'"),
            ("property", "Valid values include: email, phone, name"),
            ("since", "One of today, yesterday or an ISO date"),
            ("since", "One of today, yesterday, tomorrow"),
            ("filter", "A JSON string with status one of 'open', 'paid'"),
            ("title", "Title, e.g. 'Minutes' or 'Agenda'"),
            ("sort", "Sort by `name` or `created_at`, any field works"),
            ("range", "Either start_date or end_date"),
            ("user", "Either id or email"),
            ("mode", "Required when type is 'a' or 'b'"),
            ("id", "Starts with 'usr_' or 'org_'"),
            ("lang", "Language such as 'en', 'de' or 'fr'"),
            ("lang", "One of en, de, fr, etc."),
            ("query", "Supports operators 'AND' or 'OR'"),
            ("date", "'2026-01-01' or '2026-02-01'"),
            ("note", "What the user wants, in one or two sentences"),
            ("body", "Object {kind: 'a' | 'b'}"),
            (
                "collection",
                "Collection to browse (projects, jobs, audit, …)",
            ),
            ("sort", "\"columnName:asc\" or \"columnName:desc\""),
            ("kind", "Full kind: 'base.http' or 'chain.agent'"),
            ("rules", "Default (omitted) = ['wcag', 'design', 'layout']"),
            ("repo", "For one mode only (query='add' or 'remove')"),
            ("slug", "With query='system': one of host, core, dns"),
            ("value", "For checkboxes: 'on' or 'off'. For dates: a date."),
            (
                "kind",
                "What to fetch:\n- report: 'json' or 'html'\n- audio: a file",
            ),
            (
                "topic",
                "What to look for. Be short. Write a word ('auth' or 'hooks').",
            ),
            ("who", "One of the members, the owner or a guest"),
            (
                "sort",
                "One of: 'name', 'size'. Append 'desc' for the other order.",
            ),
        ] {
            assert!(
                read(name, text).is_empty(),
                "{text}: {:?}",
                read(name, text)
            );
        }
    }
}
