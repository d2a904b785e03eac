//! Why a document cannot be judged.

use serde_json::Value;

use super::{Document, MOST_TOOLS};

/// Why a document holds no catalog that can be judged.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ReadError {
    /// The document is neither of the forms that list tools.
    #[error(
        "no tools in {found}; expected the result of `tools/list`, a JSON-RPC response with \
         it, an array of tools, or one tool"
    )]
    NoTools {
        /// What the document is instead.
        found: String,
    },
    /// The document is the answer to a request that failed.
    #[error("the response is an error: {message}")]
    Response {
        /// What the server said.
        message: String,
    },
    /// The list holds something else than tools.
    #[error("tool {index} is {found}; expected an object with `name` and `inputSchema`")]
    NotATool {
        /// The place in the list, from 0.
        index: usize,
        /// What stands there instead.
        found: String,
    },
    /// The list is longer than any client takes.
    #[error("the list has {count} tools; at most {MOST_TOOLS} are judged at once")]
    TooMany {
        /// How many tools there are.
        count: usize,
    },
    /// There is nothing in the document.
    #[error("it is empty; expected JSON that lists tools, e.g. the result of `tools/list`")]
    Empty,
    /// The document is larger than any real catalog.
    #[error("it is larger than {} MiB; real catalogs stay below 3 MiB", Document::LARGEST >> 20)]
    TooLarge,
    /// The document is no UTF-8.
    #[error("byte {at} is not UTF-8{}", if *.utf_16 { "; it looks like UTF-16, save it as UTF-8" } else { "; save the file as UTF-8" })]
    NotUtf8 {
        /// The first byte that is wrong, from 0.
        at: usize,
        /// Whether the document begins with the mark of UTF-16.
        utf_16: bool,
    },
    /// The document is no JSON.
    #[error("line {line}, column {column} is not JSON: {message}")]
    NotJson {
        /// The line, from 1.
        line: usize,
        /// The column, from 1.
        column: usize,
        /// What the parser says.
        message: String,
    },
    /// The document is nested deeper than schemas are.
    #[error("line {line}, column {column}: nested deeper than 128 levels")]
    TooDeep {
        /// The line, from 1.
        line: usize,
        /// The column, from 1.
        column: usize,
    },
}

pub(super) fn no_tools(json: &Value) -> ReadError {
    ReadError::NoTools {
        found: describe(json),
    }
}

pub(super) fn response_error(error: &Value) -> ReadError {
    let message = error.get("message").unwrap_or(error);
    let message = message
        .as_str()
        .map_or_else(|| message.to_string(), str::to_owned);
    ReadError::Response { message }
}

pub(super) fn describe(value: &Value) -> String {
    match value {
        Value::Null => "null".into(),
        Value::Bool(_) => "a boolean".into(),
        Value::Number(_) => "a number".into(),
        Value::String(_) => "a string".into(),
        Value::Array(_) => "an array".into(),
        Value::Object(object) if object.is_empty() => "an empty object".into(),
        Value::Object(object) => {
            let keys: Vec<String> = object
                .keys()
                .take(3)
                .map(|key| format!("`{}`", cut(key)))
                .collect();
            let rest = if object.len() > keys.len() {
                ", …"
            } else {
                ""
            };
            format!("an object with {}{rest}", keys.join(", "))
        }
    }
}

/// A key, short enough for a message.
fn cut(text: &str) -> String {
    const MOST: usize = 40;
    match text.char_indices().nth(MOST) {
        Some((at, _)) => format!("{}…", &text[..at]),
        None => text.to_owned(),
    }
}
