use mcp_ergo::prelude::*;
use ui_tests::{Invoice, answer};

fn is_working_day(day: u8) -> bool {
    day < 6
}

fn shelves() -> Vec<String> {
    Vec::new()
}

/// Get one invoice with its line items.
#[tool(read, when = "the id of an invoice is known", returns = "the invoice")]
fn get_invoice(
    /// Day of the month.
    #[param(range = 1..=31, check = is_working_day)]
    day: u32,
    /// Shelf to look at.
    #[param(example = "top", options = shelves)]
    shelf: String,
) -> Reply<Invoice> {
    let _ = (day, shelf);
    answer()
}

fn main() {}
