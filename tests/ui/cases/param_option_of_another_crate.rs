use mcp_ergo::prelude::*;
use ui_tests::{Invoice, answer};

mod mine {
    pub(crate) type Option<T> = T;
}

/// Get one invoice with its line items.
#[tool(read, when = "the id of an invoice is known", returns = "the invoice")]
fn get_invoice(
    /// Most invoices to return; all when left out.
    #[param(example = "hotel")]
    other: mine::Option<String>,
) -> Reply<Invoice> {
    let _ = other;
    answer()
}

fn main() {}
