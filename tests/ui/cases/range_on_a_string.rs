use mcp_ergo::prelude::*;
use ui_tests::{Invoice, answer};

/// Get one invoice with its line items.
#[tool(read, when = "the id of an invoice is known", returns = "the invoice")]
fn get_invoice(
    /// Part of the customer's name.
    #[param(range = 1..=80, example = "hotel")]
    customer: String,
) -> Reply<Invoice> {
    let _ = customer;
    answer()
}

fn main() {}
