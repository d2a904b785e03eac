//! The program over HTTP.

use serde_json::json;
use wire_tests::{Era, HttpClient};

use crate::program::{listening, listening_with};

#[tokio::test]
async fn both_eras_are_answered() {
    let (_child, address) = listening().await;
    for era in Era::ALL {
        let mut client = HttpClient::connect(address, era).await;
        let opened = client.greet().await;
        assert_eq!(era.server_info(&opened)["name"], "ledger");
        assert_eq!(client.tools().await.len(), 3);
        let answer = client
            .call("search_invoices", json!({"status": "open", "limit": 2}))
            .await;
        assert_eq!(answer.data()["items"].as_array().map(Vec::len), Some(2));
        let error = client
            .error("tools/call", json!({"name": "serch_invoice"}))
            .await;
        assert_eq!(error.code, -32602);
        let denied = client.call("void_invoice", json!({})).await.envelope();
        assert_eq!(denied["recovery"], "stop");
    }
}

#[tokio::test]
async fn with_a_file_of_tokens_each_caller_has_its_own() {
    let path = std::env::temp_dir().join(format!("ledger-tokens-{}", std::process::id()));
    // The SHA-256 of `tok-eeee`.
    let hash = "f56855edfa200eb46192e8ebc0c80791e5662ab31a87df306d1a5f39150ded56";
    std::fs::write(&path, format!("{hash} till-3 invoices:write\n")).expect("a file");
    let (_child, address) = listening_with(&["--tokens", &path.to_string_lossy()]).await;
    std::fs::remove_file(&path).expect("the file is there");
    for era in Era::ALL {
        let mut client = HttpClient::connect(address, era).await;
        let request = client.request("tools/list", &json!({}));
        let refused = client.exchange(&request).await;
        assert_eq!(refused.status, 401);
        let metadata = refused.header("www-authenticate").unwrap_or_default();
        assert!(
            metadata.starts_with("Bearer resource_metadata="),
            "{metadata}"
        );
        let request = request.header("Authorization", "Bearer tok-eeee");
        let list = client.exchange(&request).await;
        assert_eq!(list.status, 200);
        assert!(list.body.contains("create_invoice") && !list.body.contains("void_invoice"));
    }
}

#[tokio::test]
async fn another_host_and_any_web_page_are_forbidden() {
    let (_child, address) = listening().await;
    for era in Era::ALL {
        for (name, value) in [("Host", "evil.example.com"), ("Origin", "http://127.0.0.1")] {
            let mut client = HttpClient::connect(address, era).await;
            let request = client.request("tools/list", &json!({})).header(name, value);
            assert_eq!(client.exchange(&request).await.status, 403, "{name}");
        }
    }
}

#[cfg(unix)]
#[tokio::test]
async fn program_that_is_asked_to_stop_ends_well() {
    let (child, address) = listening().await;
    let mut client = HttpClient::connect(address, Era::Stateless).await;
    client.call("search_invoices", json!({})).await;
    let id = child.id().expect("the program runs").to_string();
    let asked = tokio::process::Command::new("kill")
        .args(["-TERM", &id])
        .status()
        .await;
    assert!(asked.is_ok_and(|status| status.success()));
    assert!(crate::program::ended(child).await.success());
}
