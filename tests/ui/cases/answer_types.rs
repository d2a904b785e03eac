use mcp_ergo::prelude::*;
use ui_tests::{Invoice, InvoiceId, LedgerError, answer};

/// Get one invoice with its line items.
#[tool(read, when = "the id of an invoice is known", returns = "the invoice")]
fn get_invoice(id: InvoiceId) -> String {
    id.0
}

/// Get the newest invoice.
#[tool(read, when = "the id of an invoice is known", returns = "the invoice")]
fn get_newest_invoice() -> Invoice {
    unreachable!()
}

/// Get the oldest invoice.
#[tool(read, when = "the id of an invoice is known", returns = "the invoice")]
fn get_oldest_invoice() -> Result<Invoice, LedgerError> {
    unreachable!()
}

/// Get the largest invoice.
#[tool(read, when = "the id of an invoice is known", returns = "the invoice")]
fn get_largest_invoice() -> Option<Reply<Invoice>> {
    unreachable!()
}

/// Get the smallest invoice.
#[tool(read, when = "the id of an invoice is known", returns = "the invoice")]
fn get_smallest_invoice() -> impl Sized {
    answer()
}

fn main() {}
