use mcp_ergo::prelude::*;
use ui_tests::{Invoice, InvoiceId, answer};

fn helper() {}

struct Helper;

/// Get one invoice with its line items.
#[tool(read, instead(Helper = "for a list"), after(helper), returns = "the invoice")]
fn get_invoice(id: InvoiceId) -> Reply<Invoice> {
    let _ = id;
    helper();
    answer()
}

#[derive(Debug, thiserror::Error, ToolError)]
enum LedgerError {
    #[error("no invoice with id '{id}'")]
    #[tool_error(fix, hint = "find the id first", next = helper, candidates = near)]
    NotFound { id: String, near: Vec<String> },
}

fn main() {}
