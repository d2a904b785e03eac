use mcp_ergo::prelude::*;
use ui_tests::{Invoice, InvoiceId, answer};

/// Get one invoice with its line items.
#[tool(read, rate = "10 a minute", when = "the id of an invoice is known", returns = "the invoice")]
fn get_invoice(id: InvoiceId) -> Reply<Invoice> {
    let _ = id;
    answer()
}

/// List every invoice of a customer.
#[tool(read, rate = "0/h", when = "the id of a customer is known", returns = "the invoice")]
fn list_invoices(id: InvoiceId) -> Reply<Invoice> {
    let _ = id;
    answer()
}

fn main() {}
