use mcp_ergo::prelude::*;
use ui_tests::{Invoice, answer};

/// Get the newest invoices.
#[tool(read, when = "the user asks what is owed", returns = "the invoice")]
fn get_newest_invoices(
    /// Most invoices to return (1-50).
    #[param(default = 20)]
    limit: u32,
    /// Days to look back, 0 to 255.
    #[param(default = 30)]
    days: u8,
) -> Reply<Invoice> {
    let _ = (limit, days);
    answer()
}

fn main() {}
