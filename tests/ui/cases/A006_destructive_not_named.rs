use mcp_ergo::prelude::*;
use ui_tests::{Invoice, InvoiceId, answer};

/// Sync one invoice with the bank.
#[tool(
    destructive,
    when = "the user asks for it",
    returns = "the invoice",
    scope = "invoices:sync"
)]
fn sync_invoice(id: InvoiceId) -> Reply<Invoice> {
    let _ = id;
    answer()
}

fn main() {}
