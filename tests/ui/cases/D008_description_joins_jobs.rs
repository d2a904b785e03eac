#![deny(deprecated)]

use mcp_ergo::prelude::*;
use ui_tests::{Invoice, InvoiceId, answer};

/// Sends invoices and translates documents.
#[tool(
    destructive,
    when = "the id of an invoice is known",
    returns = "the invoice",
    scope = "invoices:send"
)]
fn send_invoice(id: InvoiceId) -> Reply<Invoice> {
    let _ = id;
    answer()
}

fn main() {}
