use mcp_ergo::prelude::*;
use ui_tests::InvoiceId;

/// What is not documented for a model.
struct Plain {
    sum: u64,
}

/// Sum up one invoice.
#[tool(read, when = "the id of an invoice is known", returns = "the invoice")]
fn get_sum(id: InvoiceId) -> Reply<Plain> {
    Reply::new(format!("Summed up {id}."), Plain { sum: 1 })
}

fn main() {}
