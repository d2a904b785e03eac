//! What a well-behaved client cannot send.

use std::collections::BTreeSet;

use serde_json::{Value, json};
use wire_tests::line::{InProcess, ProtocolError};
use wire_tests::{Era, LineClient, line, workshop};

async fn client(era: Era) -> InProcess {
    InProcess::of(workshop::server(), era).await
}

async fn assert_alive(client: &mut InProcess) {
    assert_eq!(
        client.call("count_shelves", json!({})).await.data()["count"],
        12
    );
}

#[tokio::test]
async fn line_that_is_no_json_is_survived() {
    for era in Era::ALL {
        let mut client = client(era).await;
        for line in [
            "My client v1.0 started",
            "{\"jsonrpc\":",
            "",
            "\u{feff}",
            "]",
        ] {
            client.send_line(line).await;
            assert_alive(&mut client).await;
        }
    }
}

#[tokio::test]
async fn json_that_is_no_request_is_survived() {
    for era in Era::ALL {
        let mut client = client(era).await;
        for line in ["{}", "[]", "42", "{\"jsonrpc\":\"2.0\",\"id\":null}"] {
            client.send_line(line).await;
            let id = client
                .ask("tools/call", json!({"name": "count_shelves"}))
                .await;
            let mut message = client.receive().await;
            if message["id"] != id {
                assert_eq!(ProtocolError::of(&message).code, -32600, "{line}");
                message = client.receive().await;
            }
            assert_eq!(message["id"], id, "{line}");
        }
    }
}

#[tokio::test]
async fn unknown_method_is_told_by_name_and_survived() {
    for era in Era::ALL {
        let mut client = client(era).await;
        for method in ["tools/delete", "prompts/get", "resources/read", "x"] {
            let error = client.error(method, json!({})).await;
            assert_eq!(error.code, -32601, "{method}: {error:?}");
            assert_alive(&mut client).await;
        }
    }
}

#[tokio::test]
async fn unknown_notifications_and_stray_responses_are_survived() {
    for era in Era::ALL {
        let mut client = client(era).await;
        // `server/discover` alone does not open a conversation.
        assert_alive(&mut client).await;
        for message in [
            json!({"jsonrpc": "2.0", "method": "notifications/unheard_of", "params": {"a": 1}}),
            json!({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": 9999}}),
            json!({"jsonrpc": "2.0", "id": 9999, "result": {}}),
            json!({"jsonrpc": "2.0", "id": 9999, "error": {"code": -1, "message": "no"}}),
        ] {
            client.send(&message).await;
            assert_alive(&mut client).await;
        }
    }
}

#[tokio::test]
async fn call_that_cannot_be_read_is_invalid_params() {
    for era in Era::ALL {
        let mut client = client(era).await;
        for (params, told) in [
            (json!({}), "names no tool"),
            (json!({"arguments": {}}), "names no tool"),
            (json!({"name": 7}), "name (7) is not a string"),
            (json!({"name": null}), "name (null) is not a string"),
        ] {
            let error = client.error("tools/call", params.clone()).await;
            assert_eq!(error.code, -32602, "{params}: {error:?}");
            assert!(error.message.contains(told), "{params}: {error:?}");
        }
        assert_alive(&mut client).await;
    }
}

/// rmcp reads neither, and does not say to which request its error belongs.
#[tokio::test]
async fn request_whose_meta_or_params_are_lists_is_an_error_and_survived() {
    let mut client = client(Era::Handshake).await;
    for params in [json!([1]), json!({"name": "count_shelves", "_meta": [1]})] {
        client.ask("tools/call", params).await;
        assert_eq!(ProtocolError::of(&client.receive().await).code, -32600);
        assert_alive(&mut client).await;
    }
}

#[tokio::test]
async fn id_comes_back_as_it_was_sent() {
    let mut client = client(Era::Handshake).await;
    for id in [json!("a-1"), json!(0), json!(9_007_199_254_740_991_i64)] {
        let request = json!({"jsonrpc": "2.0", "id": id, "method": "tools/list"});
        client.send(&request).await;
        assert_eq!(client.receive().await["id"], id);
    }
}

#[tokio::test]
async fn call_before_the_opening_is_refused_and_the_opening_still_works() {
    let (stream, _serving) = line::serve(workshop::server());
    let (reader, writer) = tokio::io::split(stream);
    let mut client = LineClient::silent(reader, writer, Era::Handshake);
    let error = client
        .error("tools/call", json!({"name": "count_shelves"}))
        .await;
    assert!(error.code < 0, "{error:?}");
    client.greet().await;
    assert_alive(&mut client).await;
}

#[tokio::test]
async fn stateless_conversation_needs_no_opening() {
    let (stream, _serving) = line::serve(workshop::server());
    let (reader, writer) = tokio::io::split(stream);
    let mut client = LineClient::silent(reader, writer, Era::Stateless);
    assert_alive(&mut client).await;
}

#[tokio::test]
async fn stateless_request_without_its_version_is_invalid_params() {
    let mut client = client(Era::Stateless).await;
    let request = json!({"jsonrpc": "2.0", "id": "bare", "method": "tools/list", "params": {}});
    assert_alive(&mut client).await;
    client.send(&request).await;
    let error = ProtocolError::of(&client.receive().await);
    assert_eq!(error.code, -32602, "{error:?}");
    assert_alive(&mut client).await;
}

#[tokio::test]
async fn cancelled_call_is_not_answered_and_the_next_one_is() {
    for era in Era::ALL {
        let (server, gate) = workshop::gated();
        let mut client = InProcess::of(server, era).await;
        let id = client.ask("tools/call", json!({"name": "wait_turn"})).await;
        gate.entered(1).await;
        let params = json!({"requestId": id, "reason": "the user gave up"});
        let cancel =
            json!({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": params});
        client.send(&cancel).await;
        assert_alive(&mut client).await;
    }
}

#[tokio::test]
async fn sixty_four_calls_at_once_are_each_answered_once() {
    for era in Era::ALL {
        let (server, gate) = workshop::gated();
        let mut client = InProcess::of(server, era).await;
        let mut asked = BTreeSet::new();
        for _ in 0..64 {
            asked.insert(client.ask("tools/call", json!({"name": "wait_turn"})).await);
        }
        gate.entered(64).await;
        gate.open();
        for _ in 0..64 {
            let answer = client.receive().await;
            assert_eq!(answer["result"]["isError"], false, "{answer}");
            let id = answer["id"].as_u64().unwrap_or_default();
            assert!(asked.remove(&id), "an answer to nothing: {answer}");
        }
        assert_alive(&mut client).await;
    }
}

#[tokio::test]
async fn client_that_goes_away_ends_the_conversation() {
    for era in Era::ALL {
        let (stream, serving) = line::serve(workshop::server());
        let (reader, writer) = tokio::io::split(stream);
        let mut client = LineClient::open(reader, writer, era).await;
        let listed: Vec<Value> = client.tools().await;
        assert!(!listed.is_empty());
        drop(client);
        wire_tests::in_time(serving).await.expect("the server ends");
    }
}
