use mcp_ergo::prelude::*;
use ui_tests::{Invoice, InvoiceId, answer};

/// Get one invoice with its line items.
#[tool(read, when = "the id of an invoice is known", returns = "the invoice")]
fn get_invoice(id: InvoiceId) -> Result<Reply<Invoice>, std::io::Error> {
    let _ = id;
    Ok(answer())
}

/// Get the newest invoice.
#[tool(read, when = "the id of an invoice is known", returns = "the invoice")]
fn get_newest_invoice() -> Result<Reply<Invoice>, Box<dyn std::error::Error>> {
    Ok(answer())
}

#[derive(Debug, thiserror::Error)]
#[error("locked")]
struct Locked;

/// Get the oldest invoice.
#[tool(read, when = "the id of an invoice is known", returns = "the invoice")]
fn get_oldest_invoice() -> Result<Reply<Invoice>, Locked> {
    Ok(answer())
}

fn main() {}
