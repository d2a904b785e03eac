//! Handles: documents stay on the server.

use serde_json::{Value, json};
use wire_tests::line::InProcess;
use wire_tests::{Era, letters};

#[tokio::test]
async fn scratch() {
    let server = letters::builder().boot().unwrap();
    let mut client = InProcess::of(server, Era::Handshake).await;
    for tool in client.tools().await {
        println!("{:#}", tool);
    }
    let a = client
        .call("create_draft", json!({"recipient": "Ada"}))
        .await;
    println!("{}", a.words());
    let id = a.data()["draft_id"].clone();
    println!(
        "{}",
        client
            .call("get_draft", json!({"draft_id": id}))
            .await
            .words()
    );
    println!(
        "{}",
        client
            .call("get_draft", json!({"draft_id": "draft_1"}))
            .await
            .words()
    );
    println!("{}", client.call("get_draft", json!({})).await.words());
    let mut id = id.as_str().unwrap().to_owned();
    id.replace_range(6..9, "222");
    println!(
        "{}",
        client
            .call("get_draft", json!({"draft_id": id}))
            .await
            .words()
    );
    let id = id.replace("draft_", "outline_");
    println!(
        "{}",
        client
            .call("add_point", json!({"outline_id": id, "point": "x"}))
            .await
            .words()
    );
    let _: Value = json!(1);
}
