use mcp_ergo::prelude::*;
use ui_tests::{Invoice, answer};

/// Get one invoice with its line items.
#[tool(read, when = "the id of an invoice is known", returns = "the invoice")]
fn get_invoice(
    /// Most invoices to return.
    #[param(range = 1..50, default = 20)]
    limit: u32,
    /// First invoice to return.
    #[param(range = "1 to 50", default = 1)]
    first: u32,
    /// Part of the customer's name.
    #[param(len = .., example = "hotel")]
    customer: String,
) -> Reply<Invoice> {
    let _ = (limit, first, customer);
    answer()
}

fn main() {}
