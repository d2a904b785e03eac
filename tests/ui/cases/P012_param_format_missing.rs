#![deny(deprecated)]

use mcp_ergo::prelude::*;
use ui_tests::{Invoice, answer};

/// Get one invoice with its line items.
#[tool(read, when = "the id of an invoice is known", returns = "the invoice")]
fn get_invoice(
    /// Last day to pay it.
    #[param(example = "2026-03-01")]
    due_date: String,
) -> Reply<Invoice> {
    let _ = due_date;
    answer()
}

fn main() {}
