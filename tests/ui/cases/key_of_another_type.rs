use mcp_ergo::prelude::*;
use ui_tests::{Invoice, answer};

/// Get one invoice with its line items.
#[tool(read, when = "the id of an invoice is known", returns = "the invoice")]
fn get_invoice(
    /// Most invoices to return.
    #[param(len = 1..=50, default = 20)]
    limit: u32,
    /// Most notes to return.
    #[param(pattern = "^[0-9]+$", default = 20)]
    notes: u32,
    /// Whether to include drafts.
    #[param(format = "date")]
    drafts: bool,
) -> Reply<Invoice> {
    let _ = (limit, notes, drafts);
    answer()
}

fn main() {}
