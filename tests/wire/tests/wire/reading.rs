//! Arguments that are read: as they are, or as what they can only mean.

use serde_json::{Map, Value, json};
use wire_tests::line::InProcess;
use wire_tests::{Era, catalog, workshop};

async fn client(era: Era) -> InProcess {
    InProcess::of(workshop::server(), era).await
}

/// A call of `measure_pot` that is right.
pub(crate) fn measures() -> Value {
    json!({
        "tiny": -8, "small": -16, "medium": -32, "large": i64::MIN, "near": -1,
        "tiny_up": 8, "small_up": 16, "medium_up": 32, "large_up": u64::MAX, "near_up": 1,
        "share": 0.5, "ratio": 1.25, "glazed": true, "name": "moon jar", "marks": ["leaf"],
        "boxed": 7,
    })
}

fn text<'a>(issue: &'a Value, member: &str) -> &'a str {
    issue[member].as_str().unwrap_or_default()
}

#[tokio::test]
async fn missing_null_and_empty_arguments_mean_absence() {
    for era in Era::ALL {
        let mut client = client(era).await;
        for params in [
            json!({"name": "check_clay"}),
            json!({"name": "check_clay", "arguments": null}),
            json!({"name": "check_clay", "arguments": {}}),
            json!({"name": "check_clay", "arguments": {"clay_id": null}}),
        ] {
            let result = client.result("tools/call", params.clone()).await;
            assert_eq!(result["isError"], false, "{params}: {result}");
            let told = text(&result["structuredContent"], "outcome");
            assert_eq!(told, "2 kg are left of the youngest batch.");
        }
    }
}

#[tokio::test]
async fn null_is_absence_in_nested_objects_and_for_defaults() {
    let mut client = client(Era::Handshake).await;
    let part = json!({"name": "foot", "sizes": [90], "finish": null});
    let answer = client
        .call(
            "draw_pot",
            json!({"pot": {"madeIn": 2024, "allParts": [part]}}),
        )
        .await;
    assert_eq!(
        answer.data()["parts"],
        json!([{"name": "foot", "sizes": [90]}])
    );

    let mut arguments = measures();
    arguments["tries"] = Value::Null;
    assert_eq!(
        client.call("measure_pot", arguments).await.data()["tries"],
        2
    );
}

#[tokio::test]
async fn whole_float_is_an_integer() {
    for era in Era::ALL {
        let mut client = client(era).await;
        let answer = client
            .call(
                "mix_glaze",
                json!({"glazeName": "shino", "litreCount": 4.0}),
            )
            .await;
        assert_eq!(answer.data()["litreCount"], 4);
        let answer = client
            .call(
                "mix_glaze",
                json!({"glazeName": "shino", "litreCount": 4.5}),
            )
            .await;
        assert_eq!(
            answer.issues()[0]["error"],
            "litreCount (4.5) is not a whole number"
        );
    }
}

#[tokio::test]
async fn sixty_four_bits_survive_exactly() {
    for era in Era::ALL {
        let mut client = client(era).await;
        for (large, large_up) in [
            (i64::MIN, u64::MAX),
            (i64::MAX, 9_007_199_254_740_993),
            (-9_007_199_254_740_993, 0),
        ] {
            let mut arguments = measures();
            arguments["large"] = large.into();
            arguments["large_up"] = large_up.into();
            let answer = client.call("measure_pot", arguments).await;
            assert_eq!(answer.data()["large"], large);
            assert_eq!(answer.data()["large_up"], large_up);
            let text = answer.result["content"][1]["text"]
                .as_str()
                .unwrap_or_default();
            assert!(text.contains(&format!("\"large\":{large},")), "{text}");
        }
    }
}

#[tokio::test]
async fn every_std_type_arrives_as_it_was_sent() {
    let mut client = client(Era::Handshake).await;
    let tools = client.tools().await;
    let answer = client.call("measure_pot", measures()).await;
    catalog::assert_fits(&tools, "measure_pot", &answer);
    for (name, sent) in measures().as_object().expect("an object") {
        assert_eq!(answer.data()[name], *sent, "{name}");
    }
    assert_eq!(answer.data().get("note"), None);
}

#[tokio::test]
async fn what_the_schema_accepts_is_what_the_server_accepts() {
    let mut client = client(Era::Handshake).await;
    let tools = client.tools().await;
    let probes = [
        json!(true),
        json!("x"),
        json!(""),
        json!("leaf"),
        json!(0),
        json!(-1),
        json!(1.5),
        json!(30.0),
        json!(-129),
        json!(256),
        json!(70_000),
        json!(4_294_967_296_u64),
        json!(1e300),
        json!([]),
        json!(["a"]),
        json!(["a", "b", "c", "d"]),
        json!([1]),
        json!({}),
        json!({"a": 1}),
    ];
    let names: Vec<String> = measures()
        .as_object()
        .map(Map::keys)
        .into_iter()
        .flatten()
        .cloned()
        .collect();
    for name in names
        .iter()
        .map(String::as_str)
        .chain(["note", "tries", "colour"])
    {
        for probe in &probes {
            let mut arguments = measures();
            arguments[name] = probe.clone();
            let advertised = catalog::accepts(&tools, "measure_pot", &arguments);
            let accepted = !client.call("measure_pot", arguments).await.is_error();
            // A float beyond 64 bits is whole to JSON Schema.
            let beyond = *probe == json!(1e300) && !matches!(name, "ratio");
            assert!(
                advertised == accepted || (beyond && !accepted),
                "{name} = {probe}"
            );
        }
    }
}

#[tokio::test]
async fn keys_that_clients_add_are_dropped_unless_they_are_declared() {
    for era in Era::ALL {
        let mut client = client(era).await;
        let added = json!({
            "_meta": {"a": 1}, "_note": "x", "task_progress": "- [ ] step", "toolCallId": "t1",
            "tool_call_description": "counts", "cwd": "home",
        });
        assert!(!client.call("count_shelves", added).await.is_error());
        let answer = client
            .call(
                "add_note",
                json!({"task_progress": "thrown", "cwd": "home"}),
            )
            .await;
        assert_eq!(answer.data()["note"], "thrown");
    }
}
