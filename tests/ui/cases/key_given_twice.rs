use mcp_ergo::prelude::*;
use ui_tests::{Invoice, answer};

/// Get one invoice with its line items.
#[tool(read, when = "the id is known", returns = "the invoice", returns = "its lines")]
fn get_invoice(
    /// Part of the customer's name.
    #[param(example = "hotel", example = "inn")]
    customer: String,
) -> Reply<Invoice> {
    let _ = customer;
    answer()
}

#[derive(Debug, thiserror::Error, ToolError)]
enum LedgerError {
    #[error("the ledger is locked by another writer")]
    #[tool_error(retry, hint = "send the same call again", hint = "wait")]
    Locked,
}

fn main() {}
