use mcp_ergo::prelude::*;

#[doc = include_str!("../src/expand/blank.md")]
#[resource("catalog://prices", mime = "text/plain")]
fn prices() -> String {
    String::new()
}

#[doc = include_str!("../src/expand/blank.md")]
#[prompt]
fn greet() -> Prompt {
    Prompt::user("Hello.")
}

fn main() {}
