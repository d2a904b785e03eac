use mcp_ergo::prelude::*;
use ui_tests::{Invoice, InvoiceId};

#[derive(Debug, thiserror::Error, ToolError)]
enum LedgerError {
    #[error("the ledger is locked by another writer")]
    #[tool_error(retri, hint = "send the same call again")]
    Locked,
}

/// Get one invoice with its line items.
#[tool(read, when = "the id of an invoice is known", returns = "the invoice")]
fn get_invoice(id: InvoiceId) -> Result<Reply<Invoice>, LedgerError> {
    println!("{id}");
    Err(LedgerError::Locked)
}

fn main() {}
