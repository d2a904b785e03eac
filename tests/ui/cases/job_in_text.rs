use mcp_ergo::prelude::*;
use ui_tests::{Invoice, answer};

/// Manage one invoice with its line items.
#[tool(write, when = "an invoice is asked for", returns = "the invoice", scope = "invoices:write")]
fn manage_invoice(
    /// What to do with the invoice: 'get', 'create' or 'correct'.
    #[param(example = "get")]
    action: String,
) -> Reply<Invoice> {
    let _ = action;
    answer()
}

fn main() {}
