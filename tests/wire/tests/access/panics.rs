//! The author's code that runs outside of tools may panic, and the request is answered.

use mcp_ergo::{Authorizer, Grants, Hello, Http, Incoming, Unauthorized};
use serde_json::json;
use tokio::net::TcpListener;
use wire_tests::line::InProcess;
use wire_tests::{Era, HttpClient};

use crate::office::{self, Letters};

/// Panics at whoever opened the conversation already, before or after it has waited.
struct Nervous {
    waits: bool,
}

impl Authorizer for Nervous {
    async fn authorize(&self, _: Incoming<'_>) -> Result<Grants, Unauthorized> {
        if self.waits {
            tokio::task::yield_now().await;
        }
        panic!("/home/office/.secret is not readable")
    }
}

const FAILED: &str = "the server failed on its side, not on the call";

#[tokio::test]
async fn an_authorizer_that_panics_lets_nobody_in_and_answers() {
    for (era, waits) in [(Era::Handshake, true), (Era::Stateless, false)] {
        let office = office::builder().authorizer(Nervous { waits });
        let server = office.boot().expect("the office boots");
        let (stream, _serving) = wire_tests::line::serve(server.clone());
        let (reader, writer) = tokio::io::split(stream);
        let mut client = InProcess::silent(reader, writer, era);
        let (method, params) = era.opening();
        let error = client.error(method, params).await;
        assert!(error.message.starts_with(FAILED), "{error:?}");

        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let address = listener.local_addr().expect("an address");
        tokio::spawn(Http::new(server).serve_on(listener, std::future::pending()));
        let mut client = HttpClient::connect(address, era).await;
        let refused = client.ask("tools/list", json!({})).await;
        assert_eq!(refused.status, 503, "{refused:?}");
        assert_eq!(refused.message()["error"], FAILED);
    }
}

#[tokio::test]
async fn an_upgrade_hint_that_panics_is_left_out() {
    for era in Era::ALL {
        let office = office::builder().upgrade_hint(|_| panic!("no directory"));
        let server = office
            .grants(Grants::role("clerk"))
            .boot()
            .expect("the office boots");
        let mut client = InProcess::of(server, era).await;
        let denied = client
            .call("post_letter", json!({"letter_id": "let_4"}))
            .await;
        assert_eq!(
            denied.json()["error"],
            "post_letter needs the scope 'letters:post', which this caller does not hold"
        );
        let answered = client.call("get_subscription", json!({})).await;
        assert_eq!(answered.words(), "You may write letters.");
        assert_eq!(answered.json().get("upgradeHint"), None);
    }
}

#[tokio::test]
async fn a_count_that_panics_is_told_at_boot() {
    // What a lock of an asynchronous runtime does that is waited for without `await`.
    let hello = Hello::new().count("letters", |_: &Letters| panic!("cannot block here"));
    let report = office::builder().hello(hello).boot();
    let report = report.expect_err("a count panics").to_string();
    assert!(
        report.contains(
            "a count or a branch of `_hello` panicked, as stands above\nhelp: let it answer whatever the state is"
        ),
        "{report}"
    );
}
