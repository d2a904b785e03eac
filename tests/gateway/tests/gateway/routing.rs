//! Names and where they lead.

use mcp_ergo::Presentation;
use mcp_ergo::gateway::Gateway;
use serde_json::json;

use crate::talk::{Talk, gateway, texts, upstream};

#[tokio::test]
async fn each_call_reaches_the_server_that_has_the_tool() {
    let gateway = gateway([
        upstream("one", "good").env("WHO", "first"),
        upstream("two", "old").env("WHO", "second"),
    ])
    .await;
    assert!(gateway.is_whole(), "{:?}", gateway.notes());
    let talk = Talk::with(&gateway).await;
    let names = talk.names().await;
    assert_eq!(names.len(), 28);
    assert_eq!(names[0], "one__echo_text");
    assert_eq!(names[14], "two__echo_text");
    for (name, who) in [
        ("one__read_variable", "first"),
        ("two__read_variable", "second"),
        // What another presentation would show, another spelling, a client's own prefix.
        ("all__two__read_variable", "second"),
        // Where both were favourites.
        ("favourite__two__read_variable", "second"),
        ("two/read_variable", "second"),
        ("mcp__office__one__readVariable", "first"),
    ] {
        let result = talk.ok(name, json!({"name": "WHO"})).await;
        assert_eq!(texts(&result), [who], "{name}");
    }
    let error = talk.try_call("one__read_varible", json!({})).await;
    let error = error.expect_err("there is no such tool");
    assert_eq!(error.code.0, -32602);
    assert!(error.message.contains("one__read_variable"), "{error:?}");
    gateway.stop().await;
}

#[tokio::test]
async fn favourites_come_first_and_lead_to_the_same_tools() {
    let builder = Gateway::builder("office", "1.0.0")
        .purpose("Notes and echoes")
        .upstream(upstream("one", "good").env("WHO", "first"))
        .upstream(upstream("two", "good").env("WHO", "second"))
        .presentation(Presentation::favourites([
            "two/read_variable",
            "one__echo_text",
            "one/nothing",
        ]));
    let gateway = builder.boot().await.expect("it boots");
    let notes = gateway.notes().join("\n");
    assert!(notes.contains("one__nothing"), "{notes}");
    let talk = Talk::newest_with(&gateway).await;
    let names = talk.names().await;
    assert_eq!(
        names[..2],
        ["favourite__read_variable", "favourite__echo_text"]
    );
    assert_eq!(names.len(), 2 + 28);
    assert!(names[2..].iter().all(|name| name.starts_with("all__")));
    for name in [
        "favourite__read_variable",
        "all__two__read_variable",
        "two__read_variable",
    ] {
        let result = talk.ok(name, json!({"name": "WHO"})).await;
        assert_eq!(texts(&result), ["second"], "{name}");
    }
    let info = talk.service.peer_info().expect("it is known");
    let instructions = info.instructions.clone().unwrap_or_default();
    assert_eq!(
        instructions,
        "Notes and echoes. These are tools of one and two. Every answer that failed says what is wrong and what to do next. PREFER favourite__<tool>, e.g. favourite__read_variable: those are the tools used most. Use all__<server>__<tool>, the whole catalog, only if nothing in favourites fits."
    );
    // Parts and mistakes speak of the name that was listed.
    let result = talk
        .call("favourite__read_variable", json!({"name": 3}))
        .await;
    assert!(
        texts(&result)[0].starts_with("name (3) is not a string"),
        "{result:?}"
    );
    gateway.stop().await;
}

#[tokio::test]
async fn only_the_tools_that_are_allowed_are_served() {
    let only = upstream("one", "good").tools(["echo_text", "no_such_tool"]);
    let gateway = gateway([only]).await;
    let talk = Talk::with(&gateway).await;
    assert_eq!(talk.names().await, ["one__echo_text"]);
    assert_eq!(gateway.notes(), ["one has no tool called no_such_tool"]);
    let error = talk.try_call("one__write_note", json!({"text": "x"})).await;
    assert!(error.is_err());
    gateway.stop().await;
}

#[tokio::test]
async fn schemas_are_made_portable_and_arguments_checked_before_they_are_sent() {
    let gateway = gateway([upstream("one", "good")]).await;
    let talk = Talk::with(&gateway).await;
    let tools = talk.tools().await;
    let echo = &tools[0];
    assert_eq!(echo.input_schema.get("$schema"), None);
    let times = &echo.input_schema["properties"]["times"];
    assert_eq!(times["type"], "integer", "{times}");
    assert_eq!(times.get("format"), None);
    let (envelope, words) = talk
        .failure("one__echo_text", json!({"txt": "hello", "times": "three"}))
        .await;
    assert_eq!(envelope["recovery"], "fix");
    let paths: Vec<&str> = envelope["issues"]
        .as_array()
        .into_iter()
        .flatten()
        .filter_map(|issue| issue["path"].as_str())
        .collect();
    assert_eq!(paths, ["/text", "/times", "/txt"], "{words}");
    // Null for what may be left out is absence, and whole floats are whole.
    let result = talk
        .ok("one__echo_text", json!({"text": "hello", "times": null}))
        .await;
    assert_eq!(
        result.structured_content,
        Some(json!({"echo": "hello", "times": 1}))
    );
    gateway.stop().await;
}
