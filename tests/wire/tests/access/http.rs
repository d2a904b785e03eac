//! Who gets in over HTTP.

use std::net::SocketAddr;

use mcp_ergo::{Grants, Http, Tokens};
use serde_json::{Value, json};
use tokio::net::TcpListener;
use wire_tests::http::{Request, Response};
use wire_tests::{Era, HttpClient};

use crate::office::{self, ByHeader};

const TOKEN: &str = "tok-aaaa-bbbb-cccc-dddd";

async fn serve(http: Http) -> SocketAddr {
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let address = listener.local_addr().expect("an address");
    tokio::spawn(http.serve_on(listener, std::future::pending()));
    address
}

async fn with_tokens() -> SocketAddr {
    let tokens = Tokens::new()
        .token(TOKEN, Grants::role("clerk").caller("till-3"))
        // The SHA-256 of `tok-eeee`.
        .hash(
            "f56855edfa200eb46192e8ebc0c80791e5662ab31a87df306d1a5f39150ded56",
            Grants::role("postmaster"),
        )
        .expect("a hash");
    let server = office::builder()
        .authorizer(tokens)
        .boot()
        .expect("the office boots");
    serve(Http::new(server)).await
}

async fn list(address: SocketAddr, era: Era, headers: &[(&str, &str)]) -> Response {
    let mut client = HttpClient::connect(address, era).await;
    let mut request = client.request("tools/list", &json!({}));
    for (name, value) in headers {
        request = request.header(name, value);
    }
    client.exchange(&request).await
}

fn names(response: &Response) -> Vec<String> {
    let message = response.message();
    let tools = message["result"]["tools"]
        .as_array()
        .cloned()
        .unwrap_or_default();
    let name = |tool: &Value| tool["name"].as_str().unwrap_or_default().to_owned();
    tools.iter().map(name).collect()
}

#[tokio::test]
async fn a_token_opens_what_its_role_holds() {
    let address = with_tokens().await;
    for era in Era::ALL {
        let hashed = list(address, era, &[("Authorization", "bearer tok-eeee")]).await;
        assert_eq!(names(&hashed).len(), 8, "{hashed:?}");
        let bearer = format!("Bearer {TOKEN}");
        let response = list(address, era, &[("Authorization", &bearer)]).await;
        assert_eq!(response.status, 200, "{response:?}");
        assert_eq!(
            names(&response),
            [
                "_hello",
                "buy_stamps",
                "get_letter",
                "get_subscription",
                "list_stamps",
                "search_letters",
                "write_letter"
            ]
        );
    }
}

#[tokio::test]
async fn without_a_valid_token_nobody_gets_in_and_is_told_where_to_look() {
    let address = with_tokens().await;
    let metadata = format!("http://{address}/.well-known/oauth-protected-resource/mcp");
    let told =
        format!("resource_metadata=\"{metadata}\", scope=\"account:read letters:read read\"");
    for era in Era::ALL {
        let missing = list(address, era, &[]).await;
        assert_eq!(missing.status, 401);
        assert_eq!(
            missing.header("www-authenticate"),
            Some(format!("Bearer {told}").as_str())
        );
        assert_eq!(
            missing.message(),
            json!({
                "error": "the request does not say who sends it",
                "hint": "Tell the user that the server needs a valid token, set up in the client."
            })
        );
        for wrong in [
            "Bearer tok-aaaa-bbbb-cccc-ddd",
            "Bearer  ",
            "Basic dG9rOg==",
            "Bearer",
            TOKEN,
        ] {
            let refused = list(address, era, &[("Authorization", wrong)]).await;
            assert_eq!(refused.status, 401, "{wrong}");
            assert_eq!(
                refused.header("www-authenticate"),
                Some(format!("Bearer error=\"invalid_token\", {told}").as_str())
            );
            assert!(!refused.body.contains("tok-"), "{refused:?}");
        }
    }
}

