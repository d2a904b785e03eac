//! What no answer may hold: the words of our machinery. Every answer that a client of this crate
//! reads goes through here.

use serde_json::Value;

/// Words that only Rust, serde and their authors use.
const WORDS: &[&str] = &[
    "u8",
    "u16",
    "u32",
    "u64",
    "u128",
    "usize",
    "i8",
    "i16",
    "i32",
    "i64",
    "i128",
    "isize",
    "f32",
    "f64",
    "bool",
    "str",
    "String",
    "Vec",
    "Option",
    "Some",
    "None",
    "Box",
    "Result",
    "Err",
    "serde",
    "serde_json",
    "schemars",
    "rmcp",
    "tokio",
    "struct",
    "enum",
    "variant",
    "expected",
    "panicked",
    "panic",
    "unwrap",
    "backtrace",
    "RUST_BACKTRACE",
    "deserialize",
    "untagged",
];

/// Pieces of paths and of Rust.
const PIECES: &[&str] = &[
    "::",
    ".rs",
    "/src/",
    "/usr/",
    "/var/",
    "/tmp/",
    ".cargo",
    "invalid type",
    "missing field",
    "unknown field",
    "data did not match",
    "at line ",
];

/// Everything in a message that a caller must not see.
pub fn leaks(message: &Value) -> Vec<String> {
    let mut found = Vec::new();
    collect(message, &mut found);
    found
}

/// Fails the test where a message holds what a caller must not see.
///
/// # Panics
///
/// When it does.
pub fn assert_none(message: &Value) {
    let leaks = leaks(message);
    assert!(leaks.is_empty(), "an answer leaks {leaks:?}: {message:#}");
}

fn collect(value: &Value, found: &mut Vec<String>) {
    match value {
        Value::String(text) => found.extend(leaks_in(text)),
        Value::Array(items) => items.iter().for_each(|item| collect(item, found)),
        Value::Object(members) => members.values().for_each(|member| collect(member, found)),
        _ => {}
    }
}

fn leaks_in(text: &str) -> Vec<String> {
    let words = text.split(|c: char| !(c.is_alphanumeric() || c == '_'));
    let words = words.filter(|word| WORDS.contains(word)).map(str::to_owned);
    let home = std::env::var("HOME").unwrap_or_default();
    // A home of `/` would be in every pointer.
    let folders = [env!("CARGO_MANIFEST_DIR"), &home].map(str::to_owned);
    let folders = folders.into_iter().filter(|folder| folder.len() > 1);
    PIECES
        .iter()
        .map(|piece| (*piece).to_owned())
        .chain(folders)
        .filter(|piece| text.contains(piece.as_str()))
        .chain(words)
        .collect()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn the_words_of_serde_and_paths_are_found_at_any_depth() {
        let message = json!({"result": {"content": [
            {"text": "invalid type: string \"ten\", expected u32"},
            {"text": "thread panicked at src/store.rs:4"},
        ]}});
        let found = leaks(&message);
        for leak in ["invalid type", "expected", "u32", "panicked", ".rs"] {
            assert!(
                found.iter().any(|known| known == leak),
                "{leak} in {found:?}"
            );
        }
        assert_eq!(
            leaks(&json!("Send a string, a list or an object.")),
            Vec::<String>::new()
        );
    }
}
