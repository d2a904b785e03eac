use mcp_ergo::prelude::*;
use ui_tests::Ledger;

/// Show the invoices in a panel.
#[tool(read, idempotent, retrns = "the invoices", timeout = "soon")]
fn delete_invoices(
    ledger: &mut Ledger,
    customer: &str,
    /// State of the invoice: 'open', 'paid' or 'void'.
    #[param(exmple = "open")]
    state: String,
    /// Most invoices to return.
    #[param(range = 1..50)]
    limit: u32,
    since: String,
    /// Invoice to begin with.
    #[param(example = "inv_01H8XK")]
    invoice_id: String,
    /// What to look for.
    filter: serde_json::Value,
    /// Words to look for.
    words: Vec<String>,
) -> Result<String, String> {
    let _ = (ledger, customer, state, limit, since, invoice_id, filter, words);
    Ok(String::new())
}

fn main() {}
