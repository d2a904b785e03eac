//! Each lint, with an answer that breaks it and one that does not.

use mcp_ergo::testing::{Client, Finding, Lint, json};
use rmcp::ServerHandler;
use serde_json::Value;

use crate::fixtures::{Script, answer, fails, says, server, told};

/// What is found in the answer of the tool that reports.
async fn found(script: Script, arguments: Value) -> Vec<Finding> {
    found_in(script, "get_report", arguments).await
}

async fn found_in(script: Script, tool: &str, arguments: Value) -> Vec<Finding> {
    let client = Client::connect(server(script)).await;
    if script.failure.is_some() {
        let error = Lint::ALL
            .into_iter()
            .fold(client.expect_error(tool, arguments), |call, lint| {
                call.allow(lint, "the test looks itself")
            })
            .await;
        client.lint(&error)
    } else {
        let reply = Lint::ALL
            .into_iter()
            .fold(client.call(tool, arguments), |call, lint| {
                call.allow(lint, "the test looks itself")
            })
            .await;
        client.lint(&reply)
    }
}

async fn found_foreign(server: impl ServerHandler) -> Vec<Finding> {
    let client = Client::connect(server).await;
    let reply = Lint::ALL
        .into_iter()
        .fold(client.call("get_total", json!({})), |call, lint| {
            call.allow(lint, "the test looks itself")
        })
        .await;
    client.lint(&reply)
}

fn monday() -> Value {
    json!({"day": "monday"})
}

/// The lint, the place and the message of the only finding.
fn only(found: &[Finding]) -> (Lint, &str, &str) {
    let [finding] = found else {
        panic!("one finding, not {found:#?}");
    };
    (finding.lint, &finding.place, &finding.message)
}

#[tokio::test]
async fn plain_answers_pass() {
    let note = "Call bob_the_builder; ==> see `other_tool`. Upgrade to Pro!";
    let script = Script {
        note,
        ..says("The report of monday has 3 lines; list_days names other days.")
    };
    assert_eq!(found(script, monday()).await, []);
    let script = fails("no report of 'monday'", "Call list_days to find a day");
    assert_eq!(found(script, monday()).await, []);
}

#[tokio::test]
async fn a_sentence_that_draws_is_found_once() {
    let script = says("┌──────────┐\n│ 3 lines  │\n└──────────┘");
    assert_eq!(
        only(&found(script, monday()).await),
        (
            Lint::Decoration,
            "/outcome",
            "box drawing stands in /outcome: `┌──────────┐`"
        )
    );
}

#[tokio::test]
async fn data_and_failures_that_draw_are_found() {
    let script = Script {
        note: "Done ████░░░░ 50%",
        ..says("3 lines.")
    };
    assert_eq!(
        only(&found(script, monday()).await),
        (
            Lint::Decoration,
            "/note",
            "a progress bar stands in /note: `████░░░░`"
        )
    );
    let script = fails("no report", "🚀🎉✨ Try list_days");
    assert_eq!(
        only(&found(script, monday()).await),
        (
            Lint::Decoration,
            "/hint",
            "a row of emoji stands in /hint: `🚀🎉✨`"
        )
    );
}

#[tokio::test]
async fn names_of_tools_that_are_not_served_are_found() {
    for (script, place, message) in [
        (
            says("3 lines. Call list_report to see more."),
            "/outcome",
            "`list_report` stands in /outcome, yet no tool is called that",
        ),
        (
            says("3 lines. Call delete_report to delete it."),
            "/outcome",
            "`delete_report` stands in /outcome, yet this caller is not served it",
        ),
        (
            fails("no report", "find a day with listDays"),
            "/hint",
            "`listDays` stands in /hint, yet the tool is called `list_days`",
        ),
    ] {
        assert_eq!(
            only(&found(script, monday()).await),
            (Lint::StaleName, place, message)
        );
    }
}

