use mcp_ergo::prelude::*;
use ui_tests::{Invoice, InvoiceId, answer};

/// Get one invoice with its line items.
#[tool(read, wen = "the id of an invoice is known", returns = "the invoice")]
fn get_invoice(id: InvoiceId) -> Reply<Invoice> {
    let _ = id;
    answer()
}

/// Get the newest invoice.
#[tool(reads, when = "the user asks what was billed last", returns = "the invoice")]
fn get_newest_invoice() -> Reply<Invoice> {
    answer()
}

/// Get the oldest invoice.
#[tool(read, colour = "red", when = "the user asks what was billed first", returns = "the invoice")]
fn get_oldest_invoice() -> Reply<Invoice> {
    answer()
}

fn main() {}
