use mcp_ergo::prelude::*;
use ui_tests::{Invoice, answer};

/// Invoice number, which the customer may not know.
#[derive(Param, Debug, Clone)]
#[param(example = "2026-17", from = user("as printed on the letter"), len = 1..=20)]
struct Number(String);

/// Which invoices to return.
#[derive(Param, Debug, Clone)]
struct Filter {
    /// Name of the customer.
    #[param(example = "hotel")]
    customer: Option<String>,
    /// Number, at most 30 characters; any when left out.
    number: Option<Number>,
}

/// Get the newest invoices.
#[tool(read, when = "the user asks what is owed", returns = "the invoice")]
fn get_newest_invoices(
    /// What to keep.
    filter: Filter,
    /// Number to begin with.
    number: Option<Number>,
    /// Most invoices to return; 20 unless given, default 10.
    #[param(default = 20)]
    limit: u32,
) -> Reply<Invoice> {
    let _ = (filter, number, limit);
    answer()
}

fn main() {}
