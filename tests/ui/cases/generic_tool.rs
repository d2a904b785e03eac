use mcp_ergo::prelude::*;
use ui_tests::{Invoice, answer};

/// Get one invoice with its line items.
#[tool(read, when = "the id of an invoice is known", returns = "the invoice")]
fn get_invoice<T: Param>(
    /// What to look for.
    #[param(example = "hotel")]
    wanted: T,
) -> Reply<Invoice> {
    let _ = wanted;
    answer()
}

fn main() {}
