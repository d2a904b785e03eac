use mcp_ergo::prelude::*;
use ui_tests::Invoice;

/// Find invoices by status.
#[tool(read, returns = "invoices with id and amount")]
fn find_invoices(
    /// Status to keep, one of open, paid, void.
    status: String,
    /// Most invoices to return.
    #[param(defualt = 20, range = 1..=50)]
    limit: u32,
) -> Reply<Page<Invoice>> {
    Reply::new(format!("Found no {status} invoices."), Page::new(Vec::new(), limit.into()))
}

fn main() {}
