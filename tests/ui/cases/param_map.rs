use mcp_ergo::prelude::*;
use ui_tests::{Invoice, answer};

/// Get one invoice with its line items.
#[tool(read, when = "the id of an invoice is known", returns = "the invoice")]
fn get_invoice(
    /// What to look for, by column.
    #[param(example = {"city": "Bonn"})]
    filter: std::collections::HashMap<String, String>,
) -> Reply<Invoice> {
    let _ = filter;
    answer()
}

fn main() {}
