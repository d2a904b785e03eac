//! Payments: money that arrived for invoices.

use chrono::NaiveDate;
use mcp_ergo::prelude::*;

use crate::invoices::{InvoiceId, euros, get_invoice, search_invoices};
use crate::store::{Ledger, MAX_CENTS, StoreError};

/// Money that arrived for one invoice.
#[derive(Param, Debug, Clone)]
pub struct NewPayment {
    /// Invoice that is paid.
    invoice_id: InvoiceId,
    /// Amount that arrived.
    #[param(example = 4500, unit = "cents", range = 1..=MAX_CENTS)]
    amount_cents: i64,
    /// Day on which it arrived.
    paid_on: NaiveDate,
}

/// A payment that was recorded.
#[derive(Debug, serde::Serialize, schemars::JsonSchema)]
pub struct Recorded {
    /// The invoice that was paid.
    invoice_id: InvoiceId,
    /// What it still owes, in cents; 0 once it is paid in full.
    outstanding_cents: i64,
}

/// Record payments that arrived, several invoices at once.
#[tool(
    write,
    when = "the user reports money that arrived",
    after(search_invoices),
    returns = "what was recorded, and what failed with its fix",
    scope = "invoices:write"
)]
pub fn record_payments(
    ledger: &Ledger,
    /// Payments in the order they arrived.
    #[param(len = 1..=50)]
    payments: Vec<NewPayment>,
) -> Reply<Batch<Recorded>> {
    let mut batch = Batch::new();
    let mut failed = None;
    for payment in payments {
        let NewPayment {
            invoice_id,
            amount_cents,
            paid_on,
        } = payment;
        let outcome = ledger.record_payment(&invoice_id.0, amount_cents, paid_on);
        if matches!(outcome, Err(StoreError::Overpayment { .. })) {
            failed.get_or_insert(invoice_id.clone());
        }
        let item = format!("{} for {invoice_id}", euros(amount_cents));
        batch.push(
            item,
            outcome.map(|outstanding_cents| Recorded {
                invoice_id,
                outstanding_cents,
            }),
        );
    }
    Reply::new(batch.sentence("payments", "recorded"), batch).next_if(
        failed,
        get_invoice::call,
        "to see what is outstanding on the first that failed",
    )
}
