use mcp_ergo::prelude::*;
use ui_tests::{Invoice, answer};

/// Get one invoice with its line items.
#[tool(read, when = "the id of an invoice is known", returns = "the invoice")]
fn get_invoice(
    /// What to look for.
    filter: serde_json::Value,
) -> Reply<Invoice> {
    let _ = filter;
    answer()
}

fn main() {}
