//! One tool under each of its names: its own, that of a favourite, and that of the whole catalog.

use mcp_ergo::NextAction;
use mcp_ergo::testing::{Client, Reply};
use serde_json::{Value, json};

async fn client(presentation: &str) -> Client {
    let presentation = office::presentation(presentation).expect("it is one of them");
    let server = office::builder().presentation(presentation).boot();
    Client::connect(server.expect("the office boots")).await
}

/// The names that a favourite goes by.
fn names(domain: &str, tool: &str) -> [String; 3] {
    [
        tool.to_owned(),
        format!("favourite__{tool}"),
        format!("all__{domain}__{tool}"),
    ]
}

/// An answer that may be cut, followed to its end: the parts, in order.
async fn parts(client: &Client, tool: &str, arguments: Value, key: &str) -> Vec<Reply> {
    let mut parts = vec![client.call(tool, arguments).await];
    let goes_on = |part: &Reply| {
        part.next_action()
            .filter(|it| it.args().contains_key(key))
            .cloned()
    };
    while let Some(next) = parts.last().and_then(goes_on) {
        parts.push(client.follow(&next).await);
    }
    parts
}

fn sent_to(parts: &[Reply]) -> Vec<&str> {
    let next = parts.iter().filter_map(Reply::next_action);
    next.map(NextAction::tool).collect()
}

#[tokio::test]
async fn every_name_of_a_tool_gives_the_same_answer() {
    let client = client("favourites").await;
    let cases = [
        (
            "customers",
            "search_customers",
            json!({"query": "brewery", "limit": 3}),
        ),
        ("tickets", "get_ticket", json!({"ticket_id": "tic_140"})),
        ("people", "search_people", json!({"query": "welding"})),
    ];
    for (domain, tool, arguments) in cases {
        let whole = client.call(tool, arguments.clone()).await;
        for name in names(domain, tool) {
            let answer = client.call(&name, arguments.clone()).await;
            assert_eq!(answer.json(), whole.json(), "{name}");
            assert_eq!(answer.text(), whole.text(), "{name}");
        }
    }
}

#[tokio::test]
async fn a_mistake_is_told_alike_under_every_name() {
    let client = client("favourites").await;
    let wrong = json!({"ticket_id": "tic_9999"});
    let told = client.expect_error("get_ticket", wrong.clone()).await;
    let next = told.next_action().expect("a way to find the id");
    assert_eq!(next.tool(), "favourite__list_tickets");
    for name in names("tickets", "get_ticket") {
        let error = client.expect_error(&name, wrong.clone()).await;
        assert_eq!(error.json(), told.json(), "{name}");
    }
}

#[tokio::test]
async fn a_list_comes_in_parts_under_every_name() {
    let client = client("favourites").await;
    let all = json!({"limit": 1000});
    let whole = parts(&client, "list_tickets", all.clone(), "_item").await;
    let items = |parts: &[Reply]| -> usize {
        let counts = parts
            .iter()
            .map(|part| part.json()["items"].as_array().map_or(0, Vec::len));
        counts.sum()
    };
    assert!(
        whole.len() > 1,
        "820 tickets are more than one answer holds"
    );
    assert_eq!(items(&whole), 820);
    for name in names("tickets", "list_tickets") {
        let parts = parts(&client, &name, all.clone(), "_item").await;
        assert_eq!(parts.len(), whole.len(), "{name}");
        for (part, same) in parts.iter().zip(&whole) {
            assert_eq!(part.json(), same.json(), "{name}");
        }
        // Whoever asks for the rest does so by a name that is listed.
        let rest = &sent_to(&parts)[..parts.len() - 1];
        assert!(
            rest.iter().all(|name| *name == "favourite__list_tickets"),
            "{rest:?}"
        );
    }
}

#[tokio::test]
async fn a_document_comes_in_sections_under_every_name() {
    let client = client("favourites").await;
    let manual = json!({"document_id": "doc_101"});
    let whole = parts(&client, "get_document", manual.clone(), "_section").await;
    assert!(whole.len() > 1, "the manual is more than one answer holds");
    for name in names("documents", "get_document") {
        let parts = parts(&client, &name, manual.clone(), "_section").await;
        assert_eq!(parts.len(), whole.len(), "{name}");
        for (part, same) in parts.iter().zip(&whole) {
            assert_eq!(part.json(), same.json(), "{name}");
        }
        let rest = sent_to(&parts);
        let listed = |name: &&str| *name == "favourite__get_document";
        assert!(rest.iter().all(listed), "{rest:?}");
    }
    let handbook = json!({"document_id": "doc_102"});
    let cut = client.call("get_document", handbook).await;
    let next = cut.next_action().expect("the rest of it");
    assert!(next.args().contains_key("_section"), "{next:?}");
}

#[tokio::test]
async fn what_is_no_favourite_goes_on_under_its_name_in_the_whole_catalog() {
    let client = client("favourites").await;
    let commits = json!({"repository": "flow-firmware", "limit": 1000});
    let cut = client
        .call("all__repositories__list_commits", commits)
        .await;
    let next = cut.next_action().expect("the rest");
    assert_eq!(next.tool(), "all__repositories__list_commits");
}

#[tokio::test]
async fn the_core_answers_for_the_tools_that_it_does_not_list() {
    let (core, flat) = (client("core").await, client("flat").await);
    let listed: Vec<&str> = core.tools().iter().map(|tool| &*tool.name).collect();
    assert!(listed.contains(&"get_document") && !listed.contains(&"list_document_versions"));
    let asked = json!({"document_id": "doc_140"});
    let answer = core.call("list_document_versions", asked.clone()).await;
    let same = flat.call("list_document_versions", asked).await;
    assert_eq!(answer.json(), same.json());
}

#[tokio::test]
async fn long_lists_are_there_in_half_of_the_domains() {
    let client = client("flat").await;
    let logs = json!({"deployment_id": "dep_233"});
    let commits = json!({"repository": "flow-firmware", "limit": 1000});
    for (tool, arguments) in [
        ("list_messages", json!({"limit": 1000})),
        ("list_tickets", json!({"limit": 1000})),
        ("list_commits", commits),
        ("get_deployment_log", logs),
        ("list_invoices", json!({"limit": 1000})),
        ("list_stock", json!({"limit": 1000})),
    ] {
        let cut = client.call(tool, arguments).await;
        let next = cut
            .next_action()
            .unwrap_or_else(|| panic!("{tool} is whole"));
        assert!(next.args().contains_key("_item"), "{tool}: {next:?}");
    }
}
