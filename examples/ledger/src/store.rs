//! The ledger: invoices of one company, in one `SQLite` file. Its records are what the tools
//! answer, and its errors teach, so that neither is written twice.

mod error;
mod id;
mod lookup;
mod record;
mod schema;
#[cfg(test)]
mod tests;

use std::path::Path;
use std::sync::{Mutex, MutexGuard, PoisonError};

use chrono::NaiveDate;
use rusqlite::{Connection, Transaction, TransactionBehavior, params};

use self::lookup::{find_invoice, read_invoice, require_customer};

pub use self::error::StoreError;
pub use self::record::{Customer, Invoice, InvoiceRow, Line, Payment, Price, Status};

/// The most that one invoice, line or payment may come to, in cents: a hundred million euros.
/// Far below where sums of 64 bits would overflow, far above what this company sells.
pub const MAX_CENTS: i64 = 10_000_000_000;

/// Invoices, their customers, line items and payments.
#[derive(Debug)]
pub struct Ledger {
    connection: Mutex<Connection>,
}

impl Ledger {
    /// Opens the ledger at `path`. A new file gets the schema and the example invoices.
    ///
    /// # Errors
    ///
    /// [`StoreError::NotALedger`] for a database of another kind or version, [`StoreError::Locked`]
    /// while another process writes, [`StoreError::Sqlite`] when the file cannot be read or made.
    pub fn open(path: impl AsRef<Path>) -> Result<Self, StoreError> {
        Self::prepare(Connection::open(path)?)
    }

    /// A ledger with the example invoices that is gone when it is dropped.
    ///
    /// # Errors
    ///
    /// [`StoreError::Sqlite`] when memory runs out.
    pub fn in_memory() -> Result<Self, StoreError> {
        Self::prepare(Connection::open_in_memory()?)
    }

    fn prepare(mut connection: Connection) -> Result<Self, StoreError> {
        schema::prepare(&mut connection)?;
        Ok(Self {
            connection: Mutex::new(connection),
        })
    }

    /// Customers whose name contains `name_part`, by name, and how many there are in all.
    ///
    /// ASCII letters match in either case; `%` and `_` stand for themselves. At least one row is
    /// returned where there is one, also for a `limit` of 0.
    ///
    /// # Errors
    ///
    /// [`StoreError::Locked`] or [`StoreError::Sqlite`].
    pub fn search_customers(
        &self,
        name_part: &str,
        limit: u32,
    ) -> Result<(Vec<Customer>, u32), StoreError> {
        let connection = self.lock();
        let mut statement = connection.prepare_cached(
            "SELECT *, count(*) OVER () AS total FROM customer
             WHERE instr(lower(name), lower(?1)) > 0
             ORDER BY name LIMIT ?2",
        )?;
        let mut found = statement.query(params![name_part, limit.max(1)])?;
        let (mut rows, mut total) = (Vec::new(), 0);
        while let Some(row) = found.next()? {
            total = row.get("total")?;
            rows.push(Customer::from_row(row)?);
        }
        Ok((rows, total))
    }

    /// Invoices that meet every condition given, newest first, and how many there are in all.
    ///
    /// `issued_after` is the earliest date of issue, itself included. At least one row is returned
    /// where there is one, also for a `limit` of 0.
    ///
    /// # Errors
    ///
    /// [`StoreError::NoSuchCustomer`], because no rows would read as "nothing is owed";
    /// [`StoreError::Locked`] or [`StoreError::Sqlite`].
    pub fn search_invoices(
        &self,
        customer: Option<&str>,
        status: Option<Status>,
        issued_after: Option<NaiveDate>,
        limit: u32,
    ) -> Result<(Vec<InvoiceRow>, u32), StoreError> {
        self.transaction(TransactionBehavior::Deferred, |tx| {
            if let Some(id) = customer {
                require_customer(tx, id)?;
            }
            let mut statement = tx.prepare_cached(
                "SELECT *, count(*) OVER () AS total FROM invoice_row
                 WHERE (?1 IS NULL OR customer_id = ?1)
                   AND (?2 IS NULL OR status = ?2)
                   AND (?3 IS NULL OR issued_on >= ?3)
                 ORDER BY issued_on DESC, number DESC LIMIT ?4",
            )?;
            let mut found =
                statement.query(params![customer, status, issued_after, limit.max(1)])?;
            let (mut rows, mut total) = (Vec::new(), 0);
            while let Some(row) = found.next()? {
                total = row.get("total")?;
                rows.push(InvoiceRow::from_row(row)?);
            }
            Ok((rows, total))
        })
    }

