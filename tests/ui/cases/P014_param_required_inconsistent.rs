use mcp_ergo::prelude::*;
use ui_tests::{Invoice, answer};

/// Get the newest invoices.
#[tool(read, when = "the user asks what is owed", returns = "the invoice")]
fn get_newest_invoices(
    /// Optional part of the customer's name.
    #[param(example = "hotel")]
    customer: String,
) -> Reply<Invoice> {
    let _ = customer;
    answer()
}

fn main() {}
