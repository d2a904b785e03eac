use mcp_ergo::prelude::*;
use ui_tests::{Invoice, answer};

/// Get one invoice with its line items.
#[tool(read, when = "the id of an invoice is known", returns = "the invoice")]
fn get_invoice(
    /// Part of the customer's name.
    #[param(example = "hotel")]
    name: String,
    /// Part of the town's name.
    #[param(example = "Bonn", name = "name")]
    town: String,
) -> Reply<Invoice> {
    let _ = (name, town);
    answer()
}

fn main() {}
