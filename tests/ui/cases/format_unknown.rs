use mcp_ergo::prelude::*;
use ui_tests::{Invoice, answer};

/// Get one invoice with its line items.
#[tool(read, when = "the id of an invoice is known", returns = "the invoice")]
fn get_invoice(
    /// Address to which it was sent.
    #[param(format = "e-mail", example = "ada@example.com")]
    address: String,
    /// Page that shows it.
    #[param(format = "uri", example = "https://example.com")]
    page: String,
) -> Reply<Invoice> {
    let _ = (address, page);
    answer()
}

fn main() {}
