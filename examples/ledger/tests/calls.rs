//! What a model gets from the ledger, through a client on the real protocol. Every answer is also
//! looked at for what no model should be sent.

use chrono::NaiveDate;
use ledger::customers::search_customers;
use ledger::invoices::{InvoiceId, get_invoice, search_invoices, void_invoice};
use ledger::store::{Ledger, Status};
use mcp_ergo::testing::{Client, Era, assert_catalog_compatible, json};
use mcp_ergo::{Batch, Page, Recovery, Server};
use serde::Deserialize;

/// What these tests read of an invoice.
#[derive(Debug, Deserialize)]
struct Row {
    id: String,
    status: Status,
    outstanding_cents: i64,
}

/// The ledger with its example invoices.
fn server(scopes: &[&str]) -> Server {
    let scopes: Vec<String> = scopes.iter().map(|&scope| scope.to_owned()).collect();
    let ledger = Ledger::in_memory().expect("a ledger in memory opens");
    ledger::server(ledger, &scopes).expect("the ledger boots")
}

#[tokio::test]
async fn the_list_says_how_much_is_owed_and_how_to_read_on() {
    let client = Client::connect(server(&[])).await;
    let listed = client
        .call("search_invoices", json!({"status": "open", "limit": 2}))
        .await;
    assert_eq!(
        listed.outcome(),
        "Found 16 invoices. The newest 2 are here and owe EUR 1060.00."
    );
    let page: Page<Row> = listed.data();
    assert!(page.truncated);
    assert!(page.items.iter().all(|row| row.status == Status::Open));

    let next = listed.next_action().expect("the list says how to read on");
    let invoice: Row = client.follow(next).await.data();
    assert_eq!(invoice.id, page.items[0].id);
}

#[tokio::test]
async fn a_customer_leads_to_its_invoices() {
    let client = Client::connect(server(&[])).await;
    // The compiler checks a call that is written as one.
    let found = client.run(search_customers::call("hotel".to_owned())).await;
    let invoices = client
        .follow(found.next_action().expect("one customer leads on"))
        .await;
    assert_eq!(
        invoices.outcome(),
        "Found 6 invoices, which owe EUR 2299.60."
    );
}

#[tokio::test]
async fn every_mistake_of_a_call_is_told_with_its_place() {
    let client = Client::connect(server(&[])).await;
    let refused = client
        .expect_error("search_invoices", json!({"status": "opne", "limit": 0}))
        .await;
    assert_eq!(refused.recovery(), Recovery::Fix);
    let told: Vec<(&str, &str)> = refused
        .issues()
        .iter()
        .map(|issue| (&*issue.path, &*issue.error))
        .collect();
    assert_eq!(
        told,
        [
            (
                "/status",
                "status (\"opne\") is not one of open, paid or void"
            ),
            ("/limit", "limit (0) is under 1"),
        ]
    );
}

#[tokio::test]
async fn an_unknown_invoice_is_told_with_the_nearest_and_what_to_call() {
    let client = Client::connect(server(&[])).await;
    let unknown = InvoiceId("inv_01H8XX".to_owned());
    let missing = client.run_to_error(get_invoice::call(unknown)).await;
    assert_eq!(
        missing.error(),
        "no invoice with id 'inv_01H8XX'; ids look like 'inv_01H8XK'"
    );
    assert_eq!(missing.hint(), "Find the id first.");
    assert_eq!(missing.candidates(), ["inv_01H8XK"]);
    client
        .follow(missing.next_action().expect("a call that finds ids"))
        .await;
}

#[tokio::test]
async fn what_changes_something_needs_its_scope() {
    let void = || void_invoice::call(InvoiceId("inv_P0Y69J".into()), "billed twice".into());

    let client = Client::connect(server(&["invoices:write"])).await;
    let denied = client.run_to_error(void()).await;
    assert_eq!(denied.recovery(), Recovery::Stop);
    assert!(denied.hint().contains("--allow invoices:void"));

    let client = Client::connect(server(&["invoices:void"])).await;
    let voided = client.run(void()).await;
    assert_eq!(voided.outcome(), "Voided invoice inv_P0Y69J.");
    let invoice = client
        .follow(voided.next_action().expect("a call that checks it"))
        .await;
    assert_eq!(invoice.data::<Row>().status, Status::Void);
}

#[tokio::test]
async fn half_of_a_batch_may_fail_and_the_rest_is_done() {
    #[derive(Deserialize)]
    struct Recorded {
        outstanding_cents: i64,
    }

    let client = Client::connect(server(&["invoices:write"])).await;
    let paid_on = NaiveDate::from_ymd_opt(2026, 10, 1).expect("a date");
    let payments = json!({"payments": [
        {"invoice_id": "inv_P0Y69J", "amount_cents": 1000, "paid_on": paid_on},
        {"invoice_id": "inv_QT09EA", "amount_cents": 9_999_900, "paid_on": paid_on},
    ]});
    let recorded = client.call("record_payments", payments).await;
    let batch: Batch<Recorded> = recorded.data();
    assert_eq!(batch.done[0].outstanding_cents, 87_600);
    assert_eq!(batch.failed[0].item(), "EUR 99999.00 for inv_QT09EA");
    assert_eq!(
        batch.failed[0].envelope().hint(),
        "Send at most 13400 cents for this invoice."
    );
}

#[tokio::test]
async fn both_eras_of_the_protocol_get_the_same() {
    let mut owed = Vec::new();
    for era in Era::ALL {
        let client = Client::connect_in(era, server(&[])).await;
        assert!(client.instructions().contains("Start with search_invoices"));
        let reply = client.run(search_invoices::call().limit(50)).await;
        let page: Page<Row> = reply.data();
        owed.push(
            page.items
                .iter()
                .map(|row| row.outstanding_cents)
                .sum::<i64>(),
        );
    }
    assert_eq!(owed[0], owed[1]);
}

/// Whoever calls the ledger today can call it tomorrow. Where a change has to break somebody:
/// `BLESS=1 cargo test -p ledger --test calls`, and the file's diff shows whom.
#[test]
fn the_catalog_breaks_nobody() {
    assert_catalog_compatible(&server(&[]), "tests/catalog.json");
}
