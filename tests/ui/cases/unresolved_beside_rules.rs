use mcp_ergo::prelude::*;
use ui_tests::{Invoice, answer};

#[derive(Param, Debug, Clone)]
struct Name(String);

/// Get one invoice with its line items.
#[tool(read, after(find_nothing), returns = "the invoice")]
fn get_invoice(
    name: Name,
    /// Part of the customer's name.
    customer: String,
) -> Reply<Invoice> {
    let _ = (name, customer);
    answer()
}

fn main() {}
