use mcp_ergo::prelude::*;
use ui_tests::{InvoiceId, get_invoice};

#[derive(Debug, thiserror::Error, ToolError)]
enum LedgerError {
    #[error("invoice '{id}' is void")]
    #[tool_error(fix, hint = "look at it first", next = get_invoice)]
    Missing { id: InvoiceId },

    #[error("invoice '{id}' is void")]
    #[tool_error(fix, hint = "look at it first", next = get_invoice(id))]
    WrongType { id: String },
}

fn main() {}
