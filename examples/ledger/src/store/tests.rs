use std::env;
use std::fs;
use std::path::PathBuf;
use std::process;
use std::thread;
use std::time::Duration;

use super::*;

const PAID: &str = "inv_01H8XK";
const OPEN: &str = "inv_AX2GS8";
const PARTLY_PAID: &str = "inv_DBY46F";
const VOID: &str = "inv_F507B7";
const CUSTOMER: &str = "cus_7Q2M4X";

fn ledger() -> Ledger {
    Ledger::in_memory().unwrap()
}

fn day(text: &str) -> NaiveDate {
    text.parse().unwrap()
}

fn line(description: &str, quantity: u32, unit_cents: i64) -> Line {
    Line {
        description: description.to_owned(),
        quantity,
        unit_cents,
    }
}

/// A path in the temporary folder that nobody else uses; the file goes with it.
struct TemporaryFile(PathBuf);

impl TemporaryFile {
    fn new(name: &str) -> Self {
        let path = env::temp_dir().join(format!("ledger-{}-{name}.db", process::id()));
        // Left behind by a crashed run whose process had the same number, if at all.
        let _ = fs::remove_file(&path);
        Self(path)
    }
}

impl Drop for TemporaryFile {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.0);
    }
}

#[test]
fn seed_agrees_with_itself() {
    let ledger = ledger();
    let (rows, total) = ledger.search_invoices(None, None, None, 100).unwrap();
    assert_eq!((rows.len(), total), (42, 42));
    for (number, row) in (1..).zip(rows.iter().rev()) {
        assert_eq!(row.id, id::invoice_id(number));
        let invoice = ledger.get_invoice(&row.id).unwrap();
        assert_eq!(invoice.row, *row);
        assert!((1..=4).contains(&invoice.lines.len()), "{}", row.id);
        let amount: i64 = invoice.lines.iter().map(Line::amount_cents).sum();
        let paid: i64 = invoice.payments.iter().map(|one| one.amount_cents).sum();
        assert_eq!((amount, paid), (row.amount_cents, row.paid_cents));
        let as_status_says = match row.status {
            Status::Open => paid < amount && row.outstanding_cents == amount - paid,
            Status::Paid => paid == amount && row.outstanding_cents == 0,
            Status::Void => paid == 0 && row.outstanding_cents == 0,
        };
        assert!(as_status_says, "{}", row.id);
        assert!(
            invoice
                .payments
                .iter()
                .all(|one| one.paid_on > row.issued_on)
        );
    }
}

#[test]
fn customers_are_found_by_a_part_of_the_name() {
    let ledger = ledger();
    let names = |part: &str| -> Vec<String> {
        let (rows, _) = ledger.search_customers(part, 50).unwrap();
        rows.into_iter().map(|row| row.name).collect()
    };
    assert_eq!(names("LIGHT"), ["Harbour Light Hotel"]);
    assert_eq!(names("azafrán"), ["Librería Azafrán"]);
    assert_eq!(names("").len(), 8);
    assert!(names("nobody").is_empty());
}

#[test]
fn wildcards_in_a_name_stand_for_themselves() {
    let ledger = ledger();
    for (part, name) in [("%", "Fika 100% Arabica"), ("_", "Nord_Lab Coworking")] {
        let (rows, total) = ledger.search_customers(part, 50).unwrap();
        assert_eq!((rows[0].name.as_str(), total), (name, 1));
    }
    assert_eq!(ledger.search_customers("\\", 50).unwrap().1, 0);
    assert_eq!(ledger.search_customers("' OR 1=1 --", 50).unwrap().1, 0);
}

#[test]
fn limit_cuts_the_rows_and_not_the_total() {
    let ledger = ledger();
    let (rows, total) = ledger.search_customers("", 3).unwrap();
    assert_eq!((rows.len(), total), (3, 8));
    let (rows, total) = ledger.search_invoices(None, None, None, 5).unwrap();
    assert_eq!((rows.len(), total), (5, 42));
    let (rows, total) = ledger.search_invoices(None, None, None, 0).unwrap();
    assert_eq!((rows.len(), total), (1, 42));
}

