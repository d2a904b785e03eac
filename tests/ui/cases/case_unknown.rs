use mcp_ergo::prelude::*;
use ui_tests::{Invoice, answer};

/// Where an invoice stands.
#[derive(Param, Debug, Clone, Copy)]
#[param(rename_all = "UPPERCASE")]
enum Status {
    /// not paid
    Open,
    /// paid in full
    Paid,
}

/// Get one invoice with its line items.
#[tool(read, rename_all = "CamelCase", when = "the id of an invoice is known", returns = "the invoice")]
fn get_invoice(status: Status) -> Reply<Invoice> {
    let _ = status;
    answer()
}

fn main() {}
