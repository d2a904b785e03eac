use mcp_ergo::prelude::*;
use ui_tests::{Invoice, answer};

#[derive(Param, Debug, Clone)]
struct Name(String);

/// Get one invoice with its line items.
#[tool(read, when = "the id of an invoice is known", returns = "the invoice")]
fn get_invoice(
    name: Name,
    /// Customer to look for: 'hotel', 'inn' or 'hostel'.
    kind: Name,
    customer_id: Option<Name>,
    /// Names to look for.
    names: Vec<Name>,
) -> Reply<Invoice> {
    let _ = (name, kind, customer_id, names);
    answer()
}

fn main() {}
