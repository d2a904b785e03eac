use mcp_ergo::prelude::*;
use ui_tests::{Invoice, InvoiceId, answer};

/// Get one invoice with its line items.
#[tool(read, when = "the id of an invoice is known", returns = "the invoice")]
unsafe fn get_invoice(id: InvoiceId) -> Reply<Invoice> {
    let _ = id;
    answer()
}

/// Get the newest invoice.
#[tool(read, when = "the id of an invoice is known", returns = "the invoice")]
extern "C" fn get_newest_invoice() -> Reply<Invoice> {
    answer()
}

fn main() {}
