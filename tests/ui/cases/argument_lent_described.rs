use mcp_ergo::prelude::*;
use ui_tests::{Invoice, Ledger, answer};

/// Get one invoice with its line items.
#[tool(read, when = "the id of an invoice is known", returns = "the invoice")]
fn get_invoice(
    /// Where the invoices are.
    #[param(example = "ledger.db")]
    ledger: &Ledger,
) -> Reply<Invoice> {
    let _ = ledger;
    answer()
}

fn main() {}
