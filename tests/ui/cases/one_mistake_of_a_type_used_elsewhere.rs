use mcp_ergo::prelude::*;
use ui_tests::{Invoice, answer, search_invoices};

/// Where an invoice stands.
#[derive(Param, Debug, Clone, Copy)]
enum Status {
    /// not paid
    Open,
    /// paid in full
    Paid(u32),
}

/// Customer id.
#[derive(Param, Debug, Clone)]
#[param(exmple = "cus_7Q2", from = search_invoices)]
struct CustomerId(String);

/// Where to send it.
#[derive(Param, Debug, Clone)]
struct Address {
    /// Street and number.
    #[param(exmple = "Am Hof 1")]
    street: String,
}

/// Get one invoice with its line items.
#[tool(read, when = "the id of an invoice is known", returns = "the invoice")]
fn get_invoice(
    status: Status,
    customer_id: Option<CustomerId>,
    /// Where to send it, the first one first.
    addresses: Vec<Address>,
) -> Reply<Invoice> {
    println!("{status} {customer_id:?} {addresses:?}");
    answer()
}

#[derive(Debug, thiserror::Error, ToolError)]
enum LedgerError {
    #[error("customer '{id}' has moved")]
    #[tool_error(fix, hint = "look at it first", next = get_invoice(status, addresses))]
    Moved { id: CustomerId, status: Status, addresses: Vec<Address> },
}

fn main() {}
