//! What comes back.

use serde_json::{Value, json};

use crate::talk::{Talk, gateway, texts, upstream};

#[tokio::test]
async fn a_long_text_is_served_in_gateway_sections() {
    let gateway = gateway([upstream("one", "good")]).await;
    let talk = Talk::with(&gateway).await;
    let short = talk.ok("one__read_text", json!({"kilobytes": 2})).await;
    assert_eq!(texts(&short).len(), 1);
    let mut whole = String::new();
    let mut arguments = json!({"kilobytes": 300});
    let mut calls = 0;
    loop {
        let part = talk.ok("one__read_text", arguments.clone()).await;
        let texts = texts(&part);
        let bytes: usize = texts.iter().map(String::len).sum();
        assert!(bytes <= 100_000, "{bytes}");
        whole.push_str(&texts[1]);
        calls += 1;
        let Some((_, next)) = texts[0].split_once("Next: one__read_text ") else {
            break;
        };
        let (next, _) = next.split_once(" to get the rest.").expect("a call");
        arguments = serde_json::from_str(next).expect("its arguments");
        assert!(arguments["_gateway_section"].is_u64());
    }
    assert!(calls > 2);
    assert_eq!(whole.matches("## Chapter ").count(), 300);
    let by_title = talk
        .ok(
            "one__read_text",
            json!({"kilobytes": 300, "_gateway_section": "Chapter 200"}),
        )
        .await;
    assert!(texts(&by_title)[1].starts_with("## Chapter 200\n"));
    let (envelope, _) = talk
        .failure(
            "one__read_text",
            json!({"kilobytes": 300, "_gateway_section": 999}),
        )
        .await;
    assert_eq!(envelope["recovery"], "fix");
    gateway.stop().await;
}

#[tokio::test]
async fn a_long_list_is_served_by_items_in_the_shape_that_it_had() {
    let gateway = gateway([upstream("one", "good")]).await;
    let talk = Talk::with(&gateway).await;
    let mut numbers: Vec<u64> = Vec::new();
    let mut arguments = json!({"items": 4000});
    loop {
        let part = talk.ok("one__list_items", arguments.clone()).await;
        let texts = texts(&part);
        let data = part.structured_content.expect("data");
        assert_eq!(data["total"], 4000);
        let things = data["things"].as_array().expect("a list");
        numbers.extend(things.iter().filter_map(|thing| thing["number"].as_u64()));
        let told: Value = serde_json::from_str(&texts[1]).expect("the same as text");
        assert_eq!(told, data);
        let Some((_, next)) = texts[0].split_once("Next: one__list_items ") else {
            break;
        };
        let (next, _) = next.split_once(" to get the rest.").expect("a call");
        arguments = serde_json::from_str(next).expect("its arguments");
    }
    assert_eq!(numbers, (1..=4000).collect::<Vec<u64>>());
    gateway.stop().await;
}

#[tokio::test]
async fn the_next_call_has_the_name_that_this_caller_sees() {
    let gateway = gateway([upstream("one", "good")]).await;
    let talk = Talk::with(&gateway).await;
    let result = talk.ok("one__find_next", json!({})).await;
    let data = result.structured_content.clone().expect("data");
    assert_eq!(data["nextAction"]["tool"], "one__echo_text");
    assert_eq!(data["blockers"][0]["nextAction"]["tool"], "one__write_note");
    let texts = texts(&result);
    assert_eq!(
        texts[0],
        "One thing is next. Next: one__echo_text {\"text\":\"again\"} to hear it again."
    );
    assert_eq!(
        serde_json::from_str::<Value>(&texts[1]).expect("JSON"),
        data
    );
    gateway.stop().await;
}

#[tokio::test]
async fn what_came_over_the_wire_is_answered_to_the_byte() {
    let gateway = gateway([upstream("one", "good")]).await;
    let talk = Talk::with(&gateway).await;
    let result = talk.ok("one__echo_text", json!({"text": "a  b\n{"})).await;
    assert_eq!(texts(&result), ["{\"echo\":\"a  b\\n{\",\"times\":1}"]);
    assert_eq!(
        result.structured_content,
        Some(json!({"echo": "a  b\n{", "times": 1}))
    );
    gateway.stop().await;
}

#[tokio::test]
async fn a_list_that_is_written_as_text_is_served_by_items_too() {
    let gateway = gateway([upstream("one", "good")]).await;
    let talk = Talk::with(&gateway).await;
    let arguments = json!({"items": 3000, "as_text": true, "_gateway_item": 2990});
    let part = talk.ok("one__list_items", arguments).await;
    assert_eq!(part.structured_content, None);
    let texts = texts(&part);
    assert_eq!(texts[0], "Items 2990 to 3000 of 3000 are here.");
    let items: Value = serde_json::from_str(&texts[1]).expect("JSON");
    assert_eq!(items[0]["number"], 2990);
    assert_eq!(items.as_array().map(Vec::len), Some(11));
    gateway.stop().await;
}

#[tokio::test]
async fn progress_reaches_the_caller_and_giving_up_reaches_the_server() {
    let gateway = gateway([upstream("one", "good")]).await;
    let mut talk = Talk::with(&gateway).await;
    talk.ok("one__count_slowly", json!({"to": 5})).await;
    assert_eq!(talk.progress(5).await, [1.0, 2.0, 3.0, 4.0, 5.0]);
    talk.give_up("one__count_slowly", json!({"to": 100_000}))
        .await;
    loop {
        let cancelled = talk
            .ok("one__read_variable", json!({"name": "CANCELLED"}))
            .await;
        if texts(&cancelled) == ["1"] {
            break;
        }
    }
    gateway.stop().await;
}
