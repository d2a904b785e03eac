use mcp_ergo::prelude::*;
use ui_tests::{Invoice, InvoiceId, answer};

/// Get one invoice with its line items.
#[tool(read, when "the id is known", returns = "the invoice")]
fn get_invoice(id: InvoiceId) -> Reply<Invoice> {
    let _ = id;
    answer()
}

/// Get the newest invoice.
#[tool(read, when = the_id_is_known, returns = "")]
fn get_newest_invoice() -> Reply<Invoice> {
    answer()
}

/// Get the oldest invoice.
#[tool(read = true, when = "the user looks back" returns = "the invoice")]
fn get_oldest_invoice() -> Reply<Invoice> {
    answer()
}

/// Get the largest invoice.
#[tool(read, "when a record is asked for", when = "a record is asked for", instead = get_invoice)]
fn get_largest_invoice(
    /// Part of the customer's name.
    #[param]
    #[param(example)]
    customer: String,
) -> Reply<Invoice> {
    let _ = customer;
    answer()
}

fn main() {}
