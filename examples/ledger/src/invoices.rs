//! Invoices: what customers owe.

use std::fmt::Write as _;

use chrono::NaiveDate;
use mcp_ergo::prelude::*;

use crate::count;
use crate::customers::{CustomerId, search_customers};
use crate::store::{Invoice, InvoiceRow, Ledger, Line, Status, StoreError};

/// Invoice id.
#[derive(Param, Debug, Clone)]
#[param(
    example = "inv_01H8XK",
    pattern = "^inv_[0-9A-Z]+$",
    from = search_invoices,
    complete = Ledger::invoice_ids
)]
pub struct InvoiceId(pub String);

/// Tone of a letter.
#[derive(Param, Debug, Clone, Copy, PartialEq, Eq)]
pub enum Tone {
    /// as to a good customer
    Friendly,
    /// as before a lawyer is asked
    Firm,
}

/// One invoice with its line items and payments.
#[resource(
    "ledger://invoices/{invoice_id}",
    mime = "application/json",
    scope = "invoices:read"
)]
pub fn invoice(ledger: &Ledger, invoice_id: InvoiceId) -> Result<Json<Invoice>, StoreError> {
    Ok(Json(ledger.get_invoice(&invoice_id.0)?))
}

/// Write a letter about what a customer owes.
#[prompt(title = "Chase overdue invoices", scope = "invoices:read")]
pub fn chase_overdue(
    ledger: &Ledger,
    customer_id: CustomerId,
    /// Tone of the letter; friendly when left out.
    tone: Option<Tone>,
) -> Result<Prompt, StoreError> {
    let (rows, total) =
        ledger.search_invoices(Some(&customer_id.0), Some(Status::Open), None, 50)?;
    let tone = tone.unwrap_or(Tone::Friendly);
    let mut text = format!(
        "Write a {tone} letter to {customer_id} about every invoice below that is due before today. \
         Name the id, the due date and what is outstanding; leave the others out.\n\n\
         {} open:",
        count(total, "invoice")
    );
    for row in rows {
        let (id, due) = (row.id, row.due_on);
        let _ = write!(
            text,
            "\n- {id}, due {due}, {} outstanding",
            euros(row.outstanding_cents)
        );
    }
    Ok(Prompt::user(text))
}

/// Find invoices by customer, status or issue date.
#[tool(
    read,
    when = "the user asks which invoices exist or what is owed",
    instead(get_invoice = "for the line items of one invoice"),
    returns = "invoices with amounts and status, newest first",
    scope = "invoices:read"
)]
pub fn search_invoices(
    ledger: &Ledger,
    /// Customer whose invoices to return; every customer when left out.
    customer_id: Option<CustomerId>,
    /// Status to keep; every status when left out.
    status: Option<Status>,
    /// Earliest issue date, itself included; no lower bound when left out.
    issued_after: Option<NaiveDate>,
    /// Most invoices to return.
    #[param(default = 20, range = 1..=50)]
    limit: u32,
) -> Result<Reply<Page<InvoiceRow>>, StoreError> {
    let customer = customer_id.as_ref().map(|id| id.0.as_str());
    let (rows, total) = ledger.search_invoices(customer, status, issued_after, limit)?;
    let owed: i64 = rows.iter().map(|row| row.outstanding_cents).sum();
    let first = rows.first().map(|row| InvoiceId(row.id.clone()));
    let page = Page::new(rows, total.into());
    let found = count(total, "invoice");
    let sentence = if page.truncated {
        let shown = page.items.len();
        format!(
            "Found {found}. The newest {shown} are here and owe {}.",
            euros(owed)
        )
    } else {
        format!("Found {found}, which owe {}.", euros(owed))
    };
    Ok(Reply::new(sentence, page).next_if(first, get_invoice::call, "to see its line items"))
}

/// Get one invoice with its line items and payments.
#[tool(
    read,
    when = "the id of an invoice is known and its details are wanted",
    instead(search_invoices = "to find the id"),
    returns = "the invoice, its line items and its payments",
    scope = "invoices:read"
)]
pub fn get_invoice(ledger: &Ledger, invoice_id: InvoiceId) -> Result<Reply<Invoice>, StoreError> {
    let invoice = ledger.get_invoice(&invoice_id.0)?;
    let row = &invoice.row;
    let sentence = format!(
        "Invoice {} of {} over {} is {}; {} are outstanding.",
        row.id,
        row.customer_name,
        euros(row.amount_cents),
        row.status,
        euros(row.outstanding_cents)
    );
    Ok(Reply::new(sentence, invoice))
}

/// Create an open invoice for one customer.
#[tool(
    write,
    when = "the user wants to bill a customer",
    after(search_customers),
    returns = "the new invoice with its id",
    scope = "invoices:write",
    allow(
        catalog_heavy = "a model that billed has to check every line, so it gets the whole invoice"
    )
)]
pub fn create_invoice(
    ledger: &Ledger,
    customer_id: CustomerId,
    /// Date of issue.
    issued_on: NaiveDate,
    /// Last day to pay, not before the date of issue.
    due_on: NaiveDate,
    /// What is billed, in the order of the invoice.
    #[param(len = 1..=50)]
    lines: Vec<Line>,
) -> Result<Reply<Invoice>, StoreError> {
    let invoice = ledger.create_invoice(&customer_id.0, issued_on, due_on, &lines)?;
    let sentence = format!(
        "Created invoice {} of {} over {}.",
        invoice.row.id,
        invoice.row.customer_name,
        euros(invoice.row.amount_cents)
    );
    let id = InvoiceId(invoice.row.id.clone());
    Ok(Reply::new(sentence, invoice).next(get_invoice::call(id), "to check it"))
}

/// Cancel an invoice for good: it can never be paid after.
#[tool(
    destructive,
    idempotent,
    when = "the user asks to cancel an invoice that nothing was paid on",
    not_for = "invoices with payments",
    returns = "whether this call voided it",
    scope = "invoices:void"
)]
pub fn void_invoice(
    ledger: &Ledger,
    invoice_id: InvoiceId,
    /// Why it is voided, as the customer will read it.
    #[param(example = "billed twice", len = 3..=200)]
    reason: String,
) -> Result<Reply<Voided>, StoreError> {
    let voided_now = ledger.void_invoice(&invoice_id.0, &reason)?;
    let sentence = if voided_now {
        format!("Voided invoice {invoice_id}.")
    } else {
        format!("Invoice {invoice_id} was void before; nothing changed.")
    };
    let data = Voided {
        invoice_id: invoice_id.clone(),
        voided_now,
    };
    Ok(Reply::new(sentence, data).next(get_invoice::call(invoice_id), "to check it"))
}

/// What came of voiding an invoice.
#[derive(Debug, serde::Serialize, schemars::JsonSchema)]
pub struct Voided {
    /// The void invoice.
    invoice_id: InvoiceId,
    /// Whether this call voided it; false where it was void before.
    voided_now: bool,
}

/// An amount as people read it.
pub(crate) fn euros(cents: i64) -> String {
    format!("EUR {}.{:02}", cents / 100, cents % 100)
}
