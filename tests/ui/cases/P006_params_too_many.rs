use mcp_ergo::prelude::*;
use ui_tests::{Invoice, answer};

/// Get one invoice with its line items.
#[tool(read, when = "the id of an invoice is known", returns = "the invoice")]
fn get_invoice(
    /// Whether to include drafts.
    drafts: bool,
    /// Whether to include void ones.
    void: bool,
    /// Whether to include paid ones.
    paid: bool,
    /// Whether to include notes.
    notes: bool,
    /// Whether to include taxes.
    taxes: bool,
    /// Whether to include discounts.
    discounts: bool,
    /// Whether to include reminders.
    reminders: bool,
) -> Reply<Invoice> {
    let _ = (drafts, void, paid, notes, taxes, discounts, reminders);
    answer()
}

fn main() {}
