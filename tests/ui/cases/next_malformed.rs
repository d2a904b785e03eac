use mcp_ergo::prelude::*;
use ui_tests::{InvoiceId};

#[derive(Debug, thiserror::Error, ToolError)]
enum LedgerError {
    #[error("invoice '{id}' is void")]
    #[tool_error(fix, hint = "look at it first", next = get_invoice("inv_01H8XK"))]
    Literal { id: InvoiceId },
}

fn main() {}
