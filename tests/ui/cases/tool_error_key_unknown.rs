use mcp_ergo::prelude::*;

#[derive(Debug, thiserror::Error, ToolError)]
enum LedgerError {
    #[error("the ledger is locked by another writer")]
    #[tool_error(rety, hint = "send the same call again")]
    Locked,

    #[error("no invoice with id '{id}'")]
    #[tool_error(fix, hnt = "find the id first", candidates = near)]
    NotFound { id: String, near: Vec<String> },
}

fn main() {}
