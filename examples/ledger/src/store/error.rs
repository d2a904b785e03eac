use chrono::NaiveDate;
use mcp_ergo::ToolError;
use rusqlite::ErrorCode;

use super::MAX_CENTS;
use crate::invoices::search_invoices;

/// Why the ledger did not do what it was asked.
#[derive(Debug, thiserror::Error, ToolError)]
pub enum StoreError {
    /// No invoice has this id. `near` holds up to three ids that look like it, the likest first.
    #[error("no invoice with id '{id}'; ids look like 'inv_01H8XK'")]
    #[tool_error(fix, hint = "find the id first", next = search_invoices, candidates = near)]
    NoSuchInvoice {
        /// As it was given.
        id: String,
        /// May be empty: an id that merely exists would invite a guess.
        near: Vec<String>,
    },

    /// No customer has this id. `near` holds up to three ids that look like it, the likest first.
    #[error("no customer with id '{id}'; ids look like 'cus_7Q2M4X'")]
    #[tool_error(
        fix,
        hint = "find the id with search_customers, by a part of the name",
        candidates = near
    )]
    NoSuchCustomer {
        /// As it was given.
        id: String,
        /// May be empty: an id that merely exists would invite a guess.
        near: Vec<String>,
    },

    /// A void invoice takes no payment.
    #[error("invoice '{id}' is void and takes no payment")]
    #[tool_error(stop, hint = "tell the user that the invoice was cancelled before")]
    InvoiceVoid {
        /// The void invoice.
        id: String,
    },

    /// Nothing is outstanding on a paid invoice.
    #[error("invoice '{id}' is already paid in full")]
    #[tool_error(
        stop,
        hint = "tell the user; the payment may belong to another invoice"
    )]
    InvoicePaid {
        /// The paid invoice.
        id: String,
    },

    /// An invoice with payments, in full or in part, cannot be voided.
    #[error("invoice '{id}' has payments of {paid_cents} cents and cannot be voided")]
    #[tool_error(
        stop,
        hint = "tell the user that the payments have to be returned first"
    )]
    HasPayments {
        /// The invoice that was to be voided.
        id: String,
        /// What was paid on it, in cents.
        paid_cents: i64,
    },

    /// A payment may not exceed what is outstanding.
    #[error(
        "a payment of {amount_cents} cents exceeds the {outstanding_cents} cents outstanding on \
         invoice '{id}'"
    )]
    #[tool_error(fix, hint = "send at most {outstanding_cents} cents for this invoice")]
    Overpayment {
        /// The invoice that was to be paid.
        id: String,
        /// The payment, in cents.
        amount_cents: i64,
        /// The largest payment that the invoice takes, in cents.
        outstanding_cents: i64,
    },

    /// A line item, a sum of them or a payment is nothing, negative or absurdly large.
    #[error("an amount of {amount_cents} cents is not between 1 and {MAX_CENTS}")]
    #[tool_error(
        fix,
        hint = "send each amount, and the sum of the lines, within these bounds"
    )]
    AmountOutOfRange {
        /// In cents.
        amount_cents: i64,
    },

    /// An invoice without line items asks for nothing.
    #[error("an invoice needs at least one line item")]
    #[tool_error(fix, hint = "send what is billed as lines")]
    NoLines,

    /// An invoice cannot be due before it is issued.
    #[error("due date {due_on} is before issue date {issued_on}")]
    #[tool_error(fix, hint = "send a due date on or after {issued_on}")]
    DueBeforeIssue {
        /// Date of issue.
        issued_on: NaiveDate,
        /// Last day to pay.
        due_on: NaiveDate,
    },

    /// Another process held the file for longer than the busy timeout. The same call may succeed
    /// later.
    #[error("the ledger is locked by another writer")]
    #[tool_error(retry, after = "500ms", hint = "send the same call again")]
    Locked,

    /// The file is a database, but none that this version of the ledger wrote.
    #[error("the file is a database of another kind or version ({version})")]
    #[tool_error(stop, hint = "tell the user to open another file")]
    NotALedger {
        /// Its `user_version`.
        version: i64,
    },

    /// Everything else that `SQLite` reports: disk, corruption, a bug in here.
    #[error(transparent)]
    #[tool_error(internal)]
    Sqlite(rusqlite::Error),
}

/// By hand instead of `#[from]`, so that `?` tells a lock from a failure.
impl From<rusqlite::Error> for StoreError {
    fn from(error: rusqlite::Error) -> Self {
        match error.sqlite_error_code() {
            Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => Self::Locked,
            _ => Self::Sqlite(error),
        }
    }
}
