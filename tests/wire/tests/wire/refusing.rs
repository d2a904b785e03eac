//! Arguments that are refused: every mistake at once, each with the value and the fix.

use serde_json::{Value, json};
use wire_tests::line::InProcess;
use wire_tests::{Era, workshop};

use crate::reading::measures;

async fn client(era: Era) -> InProcess {
    InProcess::of(workshop::server(), era).await
}

fn text<'a>(issue: &'a Value, member: &str) -> &'a str {
    issue[member].as_str().unwrap_or_default()
}

#[tokio::test]
async fn three_mistakes_are_one_error_with_three_issues() {
    for era in Era::ALL {
        let mut client = client(era).await;
        let arguments = json!({"glazeName": "celadn", "litreCount": "ten", "litreCuont": 4});
        let answer = client.call("mix_glaze", arguments).await;
        let envelope = answer.envelope();
        assert_eq!(envelope["recovery"], "fix");
        assert!(
            text(&envelope, "error").contains("mix_glaze has 3 mistakes"),
            "{envelope}"
        );
        let [glaze, litres, unknown] = &answer.issues()[..] else {
            panic!("three issues: {envelope:#}")
        };
        assert_eq!(glaze["path"], "/glazeName");
        assert!(text(glaze, "error").starts_with("glazeName (\"celadn\") is not one of"));
        assert!(
            text(glaze, "hint").contains("Did you mean \"celadon\"?"),
            "{glaze}"
        );
        assert_eq!(litres["path"], "/litreCount");
        assert_eq!(litres["error"], "litreCount (\"ten\") is not an integer");
        assert_eq!(litres["hint"], "Send a whole number from 2 to 20, e.g. 4.");
        assert_eq!(unknown["path"], "/litreCuont");
        assert!(
            text(unknown, "hint").contains("Did you mean litreCount?"),
            "{unknown}"
        );
    }
}

#[tokio::test]
async fn one_mistake_is_told_in_the_envelope_itself() {
    let mut client = client(Era::Handshake).await;
    let answer = client.call("continue_work", json!({})).await;
    let envelope = answer.envelope();
    assert_eq!(envelope["error"], "piece is missing");
    assert_eq!(
        envelope["hint"],
        "Send one of \"mug\", \"bowl\" or \"teapot\"."
    );
    assert_eq!(answer.issues().len(), 1);
}

#[tokio::test]
async fn more_than_ten_mistakes_name_ten_and_the_count() {
    let mut client = client(Era::Handshake).await;
    let answer = client.call("measure_pot", json!({})).await;
    assert_eq!(answer.issues().len(), 10);
    assert!(answer.words().contains("16 mistakes"), "{}", answer.words());
}

#[tokio::test]
async fn null_for_a_required_parameter_is_refused() {
    let mut client = client(Era::Handshake).await;
    let answer = client.call("continue_work", json!({"piece": null})).await;
    assert_eq!(
        answer.issues()[0]["error"],
        "piece (null) is null, not a string"
    );
}

#[tokio::test]
async fn whole_number_beyond_sixty_four_bits_is_told_its_bound() {
    let mut client = client(Era::Handshake).await;
    let over = json!(u64::MAX);
    for name in ["large", "near"] {
        let mut arguments = measures();
        arguments[name] = over.clone();
        let answer = client.call("measure_pot", arguments).await;
        let error = format!("{name} ({}) is over {}", u64::MAX, i64::MAX);
        assert_eq!(answer.issues()[0]["error"], error);
    }
}

#[tokio::test]
async fn unknown_argument_names_the_nearest_and_all() {
    let mut client = client(Era::Handshake).await;
    let answer = client.call("check_clay", json!({"clayid": "clay_7"})).await;
    let issue = &answer.issues()[0];
    assert_eq!(
        issue["error"],
        "clayid (\"clay_7\") is not a parameter of check_clay"
    );
    assert_eq!(
        issue["hint"],
        "Did you mean clay_id? check_clay takes clay_id."
    );
    let answer = client.call("count_shelves", json!({"search": "top"})).await;
    let hint = answer.issues()[0]["hint"].clone();
    assert!(
        hint.as_str()
            .is_some_and(|hint| hint.contains("takes no parameters")),
        "{hint}"
    );
}

#[tokio::test]
async fn keys_that_clients_add_are_not_dropped_inside_of_values() {
    let mut client = client(Era::Handshake).await;
    let part = json!({"name": "foot", "sizes": [90], "_hidden": 1});
    let answer = client
        .call(
            "draw_pot",
            json!({"pot": {"madeIn": 2024, "allParts": [part]}}),
        )
        .await;
    assert_eq!(answer.issues()[0]["path"], "/pot/allParts/0/_hidden");
}

#[tokio::test]
async fn arguments_of_the_wrong_kind_are_invalid_params_with_a_right_call() {
    for era in Era::ALL {
        let mut client = client(era).await;
        for arguments in [
            json!("{\"litreCount\": 4}"),
            json!(["shino", 4]),
            json!(4),
            json!(true),
        ] {
            let params = json!({"name": "mix_glaze", "arguments": arguments});
            let error = client.error("tools/call", params).await;
            assert_eq!(error.code, -32602, "{error:?}");
            assert!(error.message.contains("are not an object"), "{error:?}");
            let right = r#"{"glazeName":"celadon","litreCount":4}"#;
            assert!(error.message.contains(right), "{error:?}");
        }
    }
}

