#![deny(deprecated)]

use mcp_ergo::prelude::*;
use ui_tests::{Invoice, answer};

/// Get one invoice with its line items.
#[tool(read, when = "the id of an invoice is known", returns = "the invoice")]
fn get_invoice(
    /// What the invoice is about.
    #[param(example = "books")]
    data: String,
) -> Reply<Invoice> {
    let _ = data;
    answer()
}

fn main() {}
