//! Callers at once, and servers over one file.

use factory::store::Factory;
use serde_json::{Value, json};
use wire_tests::Era;
use wire_tests::line::InProcess;

use crate::access::database;
use crate::follower::{Pick, named};
use crate::server;

/// Changes that each of two callers makes.
const EACH: usize = 12;

async fn two_over_one_file(name: &str) -> [InProcess; 2] {
    let path = database(name);
    let open = || server(Factory::open(&path).expect("a factory"), "admin");
    [
        InProcess::of(open(), Era::Handshake).await,
        InProcess::of(open(), Era::Stateless).await,
    ]
}

#[tokio::test]
async fn two_servers_over_one_file_continue_each_others_work() {
    let mut clients = two_over_one_file("relay").await;
    let mut next = Some(("_hello".to_owned(), json!({})));
    let mut calls = Vec::new();
    let mut ended = Value::Null;
    while let Some((tool, args)) = next {
        // Each call goes to the other server.
        let client = &mut clients[calls.len() % 2];
        let answer = client.call(&tool, args).await;
        next = named(&answer, Pick::First);
        ended = answer.data();
        calls.push(tool);
    }
    assert_eq!(ended["stage"], "deployed", "{calls:?}");
    for client in &mut clients {
        let list = client.call("list_deployments", json!({})).await.data();
        let tables = list["items"][0]["tables"].as_array().map(Vec::len);
        assert_eq!((&list["total"], tables), (&json!(1), Some(4)));
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn changes_at_once_are_all_made() {
    let mut clients = two_over_one_file("at-once").await;
    let taken = clients[0]
        .call("import_sample", json!({"sample": "library"}))
        .await
        .data();
    let id = taken["project_id"].clone();
    clients[1]
        .call("create_plan", json!({"project_id": id}))
        .await;
    // Every call is sent before any is answered.
    for (at, client) in clients.iter_mut().enumerate() {
        for number in 0..EACH {
            let entity = format!("extra_{at}_{number}");
            let fields = json!([{"name": "id", "field_type": "uuid"}]);
            let arguments = json!({"project_id": id, "entity": entity, "fields": fields});
            let params = json!({"name": "add_entity", "arguments": arguments});
            client.ask("tools/call", params).await;
        }
    }
    for client in &mut clients {
        for _ in 0..EACH {
            let answer = client.receive().await;
            assert_ne!(answer["result"]["isError"], true, "{answer:#}");
        }
    }
    let plan = clients[0].call("get_plan", json!({"project_id": id})).await;
    let plan = plan.data();
    assert_eq!(
        plan["entities"].as_array().map(Vec::len),
        Some(3 + 2 * EACH)
    );
    assert_eq!(plan["revision"], 1 + 2 * EACH);
}
