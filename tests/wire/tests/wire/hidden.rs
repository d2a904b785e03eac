//! What is held back: secrets, and tools that the caller was not granted.

use serde_json::{Value, json};
use wire_tests::line::InProcess;
use wire_tests::{Era, workshop};

/// Long enough that no answer holds it by chance.
const SECRET: &str = "sesame9";

async fn cabinet(era: Era, arguments: Value) -> Value {
    let mut client = InProcess::of(workshop::server(), era).await;
    let params = json!({"name": "open_cabinet", "arguments": arguments});
    client.exchange("tools/call", params).await
}

#[tokio::test]
async fn secret_is_never_echoed_wherever_it_was_put() {
    let keeper = |password: Value| json!({"login": "mika", "password": password});
    let counted: Value = SECRET
        .chars()
        .enumerate()
        .map(|(at, letter)| (at.to_string(), json!(letter.to_string())))
        .collect::<serde_json::Map<_, _>>()
        .into();
    for era in Era::ALL {
        for arguments in [
            json!({"pin": SECRET}),
            json!({"pin": [SECRET]}),
            json!({"pin": {"value": SECRET}}),
            json!({"pim": SECRET}),
            json!({"PIN": SECRET}),
            json!({"pin": "4711", "code": SECRET}),
            json!({"pin": "4711", "keeper_pin": SECRET}),
            json!({"pin": "4711", "keepers": keeper(json!(SECRET))}),
            json!({"pin": "4711", "keeper": keeper(json!(SECRET))}),
            json!({"pin": "4711", "keeper": keeper(json!([SECRET]))}),
            json!({"pin": "4711", "keeper": {"login": "mika", "passwrod": SECRET}}),
            json!({"pin": "4711", "keeper": {"login": "mika", "login_": SECRET}}),
            json!({"pin": "4711", "keeper": keeper(json!(SECRET)).to_string()}),
            json!({"pin": "4711", "keeper": [keeper(json!(SECRET))]}),
            counted.clone(),
            json!({"0": "4711", "1": SECRET}),
            json!({"pin": SECRET}).to_string().into(),
            json!(["4711", SECRET]),
        ] {
            let answer = cabinet(era, arguments.clone()).await;
            let failed = answer["result"]["isError"] == true || answer["error"].is_object();
            assert!(failed, "{arguments}: {answer}");
            assert!(
                !answer.to_string().contains(SECRET),
                "{arguments}: {answer:#}"
            );
        }
    }
}

#[tokio::test]
async fn secret_that_the_author_refuses_is_not_echoed() {
    for era in Era::ALL {
        let answer = cabinet(era, json!({"pin": "8086"})).await;
        let text = answer.to_string();
        assert!(
            text.contains("pin is not the PIN of this cabinet"),
            "{text}"
        );
        assert!(!text.contains("8086"), "{text}");
    }
}

#[tokio::test]
async fn right_secret_is_used_and_not_repeated() {
    let keeper = json!({"login": "mika", "password": "open sesame9"});
    let answer = cabinet(Era::Stateless, json!({"pin": "4711", "keeper": keeper})).await;
    assert_eq!(answer["result"]["structuredContent"]["open"], true);
    assert!(!answer.to_string().contains(SECRET), "{answer:#}");
}

#[tokio::test]
async fn denial_is_in_band_and_names_the_scope_and_how_to_get_it() {
    for era in Era::ALL {
        let mut client = InProcess::of(workshop::server(), era).await;
        for arguments in [
            json!({"kilograms": 20}),
            json!({}),
            json!({"kilograms": "many"}),
        ] {
            let answer = client.call("order_clay", arguments).await;
            let envelope = answer.envelope();
            assert_eq!(envelope["recovery"], "stop");
            let told = answer.words();
            assert!(
                told.contains(&format!("needs the scope '{}'", workshop::ORDER)),
                "{told}"
            );
            assert!(told.contains("ask the potter for clay:order"), "{told}");
        }
    }
}

#[tokio::test]
async fn next_action_that_is_not_granted_is_dropped() {
    for era in Era::ALL {
        let mut client = InProcess::of(workshop::server(), era).await;
        let answer = client
            .call("check_clay", json!({"clay_id": "clay_7"}))
            .await;
        assert_eq!(answer.data().get("nextAction"), None);
        assert_eq!(answer.words(), "2 kg are left of clay_7.");
        let text = answer.result.to_string();
        assert!(!text.contains("order_clay"), "{text}");
    }
}
