use mcp_ergo::prelude::*;
use ui_tests::{Invoice, InvoiceId, answer};

/// Get one invoice with its line items.
#[tool(
    read,
    title = "Get\u{200b} invoice",
    when = "the id of an invoice is known",
    returns = "the invoice"
)]
fn get_invoice(id: InvoiceId) -> Reply<Invoice> {
    let _ = id;
    answer()
}

fn main() {}
