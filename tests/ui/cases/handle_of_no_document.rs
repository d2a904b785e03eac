use mcp_ergo::prelude::*;
use mcp_ergo::{Document, Handle, Maker};
use ui_tests::{Invoice, answer};

#[derive(serde::Serialize, serde::Deserialize)]
struct Draft {
    text: String,
}

#[derive(serde::Serialize, serde::Deserialize)]
struct Outline {
    text: String,
}

impl Document for Outline {
    const PREFIX: &'static str = "Letter outline";
    const MAKER: Maker = Maker::of::<create_outline>();
}

/// Create an outline of a letter.
#[tool(write, when = "the user plans a letter", returns = "the outline", scope = "letters:write")]
fn create_outline() -> Reply<Invoice> {
    answer()
}

/// Get the text of a draft.
#[tool(read, when = "the user wants to hear a draft", returns = "the text")]
fn get_draft(draft_id: Handle<Draft>) -> Reply<Invoice> {
    let _ = draft_id;
    answer()
}

/// Get the text of an outline.
#[tool(read, when = "the user wants to hear an outline", returns = "the text")]
fn get_outline(outline_id: Handle<Outline>) -> Reply<Invoice> {
    let _ = outline_id;
    answer()
}

fn main() {}
