use mcp_ergo::prelude::*;
use ui_tests::{Invoice, InvoiceId, answer};

/// Get one invoice with its line items.
#[tool(red, when = "the id of an invoice is known", returns = "the invoice")]
fn get_invoice(
    id: InvoiceId,
    /// Whether to include drafts; none when left out.
    drafts: Option<bool>,
) -> Reply<Invoice> {
    let _ = (id, drafts);
    answer()
}

/// Get the newest invoice.
#[tool(read, after(get_invoice), instead(get_invoice = "for one"), returns = "the invoice")]
fn get_newest_invoice(
    /// Invoice to begin with.
    #[param(example = "inv_01H8XK", from = get_invoice)]
    begin_id: String,
) -> Reply<Invoice> {
    let _ = begin_id;
    let id = InvoiceId("inv_01H8XK".to_owned());
    answer().next(get_invoice::call(id).drafts(true), "to see it")
}

#[derive(Debug, thiserror::Error, ToolError)]
enum LedgerError {
    #[error("no invoice with id '{id}'")]
    #[tool_error(fix, hint = "look at it first", next = get_invoice(id), candidates = near)]
    NotFound { id: InvoiceId, near: Vec<InvoiceId> },
}

fn tools() -> [mcp_ergo::Tool; 2] {
    [get_invoice::tool(), get_newest_invoice::tool()]
}

fn main() {}