#[test]
fn invoices_meet_every_condition_newest_first() {
    let ledger = ledger();
    let since = day("2026-04-07");
    let (rows, _) = ledger
        .search_invoices(Some(CUSTOMER), Some(Status::Open), Some(since), 50)
        .unwrap();
    let ids: Vec<&str> = rows.iter().map(|row| row.id.as_str()).collect();
    assert_eq!(ids, ["inv_AX2GS8", "inv_0F0BHD", "inv_P0Y69J"]);

    let (rows, total) = ledger.search_invoices(None, None, Some(since), 50).unwrap();
    assert!(rows.is_sorted_by(|a, b| a.issued_on >= b.issued_on));
    assert_eq!(rows.last().unwrap().issued_on, since);
    assert_eq!(total, 24);

    let (rows, _) = ledger
        .search_invoices(None, Some(Status::Void), None, 50)
        .unwrap();
    assert!(rows.iter().all(|row| row.status == Status::Void));
    assert_eq!(rows.len(), 4);
}

#[test]
fn nothing_found_differs_from_nobody_of_that_id() {
    let ledger = ledger();
    let future = Some(day("2027-01-01"));
    let found = ledger.search_invoices(Some(CUSTOMER), None, future, 50);
    assert_eq!(found.unwrap(), (Vec::new(), 0));
    let error = ledger
        .search_invoices(Some("cus_7Q2"), None, None, 50)
        .unwrap_err();
    assert!(matches!(error, StoreError::NoSuchCustomer { near, .. } if near == [CUSTOMER]));
}

#[test]
fn one_invoice_comes_with_everything() {
    let invoice = ledger().get_invoice(PARTLY_PAID).unwrap();
    assert_eq!(invoice.row.customer_name, "Panificio Bellandi");
    assert_eq!(invoice.row.status, Status::Open);
    assert_eq!(invoice.row.amount_cents, 506_180);
    assert_eq!(invoice.row.paid_cents, 300_000);
    assert_eq!(invoice.row.outstanding_cents, 206_180);
    assert_eq!(
        invoice.lines[0],
        line("Espresso machine, two groups", 1, 429_000)
    );
    assert_eq!(invoice.lines.len(), 4);
    assert_eq!(invoice.payments[0].paid_on, day("2026-03-05"));
    assert_eq!(invoice.payments[1].paid_on, day("2026-04-04"));
    assert_eq!(invoice.void_reason, None);
}

#[test]
fn an_unknown_id_is_answered_with_those_like_it() {
    let ledger = ledger();
    let near = |given: &str| match ledger.get_invoice(given).unwrap_err() {
        StoreError::NoSuchInvoice { id, near } => {
            assert_eq!(id, given);
            near
        }
        other => panic!("{other}"),
    };
    for given in [
        "inv_01h8xk",
        "01H8XK",
        "inv-01H8XK",
        "inv_O1H8XK",
        "inv_01H8KX",
        "inv_01HXK",
        "inv_01H8",
        "inv_01H8XK1",
    ] {
        assert_eq!(near(given), [PAID], "{given}");
    }
    for given in ["", "inv_", "inv_0", "inv_ZZZZZZ", "é", "inv_é"] {
        assert!(near(given).is_empty(), "{given}");
    }
    assert!(near(&"x".repeat(1_000_000)).is_empty());
}

#[test]
fn a_created_invoice_is_open_and_newest() {
    let ledger = ledger();
    let lines = [line("Decaf, 1 kg", 3, 2_690), line("Call-out", 1, 9_500)];
    let (issued, due) = (day("2026-10-01"), day("2026-10-31"));
    let invoice = ledger
        .create_invoice(CUSTOMER, issued, due, &lines)
        .unwrap();
    assert_eq!(invoice.row.id, id::invoice_id(43));
    assert_eq!(invoice.row.status, Status::Open);
    assert_eq!(invoice.row.outstanding_cents, 17_570);
    assert_eq!(invoice.lines, lines);
    assert_eq!(ledger.get_invoice(&invoice.row.id).unwrap(), invoice);
    let (rows, total) = ledger.search_invoices(None, None, None, 1).unwrap();
    assert_eq!((rows, total), (vec![invoice.row], 43));
}

