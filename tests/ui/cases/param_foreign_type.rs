use mcp_ergo::prelude::*;
use ui_tests::{Invoice, answer};

/// Get one invoice with its line items.
#[tool(read, when = "the id of an invoice is known", returns = "the invoice")]
fn get_invoice(
    /// File to read.
    #[param(example = "a.pdf")]
    file: std::path::PathBuf,
    /// Invoice to compare with.
    other: Invoice,
) -> Reply<Invoice> {
    let _ = (file, other);
    answer()
}

fn main() {}