#[tokio::test]
async fn the_metadata_is_there_for_everybody() {
    let server = office::builder()
        .authorizer(ByHeader)
        .boot()
        .expect("the office boots");
    let http = Http::new(server)
        .resource("https://office.example/mcp")
        .authorization_server("https://login.example");
    let address = serve(http).await;
    for path in [
        "/.well-known/oauth-protected-resource/mcp",
        "/.well-known/oauth-protected-resource",
    ] {
        let mut client = HttpClient::connect(address, Era::Stateless).await;
        let response = client.exchange(&Request::new("GET").path(path)).await;
        assert_eq!(response.status, 200, "{response:?}");
        assert_eq!(
            response.message(),
            json!({
                "resource": "https://office.example/mcp",
                "resource_name": "office",
                "scopes_supported": ["account:read", "letters:burn", "letters:post", "letters:read", "letters:write", "read", "stamps:write"],
                "bearer_methods_supported": ["header"],
                "authorization_servers": ["https://login.example"],
            })
        );
    }
}

#[tokio::test]
async fn the_metadata_is_where_the_challenge_says() {
    let server = office::builder()
        .authorizer(ByHeader)
        .boot()
        .expect("the office boots");
    let http = Http::new(server).resource("https://office.example/team/mcp");
    let address = serve(http).await;
    let refused = list(address, Era::Stateless, &[]).await;
    let challenge = refused.header("www-authenticate").expect("a challenge");
    let path = "/.well-known/oauth-protected-resource/team/mcp";
    let told = format!("resource_metadata=\"https://office.example{path}\"");
    assert!(challenge.contains(&told), "{challenge}");
    let mut client = HttpClient::connect(address, Era::Stateless).await;
    let response = client.exchange(&Request::new("GET").path(path)).await;
    assert_eq!(response.status, 200, "{response:?}");
    let metadata = response.message();
    assert_eq!(metadata["resource"], "https://office.example/team/mcp");
}

#[tokio::test]
async fn a_header_that_stands_there_twice_says_nothing() {
    let tokens = Tokens::new()
        .token(TOKEN, Grants::role("clerk"))
        .token("tok-eeee", Grants::role("postmaster"));
    for builder in [
        office::builder().authorizer(tokens),
        office::builder().authorizer(ByHeader),
    ] {
        let server = builder.boot().expect("the office boots");
        let address = serve(Http::new(server)).await;
        for era in Era::ALL {
            let mut client = HttpClient::connect(address, era).await;
            let request = client
                .request("tools/list", &json!({}))
                .and_header("Authorization", &format!("Bearer {TOKEN}"))
                .and_header("authorization", "Bearer tok-eeee")
                .and_header("x-role", "postmaster")
                .and_header("x-role", "reader");
            let refused = client.exchange(&request).await;
            assert_eq!(refused.status, 401, "{refused:?}");
        }
    }
}

#[tokio::test]
async fn an_authorizer_that_fails_closes() {
    let server = office::builder()
        .authorizer(ByHeader)
        .boot()
        .expect("the office boots");
    let address = serve(Http::new(server)).await;
    for era in Era::ALL {
        let broken = list(address, era, &[("x-role", "broken")]).await;
        assert_eq!(broken.status, 503, "{broken:?}");
        assert!(!broken.body.contains("ldap"), "{broken:?}");
        let body = broken.message();
        assert_eq!(
            body["error"],
            "the server failed on its side, not on the call"
        );
        assert!(
            body["reference"]
                .as_str()
                .is_some_and(|it| it.starts_with("e-")),
            "{body}"
        );
        // A role that nobody declared holds nothing.
        let unknown = list(address, era, &[("x-role", "emperor")]).await;
        assert_eq!(names(&unknown), ["_hello"]);
    }
}

#[tokio::test]
async fn callers_on_one_connection_are_told_apart() {
    let server = office::builder()
        .authorizer(ByHeader)
        .boot()
        .expect("the office boots");
    let address = serve(Http::new(server)).await;
    let mut client = HttpClient::connect(address, Era::Stateless).await;
    for (role, tools) in [
        ("postmaster", 8),
        ("reader", 4),
        ("clerk", 7),
        ("postmaster", 8),
    ] {
        let request = client
            .request("tools/list", &json!({}))
            .header("x-role", role);
        let response = client.exchange(&request).await;
        assert_eq!(names(&response).len(), tools, "{role}");
    }
}
