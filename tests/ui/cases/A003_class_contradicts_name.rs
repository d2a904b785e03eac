use mcp_ergo::prelude::*;
use ui_tests::{Invoice, InvoiceId, answer};

/// Delete one invoice for good.
#[tool(write, when = "the user asks to delete it", returns = "what was deleted", scope = "invoices:write")]
fn delete_invoice(id: InvoiceId) -> Reply<Invoice> {
    let _ = id;
    answer()
}

fn main() {}