#[test]
fn a_bad_invoice_is_not_created() {
    let ledger = ledger();
    let (issued, due) = (day("2026-10-01"), day("2026-10-31"));
    let create = |lines: &[Line]| {
        ledger
            .create_invoice(CUSTOMER, issued, due, lines)
            .unwrap_err()
    };
    assert!(matches!(create(&[]), StoreError::NoLines));
    for amount in [0, -1, MAX_CENTS + 1, i64::MAX, i64::MIN] {
        let error = create(&[line("tea", 1, 100), line("more tea", 1, amount)]);
        assert!(
            matches!(error, StoreError::AmountOutOfRange { amount_cents } if amount_cents == amount)
        );
    }
    for lines in [
        [line("tea", 1, 100), line("nothing", 0, 100)],
        [line("tea", 1, 100), line("overflow", u32::MAX, i64::MAX)],
        [line("much", 1, MAX_CENTS), line("sum", 1, 1)],
    ] {
        assert!(matches!(
            create(&lines),
            StoreError::AmountOutOfRange { .. }
        ));
    }

    let tea = [line("tea", 1, 100)];
    let error = ledger
        .create_invoice(CUSTOMER, due, issued, &tea)
        .unwrap_err();
    assert!(matches!(error, StoreError::DueBeforeIssue { .. }));
    let error = ledger
        .create_invoice("cus_7Q2M4Y", issued, due, &tea)
        .unwrap_err();
    assert!(matches!(error, StoreError::NoSuchCustomer { near, .. } if near == [CUSTOMER]));
    assert_eq!(ledger.search_invoices(None, None, None, 1).unwrap().1, 42);
}

#[test]
fn every_number_gets_its_own_id() {
    let ids: std::collections::HashSet<String> = (1..=50_000).map(id::invoice_id).collect();
    assert_eq!(ids.len(), 50_000);
    assert!(ids.iter().all(|id| id.len() == 10));
}

#[test]
fn voiding_twice_changes_nothing() {
    let ledger = ledger();
    assert!(ledger.void_invoice(OPEN, "entered twice").unwrap());
    let voided = ledger.get_invoice(OPEN).unwrap();
    assert_eq!(voided.row.status, Status::Void);
    assert_eq!(voided.row.outstanding_cents, 0);
    assert_eq!(voided.void_reason.as_deref(), Some("entered twice"));

    assert!(!ledger.void_invoice(OPEN, "another reason").unwrap());
    assert_eq!(ledger.get_invoice(OPEN).unwrap(), voided);
}

#[test]
fn an_invoice_with_payments_is_not_voided() {
    let ledger = ledger();
    for (id, paid) in [(PARTLY_PAID, 300_000), (PAID, 48_260)] {
        let before = ledger.get_invoice(id).unwrap();
        let error = ledger.void_invoice(id, "a mistake").unwrap_err();
        assert!(matches!(error, StoreError::HasPayments { paid_cents, .. } if paid_cents == paid));
        assert_eq!(ledger.get_invoice(id).unwrap(), before);
    }
    let error = ledger.void_invoice("inv_AX2GS", "a mistake").unwrap_err();
    assert!(matches!(error, StoreError::NoSuchInvoice { near, .. } if near == [OPEN]));
}

#[test]
fn payments_add_up_to_a_paid_invoice() {
    let ledger = ledger();
    let today = day("2026-10-01");
    let owed = ledger.get_invoice(OPEN).unwrap().row.outstanding_cents;
    assert_eq!(
        ledger.record_payment(OPEN, 1_000, today).unwrap(),
        owed - 1_000
    );
    assert_eq!(ledger.get_invoice(OPEN).unwrap().row.status, Status::Open);
    assert_eq!(ledger.record_payment(OPEN, owed - 1_000, today).unwrap(), 0);
    let invoice = ledger.get_invoice(OPEN).unwrap();
    assert_eq!(invoice.row.status, Status::Paid);
    assert_eq!(invoice.row.outstanding_cents, 0);
    assert_eq!(invoice.payments.len(), 2);
}

