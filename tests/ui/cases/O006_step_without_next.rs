use mcp_ergo::prelude::*;
use ui_tests::{Invoice, InvoiceId, LedgerError, answer};

/// Begin to collect what an invoice is owed.
#[tool(
    write,
    workflow,
    when = "an invoice is overdue",
    returns = "the invoice",
    scope = "invoices:collect"
)]
fn begin_collection(id: InvoiceId) -> Result<Reply<Invoice>, LedgerError> {
    let _ = id;
    Ok(answer())
}

fn main() {}
