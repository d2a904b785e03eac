#![deny(deprecated)]

use mcp_ergo::prelude::*;
use ui_tests::{Invoice, InvoiceId, answer};

/// Void invoices for good.
#[tool(
    destructive,
    when = "the user withdraws several invoices",
    returns = "the last of them",
    scope = "invoices:void"
)]
fn void_invoices(
    /// Invoices to void.
    #[param(example = ["inv_01H8XK"])]
    invoice_ids: Vec<InvoiceId>,
) -> Reply<Invoice> {
    let _ = invoice_ids;
    answer()
}

fn main() {}
