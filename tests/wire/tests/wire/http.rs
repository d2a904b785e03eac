//! Streamable HTTP.

use std::net::SocketAddr;
use std::time::{Duration, Instant};

use mcp_ergo::Http;
use serde_json::json;
use tokio::net::TcpListener;
use wire_tests::http::Request;
use wire_tests::line::InProcess;
use wire_tests::{Era, HttpClient, archive, workshop};

/// Serves until the test ends.
async fn serve(http: Http) -> SocketAddr {
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
    let address = listener.local_addr().expect("an address");
    tokio::spawn(http.serve_on(listener, std::future::pending()));
    address
}

async fn client(era: Era) -> HttpClient {
    HttpClient::connect(serve(Http::new(workshop::server())).await, era).await
}

#[tokio::test]
async fn both_eras_are_answered_as_over_pipes() {
    for era in Era::ALL {
        let mut client = client(era).await;
        let opened = client.greet().await;
        assert_eq!(era.server_info(&opened)["name"], "workshop");
        let mut piped = InProcess::of(workshop::server(), era).await;
        assert_eq!(json!(client.tools().await), json!(piped.tools().await));
        for (tool, arguments) in [
            ("mix_glaze", json!({"glazeName": "shino", "litreCount": 4})),
            (
                "mix_glaze",
                json!({"glazeName": "shine", "litreCount": "ten", "x": 1}),
            ),
            ("order_clay", json!({"kilograms": 20})),
            ("continue_work", json!({"piece": "teapot"})),
        ] {
            let over_http = client.call(tool, arguments.clone()).await;
            assert_eq!(over_http.result, piped.call(tool, arguments).await.result);
        }
    }
}

#[tokio::test]
async fn resources_and_prompts_are_answered_as_over_pipes() {
    for era in Era::ALL {
        let address = serve(Http::new(archive::server())).await;
        let mut client = HttpClient::connect(address, era).await;
        let mut piped = InProcess::of(archive::server(), era).await;
        let of = json!({"type": "ref/prompt", "name": "answer_letter"});
        for (method, params) in [
            ("resources/list", json!({})),
            ("resources/templates/list", json!({})),
            (
                "resources/read",
                json!({"uri": "archive://letters/let_001"}),
            ),
            ("prompts/list", json!({})),
            (
                "prompts/get",
                json!({"name": "answer_letter", "arguments": {"letter_id": "let_001"}}),
            ),
            (
                "completion/complete",
                json!({"ref": of, "argument": {"name": "tone", "value": "d"}}),
            ),
        ] {
            let over_http = client.result(method, params.clone()).await;
            assert_eq!(over_http, piped.result(method, params).await, "{method}");
        }
        for (method, params) in [
            ("resources/read", json!({"uri": "archive://nothing"})),
            ("prompts/get", json!({"name": "open_vault"})),
        ] {
            let over_http = client.error(method, params.clone()).await;
            let over_pipe = piped.error(method, params).await;
            assert_eq!(over_http.code, over_pipe.code, "{method}");
            assert_eq!(over_http.message, over_pipe.message);
        }
    }
}

#[tokio::test]
async fn protocol_errors_are_answered_as_over_pipes() {
    for era in Era::ALL {
        let mut client = client(era).await;
        let unknown = client
            .error("tools/call", json!({"name": "mix_glazes"}))
            .await;
        assert_eq!(unknown.code, -32602, "{unknown:?}");
        assert!(unknown.message.contains("mix_glaze"), "{unknown:?}");
        let params = json!({"name": "mix_glaze", "arguments": "shino"});
        let unreadable = client.error("tools/call", params).await;
        assert_eq!(unreadable.code, -32602, "{unreadable:?}");
        let method = client.error("tools/delete", json!({})).await;
        assert_eq!(method.code, -32601, "{method:?}");
        assert_eq!(
            client.call("count_shelves", json!({})).await.data()["count"],
            12
        );
    }
}

#[tokio::test]
async fn panics_are_answered_and_the_connection_goes_on() {
    for era in Era::ALL {
        let mut client = client(era).await;
        for tool in [
            "inspect_wheel",
            "inspect_kiln",
            "read_gauge",
            "read_thermometer",
        ] {
            assert_eq!(
                client.call(tool, json!({})).await.envelope()["recovery"],
                "stop"
            );
            assert_eq!(
                client.call("count_shelves", json!({})).await.data()["count"],
                12
            );
        }
    }
}

#[tokio::test]
async fn host_that_is_not_allowed_is_forbidden() {
    for era in Era::ALL {
        let mut client = client(era).await;
        for (host, status) in [
            ("evil.example.com", 403),
            ("localhost.evil.example.com", 403),
            ("localhost", 200),
            ("127.0.0.1:9999", 200),
            ("[::1]:80", 200),
        ] {
            let request = client
                .request("tools/list", &json!({}))
                .header("Host", host);
            assert_eq!(client.exchange(&request).await.status, status, "{host}");
        }
    }
}

