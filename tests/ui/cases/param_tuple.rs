use mcp_ergo::prelude::*;
use ui_tests::{Invoice, answer};

/// Get one invoice with its line items.
#[tool(read, when = "the id of an invoice is known", returns = "the invoice")]
fn get_invoice(
    /// Earliest and latest.
    #[param(example = [1, 2])]
    between: (u32, u32),
) -> Reply<Invoice> {
    let _ = between;
    answer()
}

fn main() {}
