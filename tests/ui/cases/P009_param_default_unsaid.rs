use mcp_ergo::prelude::*;
use ui_tests::{Invoice, answer};

/// Get the newest invoices.
#[tool(read, when = "the user asks what is owed", returns = "the invoice")]
fn get_newest_invoices(
    /// Most invoices to return (default 20).
    limit: Option<u32>,
    /// Whether to return drafts too.
    #[param(allow(param_default_unsaid = "as the ledger is set"))]
    drafts: Option<bool>,
) -> Reply<Invoice> {
    let _ = (limit, drafts);
    answer()
}

fn main() {}
