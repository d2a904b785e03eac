use mcp_ergo::prelude::*;
use ui_tests::Invoice;

/// Get one invoice with its line items.
#[tool(read, when = "the id of an invoice is known", returns = "the invoice")]
fn get_invoice<'a>(invoice: &'a Invoice) -> Reply<&'a Invoice> {
    Reply::new("Found it.", invoice)
}

fn main() {}
