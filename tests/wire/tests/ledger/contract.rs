//! What the ledger's tools promise, held against what they do.

use ledger::store::Ledger;
use serde_json::{Value, json};
use wire_tests::line::InProcess;
use wire_tests::{Answer, Era, catalog};

const SCOPES: [&str; 2] = ["invoices:write", "invoices:void"];

async fn client(era: Era, scopes: &[&str]) -> InProcess {
    let scopes: Vec<String> = scopes.iter().map(|&scope| scope.to_owned()).collect();
    let ledger = Ledger::in_memory().expect("a ledger");
    // The tools of the workshop are in this program too.
    let server = ledger::builder(ledger, &scopes).tools_in("ledger").boot();
    InProcess::of(server.expect("the ledger boots"), era).await
}

fn text<'a>(value: &'a Value, member: &str) -> &'a str {
    value[member].as_str().unwrap_or_default()
}

/// The id of the first invoice with this status.
async fn first_invoice(client: &mut InProcess, status: &str) -> String {
    let answer = client
        .call("search_invoices", json!({"status": status, "limit": 1}))
        .await;
    text(&answer.data()["items"][0], "id").to_owned()
}

#[tokio::test]
async fn every_tool_is_described_in_full_and_inside_the_portable_dialect() {
    let mut lists = Vec::new();
    for era in Era::ALL {
        let tools = client(era, &SCOPES).await.tools().await;
        assert_eq!(
            catalog::names(&tools),
            [
                "create_invoice",
                "get_invoice",
                "record_payments",
                "search_customers",
                "search_invoices",
                "void_invoice",
            ]
        );
        tools.iter().for_each(catalog::assert_described);
        lists.push(json!(tools).to_string());
    }
    assert_eq!(lists[0], lists[1]);
}

#[tokio::test]
async fn every_answer_fits_its_schema_and_names_a_call_that_works() {
    for era in Era::ALL {
        let mut client = client(era, &SCOPES).await;
        let tools = client.tools().await;
        let open = first_invoice(&mut client, "open").await;
        let line =
            json!({"description": "Espresso beans, 1 kg", "quantity": 2, "unit_cents": 1850});
        for (tool, arguments) in [
            ("search_invoices", json!({})),
            ("search_invoices", json!({"issued_after": "2100-01-01"})),
            ("search_customers", json!({"name": "hotel"})),
            ("search_customers", json!({"name": "nobody is called so"})),
            ("get_invoice", json!({"invoice_id": open})),
            (
                "create_invoice",
                json!({
                    "customer_id": "cus_7Q2M4X", "issued_on": "2026-10-01", "due_on": "2026-10-31",
                    "lines": [line],
                }),
            ),
            (
                "record_payments",
                json!({"payments": [
                    {"invoice_id": open, "amount_cents": 1, "paid_on": "2026-10-01"},
                    {"invoice_id": open, "amount_cents": 9_999_999_999_i64, "paid_on": "2026-10-01"},
                    {"invoice_id": "inv_000000", "amount_cents": 1, "paid_on": "2026-10-01"},
                ]}),
            ),
        ] {
            let answer = client.call(tool, arguments).await;
            catalog::assert_fits(&tools, tool, &answer);
            assert_next_works(&mut client, &tools, &answer).await;
        }
    }
}

#[tokio::test]
async fn voiding_twice_fits_its_schema_and_tells_the_two_apart() {
    for era in Era::ALL {
        let mut client = client(era, &SCOPES).await;
        let tools = client.tools().await;
        let rows = client
            .call("search_invoices", json!({"status": "open", "limit": 50}))
            .await
            .data();
        let rows = rows["items"].as_array().cloned().unwrap_or_default();
        let unpaid = rows
            .iter()
            .find(|row| row["paid_cents"] == 0)
            .expect("an unpaid invoice");
        for now in [true, false] {
            let arguments = json!({"invoice_id": unpaid["id"], "reason": "billed twice"});
            let answer = client.call("void_invoice", arguments).await;
            catalog::assert_fits(&tools, "void_invoice", &answer);
            assert_eq!(answer.data()["voided_now"], now);
            assert_next_works(&mut client, &tools, &answer).await;
        }
    }
}

async fn assert_next_works(client: &mut InProcess, tools: &[Value], answer: &Answer) {
    let next = answer.json()["nextAction"].clone();
    if next.is_null() {
        return;
    }
    let (tool, args) = (text(&next, "tool"), next["args"].clone());
    assert!(
        answer.words().contains(&format!("Next: {tool} {args}")),
        "{}",
        answer.words()
    );
    assert!(catalog::accepts(tools, tool, &args), "{next}");
    assert!(!client.call(tool, args).await.is_error(), "{next}");
}

