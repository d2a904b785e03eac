use mcp_ergo::prelude::*;
use ui_tests::{Invoice, InvoiceId};

/// Get one invoice with its line items.
#[tool(read, when = "the id of an invoice is known", returns = "the invoice")]
fn get_invoice(id: InvoiceId) -> Result<Reply<Invoice>, String> {
    Err(format!("no invoice {id}"))
}

fn main() {}
