use mcp_ergo::prelude::*;
use ui_tests::{Invoice, answer};

/// Newest invoice.
#[resource("catalog://newest", mime = "application/json")]
fn newest_invoice() -> Reply<Invoice> {
    answer()
}

/// Oldest invoice.
#[resource("catalog://oldest", mime = "text/plain")]
fn oldest_invoice() -> Json<Invoice> {
    unimplemented!()
}

/// Nothing.
#[resource("catalog://nothing", mime = "text/plain")]
fn nothing() {}

/// Everything.
#[resource("catalog://everything", mime = "text/plain")]
fn everything() -> impl ToString {
    ""
}

/// Undocumented data.
#[resource("catalog://raw", mime = "application/json")]
fn raw() -> Json<Raw> {
    Json(Raw)
}

struct Raw;

/// Greet someone.
#[prompt]
fn greet() -> String {
    "Hello.".to_owned()
}

fn main() {}
