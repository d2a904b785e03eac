//! Names that look like others, and the way back from each, also over HTTP.

use mcp_ergo::prelude::*;
use mcp_ergo::{Builder, Grants, Http, Presentation, Server};
use serde_json::json;
use tokio::net::TcpListener;
use wire_tests::line::InProcess;
use wire_tests::{Era, HttpClient};

/// Which tool answered.
#[derive(serde::Serialize, schemars::JsonSchema)]
struct Which {
    /// Its place.
    at: u32,
}

fn which(at: u32) -> Reply<Which> {
    Reply::new("Here.", Which { at })
}

/// A module that is called by a keyword.
mod r#type {
    use super::{Which, which};
    use mcp_ergo::prelude::*;

    /// Get the ferry that leaves next.
    #[tool(read, top, when = "somebody wants to cross", returns = "the ferry")]
    pub(super) fn get_ferry() -> Reply<Which> {
        which(1)
    }

    /// Get the pier of a ferry.
    #[tool(
        read,
        when = "somebody looks for a pier",
        returns = "the pier",
        formerly = "fetch_pier"
    )]
    pub(super) fn get_pier(
        /// Number of the pier, e.g. 3; the nearest when left out.
        #[param(range = 1..=9, from = user("where the user stands"))]
        pier: Option<u32>,
    ) -> Reply<Which> {
        let _ = pier;
        which(2)
    }
}

/// Get the ferry that left last.
#[tool(
    read,
    name = "mcp__quay__get_ferry",
    when = "somebody has missed it",
    returns = "the ferry",
    scope = "log:read",
    allow(
        name_ungrammatical = "its clients know it by this name",
        name_not_a_verb_phrase = "its clients know it by this name"
    )
)]
fn get_gone_ferry() -> Reply<Which> {
    which(3)
}

fn builder() -> Builder {
    Server::builder("quay", "1.0.0")
        .purpose("Ferries and piers of one quay")
        .tools_in(module_path!())
        .start_with(r#type::get_ferry::tool())
        .role("master", ["read", "log:read"])
}

#[tokio::test]
async fn a_name_that_looks_prefixed_is_its_tools_own() {
    for presentation in [Presentation::flat(), Presentation::favourites(["get_pier"])] {
        for (grants, at) in [
            (Grants::role("master"), Some(3)),
            // It is denied, and no other tool runs in its place.
            (Grants::of(["read"]), None),
        ] {
            let server = builder().presentation(presentation.clone()).grants(grants);
            let server = server.boot().expect("the quay boots");
            let mut client = InProcess::of(server, Era::Stateless).await;
            let answer = client.call("mcp__quay__get_ferry", json!({})).await;
            match at {
                Some(at) => assert_eq!(answer.data()["at"], at),
                None => assert!(answer.words().contains("log:read"), "{}", answer.words()),
            }
        }
    }
}

#[tokio::test]
async fn a_module_that_is_called_by_a_keyword_is_a_domain() {
    let server = builder().presentation(Presentation::favourites(["get_pier"]));
    let server = server.boot().expect("the quay boots");
    let mut client = InProcess::of(server, Era::Stateless).await;
    let tools = json!(client.tools().await).to_string();
    assert!(tools.contains("\"all__type__get_pier\""), "{tools}");
}

#[tokio::test]
async fn presented_names_are_called_over_http() {
    for separator in ["__", "/", ".", "-", "→"] {
        let favourites = Presentation::favourites(["get_pier"]);
        let presentation = favourites.separator(separator, "our client takes it");
        let server = builder().presentation(presentation).boot();
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let address = listener.local_addr().expect("an address");
        let http = Http::new(server.expect("the quay boots"));
        tokio::spawn(http.serve_on(listener, std::future::pending()));
        for era in Era::ALL {
            let mut client = HttpClient::connect(address, era).await;
            client.greet().await;
            let favourite = ["favourite", "get_pier"].join(separator);
            let names = [
                favourite.clone(),
                ["all", "type", "get_pier"].join(separator),
                "get_pier".to_owned(),
                "favourite__fetch_pier".to_owned(),
            ];
            for name in names.iter().filter(|name| name.is_ascii()) {
                let answer = client.call(name, json!({})).await;
                assert_eq!(answer.data()["at"], 2, "{name}");
            }
            // What a header cannot hold comes in Base64.
            let params = json!({"name": favourite, "arguments": {}});
            let mut request = client.request("tools/call", &params);
            if era == Era::Stateless && !favourite.is_ascii() {
                request = request.header("Mcp-Name", "=?base64?ZmF2b3VyaXRl4oaSZ2V0X3BpZXI=?=");
            }
            let message = client.exchange(&request).await.message();
            let data = &message["result"]["structuredContent"];
            assert_eq!(data["at"], 2, "{message}");
        }
    }
}
