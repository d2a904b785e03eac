use mcp_ergo::prelude::*;
use ui_tests::{Invoice, answer};

/// Get one invoice with its line items.
#[tool(read, when = "the id of an invoice is known", returns = "the invoice")]
fn get_invoice(
    /// State of the invoice: 'open', 'paid' or 'void'.
    #[param(example = "open")]
    state: String,
) -> Reply<Invoice> {
    let _ = state;
    answer()
}

fn main() {}
