use mcp_ergo::prelude::*;

#[derive(Debug, ToolError)]
enum LedgerError {
    #[tool_error(retry, hint = "send the same call again")]
    Locked,
    #[tool_error(stop, hint = "tell the user")]
    Closed,
    #[tool_error(internal)]
    Broken,
    #[tool_error(internal)]
    Lost,
}

#[derive(Debug, ToolError)]
enum StoreError {
    #[tool_error(stop, hint = "tell the user")]
    Closed,
    #[tool_error(stop, hint = "tell the user")]
    Gone,
}

fn main() {}
