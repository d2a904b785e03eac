//! Whether a text says that a string holds something with a structure of its own.

use super::token::{Token, tokens};

/// What is packed into a string.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Encoding {
    /// A JSON value as text.
    Json,
    /// Several values with commas, semicolons or bars between them.
    List,
}

/// Words behind `JSON` that make it a value: `JSON string`, `JSON array`.
const FORMS: &[&str] = &[
    "array", "blob", "content", "document", "list", "object", "payload", "string", "text",
];

/// Words that make the JSON something else than the value itself: an alternative, a result, a file.
#[rustfmt::skip] // one word a line otherwise
const ASIDE: &[&str] = &[
    "converted", "either", "export", "exported", "file", "format", "formatted", "markdown", "or",
    "output", "outputs", "path", "plain", "response", "result", "results", "return", "returned",
    "returns", "serialised", "serialized", "transform", "xml", "yaml",
];

/// Words of a text about numbers that belong together, which no list of strings would keep.
const TUPLES: &[&str] = &[
    "bbox",
    "coordinate",
    "coordinates",
    "csv",
    "lat",
    "latitude",
    "lng",
    "lon",
    "longitude",
];

/// What `text` says is packed into the string that it describes.
pub fn encoding(text: &str) -> Option<Encoding> {
    let tokens = tokens(text);
    if tokens.iter().any(|token| token.is_any(TUPLES)) {
        return None;
    }
    (0..tokens.len()).find_map(|at| {
        let (before, rest) = (&tokens[at.saturating_sub(6)..at], &tokens[at..]);
        if is_list(rest) {
            return Some(Encoding::List);
        }
        is_json(before, rest).then_some(Encoding::Json)
    })
}

/// `comma-separated`, `comma separated`, `separated by commas`.
fn is_list(tokens: &[Token<'_>]) -> bool {
    const JOINED: &[&str] = &[
        "comma-delimited",
        "comma-separated",
        "pipe-separated",
        "semicolon-separated",
    ];
    match tokens {
        [word, ..] if word.is_any(JOINED) => true,
        [mark, how, ..] if mark.is_any(&["comma", "semicolon"]) => {
            how.is_any(&["separated", "delimited"])
        }
        [how, by, mark, ..] => {
            how.is_any(&["separated", "delimited"])
                && by.is("by")
                && mark.is_any(&["commas", "comma", "semicolons"])
        }
        _ => false,
    }
}

/// `JSON string`, `stringified JSON`, `JSON-encoded`, `as JSON`, in a clause that speaks of the
/// value itself.
fn is_json(before: &[Token<'_>], rest: &[Token<'_>]) -> bool {
    let [word, after @ ..] = rest else {
        return false;
    };
    if word.is_any(&["json-encoded", "json-stringified", "json-serialized"]) {
        return true;
    }
    if !word.is("json") {
        return false;
    }
    let clause = before
        .iter()
        .rposition(|token| token.is_mark_of(".;("))
        .map_or(before, |mark| &before[mark + 1..]);
    let lead = clause.last();
    if lead.is_some_and(|token| token.is_any(&["stringified", "serialized", "serialised"])) {
        return true;
    }
    let aside = clause.iter().any(|token| token.is_any(ASIDE))
        || after.iter().take(3).any(|token| token.is("or"));
    let form = after.first().is_some_and(|token| token.is_any(FORMS));
    let whole = after
        .first()
        .is_none_or(|token| token.is_mark_of(".,;()") || token.is("format"));
    !aside && (form || whole && lead.is_some_and(|token| token.is_any(&["as", "in", "valid"])))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn packed_values_are_told() {
        for text in [
            "Filter as a JSON string.",
            "Tags as JSON (e.g. {\"a\": 1})",
            "Tags in JSON format",
            "Stringified JSON of the plan",
            "JSON-encoded filter",
            "JSON object with the settings",
            "Array of messages (JSON array)",
        ] {
            assert_eq!(encoding(text), Some(Encoding::Json), "{text}");
        }
        for text in [
            "Comma-separated tags",
            "Tags to keep (comma separated)",
            "Ids separated by commas",
            "List of ids, semicolon-separated",
        ] {
            assert_eq!(encoding(text), Some(Encoding::List), "{text}");
        }
    }

    #[test]
    fn talk_of_json_is_none() {
        for text in [
            "Body to send, text or JSON string",
            "The message (will be serialized as JSON)",
            "Path to a JSON file",
            "Output as JSON",
            "How to format the answer: 'json' or 'csv'",
            "JSON or a plain text",
            "A jq expression for the JSON response",
            "JSONPath of the property",
            "package.json to read",
            "Comma-separated latitude and longitude",
            "A comma ends it",
            "",
        ] {
            assert_eq!(encoding(text), None, "{text}");
        }
    }

    #[test]
    fn word_lists_are_sorted() {
        for list in [FORMS, ASIDE, TUPLES] {
            assert!(list.is_sorted(), "{list:?}");
        }
    }
}
