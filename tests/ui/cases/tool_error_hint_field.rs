use mcp_ergo::prelude::*;

#[derive(Debug, thiserror::Error, ToolError)]
enum LedgerError {
    #[error("opens at {opens}")]
    #[tool_error(retry, hint = "wait until {opens_at}")]
    Closed { opens: u32 },
}

fn main() {}
