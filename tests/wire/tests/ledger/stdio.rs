//! The program over pipes.

use std::collections::BTreeSet;

use rmcp::model::{CallToolRequestParams, ProtocolVersion};
use rmcp::{ClientLifecycleMode, ClientServiceExt as _};
use serde_json::{Value, json};
use wire_tests::{Answer, Era, LineClient, in_time};

use crate::program::{Pipes, ended, opened, piped};

async fn assert_alive(client: &mut Pipes) {
    let answer = client.call("search_invoices", json!({"limit": 1})).await;
    assert_eq!(answer.data()["items"].as_array().map(Vec::len), Some(1));
}

#[tokio::test]
async fn real_client_calls_in_both_eras() {
    let discover = vec![ProtocolVersion::V_2026_07_28];
    for lifecycle in [
        ClientLifecycleMode::Initialize,
        ClientLifecycleMode::Discover {
            preferred_versions: discover,
        },
    ] {
        let (child, stdout, stdin) = piped(&[]);
        let client = ().serve_with_lifecycle((stdout, stdin), lifecycle).await.expect("it opens");
        assert_eq!(
            client
                .list_all_tools()
                .await
                .expect("tools are listed")
                .len(),
            3
        );
        let request = CallToolRequestParams::new("search_customers").with_arguments(
            json!({"name": "hotel"})
                .as_object()
                .cloned()
                .unwrap_or_default(),
        );
        let answer = client.call_tool(request).await.expect("a result");
        assert!(
            !Answer {
                result: json!(answer)
            }
            .is_error()
        );
        client.cancel().await.expect("the client ends");
        assert!(ended(child).await.success());
    }
}

/// Every line is read through a client that takes nothing else.
#[tokio::test]
async fn every_line_of_stdout_is_json_rpc() {
    for era in Era::ALL {
        let (child, mut client) = opened(era).await;
        client.tools().await;
        client
            .call("search_invoices", json!({"limit": "ten"}))
            .await;
        client
            .call("get_invoice", json!({"invoice_id": "inv_000000"}))
            .await;
        client.call("void_invoice", json!({})).await;
        client
            .error("tools/call", json!({"name": "get_invoces"}))
            .await;
        client.send_line("no JSON at all").await;
        assert_alive(&mut client).await;
        let mut rest = client.close_writer();
        assert!(ended(child).await.success());
        while let Some(line) = in_time(rest.next_line()).await.expect("text") {
            let message: Value = serde_json::from_str(&line).expect("a line of JSON");
            assert_eq!(message["jsonrpc"], "2.0");
        }
    }
}

#[tokio::test]
async fn nonsense_does_not_end_the_program() {
    for era in Era::ALL {
        let (_child, mut client) = opened(era).await;
        for line in ["My client v1.0 started", "{\"jsonrpc\":", ""] {
            client.send_line(line).await;
            assert_alive(&mut client).await;
        }
        assert_eq!(
            client.error("invoices/delete", json!({})).await.code,
            -32601
        );
        assert_eq!(
            client.error("tools/call", json!({"name": 7})).await.code,
            -32602
        );
        assert_alive(&mut client).await;
    }
}

#[tokio::test]
async fn nonsense_before_the_opening_does_not_end_the_program() {
    for era in Era::ALL {
        let (_child, stdout, stdin) = piped(&[]);
        let mut client = LineClient::silent(stdout, stdin, era);
        client.send_line("My client v1.0 started").await;
        for stray in [
            json!({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": 1}}),
            json!({"jsonrpc": "2.0", "method": "notifications/unheard_of"}),
            json!({"jsonrpc": "2.0", "id": 1, "result": {}}),
        ] {
            client.send(&stray).await;
        }
        client.greet().await;
        assert_alive(&mut client).await;
    }
}

/// A client that gives up on `server/discover` may go on with the handshake.
#[tokio::test]
async fn discovery_that_was_cancelled_leaves_the_handshake_open() {
    let (_child, stdout, stdin) = piped(&[]);
    let mut client = LineClient::silent(stdout, stdin, Era::Handshake);
    let (method, params) = Era::Stateless.opening();
    client
        .send(&Era::Stateless.request(90, method, &params))
        .await;
    assert_eq!(client.receive().await["id"], 90);
    let params = json!({"requestId": 90});
    client
        .send(&json!({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": params}))
        .await;
    client.greet().await;
    assert_alive(&mut client).await;
}

#[tokio::test]
async fn end_of_input_ends_the_program_well() {
    for era in Era::ALL {
        let (child, mut client) = opened(era).await;
        assert_alive(&mut client).await;
        let mut rest = client.close_writer();
        assert!(ended(child).await.success());
        assert_eq!(in_time(rest.next_line()).await.expect("text"), None);
    }
}

#[tokio::test]
async fn client_that_never_spoke_ends_the_program_well() {
    let (child, _stdout, stdin) = piped(&[]);
    drop(stdin);
    assert!(ended(child).await.success());
}

#[tokio::test]
async fn sixty_four_calls_at_once_are_each_answered_once() {
    for era in Era::ALL {
        let (child, mut client) = opened(era).await;
        let mut asked = BTreeSet::new();
        for _ in 0..64 {
            asked.insert(
                client
                    .ask("tools/call", json!({"name": "search_invoices"}))
                    .await,
            );
        }
        // The input ends while calls run: they are answered all the same.
        let mut rest = client.close_writer();
        while let Some(line) = in_time(rest.next_line()).await.expect("text") {
            let answer: Value = serde_json::from_str(&line).expect("a line of JSON");
            assert_eq!(answer["result"]["isError"], false, "{line}");
            let id = answer["id"].as_u64().unwrap_or_default();
            assert!(asked.remove(&id), "an answer to nothing: {line}");
        }
        assert!(asked.is_empty(), "not answered: {asked:?}");
        assert!(ended(child).await.success());
    }
}
