use mcp_ergo::prelude::*;

#[derive(Debug, thiserror::Error, ToolError)]
enum LedgerError {
    #[error("no invoice with id '{id}'")]
    #[tool_error(fix, candidates = near)]
    NotFound { id: String, near: Vec<String> },
}

fn main() {}
