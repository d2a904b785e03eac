//! Invoices: what customers owe, and what they paid.

use chrono::NaiveDate;
use mcp_ergo::prelude::*;

use crate::customers::search_customers;
use crate::store::customers::CustomerId;
use crate::store::invoices::{
    Invoice, InvoiceId, InvoiceLine, InvoiceRow, InvoiceState, Payment, PaymentId, euros, settle,
};
use crate::store::seed::today;
use crate::store::{Answer, Csv, Limit, Month, Office, Query, at_most, expect, keeps, listed};

/// Find invoices by words in their lines or the customer's name.
#[tool(
    read,
    when = "the user knows what was billed, or to whom",
    instead(list_invoices = "for what is unpaid or due"),
    returns = "invoices with amounts and state, newest first",
    scope = "invoices:read"
)]
pub(crate) fn search_invoices(
    office: &Office,
    #[param(example = "brewery calibration")] query: Query,
    #[param(default = 20)] limit: Limit,
) -> Reply<Page<InvoiceRow>> {
    newest(office.invoices.search(&query.0), limit)
}

fn newest(mut found: Vec<Invoice>, limit: Limit) -> Reply<Page<InvoiceRow>> {
    found.reverse();
    let first = found.first().map(|invoice| invoice.id.clone());
    let rows = found.into_iter().map(Invoice::row).collect();
    listed(rows, limit, "invoice").next_if(first, get_invoice::call, "to see the newest")
}

/// List invoices by state, customer or due date.
#[tool(
    read,
    core,
    when = "the user asks what is unpaid, overdue or still a draft",
    instead(
        search_invoices = "to find one by its words",
        list_payments = "for what came in"
    ),
    returns = "invoices with amounts and state, newest first",
    scope = "invoices:read"
)]
pub(crate) fn list_invoices(
    office: &Office,
    /// State to keep; every state when left out.
    state: Option<InvoiceState>,
    /// Customer to keep; every customer when left out.
    customer_id: Option<CustomerId>,
    /// Day before which they are due; any day when left out.
    due_before: Option<NaiveDate>,
    #[param(default = 20)] limit: Limit,
) -> Reply<Page<InvoiceRow>> {
    let found = office.invoices.select(|it| {
        keeps(state.as_ref(), &it.state)
            && keeps(customer_id.as_ref(), &it.customer_id)
            && due_before.is_none_or(|day| it.due_on < day)
    });
    newest(found, limit)
}

/// Get one invoice with its lines, payments and what is still owed.
#[tool(
    read,
    core,
    when = "the id of an invoice is known and its lines are wanted",
    instead(search_invoices = "to find the id"),
    returns = "the invoice with its lines",
    scope = "invoices:read"
)]
pub(crate) fn get_invoice(office: &Office, invoice_id: InvoiceId) -> Answer<Invoice> {
    Ok(told(office.invoices.get(&invoice_id)?))
}

fn told(it: Invoice) -> Reply<Invoice> {
    let sentence = format!(
        "{} of {} over {} is {}; {} are owed.",
        it.id,
        it.customer_name,
        euros(it.amount_cents),
        it.state,
        euros(it.owed_cents)
    );
    Reply::new(sentence, it)
}

/// Create a draft invoice for a customer with one line.
#[tool(
    write,
    core,
    when = "the user wants to bill a customer",
    after(search_customers),
    returns = "the draft with its id",
    scope = "invoices:write"
)]
pub(crate) fn create_invoice(
    office: &Office,
    customer_id: CustomerId,
    /// What is billed.
    #[param(example = "Calibration with certificate", len = 1..=200)]
    text: String,
    /// How many.
    #[param(range = 1..=10_000)]
    quantity: u32,
    /// Price of one.
    #[param(unit = "cents", range = 1..=10_000_000)]
    unit_price_cents: i64,
    /// Last day to pay.
    due_on: NaiveDate,
) -> Answer<Invoice> {
    let customer = office.customers.get(&customer_id)?;
    expect(
        !customer.archived,
        &customer_id,
        &"archived",
        "a customer still",
    )?;
    let line = InvoiceLine {
        text,
        quantity,
        unit_price_cents,
    };
    let amount_cents = line.amount_cents();
    Ok(told(office.invoices.add(|id| Invoice {
        id,
        customer_id,
        customer_name: customer.name,
        state: InvoiceState::Draft,
        issued_on: today(),
        due_on,
        lines: vec![line],
        amount_cents,
        owed_cents: amount_cents,
        reminders: 0,
    })))
}

