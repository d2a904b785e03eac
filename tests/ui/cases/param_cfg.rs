use mcp_ergo::prelude::*;
use ui_tests::{Invoice, answer};

/// Get one invoice with its line items.
#[tool(read, when = "the id of an invoice is known", returns = "the invoice")]
fn get_invoice(
    /// Whether to include drafts.
    #[cfg(unix)]
    drafts: bool,
) -> Reply<Invoice> {
    let _ = drafts;
    answer()
}

fn main() {}
