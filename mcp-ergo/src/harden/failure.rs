//! What a handler says of a failure, in the envelope in which every failure is told.

use std::fmt::Write as _;

use mcp_ergo_rules::wording::Wording as _;
use rmcp::model::{CallToolResult, ContentBlock, ErrorCode, ErrorData};
use serde_json::{Map, Value, json};

use crate::arguments::example_call;
use crate::error::{Envelope, Recovery};
use crate::schema::Record;
use crate::server::failed;

/// With this rmcp begins what serde says of arguments.
const UNREAD: &str = "failed to deserialize parameters:";

/// Members of an error's data that say what is wrong, the likeliest first.
const WORDS: &[&str] = &[
    "error",
    "message",
    "detail",
    "description",
    "reason",
    "title",
];

/// Whether an error says that there is no such tool.
pub(crate) fn says_unknown(error: &ErrorData) -> bool {
    let message = error.message.to_lowercase();
    let says = |words: &&str| message.contains(words);
    error.code == ErrorCode::METHOD_NOT_FOUND
        || error.code == ErrorCode::INVALID_PARAMS
            && ["not found", "unknown tool", "no tool", "no such tool"]
                .iter()
                .any(says)
}

/// A protocol error about a call, told in band; those that the protocol needs stay.
pub(crate) fn of_error(tool: &str, error: ErrorData) -> Result<CallToolResult, ErrorData> {
    if error.code == ErrorCode::INTERNAL_ERROR {
        let data = error.data.map(|data| format!(" {data}"));
        let cause = format!("{tool}: {}{}", error.message, data.unwrap_or_default());
        return Ok(failed(&Envelope::unexplained(&cause).polished()));
    }
    let about_the_call = [ErrorCode::INVALID_PARAMS, ErrorCode::RESOURCE_NOT_FOUND];
    // What JSON-RPC does not reserve is the author's own.
    let own = !(-32_768..=-32_000).contains(&error.code.0);
    if !own && !about_the_call.contains(&error.code) {
        return Err(error);
    }
    let mut result = CallToolResult::error(Vec::new());
    write(&mut result, tool, None, &error.message, error.data);
    Ok(result)
}

/// A result with `isError`, with its words as an envelope. There is no structured content: clients
/// would validate it against the output schema and lose the message.
pub(crate) fn of_result(
    tool: &str,
    input: Option<&Record>,
    mut result: CallToolResult,
) -> CallToolResult {
    let structured = result.structured_content.take();
    let texts: Option<Vec<&str>> = result
        .content
        .iter()
        .map(|block| block.as_text().map(|text| &*text.text))
        .collect();
    let Some(texts) = texts else {
        // An image of what went wrong is not ours to put into words.
        if let Some(structured) = structured {
            result
                .content
                .push(ContentBlock::text(structured.to_string()));
        }
        return result;
    };
    if texts.get(1).is_some_and(|text| is_envelope(text)) {
        return result;
    }
    let text = texts.join("\n");
    // rmcp repeats the data as its only text.
    let data = structured.or_else(|| {
        let object = serde_json::from_str::<Map<String, Value>>(&text);
        object.ok().map(Value::Object)
    });
    let mirrored = data.as_ref().is_some_and(|data| {
        text.is_empty() || serde_json::from_str::<Value>(&text).is_ok_and(|text| text == *data)
    });
    let words = if mirrored {
        let told = data.as_ref().and_then(words_of);
        told.unwrap_or(text)
    } else {
        text
    };
    write(&mut result, tool, input, &words, data);
    result
}

fn is_envelope(text: &str) -> bool {
    let envelope: Option<Map<String, Value>> = serde_json::from_str(text).ok();
    envelope.is_some_and(|envelope| {
        let told = |key: &&str| envelope.get(*key).is_some_and(Value::is_string);
        ["error", "hint", "recovery"].iter().all(told)
    })
}

/// What an error's data say in words.
fn words_of(data: &Value) -> Option<String> {
    let said = |value: &Value| value.as_str().map(str::trim).map(str::to_owned);
    let member = |data: &Value| {
        let mut members = WORDS.iter().filter_map(|key| said(data.get(key)?));
        members.find(|text| !text.is_empty())
    };
    member(data).or_else(|| member(data.get("error")?))
}

/// Writes the envelope of a failure that the handler told in `words` and `data`.
fn write(
    result: &mut CallToolResult,
    tool: &str,
    input: Option<&Record>,
    words: &str,
    data: Option<Value>,
) {
    let words = words.trim();
    let data = data.filter(|data| !data.is_null());
    let hint = hint(tool, input, words, data.as_ref());
    let recovery = recovery(words, data.as_ref());
    let words = match (words, words.strip_prefix(UNREAD)) {
        ("", _) => format!("{tool} failed and does not say why"),
        (_, Some(serde)) => format!("the arguments of {tool} cannot be read: {}", serde.trim()),
        (words, None) => words.to_owned(),
    };
    let envelope = match recovery {
        Recovery::Fix => Envelope::fix(words.clone(), hint),
        Recovery::Retry => Envelope::retry(words.clone(), hint),
        Recovery::Stop => Envelope::stop(words.clone(), hint),
    }
    .polished();
    // However long: a model reads what a compiler said to its end.
    let between = if words.contains('\n') { "\n" } else { " " };
    let mut text = format!("{}{between}{}", words.ended(), envelope.hint());
    let mut json = json!(envelope);
    if let (Some(data), Some(members)) = (data, json.as_object_mut()) {
        // Some clients show nothing but the words.
        let _ = write!(text, " Details: {data}");
        members.insert("details".to_owned(), data);
    }
    result.content = vec![
        ContentBlock::text(text),
        ContentBlock::text(json.to_string()),
    ];
}

fn hint(tool: &str, input: Option<&Record>, words: &str, data: Option<&Value>) -> String {
    let own = data.and_then(|data| data.get("hint")?.as_str());
    match (own, words.starts_with(UNREAD), input) {
        (Some(own), ..) => own.to_owned(),
        (None, true, Some(input)) => example_call(input),
        (None, true, None) => format!("Send {tool} what its input schema in tools/list says."),
        (None, false, _) if words.is_empty() => "Tell the user that it failed.".to_owned(),
        (None, false, _) => {
            "Change what this names and send the call again; where no change of the call can help, tell the user."
                .to_owned()
        }
    }
}

fn recovery(words: &str, data: Option<&Value>) -> Recovery {
    let own = data.and_then(|data| data.get("recovery")?.as_str());
    let retryable = data.and_then(|data| data.get("retryable")?.as_bool());
    match (own, retryable) {
        (Some("stop"), _) => Recovery::Stop,
        (Some("retry"), _) | (None, Some(true)) => Recovery::Retry,
        _ if words.is_empty() => Recovery::Stop,
        _ => Recovery::Fix,
    }
}
