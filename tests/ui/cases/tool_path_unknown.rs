use mcp_ergo::prelude::*;
use ui_tests::{Invoice, answer};

/// Invoice id.
#[derive(Param, Debug, Clone)]
#[param(example = "inv_01H8XK", from = serch_invoices)]
struct InvoiceId(String);

/// Get one invoice with its line items.
#[tool(
    read,
    instead(no_such_tool = "for a list"),
    after(find_nothing),
    returns = "the invoice"
)]
fn get_invoice(
    id: InvoiceId,
    /// Invoice to compare with.
    #[param(example = "inv_01H8XK", from = list_nothing)]
    other_id: String,
) -> Reply<Invoice> {
    let _ = (id, other_id);
    answer()
}

#[derive(Debug, thiserror::Error, ToolError)]
enum LedgerError {
    #[error("no invoice with id '{id}'")]
    #[tool_error(fix, hint = "find the id first", next = find_nowhere, candidates = near)]
    NotFound { id: String, near: Vec<String> },
}

fn main() {}
