use chrono::NaiveDate;
use mcp_ergo::Param;
use rusqlite::Row;
use rusqlite::types::{FromSql, FromSqlError, FromSqlResult, ToSql, ToSqlOutput, ValueRef};
use schemars::JsonSchema;
use serde::Serialize;

/// Where an invoice stands.
#[derive(Param, Debug, Clone, Copy, PartialEq, Eq)]
pub enum Status {
    /// not paid, or only in part
    Open,
    /// paid in full
    Paid,
    /// cancelled, never to be paid
    Void,
}

impl ToSql for Status {
    fn to_sql(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
        Ok(ToSqlOutput::from(match self {
            Self::Open => "open",
            Self::Paid => "paid",
            Self::Void => "void",
        }))
    }
}

impl FromSql for Status {
    fn column_result(value: ValueRef<'_>) -> FromSqlResult<Self> {
        match value.as_str()? {
            "open" => Ok(Self::Open),
            "paid" => Ok(Self::Paid),
            "void" => Ok(Self::Void),
            other => Err(FromSqlError::Other(
                format!("no invoice status '{other}'").into(),
            )),
        }
    }
}

/// Somebody who gets invoices.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Customer {
    /// Like `cus_7Q2M4X`.
    pub id: String,
    /// As it stands on invoices.
    pub name: String,
    /// Tells customers of a similar name apart.
    pub city: String,
}

/// What a list of invoices says about each.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct InvoiceRow {
    /// Like `inv_01H8XK`.
    pub id: String,
    /// Whom it is addressed to.
    pub customer_id: String,
    /// The name of that customer.
    pub customer_name: String,
    /// Date of issue.
    pub issued_on: NaiveDate,
    /// Last day to pay.
    pub due_on: NaiveDate,
    /// Where it stands.
    pub status: Status,
    /// Sum of the line items, in cents.
    pub amount_cents: i64,
    /// Sum of the payments, in cents.
    pub paid_cents: i64,
    /// What is still owed, in cents: 0 for a void invoice.
    pub outstanding_cents: i64,
}

/// All that is known about one invoice.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Invoice {
    /// What a list says about it.
    #[serde(flatten)]
    pub row: InvoiceRow,
    /// Why it was voided, when it was.
    pub void_reason: Option<String>,
    /// At least one, in the order of the invoice.
    pub lines: Vec<Line>,
    /// Oldest first.
    pub payments: Vec<Payment>,
}

/// One thing that an invoice asks money for.
#[derive(Param, Debug, Clone, PartialEq, Eq)]
pub struct Line {
    /// What was sold.
    #[param(example = "Espresso beans, 1 kg", len = 1..=200)]
    pub description: String,
    /// How many of it.
    #[param(example = 2, range = 1..=100_000)]
    pub quantity: u32,
    /// Price of one.
    #[param(example = 1850, unit = "cents", range = 1..=10_000_000)]
    pub unit_cents: i64,
}

/// Money received for an invoice.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Payment {
    /// The day it arrived.
    pub paid_on: NaiveDate,
    /// In cents.
    pub amount_cents: i64,
}

/// What one thing costs.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Price {
    /// What is sold, as it stands on invoices.
    pub description: String,
    /// Price of one, in cents.
    pub unit_cents: i64,
    /// The day it was charged last.
    pub charged_on: NaiveDate,
}

impl Price {
    pub(super) fn from_row(row: &Row<'_>) -> rusqlite::Result<Self> {
        Ok(Self {
            description: row.get("description")?,
            unit_cents: row.get("unit_cents")?,
            charged_on: row.get("issued_on")?,
        })
    }
}

impl Line {
    /// Price of all, in cents. One that does not fit is as large as can be.
    pub fn amount_cents(&self) -> i64 {
        self.unit_cents.saturating_mul(i64::from(self.quantity))
    }

    pub(super) fn from_row(row: &Row<'_>) -> rusqlite::Result<Self> {
        Ok(Self {
            description: row.get("description")?,
            quantity: row.get("quantity")?,
            unit_cents: row.get("unit_cents")?,
        })
    }
}

impl Customer {
    pub(super) fn from_row(row: &Row<'_>) -> rusqlite::Result<Self> {
        Ok(Self {
            id: row.get("id")?,
            name: row.get("name")?,
            city: row.get("city")?,
        })
    }
}

impl InvoiceRow {
    pub(super) fn from_row(row: &Row<'_>) -> rusqlite::Result<Self> {
        Ok(Self {
            id: row.get("id")?,
            customer_id: row.get("customer_id")?,
            customer_name: row.get("customer_name")?,
            issued_on: row.get("issued_on")?,
            due_on: row.get("due_on")?,
            status: row.get("status")?,
            amount_cents: row.get("amount_cents")?,
            paid_cents: row.get("paid_cents")?,
            outstanding_cents: row.get("outstanding_cents")?,
        })
    }
}

impl Payment {
    pub(super) fn from_row(row: &Row<'_>) -> rusqlite::Result<Self> {
        Ok(Self {
            paid_on: row.get("paid_on")?,
            amount_cents: row.get("amount_cents")?,
        })
    }
}
