use mcp_ergo::prelude::*;

#[derive(Debug, thiserror::Error, ToolError)]
enum LedgerError {
    #[error("late by {delay}")]
    #[tool_error(retry, hint = "send it again", after = delay)]
    Late { delay: u64 },
}

fn main() {}
