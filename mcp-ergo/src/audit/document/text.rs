//! From bytes to JSON: one value, or a message on each line.

use serde_json::Value;

use super::{Document, Message, ReadError};

/// The JSON values of a document, and how many of its lines hold none.
pub(super) fn messages(bytes: &[u8]) -> Result<(Vec<Message>, usize), ReadError> {
    if bytes.len() > Document::LARGEST {
        return Err(ReadError::TooLarge);
    }
    let text = std::str::from_utf8(bytes).map_err(|error| ReadError::NotUtf8 {
        at: error.valid_up_to(),
        utf_16: bytes.starts_with(b"\xff\xfe") || bytes.starts_with(b"\xfe\xff"),
    })?;
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    if text.trim().is_empty() {
        return Err(ReadError::Empty);
    }
    match serde_json::from_str(text) {
        Ok(json) => Ok((vec![Message { line: None, json }], 0)),
        Err(error) => {
            let (messages, unread) = lines(text);
            if messages.is_empty() {
                Err(not_json(&error))
            } else {
                Ok((messages, unread))
            }
        }
    }
}

/// The messages of a transcript: lines that hold a JSON-RPC message, bare or as a server-sent event,
/// among others that are logs.
fn lines(text: &str) -> (Vec<Message>, usize) {
    let mut messages = Vec::new();
    let mut unread = 0;
    for (index, line) in text.lines().enumerate() {
        let line = line.trim();
        let (event, data) = match line.strip_prefix("data:") {
            Some(data) => (true, data.trim_start()),
            None => (is_event_field(line), line),
        };
        match serde_json::from_str::<Value>(data) {
            Ok(json) if is_spoken(&json) => messages.push(Message {
                line: Some(index + 1),
                json,
            }),
            _ => unread += usize::from(!line.is_empty() && !event),
        }
    }
    (messages, unread)
}

/// Whether a line is one of a server-sent event's other fields.
fn is_event_field(line: &str) -> bool {
    ["event:", "id:", "retry:", ":"]
        .iter()
        .any(|field| line.starts_with(field))
}

/// Whether a line's JSON is what two programs say to each other, and no scrap of a larger document.
fn is_spoken(json: &Value) -> bool {
    ["jsonrpc", "result", "tools"]
        .iter()
        .any(|key| json.get(*key).is_some())
}

fn not_json(error: &serde_json::Error) -> ReadError {
    let (line, column) = (error.line(), error.column());
    let said = error.to_string();
    // serde_json writes the place behind its words.
    let message = said.split(" at line ").next().unwrap_or(&said);
    if message == "recursion limit exceeded" {
        return ReadError::TooDeep { line, column };
    }
    ReadError::NotJson {
        line,
        column,
        message: message.to_owned(),
    }
}
