use mcp_ergo::prelude::*;

#[derive(Debug, thiserror::Error, ToolError)]
enum LedgerError {
    #[error("the ledger is locked by another writer")]
    #[tool_error(hint = "send the same call again")]
    Locked,
}

fn main() {}