/// Moves an invoice on from the state that it has to be in.
fn advance(
    office: &Office,
    id: &InvoiceId,
    from: InvoiceState,
    wanted: &'static str,
    change: impl FnOnce(&mut Invoice),
) -> Answer<Invoice> {
    let changed = office.invoices.change(id, |it| {
        expect(it.state == from, &it.id, &it.state, wanted)?;
        change(it);
        Ok(())
    })?;
    Ok(told(changed))
}

/// Approve a draft invoice, which closes it to changes.
#[tool(
    destructive,
    when = "a draft was read over and is right",
    instead(send_invoice = "for one that is approved"),
    returns = "the approved invoice",
    scope = "invoices:delete"
)]
pub(crate) fn approve_invoice(office: &Office, invoice_id: InvoiceId) -> Answer<Invoice> {
    advance(office, &invoice_id, InvoiceState::Draft, "a draft", |it| {
        it.state = InvoiceState::Approved;
    })
}

/// Send an approved invoice to the customer.
#[tool(
    destructive,
    open_world,
    when = "a customer should get an invoice",
    after(approve_invoice),
    returns = "the invoice as it was sent",
    scope = "invoices:delete"
)]
pub(crate) fn send_invoice(office: &Office, invoice_id: InvoiceId) -> Answer<Invoice> {
    advance(
        office,
        &invoice_id,
        InvoiceState::Approved,
        "approved",
        |it| {
            it.state = InvoiceState::Sent;
            it.issued_on = today();
        },
    )
}

/// Send a customer a reminder of an invoice that is overdue.
#[tool(
    destructive,
    open_world,
    when = "a customer is late with a payment",
    instead(send_invoice = "where the customer has not got it"),
    returns = "the invoice with its reminders",
    scope = "invoices:delete"
)]
pub(crate) fn send_payment_reminder(office: &Office, invoice_id: InvoiceId) -> Answer<Invoice> {
    let due_on = office.invoices.get(&invoice_id)?.due_on;
    expect(
        due_on < today(),
        &invoice_id,
        &format!("due on {due_on}"),
        "overdue",
    )?;
    advance(
        office,
        &invoice_id,
        InvoiceState::Sent,
        "sent and unpaid",
        |it| it.reminders += 1,
    )
}

/// Void an invoice for good, so that nothing is owed on it.
#[tool(
    destructive,
    when = "an invoice should never have been written",
    instead(create_credit_note = "to take back a part"),
    returns = "the void invoice",
    scope = "invoices:delete"
)]
pub(crate) fn void_invoice(
    office: &Office,
    invoice_id: InvoiceId,
    /// Why it is taken back, as the customer reads it.
    #[param(example = "billed twice", len = 3..=200)]
    reason: String,
) -> Answer<Invoice> {
    let changed = office.invoices.change(&invoice_id, |it| {
        let unpaid = it.owed_cents == it.amount_cents && it.state != InvoiceState::Void;
        expect(unpaid, &it.id, &it.state, "unpaid and not void")?;
        it.state = InvoiceState::Void;
        it.owed_cents = 0;
        let (text, quantity, unit_price_cents) = (format!("void: {reason}"), 1, -it.amount_cents);
        it.lines.push(InvoiceLine {
            text,
            quantity,
            unit_price_cents,
        });
        it.amount_cents = 0;
        Ok(())
    })?;
    Ok(told(changed))
}

/// Record a payment that came in for an invoice, which lowers what is owed.
#[tool(
    destructive,
    when = "money for an invoice arrived at the bank",
    instead(create_credit_note = "where none came in"),
    returns = "the payment with its id",
    scope = "invoices:delete"
)]
pub(crate) fn record_payment(
    office: &Office,
    invoice_id: InvoiceId,
    /// How much came in.
    #[param(unit = "cents", range = 1..=1_000_000_000)]
    amount_cents: i64,
    /// Day on which it came in.
    paid_on: NaiveDate,
) -> Answer<Payment> {
    let invoice = settle(office, &invoice_id, amount_cents)?;
    let payment = office.payments.add(|id| Payment {
        id,
        invoice_id,
        customer_id: invoice.customer_id,
        paid_on,
        amount_cents,
        refunded_cents: 0,
    });
    let sentence = format!(
        "Recorded {} as {}; {} are still owed.",
        euros(amount_cents),
        payment.id,
        euros(invoice.owed_cents)
    );
    Ok(Reply::new(sentence, payment))
}

