use mcp_ergo::prelude::*;
use ui_tests::{Invoice, answer};

/// Get one invoice with its line items.
#[tool(read, when = "the id of an invoice is known", returns = "the invoice")]
fn get_invoice(
    /// Invoice to return.
    #[param(example = "inv_01H8XK")]
    invoice_id: String,
) -> Reply<Invoice> {
    let _ = invoice_id;
    answer()
}

fn main() {}