#[tokio::test]
async fn three_mistakes_are_one_error_with_three_issues() {
    for era in Era::ALL {
        let mut client = client(era, &[]).await;
        let arguments = json!({"status": "opne", "limit": "ten", "costumer_id": "cus_7Q2M4X"});
        let answer = client.call("search_invoices", arguments).await;
        let issues = answer.issues();
        let all: Vec<(&str, &str)> = issues
            .iter()
            .map(|issue| (text(issue, "error"), text(issue, "hint")))
            .collect();
        assert_eq!(
            all,
            [
                (
                    "status (\"opne\") is not one of open, paid or void",
                    "Did you mean \"open\"? Send one of \"open\", \"paid\" or \"void\"."
                ),
                (
                    "limit (\"ten\") is not an integer",
                    "Send a whole number from 1 to 50, e.g. 20."
                ),
                (
                    "costumer_id (\"cus_7Q2M4X\") is not a parameter of search_invoices",
                    "Did you mean customer_id? search_invoices takes customer_id, status, \
                     issued_after and limit."
                ),
            ]
        );
    }
}

#[tokio::test]
async fn missing_argument_names_its_source_and_an_example() {
    let mut client = client(Era::Handshake, &[]).await;
    let issue = client.call("get_invoice", json!({})).await.issues()[0].clone();
    assert_eq!(issue["error"], "invoice_id is missing");
    for part in ["inv_01H8XK", "Find it with search_invoices."] {
        assert!(text(&issue, "hint").contains(part), "{issue}");
    }
}

#[tokio::test]
async fn what_is_not_found_comes_with_candidates_and_the_call_that_finds_it() {
    for era in Era::ALL {
        let mut client = client(era, &[]).await;
        let tools = client.tools().await;
        let answer = client
            .call("get_invoice", json!({"invoice_id": "inv_01H8XX"}))
            .await;
        let envelope = answer.envelope();
        assert!(
            text(&envelope, "error").contains("'inv_01H8XX'"),
            "{envelope}"
        );
        assert_eq!(envelope["candidates"][0], "inv_01H8XK");
        assert_next_works(&mut client, &tools, &answer).await;
    }
}

#[tokio::test]
async fn batch_of_which_one_half_fails_says_what_was_done() {
    let mut client = client(Era::Stateless, &SCOPES).await;
    let id = first_invoice(&mut client, "open").await;
    let payment =
        |cents: i64| json!({"invoice_id": id, "amount_cents": cents, "paid_on": "2026-10-01"});
    let answer = client
        .call(
            "record_payments",
            json!({"payments": [payment(1), payment(9_999_999_999)]}),
        )
        .await;
    let data = answer.data();
    assert_eq!(data["done"].as_array().map(Vec::len), Some(1));
    assert_eq!(data["failed"][0]["recovery"], "fix");
    for member in ["error", "hint"] {
        assert!(!text(&data["failed"][0], member).is_empty(), "{data}");
    }
    assert!(text(&data, "outcome").starts_with("1 of 2"), "{data}");
}

#[tokio::test]
async fn denial_names_the_scope_and_how_the_program_is_started_with_it() {
    for era in Era::ALL {
        let mut client = client(era, &["invoices:write"]).await;
        assert!(!catalog::names(&client.tools().await).contains(&"void_invoice"));
        let arguments = json!({"invoice_id": "inv_01H8XK", "reason": "billed twice"});
        let answer = client.call("void_invoice", arguments).await;
        assert_eq!(answer.envelope()["recovery"], "stop");
        assert!(
            answer.words().contains("the scope 'invoices:void'"),
            "{}",
            answer.words()
        );
        assert!(
            answer.words().contains("--allow invoices:void"),
            "{}",
            answer.words()
        );
    }
}

#[tokio::test]
async fn reader_is_told_of_no_tool_that_it_may_not_call() {
    let mut client = client(Era::Handshake, &[]).await;
    let list = json!(client.tools().await).to_string();
    for writing in ["create_invoice", "record_payments", "void_invoice"] {
        assert!(!list.contains(writing), "{writing} in {list}");
    }
}

#[tokio::test]
async fn list_that_is_cut_says_so_and_how_much_there_is() {
    let mut client = client(Era::Handshake, &[]).await;
    let answer = client.call("search_invoices", json!({"limit": 2})).await;
    let data = answer.data();
    let total = data["total"].as_u64().unwrap_or_default();
    assert!(total > 2 && data["truncated"] == true, "{data}");
    let told = format!("Found {total} invoices");
    assert!(answer.words().contains(&told), "{}", answer.words());
    let whole = client.call("search_invoices", json!({"limit": 50})).await;
    assert_eq!(whole.data()["truncated"], false);
    let most = whole.result.to_string().len();
    assert!(most < 60_000, "the longest list has {most} bytes");
}

#[tokio::test]
async fn clients_prefix_and_spelling_are_accepted() {
    for era in Era::ALL {
        let mut client = client(era, &[]).await;
        for name in [
            "mcp__ledger__search_invoices",
            "searchInvoices",
            "search-invoices",
        ] {
            assert!(
                !client.call(name, json!({"limit": 1})).await.is_error(),
                "{name}"
            );
        }
    }
}
