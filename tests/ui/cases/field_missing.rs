use mcp_ergo::prelude::*;
use ui_tests::get_invoice;

#[derive(Debug, thiserror::Error, ToolError)]
enum LedgerError {
    #[error("no invoice with id '{id}'")]
    #[tool_error(fix, hint = "find the id first", candidates = nearr)]
    NotFound { id: String, near: Vec<String> },

    #[error("invoice '{id}' has no customer")]
    #[tool_error(fix, hint = "find the id first", next = get_invoice(invoice))]
    NoCustomer { id: String },

    #[error("locked by {0}")]
    #[tool_error(retry, hint = "send it again", after = delay)]
    Locked(String),
}

fn main() {}
