//! The protocol's own errors, whose `message` is all that an agent reads.

use rmcp::model::{ErrorCode, ErrorData};
use serde_json::Value;

use crate::arguments::{example_call, no_object};
use crate::registry::nearest;
use crate::schema::{Record, echo, echo_text, natural_list};

/// Most names that are told instead of an unknown one.
pub(crate) const NEAREST: usize = 3;

/// There is no such tool for this caller; `near` are the nearest of those that it may use.
pub(crate) fn unknown_tool(name: &str, near: Vec<&str>) -> ErrorData {
    none_called("no tool is called", name, near, ErrorCode::INVALID_PARAMS)
}

/// Something that nobody knows, with the nearest that this caller may have. `kind` leads up to it:
/// "no tool is called".
pub(super) fn unknown<'a>(
    kind: &str,
    given: &str,
    known: impl Iterator<Item = &'a str>,
    code: ErrorCode,
) -> ErrorData {
    none_called(kind, given, nearest(given, known, NEAREST), code)
}

fn none_called(kind: &str, given: &str, near: Vec<&str>, code: ErrorCode) -> ErrorData {
    let near: Vec<String> = near.into_iter().map(str::to_owned).collect();
    let shown = echo_text(given);
    let message = match near.as_slice() {
        [] => format!("{kind} {shown}; this caller is served none"),
        [only] => format!("{kind} {shown}; this caller is served {only} alone"),
        near => format!(
            "{kind} {shown}; the nearest are {}",
            natural_list(near, "and")
        ),
    };
    ErrorData::new(code, message, None)
}

/// A call that names no tool.
pub(crate) fn nameless_call(name: Option<&Value>) -> ErrorData {
    let message = match name {
        Some(name) => format!("name ({}) is not a string", echo(name)),
        None => "tools/call names no tool".to_owned(),
    };
    let example = r#"send {"name": …, "arguments": {…}} with the name of a tool of tools/list"#;
    ErrorData::invalid_params(format!("{message}; {example}"), None)
}

/// A call whose parameters are not those of a call.
pub(crate) fn unreadable_call(tool: &str, input: &Record, params: Option<&Value>) -> ErrorData {
    let message = match params.and_then(|params| params.get("arguments")) {
        Some(arguments) if !arguments.is_object() => {
            let (problem, hint) = (no_object(input, arguments), example_call(input));
            format!("{problem} in the call of {tool}. {hint}")
        }
        _ => format!(
            "the call of {tool} cannot be read beside its arguments: requestState is a string, _meta and the other members of params are objects"
        ),
    };
    ErrorData::invalid_params(message, None)
}

/// A method that is there, with parameters that nobody can read.
pub(crate) fn unreadable_params(method: &str) -> ErrorData {
    ErrorData::invalid_params(
        format!(
            "the parameters of {method} cannot be read: params, its _meta and their members have the kinds that the specification names"
        ),
        None,
    )
}

/// A cursor that did not come from here: every list is one page.
pub(crate) fn unknown_cursor(cursor: &str, listed: &str) -> ErrorData {
    let cursor = echo_text(cursor);
    ErrorData::invalid_params(
        format!(
            "cursor ({cursor}) was not given by this server: all {listed} come on one page, without a cursor"
        ),
        None,
    )
}
