use mcp_ergo::prelude::*;

#[derive(Debug, thiserror::Error, ToolError)]
enum LedgerError {
    #[error("no such invoice")]
    #[tool_error(fix, hint = "find the id first", candidates = near)]
    NotFound { id: String, near: Vec<String> },
}

fn main() {}
