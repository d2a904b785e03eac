use mcp_ergo::prelude::*;
use ui_tests::InvoiceId;

#[derive(Debug, thiserror::Error, ToolError)]
enum LedgerError {
    #[error("no invoice with id '{id}'")]
    #[tool_error(fix, hint = "find the id first")]
    InvoiceNotFound { id: InvoiceId },
}

fn main() {}
