use mcp_ergo::prelude::*;
use ui_tests::{Invoice, answer};

/// Create an open invoice.
#[tool(write, when = "the user wants to bill a customer", returns = "the new invoice")]
fn create_invoice(
    /// Sum of the line items.
    #[param(unit = "cents", range = 1..)]
    amount: u64,
) -> Reply<Invoice> {
    let _ = amount;
    answer()
}

fn main() {}
