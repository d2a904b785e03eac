//! What an author can do about each kind of mistake.

use mcp_ergo::usage::UsageCode;

/// One sentence, for whoever wrote the tool.
pub(super) fn advice(code: &UsageCode) -> &'static str {
    match (code.kind(), code.parameter().is_some()) {
        ("missing", _) => {
            "models leave it out: give it a default, or say in its text where the value comes from"
        }
        ("unknown", true) => {
            "models send it under another name: name it as they do (`name = \"…\"`), or say it in the text"
        }
        ("unknown", false) => {
            "models send parameters that are not there: say in the text what the tool takes, or take what they mean"
        }
        ("type", _) => "models send another type: say the type in the text, or take what they send",
        ("fraction", _) => {
            "models send fractions: say that it is whole and in which unit (`unit = \"…\"`)"
        }
        ("range", _) => {
            "models go beyond the bounds: say bounds and unit in the text, or widen them"
        }
        ("length", _) => {
            "models send too much or too little: say the bounds in the text, or take less at once"
        }
        ("pattern", _) => {
            "models make the value up: show an example, and name the tool that returns it (`from = …`)"
        }
        ("format", _) => {
            "models write it in another form: show an example, or take the form that they send"
        }
        ("option", _) => "models send values outside the set: say the values in the text",
        ("check", _) => {
            "values pass the schema and not your check: say in the text what it asks for"
        }
        ("value", _) => {
            "the schema lets through what the type refuses: narrow it by `range`, `len` or `pattern`"
        }
        ("object", _) => {
            "clients spread a text over the arguments: show a whole call in the description"
        }
        ("part", _) => {
            "models ask for parts of an answer that are not there: see that the next action names them"
        }
        ("denied", _) => {
            "callers without the scope try it: grant it, or do not name the tool in texts that they read"
        }
        ("unauthorized", _) => "callers come without a valid token: see how clients are set up",
        ("rate_limited", _) => "one caller calls it often: let one call do more, or raise `rate`",
        ("crowded", _) => "too many calls run at once: make it faster, or raise `calls_at_once`",
        ("timeout", _) => "it takes too long: let it do less at once, or raise `timeout`",
        ("panicked", _) => "it panics: the log has the place, under the reference",
        ("too_large", _) => {
            "an answer does not fit: let callers narrow it, or return less of each item"
        }
        ("internal", _) => "the server fails: the log has the cause, under the reference",
        ("unreadable", _) => {
            "clients send no object as arguments: see which client, the tool never ran"
        }
        _ => {
            "the tool's own failure: see that its message shows the value, and its hint the call that mends it"
        }
    }
}
