//! What is written to the terminal, and what is wrong when nothing can be.

use std::fmt::Write as _;
use std::io::{self, Write as _};
use std::path::Path;

use mcp_ergo::audit::printable;
use mcp_ergo::rules::PolicyError;
use serde_json::Value;

pub(crate) const BOLD: &str = "\x1b[1m";
pub(crate) const DIM: &str = "\x1b[2m";
pub(crate) const PLAIN: &str = "\x1b[0m";
const RED: &str = "\x1b[1;31m";

/// Why the command could not run: each message with what to do about it, if anything is known.
#[derive(Debug, Default)]
pub(crate) struct Failure {
    pub(crate) messages: Vec<(String, Option<String>)>,
}

impl Failure {
    pub(crate) fn new(message: impl Into<String>) -> Self {
        Self {
            messages: vec![(message.into(), None)],
        }
    }

    /// The same, about a file.
    pub(crate) fn about(mut self, path: &Path) -> Self {
        for (message, _) in &mut self.messages {
            *message = format!("{}: {message}", path.display());
        }
        self
    }

    /// The same, with what to do about it.
    pub(crate) fn help(mut self, help: &str) -> Self {
        if let Some((_, known)) = self.messages.last_mut() {
            *known = Some(help.to_owned());
        }
        self
    }
}

impl From<PolicyError> for Failure {
    fn from(error: PolicyError) -> Self {
        Self {
            messages: vec![(error.message, Some(error.help))],
        }
    }
}

/// Writes a text, its colours only where a terminal shows them and nobody asked for none.
pub(crate) fn print(text: &str) -> Result<(), Failure> {
    written(anstream::stdout().lock().write_all(text.as_bytes()))
}

/// Writes JSON. What a terminal would obey is written as escapes, which say the same.
pub(crate) fn print_json(json: &Value) -> Result<(), Failure> {
    let mut text = escaped(&format!("{json:#}"));
    text.push('\n');
    written(io::stdout().lock().write_all(text.as_bytes()))
}

/// A reader that has seen enough (`| head`) is no failure.
fn written(result: io::Result<()>) -> Result<(), Failure> {
    match result {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => Err(Failure::new(format!(
            "the report cannot be written: {error}"
        ))),
        _ => Ok(()),
    }
}

/// Tells why the command could not run.
pub(crate) fn complain(failure: &Failure) {
    let mut text = String::new();
    for (message, help) in &failure.messages {
        let _ = writeln!(text, "{RED}error{PLAIN}: {}", printable(message));
        if let Some(help) = help {
            let _ = writeln!(text, "  help: {}", printable(help));
        }
    }
    // There is nobody left to tell when this fails.
    let _ = anstream::stderr().lock().write_all(text.as_bytes());
}

fn escaped(json: &str) -> String {
    let mut text = String::with_capacity(json.len());
    let mut units = [0; 2];
    for (index, line) in json.split('\n').enumerate() {
        if index > 0 {
            text.push('\n');
        }
        if printable(line) == line {
            text.push_str(line);
            continue;
        }
        for c in line.chars() {
            let alone = printable(c.encode_utf8(&mut [0; 4])) == c.to_string();
            if alone {
                text.push(c);
            } else {
                for unit in c.encode_utf16(&mut units) {
                    let _ = write!(text, "\\u{unit:04x}");
                }
            }
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn json_says_the_same_with_escapes() {
        let json = serde_json::json!({"a\x1b": "\u{9b}31m\u{202e}\u{e0041}\n\t größe"});
        let text = escaped(&format!("{json:#}"));
        assert_eq!(serde_json::from_str::<Value>(&text).unwrap(), json);
        assert!(
            text.contains("\\u009b") && text.contains("\\udb40\\udc41"),
            "{text}"
        );
        assert!(
            text.chars().all(|c| c == '\n' || !c.is_control()),
            "{text:?}"
        );
    }
}
