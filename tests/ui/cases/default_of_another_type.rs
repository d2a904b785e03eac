use mcp_ergo::prelude::*;
use ui_tests::{Invoice, answer};

/// Get one invoice with its line items.
#[tool(read, when = "the id of an invoice is known", returns = "the invoice")]
fn get_invoice(
    /// Most invoices to return.
    #[param(default = Limit::Most)]
    limit: u32,
    /// Most notes to return.
    #[param(default = NO_SUCH)]
    notes: u32,
) -> Reply<Invoice> {
    let _ = (limit, notes);
    answer()
}

fn main() {}