    /// One invoice with its line items and payments.
    ///
    /// # Errors
    ///
    /// [`StoreError::NoSuchInvoice`], [`StoreError::Locked`] or [`StoreError::Sqlite`].
    pub fn get_invoice(&self, id: &str) -> Result<Invoice, StoreError> {
        self.transaction(TransactionBehavior::Deferred, |tx| read_invoice(tx, id))
    }

    /// What each thing cost when it was sold last, by description. Void invoices do not count.
    ///
    /// # Errors
    ///
    /// [`StoreError::Locked`] or [`StoreError::Sqlite`].
    pub fn current_prices(&self) -> Result<Vec<Price>, StoreError> {
        let connection = self.lock();
        let mut statement = connection.prepare_cached(
            "SELECT description, unit_cents, issued_on FROM (
                 SELECT description, unit_cents, issued_on, row_number() OVER (
                     PARTITION BY description ORDER BY number DESC, position DESC
                 ) AS age
                 FROM line_item JOIN invoice ON invoice.id = invoice_id
                 WHERE status <> 'void'
             ) WHERE age = 1 ORDER BY description",
        )?;
        let prices = statement.query_map([], Price::from_row)?;
        Ok(prices.collect::<Result<_, _>>()?)
    }

    /// Ids of customers that begin with what was typed, or whose name contains it, by name. None
    /// where the ledger cannot be read: nobody waits for a completion.
    pub fn customer_ids(&self, typed: &str) -> Vec<String> {
        self.ids(
            "SELECT id FROM customer
             WHERE instr(lower(id), lower(?1)) = 1 OR instr(lower(name), lower(?1)) > 0
             ORDER BY name",
            typed,
        )
    }

    /// Ids of invoices that begin with what was typed, newest first; none where the ledger cannot be
    /// read.
    pub fn invoice_ids(&self, typed: &str) -> Vec<String> {
        self.ids(
            "SELECT id FROM invoice WHERE instr(lower(id), lower(?1)) = 1 ORDER BY number DESC",
            typed,
        )
    }

    fn ids(&self, query: &str, typed: &str) -> Vec<String> {
        let connection = self.lock();
        let Ok(mut statement) = connection.prepare_cached(query) else {
            return Vec::new();
        };
        let ids = statement.query_map([typed], |row| row.get(0));
        ids.map(|ids| ids.flatten().collect()).unwrap_or_default()
    }

    /// Writes an open invoice with the line items in the order given, and returns it.
    ///
    /// # Errors
    ///
    /// [`StoreError::NoSuchCustomer`]; [`StoreError::NoLines`]; [`StoreError::AmountOutOfRange`] for
    /// a line or the sum of them; [`StoreError::DueBeforeIssue`]; [`StoreError::Locked`] or
    /// [`StoreError::Sqlite`]. Nothing is written then.
    pub fn create_invoice(
        &self,
        customer: &str,
        issued_on: NaiveDate,
        due_on: NaiveDate,
        lines: &[Line],
    ) -> Result<Invoice, StoreError> {
        check_lines(lines)?;
        if due_on < issued_on {
            return Err(StoreError::DueBeforeIssue { issued_on, due_on });
        }
        self.transaction(TransactionBehavior::Immediate, |tx| {
            require_customer(tx, customer)?;
            let number = tx.query_row(
                "SELECT coalesce(max(number), 0) + 1 FROM invoice",
                [],
                |row| row.get(0),
            )?;
            let id = id::invoice_id(number);
            tx.prepare_cached(
                "INSERT INTO invoice (number, id, customer_id, issued_on, due_on, status)
                 VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
            )?
            .execute(params![
                number,
                id,
                customer,
                issued_on,
                due_on,
                Status::Open
            ])?;
            let mut insert = tx.prepare_cached(
                "INSERT INTO line_item (invoice_id, position, description, quantity, unit_cents)
                 VALUES (?1, ?2, ?3, ?4, ?5)",
            )?;
            for (position, line) in (1_u32..).zip(lines) {
                insert.execute(params![
                    id,
                    position,
                    line.description,
                    line.quantity,
                    line.unit_cents
                ])?;
            }
            read_invoice(tx, &id)
        })
    }

    /// Cancels an invoice that nothing was paid on. True when this call did it, false when the
    /// invoice was void before, which changes nothing: the first reason stays.
    ///
    /// # Errors
    ///
    /// [`StoreError::NoSuchInvoice`]; [`StoreError::HasPayments`]; [`StoreError::Locked`] or
    /// [`StoreError::Sqlite`].
    pub fn void_invoice(&self, id: &str, reason: &str) -> Result<bool, StoreError> {
        self.transaction(TransactionBehavior::Immediate, |tx| {
            let invoice = find_invoice(tx, id)?;
            if invoice.status == Status::Void {
                return Ok(false);
            }
            if invoice.paid_cents > 0 {
                return Err(StoreError::HasPayments {
                    id: invoice.id,
                    paid_cents: invoice.paid_cents,
                });
            }
            tx.prepare_cached("UPDATE invoice SET status = ?2, void_reason = ?3 WHERE id = ?1")?
                .execute(params![id, Status::Void, reason])?;
            Ok(true)
        })
    }

    /// Records money received for an invoice and returns what is still outstanding, in cents.
    /// The invoice is paid once that is zero.
    ///
    /// # Errors
    ///
    /// [`StoreError::NoSuchInvoice`]; [`StoreError::AmountOutOfRange`]; [`StoreError::InvoiceVoid`];
    /// [`StoreError::InvoicePaid`]; [`StoreError::Overpayment`]; [`StoreError::Locked`] or
    /// [`StoreError::Sqlite`]. Nothing is written then.
    pub fn record_payment(
        &self,
        invoice: &str,
        amount_cents: i64,
        paid_on: NaiveDate,
    ) -> Result<i64, StoreError> {
        check_amount(amount_cents)?;
        self.transaction(TransactionBehavior::Immediate, |tx| {
            let found = find_invoice(tx, invoice)?;
            match found.status {
                Status::Open => {}
                Status::Paid => return Err(StoreError::InvoicePaid { id: found.id }),
                Status::Void => return Err(StoreError::InvoiceVoid { id: found.id }),
            }
            let left = found.outstanding_cents - amount_cents;
            if left < 0 {
                return Err(StoreError::Overpayment {
                    id: found.id,
                    amount_cents,
                    outstanding_cents: found.outstanding_cents,
                });
            }
            tx.prepare_cached(
                "INSERT INTO payment (invoice_id, amount_cents, paid_on) VALUES (?1, ?2, ?3)",
            )?
            .execute(params![invoice, amount_cents, paid_on])?;
            if left == 0 {
                tx.prepare_cached("UPDATE invoice SET status = ?2 WHERE id = ?1")?
                    .execute(params![invoice, Status::Paid])?;
            }
            Ok(left)
        })
    }

    /// Writers say `Immediate`: a deferred transaction that reads first and writes later is refused
    /// at once when another process got there before it, without waiting for `BUSY_TIMEOUT`.
    fn transaction<T>(
        &self,
        behavior: TransactionBehavior,
        work: impl FnOnce(&Transaction<'_>) -> Result<T, StoreError>,
    ) -> Result<T, StoreError> {
        let mut connection = self.lock();
        let tx = connection.transaction_with_behavior(behavior)?;
        let value = work(&tx)?;
        tx.commit()?;
        Ok(value)
    }

    /// A panic in one call poisons the mutex, and passing that on would fail every later call. It is
    /// safe to go on: a transaction rolls back when it is dropped, by a panic too, so that the
    /// connection is never left in the middle of a change.
    fn lock(&self) -> MutexGuard<'_, Connection> {
        self.connection
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
    }
}

fn check_lines(lines: &[Line]) -> Result<(), StoreError> {
    if lines.is_empty() {
        return Err(StoreError::NoLines);
    }
    let mut sum = 0_i64;
    for line in lines {
        check_amount(line.amount_cents())?;
        sum = sum.saturating_add(line.amount_cents());
    }
    check_amount(sum)
}

fn check_amount(amount_cents: i64) -> Result<(), StoreError> {
    if (1..=MAX_CENTS).contains(&amount_cents) {
        Ok(())
    } else {
        Err(StoreError::AmountOutOfRange { amount_cents })
    }
}
