use mcp_ergo::prelude::*;
use ui_tests::{Invoice, InvoiceId, answer};

/// Get one invoice with its line items.
#[tool(read, timeout = "30", when = "the id of an invoice is known", returns = "the invoice")]
fn get_invoice(id: InvoiceId) -> Reply<Invoice> {
    let _ = id;
    answer()
}

#[derive(Debug, thiserror::Error, ToolError)]
enum LedgerError {
    #[error("the ledger is locked by another writer")]
    #[tool_error(retry, after = "half a second", hint = "send the same call again")]
    Locked,
}

fn main() {}
