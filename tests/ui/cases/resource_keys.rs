use mcp_ergo::prelude::*;

/// Current prices.
#[resource("catalog://a", mimetype = "text/plain")]
fn unknown_key() -> String {
    String::new()
}

/// Current prices.
#[resource("catalog://b", mime = "json")]
fn no_mime_type() -> String {
    String::new()
}

/// Current prices.
#[resource("catalog://c", mime = "text/plain", audience = "everybody", priority = 2)]
fn no_audience() -> String {
    String::new()
}

/// Current prices.
#[resource("catalog://d", mime = "text/plain", read)]
fn of_a_class() -> String {
    String::new()
}

/// Current prices.
#[resource("catalog://e", mime = "text/plain", name = "current prices")]
fn no_portable_name() -> String {
    String::new()
}

/// Greet someone.
#[prompt(mime = "text/plain", tilte = "Greet")]
fn greet() -> Prompt {
    Prompt::user("Hello.")
}

fn main() {}