#[tokio::test]
async fn value_spread_over_counted_keys_is_one_issue() {
    for era in Era::ALL {
        let mut client = client(era).await;
        let spread = |values: Vec<Value>| {
            let keys = values.into_iter().enumerate();
            Value::Object(keys.map(|(at, value)| (at.to_string(), value)).collect())
        };
        let letters = "celadon"
            .chars()
            .map(|letter| json!(letter.to_string()))
            .collect();
        let answer = client.call("mix_glaze", spread(letters)).await;
        assert_eq!(answer.issues().len(), 1);
        assert_eq!(
            answer.issues()[0]["error"],
            "arguments (\"celadon\") are not an object"
        );
        assert!(
            answer
                .words()
                .contains(r#"{"glazeName":"celadon","litreCount":4}"#)
        );

        let answer = client
            .call("mix_glaze", spread(vec![json!("celadon"), json!(4)]))
            .await;
        assert_eq!(
            answer.issues()[0]["error"],
            "arguments ([\"celadon\",4]) are not an object"
        );
    }
}

#[tokio::test]
async fn mistakes_in_nested_values_are_named_by_their_place() {
    let mut client = client(Era::Handshake).await;
    let pot = json!({"madeIn": 1700, "allParts": [
        {"name": "foot", "sizes": [90, "wide"]},
        {"name": "", "sizes": [], "finish": "raw_clay"},
        {"sizes": [70_000], "colour": "red"},
    ]});
    let answer = client.call("draw_pot", json!({"pot": pot})).await;
    let issues = answer.issues();
    let of = |path: &str| {
        let found = issues.iter().find(|issue| issue["path"] == path);
        found.unwrap_or_else(|| panic!("no issue at {path}: {issues:#?}"))
    };
    assert_eq!(
        of("/pot/madeIn")["error"],
        "pot.madeIn (1700) is under 1900"
    );
    let size = of("/pot/allParts/0/sizes/1");
    assert_eq!(
        size["error"],
        "pot.allParts[0].sizes[1] (\"wide\") is not an integer"
    );
    assert!(text(of("/pot/allParts/1/name"), "error").contains("0 characters, under 1"));
    assert!(text(of("/pot/allParts/1/sizes"), "error").contains("0 items, under 1"));
    assert!(text(of("/pot/allParts/1/finish"), "hint").contains("Did you mean \"raw-clay\"?"));
    assert_eq!(
        of("/pot/allParts/2/name")["error"],
        "pot.allParts[2].name is missing"
    );
    assert_eq!(
        of("/pot/allParts/2/sizes/0")["error"],
        "pot.allParts[2].sizes[0] (70000) is over 65535"
    );
    assert!(text(of("/pot/allParts/2/colour"), "hint").contains("takes name, sizes and finish"));
}

#[tokio::test]
async fn values_written_as_text_are_refused_with_what_to_send() {
    let mut client = client(Era::Handshake).await;
    for (name, sent, wanted) in [
        ("medium", json!("30"), "Send a whole number"),
        ("glazed", json!("true"), "Send true or false"),
        ("marks", json!("[\"leaf\"]"), "Send a list of strings"),
        ("ratio", json!("1.5"), "Send a number"),
        ("name", json!(7), "Send a string"),
    ] {
        let mut arguments = measures();
        arguments[name] = sent.clone();
        let answer = client.call("measure_pot", arguments).await;
        let [issue] = &answer.issues()[..] else {
            panic!("one issue for {name}")
        };
        assert!(
            text(issue, "error").contains(&format!("{name} ({sent})")),
            "{issue}"
        );
        assert!(text(issue, "hint").starts_with(wanted), "{issue}");
    }
    let pot = json!({"madeIn": 2024, "allParts": [{"name": "foot", "sizes": [90]}]}).to_string();
    let answer = client.call("draw_pot", json!({"pot": pot})).await;
    let hint = answer.issues()[0]["hint"].clone();
    let right = r#"{"madeIn":2024,"allParts":[{"name":"handle","sizes":[40,90]}]}"#;
    assert_eq!(hint, format!("Send an object, e.g. {right}."));
}

#[tokio::test]
async fn long_values_and_keys_are_cut() {
    for era in Era::ALL {
        let mut client = client(era).await;
        let long = "ä".repeat(5000);
        let mut arguments = measures();
        arguments["medium"] = json!(long);
        arguments["marks"] = json!([long]);
        arguments["name"] = json!(long);
        arguments[&long] = json!(1);
        let answer = client.call("measure_pot", arguments).await;
        assert_eq!(answer.issues().len(), 3);
        for issue in answer.issues() {
            let letters = text(&issue, "error").matches('ä').count();
            assert!(letters <= 80, "{letters} letters of the value: {issue}");
        }
        assert!(
            answer.result.to_string().chars().count() < 3000,
            "{}",
            answer.result
        );
    }
}

#[tokio::test]
async fn check_of_the_author_is_an_issue_like_every_other() {
    let mut client = client(Era::Handshake).await;
    let answer = client
        .call("mix_glaze", json!({"glazeName": "shino", "litreCount": 5}))
        .await;
    let issue = &answer.issues()[0];
    assert_eq!(issue["path"], "/litreCount");
    assert_eq!(
        issue["error"],
        "litreCount (5) is odd, and buckets hold 2 litres"
    );
    assert_eq!(issue["hint"], "Send a whole number from 2 to 20, e.g. 4.");
}

#[tokio::test]
async fn option_that_the_state_does_not_have_names_those_it_has() {
    let mut client = client(Era::Handshake).await;
    let answer = client
        .call(
            "mix_glaze",
            json!({"glazeName": "Tenmoku", "litreCount": 4}),
        )
        .await;
    let issue = &answer.issues()[0];
    assert_eq!(
        issue["error"],
        "glazeName (\"Tenmoku\") is not one of celadon, tenmoku or shino"
    );
    assert!(
        text(issue, "hint").starts_with("Did you mean \"tenmoku\"?"),
        "{issue}"
    );
}
