use mcp_ergo::prelude::*;
use ui_tests::{Invoice, answer};

/// What is done with an invoice.
#[derive(Param, Debug, Clone, Copy)]
enum InvoiceAction {
    /// show it
    Get,
    /// open a new one
    Create,
    /// change the total
    Correct,
}

/// Manage one invoice with its line items.
#[tool(write, when = "an invoice is asked for", returns = "the invoice", scope = "invoices:write")]
fn manage_invoice(
    /// What to do with the invoice.
    action: InvoiceAction,
) -> Reply<Invoice> {
    let _ = action;
    answer()
}

fn main() {}