#[tokio::test]
async fn web_page_is_forbidden_unless_its_origin_is_named() {
    let server = Http::new(workshop::server()).allow_origin("https://app.example.com");
    let open = serve(server).await;
    for era in Era::ALL {
        let mut strict = client(era).await;
        for origin in ["https://evil.example.com", "http://localhost", "null"] {
            let request = strict
                .request("tools/list", &json!({}))
                .header("Origin", origin);
            assert_eq!(strict.exchange(&request).await.status, 403, "{origin}");
        }
        let mut client = HttpClient::connect(open, era).await;
        for (origin, status) in [
            ("https://app.example.com", 200),
            ("https://app.example.com.evil.example.com", 403),
            ("http://app.example.com", 403),
        ] {
            let request = client
                .request("tools/list", &json!({}))
                .header("Origin", origin);
            assert_eq!(client.exchange(&request).await.status, status, "{origin}");
        }
    }
}

#[tokio::test]
async fn host_that_is_named_is_answered() {
    let address = serve(Http::new(workshop::server()).allow_host("mcp.example.com")).await;
    let mut client = HttpClient::connect(address, Era::Handshake).await;
    for (host, status) in [
        ("mcp.example.com", 200),
        ("mcp.example.com:8443", 200),
        ("example.com", 403),
    ] {
        let request = client
            .request("tools/list", &json!({}))
            .header("Host", host);
        assert_eq!(client.exchange(&request).await.status, status, "{host}");
    }
}

#[tokio::test]
async fn body_over_the_limit_is_too_large() {
    let address = serve(Http::new(workshop::server()).body_limit(2000)).await;
    for era in Era::ALL {
        let mut client = HttpClient::connect(address, era).await;
        let params = json!({"name": "count_shelves", "arguments": {"_pad": "x".repeat(3000)}});
        assert_eq!(client.ask("tools/call", params).await.status, 413);
        let mut client = HttpClient::connect(address, era).await;
        assert_eq!(
            client.call("count_shelves", json!({})).await.data()["count"],
            12
        );
    }
}

#[tokio::test]
async fn body_within_four_mebibytes_is_read_by_default() {
    let mut client = client(Era::Handshake).await;
    let pad = "x".repeat(4 * 1024 * 1024 - 1000);
    let answer = client.call("count_shelves", json!({"_pad": pad})).await;
    assert_eq!(answer.data()["count"], 12);
}

#[tokio::test]
async fn server_without_sessions_offers_post_alone() {
    for era in Era::ALL {
        let mut client = client(era).await;
        for method in ["GET", "DELETE", "PUT"] {
            let request = Request::new(method)
                .header("Accept", "text/event-stream")
                .header("MCP-Protocol-Version", era.version());
            let response = client.exchange(&request).await;
            assert_eq!(response.status, 405, "{method}: {response:?}");
            assert_eq!(response.header("allow"), Some("POST"), "{method}");
        }
        let (method, params) = era.opening();
        let opened = client.ask(method, params).await;
        assert_eq!(opened.header("mcp-session-id"), None);
    }
}

#[tokio::test]
async fn request_that_is_not_json_is_refused_and_survived() {
    for era in Era::ALL {
        let mut client = client(era).await;
        let request = client.request("tools/list", &json!({}));
        for (broken, statuses) in [
            (request.clone().body("hello"), [400, 415]),
            (
                request.clone().header("Content-Type", "text/plain"),
                [415, 415],
            ),
            (request.clone().header("Accept", "text/html"), [406, 406]),
        ] {
            let response = client.exchange(&broken).await;
            assert!(statuses.contains(&response.status), "{response:?}");
        }
        assert_eq!(
            client.call("count_shelves", json!({})).await.data()["count"],
            12
        );
    }
}

#[tokio::test]
async fn other_paths_are_not_found() {
    let address = serve(Http::new(workshop::server())).await;
    let mut stream = tokio::net::TcpStream::connect(address)
        .await
        .expect("the server listens");
    let request = format!("GET / HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n");
    tokio::io::AsyncWriteExt::write_all(&mut stream, request.as_bytes())
        .await
        .expect("it reads");
    let mut response = String::new();
    let read = tokio::io::AsyncReadExt::read_to_string(&mut stream, &mut response).await;
    assert!(
        read.is_ok() && response.starts_with("HTTP/1.1 404"),
        "{response}"
    );
}

/// A delayed acknowledgement costs 40 ms a call; twenty calls would take 800 ms. That the sockets
/// do not delay is asserted beside the listener itself.
#[tokio::test]
async fn sequential_calls_wait_for_no_acknowledgement() {
    for era in Era::ALL {
        let mut client = client(era).await;
        client.greet().await;
        // The quickest of three rounds: other tests run beside this one.
        let mut quickest = Duration::MAX;
        for _ in 0..3 {
            let begun = Instant::now();
            for _ in 0..20 {
                client.call("count_shelves", json!({})).await;
            }
            quickest = quickest.min(begun.elapsed());
        }
        assert!(
            quickest < Duration::from_millis(400),
            "20 calls took {quickest:?}"
        );
    }
}
