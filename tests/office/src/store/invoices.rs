//! What customers owe, and what they paid.

use chrono::{Days, NaiveDate};
use mcp_ergo::Param;
use schemars::JsonSchema;
use serde::Serialize;

use super::customers::{CustomerId, some_customer};
use super::seed::{days_ago, index, number, pick};
use super::{Office, OfficeError, Table, at_most, expect, id_at, row};
use crate::invoices::{list_payments, search_invoices};

/// Invoice id.
#[derive(Param, Debug, Clone, PartialEq)]
#[param(example = "inv_164", pattern = "^inv_[0-9]+$", from = search_invoices)]
pub(crate) struct InvoiceId(pub(crate) String);

/// Payment id.
#[derive(Param, Debug, Clone, PartialEq)]
#[param(example = "pay_122", pattern = "^pay_[0-9]+$", from = list_payments)]
pub(crate) struct PaymentId(pub(crate) String);

/// Where an invoice stands.
#[derive(Param, Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum InvoiceState {
    /// can still be changed
    Draft,
    /// is ready to be sent
    Approved,
    /// is with the customer
    Sent,
    /// nothing is owed any more
    Paid,
    /// was taken back
    Void,
}

/// One line of an invoice.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub(crate) struct InvoiceLine {
    /// What is billed.
    pub(crate) text: String,
    /// How many.
    pub(crate) quantity: u32,
    /// Price of one, in cents.
    pub(crate) unit_price_cents: i64,
}

/// One invoice in a list.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct InvoiceRow {
    /// Invoice id.
    pub(crate) id: InvoiceId,
    /// Who owes it.
    customer_id: CustomerId,
    /// Name of who owes it.
    customer_name: String,
    /// Where it stands.
    state: InvoiceState,
    /// Last day to pay.
    due_on: NaiveDate,
    /// What its lines come to, in cents.
    amount_cents: i64,
    /// What is still owed, in cents.
    owed_cents: i64,
}

/// One invoice.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub(crate) struct Invoice {
    /// Invoice id.
    pub(crate) id: InvoiceId,
    /// Who owes it.
    pub(crate) customer_id: CustomerId,
    /// Name of who owes it.
    pub(crate) customer_name: String,
    /// Where it stands.
    pub(crate) state: InvoiceState,
    /// Day of issue.
    pub(crate) issued_on: NaiveDate,
    /// Last day to pay.
    pub(crate) due_on: NaiveDate,
    /// What is billed.
    pub(crate) lines: Vec<InvoiceLine>,
    /// What the lines come to, in cents.
    pub(crate) amount_cents: i64,
    /// What is still owed, in cents.
    pub(crate) owed_cents: i64,
    /// Reminders that were sent.
    pub(crate) reminders: u32,
}

/// One payment.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub(crate) struct Payment {
    /// Payment id.
    pub(crate) id: PaymentId,
    /// What it was for.
    pub(crate) invoice_id: InvoiceId,
    /// Who paid.
    pub(crate) customer_id: CustomerId,
    /// Day on which it came in.
    pub(crate) paid_on: NaiveDate,
    /// How much, in cents.
    pub(crate) amount_cents: i64,
    /// How much of it was paid back, in cents.
    pub(crate) refunded_cents: i64,
}

row!(Invoice by InvoiceId("inv"), else NoSuchInvoice, words: |it| {
    let lines = it.lines.iter().map(|line| &*line.text);
    std::iter::once(&*it.customer_name).chain(lines).collect::<Vec<_>>()
});
row!(Payment by PaymentId("pay"), else NoSuchPayment, words: |it| [&*it.invoice_id.0]);

const INVOICES: usize = 900;

const ARTICLES: &[(&str, i64)] = &[
    ("Flow meter DN50", 48_900),
    ("Flow meter DN100", 79_500),
    ("Pump seal, set of four", 6_400),
    ("Calibration with certificate", 18_000),
    ("Hour of a technician", 9_200),
    ("Radio gateway", 31_000),
    ("Portal, one year", 24_000),
];

/// An invoice as it was made, before anything happened to it.
fn issued(place: usize, id: InvoiceId) -> Invoice {
    let (customer_id, customer_name) = some_customer(place, "bills");
    let line = |nth: usize| {
        let (text, unit_price_cents) = pick(place * 3 + nth, "article", ARTICLES);
        InvoiceLine {
            text: text.to_owned(),
            quantity: 1 + number(place + nth, "quantity", 6),
            unit_price_cents,
        }
    };
    let lines: Vec<InvoiceLine> = (0..=index(place, "lines", 3)).map(line).collect();
    let amount_cents = lines.iter().map(InvoiceLine::amount_cents).sum();
    let issued_on = days_ago((INVOICES - place) / 2);
    Invoice {
        id,
        customer_id,
        customer_name,
        state: InvoiceState::Sent,
        issued_on,
        due_on: issued_on + Days::new(30),
        lines,
        amount_cents,
        owed_cents: amount_cents,
        reminders: 0,
    }
}

impl Invoice {
    pub(crate) fn row(self) -> InvoiceRow {
        InvoiceRow {
            id: self.id,
            customer_id: self.customer_id,
            customer_name: self.customer_name,
            state: self.state,
            due_on: self.due_on,
            amount_cents: self.amount_cents,
            owed_cents: self.owed_cents,
        }
    }
}

impl InvoiceLine {
    pub(crate) fn amount_cents(&self) -> i64 {
        i64::from(self.quantity) * self.unit_price_cents
    }
}

/// Lowers what is owed; an invoice on which nothing is owed is paid.
pub(crate) fn settle(
    office: &Office,
    id: &InvoiceId,
    amount_cents: i64,
) -> Result<Invoice, OfficeError> {
    office.invoices.change(id, |it| {
        expect(
            it.state == InvoiceState::Sent,
            &it.id,
            &it.state,
            "sent and unpaid",
        )?;
        at_most("amount_cents", amount_cents, it.owed_cents)?;
        it.owed_cents -= amount_cents;
        if it.owed_cents == 0 {
            it.state = InvoiceState::Paid;
        }
        Ok(())
    })
}

/// An amount as people read it.
pub(crate) fn euros(cents: i64) -> String {
    format!("EUR {}.{:02}", cents / 100, cents % 100)
}

/// Four of five of the older ones are paid.
fn is_paid(place: usize) -> bool {
    place + 90 < INVOICES && !place.is_multiple_of(5)
}

pub(crate) fn invoices() -> Table<Invoice> {
    Table::filled(INVOICES, |place, id| {
        let mut invoice = issued(place, id);
        if is_paid(place) {
            invoice.state = InvoiceState::Paid;
            invoice.owed_cents = 0;
        } else if place + 20 > INVOICES {
            invoice.state = pick(place, "new", &[InvoiceState::Draft, InvoiceState::Approved]);
        }
        invoice
    })
}

pub(crate) fn payments() -> Table<Payment> {
    let paid: Vec<usize> = (0..INVOICES).filter(|place| is_paid(*place)).collect();
    Table::filled(paid.len(), |nth, id| {
        let invoice = issued(paid[nth], id_at::<Invoice>(paid[nth]));
        Payment {
            id,
            paid_on: invoice.issued_on + Days::new(5 + index(nth, "days", 30) as u64),
            invoice_id: invoice.id,
            customer_id: invoice.customer_id,
            amount_cents: invoice.amount_cents,
            refunded_cents: 0,
        }
    })
}
