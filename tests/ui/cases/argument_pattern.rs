use mcp_ergo::prelude::*;
use ui_tests::{Invoice, InvoiceId, answer};

/// Get one invoice with its line items.
#[tool(read, when = "the id of an invoice is known", returns = "the invoice")]
fn get_invoice(
    /// Part of the customer's name.
    InvoiceId(id): InvoiceId,
    /// Both ends.
    (first, last): (u32, u32),
) -> Reply<Invoice> {
    let _ = (id, first, last);
    answer()
}

fn main() {}
