use mcp_ergo::prelude::*;
use ui_tests::InvoiceId;

/// Send a reminder about one invoice.
#[tool(read, when = "the id of an invoice is known", returns = "the invoice")]
fn check_invoice(id: InvoiceId) {
    let _ = id;
}

fn main() {}
