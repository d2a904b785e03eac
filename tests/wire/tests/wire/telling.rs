//! Progress and log messages.

use mcp_ergo::Http;
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpListener, TcpStream};
use wire_tests::line::InProcess;
use wire_tests::{Era, Guest, in_time, studio};

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

/// The messages of a response that is a stream of events, and its content type.
async fn streamed(era: Era, params: &Value) -> (String, Vec<Value>) {
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
    let address = listener.local_addr().expect("an address");
    let http = Http::new(studio::server());
    tokio::spawn(http.serve_on(listener, std::future::pending()));
    let body = era.request(1, "tools/call", params).to_string();
    let length = body.len();
    let version = era.version();
    let name = params["name"].as_str().unwrap_or_default();
    let request = format!(
        "POST /mcp HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\
         Content-Type: application/json\r\nAccept: application/json, text/event-stream\r\n\
         MCP-Protocol-Version: {version}\r\nMcp-Method: tools/call\r\nMcp-Name: {name}\r\n\
         Content-Length: {length}\r\n\r\n{body}"
    );
    let mut stream = TcpStream::connect(address).await.expect("it listens");
    let sent = stream.write_all(request.as_bytes()).await;
    sent.expect("the server reads");
    let mut response = String::new();
    let read = in_time(stream.read_to_string(&mut response)).await;
    read.expect("the server answers and closes");
    let content_type = response
        .lines()
        .find_map(|line| line.strip_prefix("content-type: "))
        .unwrap_or_default();
    let messages = response
        .lines()
        .filter_map(|line| serde_json::from_str(line.strip_prefix("data: ")?).ok())
        .collect();
    (content_type.to_owned(), messages)
}

#[tokio::test]
async fn over_http_progress_comes_on_the_stream_of_its_answer_without_a_session() {
    for era in Era::ALL {
        let call = json!({"name": "simulate_firing", "arguments": {}});
        let (content_type, _) = streamed(era, &call).await;
        assert_eq!(content_type, "application/json", "nobody asked");
        let mut asking = call;
        asking["_meta"] = json!({"progressToken": "t-1"});
        let (content_type, messages) = streamed(era, &asking).await;
        assert_eq!(content_type, "text/event-stream");
        let progress: Vec<&Value> = messages
            .iter()
            .map(|message| &message["params"]["progress"])
            .collect();
        assert_eq!(
            progress,
            [&json!(0.0), &json!(2.0), &json!(3.0), &Value::Null]
        );
        let last = messages.last().expect("an answer");
        assert_eq!(
            last["result"]["content"][0]["text"],
            "The firing went well."
        );
    }
}
