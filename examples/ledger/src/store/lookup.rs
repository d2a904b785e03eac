use rusqlite::{OptionalExtension as _, Transaction};

use super::{Invoice, InvoiceRow, Line, Payment, StoreError, id};

pub(super) fn require_customer(tx: &Transaction<'_>, id: &str) -> Result<(), StoreError> {
    let known = tx
        .prepare_cached("SELECT 1 FROM customer WHERE id = ?1")?
        .exists([id])?;
    if known {
        return Ok(());
    }
    Err(StoreError::NoSuchCustomer {
        id: id.to_owned(),
        near: id::near_customers(tx, id)?,
    })
}

pub(super) fn find_invoice(tx: &Transaction<'_>, id: &str) -> Result<InvoiceRow, StoreError> {
    let found = tx
        .prepare_cached("SELECT * FROM invoice_row WHERE id = ?1")?
        .query_row([id], InvoiceRow::from_row)
        .optional()?;
    match found {
        Some(row) => Ok(row),
        None => Err(StoreError::NoSuchInvoice {
            id: id.to_owned(),
            near: id::near_invoices(tx, id)?,
        }),
    }
}

pub(super) fn read_invoice(tx: &Transaction<'_>, id: &str) -> Result<Invoice, StoreError> {
    let row = find_invoice(tx, id)?;
    let void_reason = tx
        .prepare_cached("SELECT void_reason FROM invoice WHERE id = ?1")?
        .query_row([id], |row| row.get(0))?;
    let lines = tx
        .prepare_cached("SELECT * FROM line_item WHERE invoice_id = ?1 ORDER BY position")?
        .query_map([id], Line::from_row)?
        .collect::<Result<_, _>>()?;
    let payments = tx
        .prepare_cached("SELECT * FROM payment WHERE invoice_id = ?1 ORDER BY paid_on, number")?
        .query_map([id], Payment::from_row)?
        .collect::<Result<_, _>>()?;
    Ok(Invoice {
        row,
        void_reason,
        lines,
        payments,
    })
}
