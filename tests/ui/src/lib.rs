//! A small server that is right: what the cases stand on, so that each shows one mistake and
//! nothing else.

use mcp_ergo::prelude::*;

pub mod expand;

/// State that tools borrow.
#[derive(Debug)]
pub struct Ledger;

/// One invoice.
#[derive(Debug, Clone, serde::Serialize, schemars::JsonSchema)]
pub struct Invoice {
    /// Like `inv_01H8XK`.
    pub id: String,
    /// Sum of the line items, in cents.
    pub amount_cents: u64,
}

/// Invoice id.
#[derive(Param, Debug, Clone)]
#[param(example = "inv_01H8XK", pattern = "^inv_[0-9A-Z]+$", from = search_invoices)]
pub struct InvoiceId(pub String);

/// Why the ledger did not do what it was asked.
#[derive(Debug, thiserror::Error, ToolError)]
pub enum LedgerError {
    /// No invoice has this id.
    #[error("no invoice with id '{id}'")]
    #[tool_error(
        fix,
        hint = "find the id first",
        next = search_invoices,
        allow(not_found_without_candidates = "there is no store to look in")
    )]
    NotFound {
        /// As it was given.
        id: InvoiceId,
    },
}

/// Find invoices of one customer.
#[tool(
    read,
    when = "the user asks what is owed",
    returns = "invoices, newest first"
)]
pub fn search_invoices(
    ledger: &Ledger,
    /// Part of the customer's name; every customer when left out.
    #[param(example = "hotel")]
    customer: Option<String>,
) -> Reply<Page<Invoice>> {
    let _ = (ledger, customer);
    Reply::new("Found no invoices.", Page::new(Vec::new(), 0))
}

/// Get one invoice with its line items.
#[tool(read, when = "the id of an invoice is known", returns = "the invoice")]
pub fn get_invoice(ledger: &Ledger, id: InvoiceId) -> Result<Reply<Invoice>, LedgerError> {
    let _ = ledger;
    Err(LedgerError::NotFound { id })
}

/// The answer of every case.
pub fn answer() -> Reply<Invoice> {
    Reply::new(
        "Found the invoice.",
        Invoice {
            id: "inv_01H8XK".to_owned(),
            amount_cents: 4500,
        },
    )
}
