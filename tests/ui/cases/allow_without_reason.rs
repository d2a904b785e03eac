use mcp_ergo::prelude::*;
use ui_tests::{Invoice, answer};

/// Get one invoice with its line items.
#[tool(read, allow(param_example_missing), when = "the id of an invoice is known", returns = "the invoice")]
fn get_invoice(
    /// Part of the customer's name.
    customer: String,
) -> Reply<Invoice> {
    let _ = customer;
    answer()
}

/// Get the newest invoice.
#[tool(read, allow(name_ungrammatical = " "), when = "the id of an invoice is known", returns = "the invoice")]
fn get_newest_invoice() -> Reply<Invoice> {
    answer()
}

fn main() {}
