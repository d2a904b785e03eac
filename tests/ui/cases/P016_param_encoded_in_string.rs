#![deny(deprecated)]

use mcp_ergo::prelude::*;
use ui_tests::{Invoice, answer};

/// Get one invoice with its line items.
#[tool(read, when = "the id of an invoice is known", returns = "the invoice")]
fn get_invoice(
    /// Comma-separated tags that it bears.
    #[param(example = "paid,late")]
    tags: String,
) -> Reply<Invoice> {
    let _ = tags;
    answer()
}

fn main() {}
