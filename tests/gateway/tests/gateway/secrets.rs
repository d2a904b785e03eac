//! What stays with the gateway.

use std::net::{Ipv4Addr, SocketAddr};

use gateway_tests::{Listening, Manner, Trouble};
use mcp_ergo::gateway::Upstream;
use serde_json::json;

use crate::talk::{Talk, gateway, texts, upstream};

const TOKEN: &str = "tok-7f3k9q-secret";

#[tokio::test]
async fn a_program_sees_its_own_variables_and_nobody_elses() {
    // Cargo sets it for every test.
    assert!(std::env::var_os("CARGO_MANIFEST_DIR").is_some());
    let gateway = gateway([
        upstream("one", "good").env("API_TOKEN", TOKEN),
        upstream("two", "good"),
    ])
    .await;
    let talk = Talk::with(&gateway).await;
    let read = async |tool: &str, name: &str| {
        let result = talk.ok(tool, json!({"name": name})).await;
        texts(&result).join("")
    };
    assert_eq!(read("one__read_variable", "API_TOKEN").await, TOKEN);
    assert_eq!(read("two__read_variable", "API_TOKEN").await, "not set");
    assert_eq!(
        read("one__read_variable", "CARGO_MANIFEST_DIR").await,
        "not set"
    );
    assert_ne!(read("one__read_variable", "PATH").await, "not set");
    assert!(!format!("{gateway:?}").contains(TOKEN));
    gateway.stop().await;
}

#[tokio::test]
async fn a_token_reaches_its_server_and_nobody_else() {
    let anywhere = SocketAddr::from((Ipv4Addr::LOCALHOST, 0));
    let listening = Listening::begin(Trouble::new(Manner::Good), TOKEN, anywhere).await;
    let right = Upstream::http("right", listening.url())
        .bearer(TOKEN)
        .header("X-Team", "blue-team");
    let wrong = Upstream::http("wrong", listening.url()).bearer("tok-wrong-secret");
    let gateway = gateway([right, wrong]).await;
    let talk = Talk::with(&gateway).await;
    talk.ok("right__echo_text", json!({"text": "x"})).await;
    let seen = listening.seen();
    let with_team = seen
        .iter()
        .filter(|headers| {
            headers
                .get("x-team")
                .is_some_and(|team| team == "blue-team")
        })
        .count();
    assert!(with_team >= 3, "{seen:?}");
    let told = format!(
        "{gateway:?} {:?} {} {:?}",
        gateway.notes(),
        gateway.report(),
        talk.tools().await
    );
    assert!(
        !told.contains(TOKEN) && !told.contains("tok-wrong"),
        "{told}"
    );
    assert!(gateway.notes()[0].starts_with("wrong is away: "));
    gateway.stop().await;
}
