use mcp_ergo::prelude::*;

#[derive(Debug, thiserror::Error, ToolError)]
enum LedgerError {
    #[error(transparent)]
    #[tool_error(transparent)]
    Storage(#[from] std::io::Error),
}

fn main() {}
