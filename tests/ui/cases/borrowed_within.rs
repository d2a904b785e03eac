use mcp_ergo::prelude::*;
use ui_tests::{Invoice, answer};

/// Get one invoice with its line items.
#[tool(read, when = "the id of an invoice is known", returns = "the invoice")]
fn get_invoice(
    books: &std::borrow::Cow<'_, str>,
    /// Words to look for.
    #[param(example = ["hotel"])]
    words: Vec<&str>,
    /// Part of the customer's name.
    #[param(example = "hotel")]
    customer: std::borrow::Cow<'static, str>,
) -> Reply<Invoice> {
    let _ = (books, words, customer);
    answer()
}

fn main() {}
