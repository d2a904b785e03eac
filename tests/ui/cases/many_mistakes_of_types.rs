use mcp_ergo::prelude::*;
use ui_tests::{Invoice, answer};

/// Find invoices by what is known of them.
#[tool(read, when = "the id of an invoice is known", returns = "the invoice")]
fn find_invoices(
    customer: String,
    /// State of the invoice: 'open', 'paid' or 'void'.
    state: String,
    /// Invoice to begin with.
    invoice_id: String,
    /// What to look for.
    filter: serde_json::Value,
    /// Words to look for.
    words: Vec<String>,
) -> Result<Reply<Invoice>, String> {
    let _ = (customer, state, invoice_id, filter, words);
    Ok(answer())
}

fn main() {}
