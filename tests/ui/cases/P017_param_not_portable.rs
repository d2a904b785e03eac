use mcp_ergo::prelude::*;
use ui_tests::{Invoice, answer};

/// Get the invoice of one order.
#[tool(read, when = "the number of an order is known", returns = "the invoice")]
fn get_order_invoice(
    /// Number of the order.
    #[param(example = "A-17", name = "order no.", from = user("printed on the order"))]
    order: String,
) -> Reply<Invoice> {
    let _ = order;
    answer()
}

fn main() {}
