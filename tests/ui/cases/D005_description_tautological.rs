use mcp_ergo::prelude::*;
use ui_tests::{Invoice, InvoiceId, answer};

/// Gets an invoice.
#[tool(read, when = "you need to get an invoice", returns = "the invoice")]
fn get_invoice(id: InvoiceId) -> Reply<Invoice> {
    let _ = id;
    answer()
}

fn main() {}
