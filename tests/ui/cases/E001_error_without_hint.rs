use mcp_ergo::prelude::*;

#[derive(Debug, thiserror::Error, ToolError)]
enum LedgerError {
    #[error("no invoice with id '{id}'")]
    #[tool_error(fix)]
    NotFound { id: String },
}

fn main() {}
