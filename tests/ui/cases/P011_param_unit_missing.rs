#![deny(deprecated)]

use mcp_ergo::prelude::*;
use ui_tests::{Invoice, answer};

/// Get one invoice with its line items.
#[tool(read, when = "the id of an invoice is known", returns = "the invoice")]
fn get_invoice(
    /// Least amount that is open.
    amount: u32,
) -> Reply<Invoice> {
    let _ = amount;
    answer()
}

fn main() {}
