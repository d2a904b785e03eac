use mcp_ergo::prelude::*;
use ui_tests::{Invoice, Ledger, answer};

fn numbers(_: &Ledger, typed: &str) -> Vec<String> {
    vec![typed.to_owned()]
}

fn of_another_form(_: &Ledger) -> Vec<String> {
    Vec::new()
}

/// Get the newest invoice.
#[tool(read, when = "the user asks what was billed", returns = "the invoice")]
fn get_newest_invoice(
    /// Number on the paper.
    #[param(example = "2026-117", complete = numbers)]
    number: String,
) -> Reply<Invoice> {
    let _ = number;
    answer()
}

/// Chase one invoice.
#[prompt]
fn chase_invoice(
    /// Number on the paper.
    #[param(complete = of_another_form)]
    number: String,
) -> Prompt {
    Prompt::user(number)
}

fn main() {}
