use mcp_ergo::prelude::*;
use ui_tests::{Invoice, answer};

type Maybe<T> = Option<T>;

/// Get one invoice with its line items.
#[tool(read, when = "the id of an invoice is known", returns = "the invoice")]
fn get_invoice(
    /// Part of the customer's name; every customer when left out.
    #[param(example = "hotel")]
    customer: Maybe<String>,
) -> Reply<Invoice> {
    let _ = customer;
    answer()
}

fn main() {}