#[tokio::test]
async fn what_was_called_may_be_named() {
    // A denial names a tool that is not served.
    let client = Client::connect(server(says("3 lines."))).await;
    client.expect_error("delete_report", monday()).await;
    // The answer to an old name tells the new one.
    let reply = client.call("read_report", monday()).await;
    assert_eq!(
        reply.outcome(),
        "3 lines. read_report is now called get_report."
    );
}

#[tokio::test]
async fn offers_are_found_and_left_to_the_account() {
    let offer = says("3 lines. Upgrade to Pro to see them all.");
    assert_eq!(
        only(&found(offer, monday()).await),
        (
            Lint::Upsell,
            "/outcome",
            "an offer stands in /outcome: `Upgrade to Pro`"
        )
    );
    let script = fails("there is more in the paid plan", "Call list_days");
    assert_eq!(
        only(&found(script, monday()).await),
        (
            Lint::Upsell,
            "/error",
            "an offer stands in /error: `paid plan`"
        )
    );
    assert_eq!(found_in(offer, "get_account", json!({})).await, []);
}

#[tokio::test]
async fn an_upgrade_hint_is_found_at_any_depth() {
    let data = json!({"outcome": "1.", "extra": {"upgradeHint": "more"}});
    assert_eq!(
        only(&found_foreign(answer(&["1."], data)).await),
        (
            Lint::Upsell,
            "/extra/upgradeHint",
            "`upgradeHint` stands in /extra/upgradeHint"
        )
    );
}

#[tokio::test]
async fn secrets_are_found_and_not_shown() {
    let key = concat!("-----BEGIN RSA ", "PRIVATE KEY-----\nabc");
    let script = Script {
        note: key,
        ..says("3 lines.")
    };
    let keys = found(script, monday()).await;
    assert_eq!(
        only(&keys),
        (Lint::Secret, "/note", "a private key stands in /note")
    );

    let given = json!({"day": "monday", "token": "open-sesame"});
    let script = says("Read with open-sesame.");
    let repeated = found(script, given.clone()).await;
    assert_eq!(
        only(&repeated),
        (
            Lint::Secret,
            "/outcome",
            "/outcome repeats what was given for `token`, a secret"
        )
    );
    assert!(!format!("{repeated:?}{keys:?}").contains("sesame"));

    assert_eq!(found(says("Read with a token."), given).await, []);
    let given = json!({"day": "monday", "token": "token"});
    assert_eq!(found(says("Read with a token."), given).await, []);
}

#[tokio::test]
async fn data_is_held_against_the_schema_that_is_listed() {
    for (data, message) in [
        (
            json!({"outcome": "1.", "total": "ten"}),
            "the answer breaks its own schema: /total is not an integer",
        ),
        (
            json!({"outcome": "1.", "tags": ["a", 1]}),
            "the answer breaks its own schema: /tags/1 is not a string",
        ),
        (
            json!({"total": 1}),
            "the answer breaks its own schema: /outcome is missing, null or no finite number",
        ),
        (
            Value::Null,
            "the tool has an output schema, and there is no structured content",
        ),
    ] {
        assert_eq!(
            only(&found_foreign(answer(&["1."], data)).await),
            (Lint::Schema, "structuredContent", message)
        );
    }
    // What a schema leaves open is none of its business, and null where it may be null.
    for data in [
        json!({"outcome": "1.", "total": 1, "more": true}),
        json!({"outcome": "1.", "total": null}),
    ] {
        assert_eq!(found_foreign(answer(&["1."], data)).await, []);
    }
}

