//! Progress and log messages.

use serde_json::{Value, json};
use wire_tests::line::InProcess;
use wire_tests::{Era, Guest, studio};

const LEVEL: &str = "io.modelcontextprotocol/logLevel";

fn nothing(_: &Value) -> Value {
    Value::Null
}

/// Method and params of what was told, without what every notification has.
fn told(guest: &mut Guest) -> Vec<(String, Value)> {
    let told = std::mem::take(&mut guest.told);
    told.into_iter()
        .map(|mut news| {
            let method = news["method"].as_str().unwrap_or_default().to_owned();
            (method, news["params"].take())
        })
        .collect()
}

#[tokio::test]
async fn progress_comes_in_order_before_the_answer_to_whoever_asked() {
    for era in Era::ALL {
        let mut guest = Guest::of(studio::server(), era, nothing).await;
        guest.call("simulate_firing", json!({})).await;
        assert_eq!(told(&mut guest), [], "nobody asked");
        guest.saying("progressToken", json!("t-1"));
        guest.call("simulate_firing", json!({})).await;
        let progress = "notifications/progress".to_owned();
        let told = told(&mut guest);
        assert_eq!(
            told,
            [
                json!({"progressToken": "t-1", "progress": 0.0, "total": 3.0, "message": "lit"}),
                json!({"progressToken": "t-1", "progress": 2.0, "total": 3.0}),
                json!({"progressToken": "t-1", "progress": 3.0, "message": "cold"}),
            ]
            .map(|params| (progress.clone(), params))
        );
    }
}

#[tokio::test]
async fn a_client_gets_the_log_from_its_level_on() {
    let server = || studio::builder().logging().boot().expect("it boots");
    let message = |level, text| {
        let params = json!({"level": level, "logger": "simulate_firing", "data": text});
        ("notifications/message".to_owned(), params)
    };
    let warning = message("warning", "the gas is low");
    let debug = message("debug", "the door is shut");

    let mut guest = Guest::of(server(), Era::Handshake, nothing).await;
    assert_eq!(guest.line.opened["capabilities"]["logging"], json!({}));
    guest.call("simulate_firing", json!({})).await;
    let told_unasked = told(&mut guest);
    assert_eq!(
        told_unasked,
        std::slice::from_ref(&warning),
        "info unless told"
    );
    for (level, wanted) in [
        ("error", vec![]),
        ("debug", vec![debug.clone(), warning.clone()]),
    ] {
        let set = guest
            .exchange("logging/setLevel", json!({"level": level}))
            .await;
        assert_eq!(set["result"], json!({}));
        guest.call("simulate_firing", json!({})).await;
        assert_eq!(told(&mut guest), wanted);
    }

    let mut guest = Guest::of(server(), Era::Stateless, nothing).await;
    guest.call("simulate_firing", json!({})).await;
    assert_eq!(told(&mut guest), [], "nothing unless the call says so");
    guest.saying(LEVEL, json!("debug"));
    guest.call("simulate_firing", json!({})).await;
    assert_eq!(told(&mut guest), [debug, warning]);
    let set = guest
        .exchange("logging/setLevel", json!({"level": "debug"}))
        .await;
    assert_eq!(set["error"]["code"], -32601, "{set}");
}

#[tokio::test]
async fn a_server_that_does_not_say_so_writes_to_no_log() {
    for era in Era::ALL {
        let mut guest = Guest::of(studio::server(), era, nothing).await;
        guest.saying(LEVEL, json!("debug"));
        guest.call("simulate_firing", json!({})).await;
        assert_eq!(told(&mut guest), []);
        let set = guest
            .exchange("logging/setLevel", json!({"level": "debug"}))
            .await;
        assert_eq!(set["error"]["code"], -32601, "{set}");
        let mut client = InProcess::of(studio::server(), era).await;
        assert_eq!(client.opened["capabilities"].get("logging"), None);
        client.call("simulate_firing", json!({})).await;
    }
}
