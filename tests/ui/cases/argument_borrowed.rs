use mcp_ergo::prelude::*;
use ui_tests::{Invoice, Ledger, answer};

/// Get one invoice with its line items.
#[tool(read, when = "the id of an invoice is known", returns = "the invoice")]
fn get_invoice(
    /// Part of the customer's name.
    customer: &str,
    /// Words to look for.
    words: &[String],
    ledger: &mut Ledger,
    backend: &dyn std::fmt::Debug,
) -> Reply<Invoice> {
    let _ = (customer, words, ledger, backend);
    answer()
}

fn main() {}