/// List payments that came in, by day or customer.
#[tool(
    read,
    when = "the user asks what came in",
    instead(list_invoices = "for what is still owed"),
    returns = "payments with amounts, newest first",
    scope = "invoices:read"
)]
pub(crate) fn list_payments(
    office: &Office,
    /// Customer to keep; every customer when left out.
    customer_id: Option<CustomerId>,
    /// Earliest day; any day when left out.
    from_day: Option<NaiveDate>,
    #[param(default = 20)] limit: Limit,
) -> Reply<Page<Payment>> {
    let mut found = office.payments.select(|it| {
        keeps(customer_id.as_ref(), &it.customer_id) && from_day.is_none_or(|day| it.paid_on >= day)
    });
    found.sort_by_key(|payment| std::cmp::Reverse(payment.paid_on));
    listed(found, limit, "payment")
}

/// Pay a payment back to the customer, in whole or in part.
#[tool(
    destructive,
    open_world,
    when = "a customer paid too much or gets money back",
    instead(create_credit_note = "to lower what is owed"),
    returns = "the payment with what was paid back",
    scope = "invoices:delete"
)]
pub(crate) fn refund_payment(
    office: &Office,
    payment_id: PaymentId,
    /// How much is paid back.
    #[param(unit = "cents", range = 1..=1_000_000_000)]
    amount_cents: i64,
) -> Answer<Payment> {
    let payment = office.payments.change(&payment_id, |it| {
        at_most(
            "amount_cents",
            amount_cents,
            it.amount_cents - it.refunded_cents,
        )?;
        it.refunded_cents += amount_cents;
        Ok(())
    })?;
    Ok(Reply::new(
        format!("Paid back {} of {payment_id}.", euros(amount_cents)),
        payment,
    ))
}

/// Credit a customer with an amount of an invoice that was sent.
#[tool(
    write,
    when = "a customer need not pay all of an invoice",
    instead(
        void_invoice = "to take all of it back",
        refund_payment = "to pay money back"
    ),
    returns = "the invoice with what is still owed",
    scope = "invoices:write"
)]
pub(crate) fn create_credit_note(
    office: &Office,
    invoice_id: InvoiceId,
    /// How much is credited.
    #[param(unit = "cents", range = 1..=1_000_000_000)]
    amount_cents: i64,
    /// Why, as the customer reads it.
    #[param(example = "one meter was returned", len = 3..=200)]
    reason: String,
) -> Answer<Invoice> {
    settle(office, &invoice_id, amount_cents)?;
    let credited = office.invoices.change(&invoice_id, |it| {
        let (text, quantity, unit_price_cents) = (format!("credit: {reason}"), 1, -amount_cents);
        it.lines.push(InvoiceLine {
            text,
            quantity,
            unit_price_cents,
        });
        it.amount_cents -= amount_cents;
        Ok(())
    })?;
    Ok(told(credited))
}

/// Export the invoices of one month as CSV text for bookkeeping.
#[tool(
    read,
    when = "bookkeeping wants a month in a spreadsheet",
    instead(list_invoices = "to look at them here"),
    returns = "a line for each invoice of the month",
    scope = "invoices:read"
)]
pub(crate) fn export_invoices(
    office: &Office,
    /// Month in which they were issued.
    month: Month,
) -> Reply<Csv> {
    let found = office.invoices.select(|it| month.holds(it.issued_on));
    let line = |it: &Invoice| {
        format!(
            "{};{};{};{};{};{}",
            it.id, it.customer_name, it.issued_on, it.state, it.amount_cents, it.owed_cents
        )
    };
    let lines: Vec<String> = found.iter().map(line).collect();
    let csv = Csv::of(
        "invoice_id;customer;issued_on;state;amount_cents;owed_cents",
        &lines,
    );
    Reply::new(
        format!("{} invoices were issued in {month}.", csv.rows),
        csv,
    )
}
