//! The ledger's resources and its prompt.

use ledger::store::Ledger;
use serde_json::{Value, json};
use wire_tests::Era;
use wire_tests::line::InProcess;

async fn client(era: Era) -> InProcess {
    let ledger = Ledger::in_memory().expect("a ledger");
    let server = ledger::builder(ledger, &[]).tools_in("ledger").boot();
    InProcess::of(server.expect("the ledger boots"), era).await
}

async fn read(client: &mut InProcess, uri: &str) -> Value {
    let result = client.result("resources/read", json!({"uri": uri})).await;
    let text = result["contents"][0]["text"].as_str().expect("a text");
    serde_json::from_str(text).expect("JSON")
}

#[tokio::test]
async fn price_list_holds_each_thing_once() {
    for era in Era::ALL {
        let mut client = client(era).await;
        let listed = client.result("resources/list", json!({})).await;
        assert_eq!(listed["resources"][0]["uri"], "ledger://prices/current");
        let list = read(&mut client, "ledger://prices/current").await;
        let prices = list["prices"].as_array().expect("a list");
        let mut names: Vec<&str> = prices
            .iter()
            .filter_map(|price| price["description"].as_str())
            .collect();
        assert!(names.len() > 5, "{list}");
        names.dedup();
        assert_eq!(names.len(), prices.len());
    }
}

#[tokio::test]
async fn invoice_is_what_the_tool_answers() {
    for era in Era::ALL {
        let mut client = client(era).await;
        let invoice = read(&mut client, "ledger://invoices/inv_01H8XK").await;
        let arguments = json!({"invoice_id": "inv_01H8XK"});
        let answer = client.call("get_invoice", arguments).await;
        assert_eq!(invoice["lines"], answer.data()["lines"]);
        let uri = "ledger://invoices/inv_01H8XX";
        let error = client.error("resources/read", json!({"uri": uri})).await;
        assert_eq!(
            error.message,
            "no invoice with id 'inv_01H8XX'; ids look like 'inv_01H8XK'. Find the id first. Candidates: inv_01H8XK. Next: search_invoices {}."
        );
    }
}

#[tokio::test]
async fn letter_is_about_what_is_open() {
    for era in Era::ALL {
        let mut client = client(era).await;
        let of = json!({"type": "ref/prompt", "name": "chase_overdue"});
        let typed = json!({"name": "customer_id", "value": "hotel"});
        let params = json!({"ref": of, "argument": typed});
        let result = client.result("completion/complete", params).await;
        assert_eq!(result["completion"]["values"], json!(["cus_7Q2M4X"]));

        let arguments = json!({"customer_id": "cus_7Q2M4X", "tone": "firm"});
        let params = json!({"name": "chase_overdue", "arguments": arguments});
        let result = client.result("prompts/get", params).await;
        let text = result["messages"][0]["content"]["text"].as_str();
        let text = text.expect("a text");
        assert!(
            text.starts_with("Write a firm letter to cus_7Q2M4X"),
            "{text}"
        );
        assert!(text.contains(", due 2026-"), "{text}");
    }
}
