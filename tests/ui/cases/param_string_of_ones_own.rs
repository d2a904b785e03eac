use mcp_ergo::prelude::*;
use ui_tests::{Invoice, answer, search_invoices};

/// Invoice id.
#[derive(Param, Debug, Clone)]
#[param(example = "inv_01H8XK", from = search_invoices)]
struct String(std::string::String);

/// Get one invoice with its line items.
#[tool(read, when = "the id of an invoice is known", returns = "the invoice")]
fn get_invoice(
    /// Invoice to return.
    invoice: String,
    /// Invoice to compare with.
    other: self::String,
) -> Reply<Invoice> {
    let _ = (invoice, other);
    answer()
}

fn main() {}
