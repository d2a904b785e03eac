use mcp_ergo::prelude::*;
use ui_tests::{Invoice, answer};

/// Get one invoice with its line items.
#[tool(read, when = "the id of an invoice is known", returns = "the invoice")]
fn get_invoice(
    /// Part of the customer's name.
    customer: impl Into<String>,
    debug: &impl std::fmt::Debug,
) -> Reply<Invoice> {
    let _ = (customer.into(), debug);
    answer()
}

fn main() {}
