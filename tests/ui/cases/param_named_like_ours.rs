use mcp_ergo::prelude::*;
use ui_tests::{Invoice, answer};

/// Get one invoice with its line items.
#[tool(read, when = "the id of an invoice is known", returns = "the invoice")]
fn get_invoice(
    /// Whether to call the customer; not called when left out.
    call: Option<bool>,
    /// Whether to use a tool.
    #[param(default = false)]
    tool: bool,
) -> Reply<Invoice> {
    let _ = (call, tool);
    answer()
}

fn main() {}
