use mcp_ergo::prelude::*;
use ui_tests::{Invoice, InvoiceId, answer};

/// Get one invoice with its line items.
#[tool(read, allow(param_exampel_missing = "the user knows it"), when = "the id of an invoice is known", returns = "the invoice")]
fn get_invoice(id: InvoiceId) -> Reply<Invoice> {
    let _ = id;
    answer()
}

/// Get the newest invoice.
#[tool(read, allow(all_of_it = "it is late"), when = "the id of an invoice is known", returns = "the invoice")]
fn get_newest_invoice() -> Reply<Invoice> {
    answer()
}

fn main() {}
