//! Resources that clients watch, and lists that they keep.

use std::time::Duration;

use serde_json::{Value, json};
use wire_tests::{Era, Guest, studio};

fn nothing(_: &Value) -> Value {
    Value::Null
}

#[tokio::test]
async fn a_client_of_the_handshake_is_told_of_what_it_subscribed_to() {
    let mut guest = Guest::of(studio::server(), Era::Handshake, nothing).await;
    let resources = &guest.line.opened["capabilities"]["resources"];
    assert_eq!(resources["subscribe"], true);
    let shelf = json!({"uri": "studio://shelf"});
    let begun = guest.exchange("resources/subscribe", shelf.clone()).await;
    assert_eq!(begun["result"], json!({}));
    guest.call("add_pot", json!({})).await;
    if guest.told.is_empty() {
        let message = guest.line.receive().await;
        guest.told.push(message);
    }
    assert_eq!(guest.told.len(), 1, "{:?}", guest.told);
    assert_eq!(guest.told[0]["method"], "notifications/resources/updated");
    assert_eq!(guest.told[0]["params"], shelf);
    let ended = guest.exchange("resources/unsubscribe", shelf).await;
    assert_eq!(ended["result"], json!({}));
    guest.told.clear();
    guest.call("add_pot", json!({})).await;
    guest.call("say_weight", json!({})).await;
    assert_eq!(guest.told, Vec::<Value>::new());
}

#[tokio::test]
async fn nobody_watches_what_is_not_there_or_not_theirs() {
    let mut guest = Guest::of(studio::server(), Era::Handshake, nothing).await;
    let subscribe = json!({"uri": "studio://shelves"});
    let unknown = guest.exchange("resources/subscribe", subscribe).await;
    assert_eq!(unknown["error"]["code"], -32002, "{unknown}");
    assert_eq!(
        unknown["error"]["message"],
        "no resource has the URI \"studio://shelves\"; the nearest are studio://shelf and studio://label"
    );
    // The one of a client that listens is left out without a word: the rest of what it names counts.
    let mut guest = Guest::of(studio::server(), Era::Stateless, nothing).await;
    let filter = json!({"notifications": {"resourceSubscriptions": ["studio://cellar"]}});
    guest.send("subscriptions/listen", &filter).await;
    let acknowledged = guest.line.receive().await;
    assert_eq!(
        acknowledged["method"],
        "notifications/subscriptions/acknowledged"
    );
    guest.call("add_pot", json!({})).await;
    guest.call("say_weight", json!({})).await;
    assert_eq!(guest.told, Vec::<Value>::new());
}

#[tokio::test]
async fn a_client_that_listens_is_told_of_what_it_named() {
    let mut guest = Guest::of(studio::server(), Era::Stateless, nothing).await;
    let filter = json!({"notifications": {
        "resourceSubscriptions": ["studio://shelf"],
        "toolsListChanged": true,
    }});
    let id = guest.send("subscriptions/listen", &filter).await;
    let acknowledged = guest.line.receive().await;
    assert_eq!(
        acknowledged["params"]["notifications"],
        json!({"resourceSubscriptions": ["studio://shelf"]}),
        "{acknowledged}"
    );
    // The acknowledgement is sent before the server listens to itself.
    guest.call("say_weight", json!({})).await;
    guest.call("add_pot", json!({})).await;
    if guest.told.is_empty() {
        let message = guest.line.receive().await;
        guest.told.push(message);
    }
    let [news] = guest.told.as_slice() else {
        panic!("{:?}", guest.told);
    };
    assert_eq!(news["method"], "notifications/resources/updated");
    assert_eq!(news["params"]["uri"], "studio://shelf");
    let subscription = "io.modelcontextprotocol/subscriptionId";
    assert_eq!(news["params"]["_meta"][subscription], id);
}

#[tokio::test]
async fn lists_say_how_long_they_may_be_kept() {
    let server = || {
        let builder = studio::builder().cache(Duration::from_secs(90));
        builder.boot().expect("it boots")
    };
    let lists = [
        "tools/list",
        "resources/list",
        "resources/templates/list",
        "prompts/list",
    ];
    let mut guest = Guest::of(server(), Era::Stateless, nothing).await;
    for list in lists {
        let listed = guest.exchange(list, json!({})).await;
        assert_eq!(listed["result"]["ttlMs"], 90_000, "{list}");
        assert_eq!(listed["result"]["cacheScope"], "public", "{list}");
    }
    let mut guest = Guest::of(studio::server(), Era::Stateless, nothing).await;
    for list in lists {
        let listed = guest.exchange(list, json!({})).await;
        assert_eq!(listed["result"]["ttlMs"], 0, "{list}");
    }
    let mut guest = Guest::of(server(), Era::Handshake, nothing).await;
    for list in lists {
        let listed = guest.exchange(list, json!({})).await;
        assert_eq!(listed["result"].get("ttlMs"), None, "{list}");
    }
}

#[tokio::test]
async fn a_resource_says_how_long_it_may_be_kept() {
    let read = async |era, uri: &str| {
        let mut guest = Guest::of(studio::server(), era, nothing).await;
        let read = guest.exchange("resources/read", json!({"uri": uri})).await;
        read["result"].clone()
    };
    let kept = read(Era::Stateless, "studio://shelf").await;
    assert_eq!(kept["ttlMs"], 120_000, "{kept}");
    assert_eq!(kept["cacheScope"], "public", "{kept}");
    let older = read(Era::Handshake, "studio://shelf").await;
    assert_eq!(older.get("ttlMs"), None, "{older}");
}

#[tokio::test]
async fn what_cannot_be_read_is_no_unknown_method() {
    let watching = [
        ("resources/subscribe", json!({"uri": 5})),
        ("resources/unsubscribe", json!({})),
        ("logging/setLevel", json!({"level": "loud"})),
    ];
    let listening = [
        ("subscriptions/listen", json!({"notifications": 5})),
        ("subscriptions/listen", json!({})),
    ];
    for era in Era::ALL {
        let server = studio::builder().logging().boot().expect("it boots");
        let mut guest = Guest::of(server, era, nothing).await;
        for (known, requests) in [
            (era == Era::Handshake, &watching[..]),
            (era == Era::Stateless, &listening[..]),
        ] {
            for (method, params) in requests {
                let refused = guest.exchange(method, params.clone()).await;
                let error = &refused["error"];
                if known {
                    assert_eq!(error["code"], -32602, "{refused}");
                    let told = format!("the parameters of {method} cannot be read: ");
                    let message = error["message"].as_str().unwrap_or_default();
                    assert!(message.starts_with(&told), "{refused}");
                } else {
                    assert_eq!(error["code"], -32601, "{refused}");
                }
            }
        }
    }
}