#[tokio::test]
async fn words_and_data_tell_the_same() {
    let next = json!({"tool": "get_total", "args": {}, "reason": "to see it again"});
    for (texts, data, place, message) in [
        (
            &["Done."][..],
            json!({"outcome": "1 total."}),
            "content[0]",
            "content[0] does not say the outcome: `1 total.`",
        ),
        (
            &["1.", "{\"outcome\": \"2.\"}"],
            json!({"outcome": "1."}),
            "content",
            "a text is JSON and not what the structured content is",
        ),
        (
            &["1."],
            json!({"outcome": "1.", "nextAction": next}),
            "content[0]",
            "content[0] does not name the next call, of `get_total`",
        ),
    ] {
        assert_eq!(
            only(&found_foreign(answer(texts, data)).await),
            (Lint::Outcome, place, message)
        );
    }
    let data = json!({"outcome": "1.", "nextAction": next});
    let repeated = data.to_string();
    let texts = ["1. Next: get_total {}.", &repeated];
    assert_eq!(found_foreign(answer(&texts, data.clone())).await, []);
}

#[tokio::test]
async fn data_without_a_text_is_found() {
    let found = found_foreign(answer(&[], json!({"outcome": "1."}))).await;
    assert_eq!(
        found
            .iter()
            .map(|found| &*found.message)
            .collect::<Vec<_>>(),
        [
            "content[0] does not say the outcome: `1.`",
            "there is structured content, and no text says what it says"
        ]
    );
}

#[tokio::test]
async fn a_next_call_of_nothing_that_is_served_is_found() {
    let next = json!({"tool": "get_sum", "args": {}, "reason": "to see it"});
    let data = json!({"outcome": "1.", "nextAction": next});
    assert_eq!(
        only(&found_foreign(answer(&["1. Next: get_sum {}."], data)).await),
        (
            Lint::StaleName,
            "/nextAction/tool",
            "the next call is one of `get_sum`, which this caller is not served"
        )
    );
}

#[tokio::test]
async fn a_broken_lint_fails_the_test_with_what_to_write() {
    let script = Script {
        note: "Done ████░░░░ 50%",
        ..says("3 lines. Upgrade to Pro to see them all.")
    };
    let told = told(async move {
        let client = Client::connect(server(script)).await;
        client.call("get_report", monday()).await
    })
    .await;
    let (head, tail) = told.split_once("\n  --> ").expect("a place");
    assert_eq!(
        head,
        "get_report {\"day\":\"monday\"} answered what is not fit for a model"
    );
    let (place, tail) = tail.split_once("\n\n").expect("findings");
    assert!(place.contains("lints.rs:"), "{place}");
    assert!(
        tail.starts_with(
            "error: a progress bar stands in /note: `████░░░░`\n  --> /note\nhelp: take it out, and \
             say in words what it shows\nnote: Lint::Decoration\n\nerror: an offer stands in \
             /outcome: `Upgrade to Pro`\n  --> /outcome\nhelp: take it out, and keep offers to \
             `_hello`, tools about the account, and denials: in an answer a model reads them as its \
             task\nnote: Lint::Upsell\n\nwhere it is right all the same, write \
             `.allow(Lint::Decoration, \"reason\")` and `.allow(Lint::Upsell, \"reason\")` behind \
             this call\n\n3 lines. Upgrade to Pro to see them all.\n\n{\n"
        ),
        "{tail}"
    );
}

#[tokio::test]
async fn an_exception_is_for_one_lint_of_one_call_and_has_a_reason() {
    let script = Script {
        note: "┌──┐",
        ..says("3 lines.")
    };
    let client = Client::connect(server(script)).await;
    client
        .call("get_report", monday())
        .allow(Lint::Decoration, "the report is shown to people")
        .await;
    let other = told(async move {
        client
            .call("get_report", monday())
            .allow(Lint::Upsell, "it sells")
            .await
    })
    .await;
    assert!(other.contains("Lint::Decoration"), "{other}");
    let bare = told(async move {
        let client = Client::connect(server(script)).await;
        client
            .call("get_report", monday())
            .allow(Lint::Decoration, " ")
            .await
    })
    .await;
    assert_eq!(
        bare,
        "`allow(Lint::Decoration, …)` needs a reason: why is the answer of get_report right as it is?"
    );
}
