//! What a model is shown of the example, favourites first, and the way back from each name.

use ledger::store::Ledger;
use mcp_ergo::{Builder, Presentation, Server};
use serde_json::{Value, json};
use wire_tests::Era;
use wire_tests::line::InProcess;

fn builder() -> Builder {
    let ledger = Ledger::in_memory().expect("a ledger");
    ledger::builder(ledger, &["invoices:write".to_owned()]).tools_in("ledger")
}

fn server() -> Server {
    let favourites = Presentation::favourites(["get_invoice", "search_invoices"]);
    let server = builder().presentation(favourites).boot();
    server.expect("the ledger boots")
}

fn names(tools: &[Value]) -> Vec<&str> {
    let names = tools.iter().map(|tool| tool["name"].as_str());
    names.map(|name| name.expect("a name")).collect()
}

fn tool<'a>(tools: &'a [Value], name: &str) -> &'a Value {
    let mut named = tools.iter().filter(|tool| tool["name"] == name);
    named.next().expect("it is listed")
}

#[tokio::test]
async fn favourites_come_first_and_the_whole_catalog_behind_them() {
    for era in Era::ALL {
        let mut client = InProcess::of(server(), era).await;
        let tools = client.tools().await;
        assert_eq!(
            names(&tools),
            [
                "favourite__get_invoice",
                "favourite__search_invoices",
                "all__customers__search_customers",
                "all__invoices__create_invoice",
                "all__invoices__get_invoice",
                "all__invoices__search_invoices",
                "all__payments__record_payments",
            ]
        );
        for tool in &tools {
            let is_favourite = names(std::slice::from_ref(tool))[0].starts_with("favourite");
            let always = tool.pointer("/_meta/anthropic~1alwaysLoad");
            assert_eq!(always, is_favourite.then_some(&json!(true)));
        }
        let pair = ["favourite__get_invoice", "all__invoices__get_invoice"];
        let [favourite, all] = pair.map(|name| tool(&tools, name));
        for part in ["title", "description", "inputSchema", "outputSchema"] {
            assert_eq!(favourite[part], all[part]);
        }
    }
}

#[tokio::test]
async fn the_instructions_say_which_to_prefer() {
    for era in Era::ALL {
        let client = InProcess::of(server(), era).await;
        assert_eq!(
            client.opened["instructions"],
            "Invoices of one company: find, create, void and settle them. Start with favourite__search_invoices. Every answer that failed says what is wrong and which call to make next. PREFER favourite__<tool>, e.g. favourite__get_invoice: those are the tools used most. Use all__<domain>__<tool>, the whole catalog, only if nothing in favourites fits."
        );
    }
}

#[tokio::test]
async fn texts_speak_of_tools_by_the_names_that_are_listed() {
    let mut client = InProcess::of(server(), Era::Stateless).await;
    let tools = client.tools().await;
    let create = &tool(&tools, "all__invoices__create_invoice").to_string();
    assert!(
        create.contains("all__customers__search_customers"),
        "{create}"
    );
    let get = &tool(&tools, "favourite__get_invoice").to_string();
    assert!(get.contains("favourite__search_invoices"), "{get}");
    // A name that is a part of a longer one is no name.
    let bare = json!(tools).to_string().replace("__search_invoices", "");
    assert!(!bare.contains("search_invoices"), "{bare}");
}

#[tokio::test]
async fn every_name_of_a_tool_leads_to_it() {
    for era in Era::ALL {
        let mut client = InProcess::of(server(), era).await;
        let whole = client.call("search_invoices", json!({"limit": 2})).await;
        for name in [
            "favourite__search_invoices",
            "all__invoices__search_invoices",
            "mcp__ledger__favourite__search_invoices",
            "mcp__ledger__all__invoices__search_invoices",
            "favourite/search_invoices",
            "all/invoices/search_invoices",
            "favouriteSearchInvoices",
            "searchInvoices",
        ] {
            let answer = client.call(name, json!({"limit": 2})).await;
            assert_eq!(answer.data(), whole.data(), "{name}");
        }
        assert_eq!(whole.data()["nextAction"]["tool"], "favourite__get_invoice");
        assert!(
            whole.words().contains("Next: favourite__get_invoice {"),
            "{}",
            whole.words()
        );
    }
}

#[tokio::test]
async fn a_flat_server_takes_the_names_that_others_list() {
    let server = builder().boot().expect("the ledger boots");
    let mut client = InProcess::of(server, Era::Stateless).await;
    let whole = client.call("search_invoices", json!({"limit": 2})).await;
    for name in [
        "favourite__search_invoices",
        "all__invoices__search_invoices",
    ] {
        let answer = client.call(name, json!({"limit": 2})).await;
        assert_eq!(answer.data(), whole.data(), "{name}");
    }
    // A domain that it is not of is another name.
    let wrong = json!({"name": "all__customers__search_invoices", "arguments": {}});
    let error = client.error("tools/call", wrong).await;
    assert!(error.message.contains("search_invoices"), "{error:?}");
}

#[tokio::test]
async fn errors_speak_of_tools_by_the_names_that_are_listed() {
    let mut client = InProcess::of(server(), Era::Stateless).await;
    let missing = client.call("favourite__get_invoice", json!({})).await;
    let words = missing.words();
    assert!(words.contains("favourite__search_invoices"), "{words}");
    let twice = json!({"invoice_id": 7, "nonsense": 1});
    let wrong = client.call("all__invoices__get_invoice", twice).await;
    let words = wrong.words();
    assert!(
        words.contains("the call of favourite__get_invoice"),
        "{words}"
    );
    let gone = json!({"invoice_id": "inv_0000000000"});
    let gone = client.call("get_invoice", gone).await.envelope();
    assert_eq!(gone["nextAction"]["tool"], "favourite__search_invoices");
    let unknown = json!({"name": "all__invoices__get_invoce", "arguments": {}});
    let error = client.error("tools/call", unknown).await;
    assert!(
        error
            .message
            .contains("the nearest are favourite__get_invoice,"),
        "{error:?}"
    );
    // What is not granted is denied by its own name: this caller knows no other.
    let denied = client.call("all__invoices__void_invoice", json!({})).await;
    let words = denied.words();
    assert!(words.starts_with("void_invoice needs the scope"), "{words}");
}
