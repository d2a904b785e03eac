use mcp_ergo::prelude::*;
use ui_tests::LedgerError as Inner;

#[derive(Debug, thiserror::Error, ToolError)]
enum LedgerError {
    #[error("locked")]
    #[tool_error(retry, transparent, hint = "send it again")]
    Locked(Inner),

    #[error("both of {0} and {1}")]
    #[tool_error(transparent)]
    Two(Inner, String),

    #[error("closed")]
    Closed,
}

fn main() {}