#[test]
fn a_payment_that_does_not_fit_is_refused() {
    let ledger = ledger();
    let today = day("2026-10-01");
    let pay = |id: &str, cents: i64| ledger.record_payment(id, cents, today).unwrap_err();
    let before = ledger.get_invoice(PARTLY_PAID).unwrap();
    assert!(matches!(
        pay(PARTLY_PAID, 206_181),
        StoreError::Overpayment {
            outstanding_cents: 206_180,
            amount_cents: 206_181,
            ..
        }
    ));
    for cents in [0, -5, i64::MIN, i64::MAX] {
        assert!(matches!(
            pay(PARTLY_PAID, cents),
            StoreError::AmountOutOfRange { .. }
        ));
    }
    assert_eq!(ledger.get_invoice(PARTLY_PAID).unwrap(), before);
    assert!(matches!(pay(PAID, 1), StoreError::InvoicePaid { id } if id == PAID));
    assert!(matches!(pay(VOID, 1), StoreError::InvoiceVoid { id } if id == VOID));
    assert!(matches!(pay("inv_?", 1), StoreError::NoSuchInvoice { .. }));
}

#[test]
fn a_reopened_file_keeps_what_was_written() {
    let file = TemporaryFile::new("reopened");
    let ledger = Ledger::open(&file.0).unwrap();
    ledger.void_invoice(OPEN, "entered twice").unwrap();
    drop(ledger);
    let ledger = Ledger::open(&file.0).unwrap();
    assert_eq!(ledger.get_invoice(OPEN).unwrap().row.status, Status::Void);
    assert_eq!(ledger.search_invoices(None, None, None, 1).unwrap().1, 42);
}

#[test]
fn a_new_file_is_seeded_once() {
    let file = TemporaryFile::new("together");
    thread::scope(|scope| {
        let open = || Ledger::open(&file.0)?.search_invoices(None, None, None, 1);
        let opening: Vec<_> = (0..4).map(|_| scope.spawn(open)).collect();
        for one in opening {
            assert_eq!(one.join().unwrap().unwrap().1, 42);
        }
    });
}

#[test]
fn a_database_of_another_kind_is_left_alone() {
    let file = TemporaryFile::new("foreign");
    let foreign = Connection::open(&file.0).unwrap();
    foreign
        .execute_batch("CREATE TABLE customer (name)")
        .unwrap();
    let error = Ledger::open(&file.0).unwrap_err();
    assert!(matches!(error, StoreError::NotALedger { version: 0 }));
    foreign.pragma_update(None, "user_version", 7).unwrap();
    let error = Ledger::open(&file.0).unwrap_err();
    assert!(matches!(error, StoreError::NotALedger { version: 7 }));
}

#[test]
fn another_writer_is_told_from_a_failure() {
    let file = TemporaryFile::new("locked");
    let ledger = Ledger::open(&file.0).unwrap();
    ledger.lock().busy_timeout(Duration::ZERO).unwrap();
    let mut other = Connection::open(&file.0).unwrap();
    let tx = other
        .transaction_with_behavior(TransactionBehavior::Immediate)
        .unwrap();
    let error = ledger.void_invoice(OPEN, "entered twice").unwrap_err();
    assert!(matches!(error, StoreError::Locked));
    assert!(ledger.get_invoice(OPEN).is_ok());
    drop(tx);
    assert!(ledger.void_invoice(OPEN, "entered twice").unwrap());
}

#[test]
fn a_panic_in_one_call_fails_no_other() {
    let ledger = ledger();
    let before = ledger.get_invoice(PAID).unwrap();
    let call = || {
        ledger.transaction(TransactionBehavior::Immediate, |tx| -> Result<(), _> {
            tx.execute("DELETE FROM payment", [])?;
            panic!("in the middle of a change")
        })
    };
    let panicked = thread::scope(|scope| scope.spawn(call).join());
    assert!(panicked.is_err());
    assert!(ledger.connection.is_poisoned());
    assert_eq!(ledger.get_invoice(PAID).unwrap(), before);
    assert!(ledger.void_invoice(OPEN, "entered twice").unwrap());
}

#[test]
fn dates_that_do_not_sort_as_text_are_refused() {
    let far = NaiveDate::from_ymd_opt(12_026, 1, 1).unwrap();
    let error = ledger().record_payment(OPEN, 1, far).unwrap_err();
    assert!(matches!(error, StoreError::Sqlite(_)));
}
