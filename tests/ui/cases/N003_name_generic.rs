use mcp_ergo::prelude::*;
use ui_tests::{Invoice, InvoiceId, answer};

/// Get one invoice with its line items.
#[tool(read, when = "the id of an invoice is known", returns = "the invoice")]
fn get_data(id: InvoiceId) -> Reply<Invoice> {
    let _ = id;
    answer()
}

fn main() {}
