use mcp_ergo::prelude::*;
use ui_tests::{Invoice, answer};

/// Find invoices by everything that is known of them.
#[tool(read, when = "the id of an invoice is known", returns = "the invoice")]
fn search_invoices_by_customer_and_issue_date() -> Reply<Invoice> {
    answer()
}

/// Get the newest invoice.
#[tool(red, when = "the id of an invoice is known", returns = "the invoice")]
fn get_newest_invoice() -> Reply<Invoice> {
    answer()
}

fn main() {}
