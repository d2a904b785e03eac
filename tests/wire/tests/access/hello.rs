//! The boot payload, for each caller.

use mcp_ergo::Grants;
use mcp_ergo::prelude::*;
use serde_json::json;
use wire_tests::Era;
use wire_tests::line::InProcess;

use crate::office;

async fn hello(grants: Grants, arguments: serde_json::Value) -> wire_tests::Answer {
    let server = office::builder()
        .grants(grants)
        .boot()
        .expect("the office boots");
    let mut client = InProcess::of(server, Era::Stateless).await;
    let instructions = client.opened["instructions"]
        .as_str()
        .unwrap_or_default()
        .to_owned();
    assert_eq!(
        instructions,
        "Letters of one post office. Start with _hello. Every answer that failed says what is wrong and which call to make next."
    );
    client.call("_hello", arguments).await
}

#[tokio::test]
async fn a_caller_is_told_its_role_its_workflow_and_the_next_call() {
    let answer = hello(Grants::role("postmaster"), json!({})).await;
    assert_eq!(
        answer.words(),
        "You are in the role postmaster and may call 8 tools of office 1.0.0. State: a letter is not posted yet. Next: post_letter {\"letter_id\":\"let_4\"} to post it."
    );
    let data = answer.data();
    assert_eq!(data["role"], "postmaster");
    assert_eq!(data["counts"], json!([{"of": "letters", "number": 2}]));
    assert_eq!(data["domains"], json!(["office"]));
    assert_eq!(
        data["criticalRules"],
        json!(["A letter that is posted or burnt is gone"])
    );
    assert_eq!(
        data["workflow"],
        json!([
            {"when": "a letter is not posted yet", "tool": "post_letter", "reason": "to post it"},
            {"when": "letters lie here", "tool": "search_letters", "reason": "to see them"},
            {"when": "no letter lies here", "tool": "write_letter", "reason": "to write one"},
        ])
    );
    assert_eq!(data["nextAction"]["tool"], "post_letter");
    assert_eq!(data.get("banner"), None);
}

#[tokio::test]
async fn branches_that_a_caller_may_not_take_are_not_told() {
    let answer = hello(Grants::role("reader"), json!({})).await;
    let data = answer.data();
    assert_eq!(
        data["workflow"],
        json!([{"when": "letters lie here", "tool": "search_letters", "reason": "to see them"}])
    );
    assert_eq!(data["nextAction"]["tool"], "search_letters");
    assert_eq!(data["tools"], 4);
    let told = answer.result.to_string();
    assert!(
        !told.contains("post_letter") && !told.contains("write_letter"),
        "{told}"
    );
}

#[tokio::test]
async fn only_people_who_ask_are_shown_a_banner() {
    let answer = hello(Grants::reading(), json!({"format": "visual"})).await;
    let banner = answer.data()["banner"]
        .as_str()
        .unwrap_or_default()
        .to_owned();
    assert_eq!(
        banner,
        "╭──────────────╮\n│ office 1.0.0 │\n│ 2 letters    │\n╰──────────────╯"
    );
    let answer = hello(Grants::reading(), json!({"format": "agent"})).await;
    assert_eq!(answer.data().get("banner"), None);
}

#[tokio::test]
async fn an_upgrade_is_told_by_the_boot_tool_account_tools_and_denials_alone() {
    const HINT: &str = "A postmaster may post letters: ask at the counter.";
    for era in Era::ALL {
        let server = office::builder()
            .grants(Grants::role("clerk"))
            .boot()
            .expect("the office boots");
        let mut client = InProcess::of(server, era).await;
        for tool in ["_hello", "get_subscription"] {
            let answer = client.call(tool, json!({})).await;
            assert_eq!(answer.data()["upgradeHint"], HINT, "{tool}");
            assert!(answer.words().ends_with(HINT), "{}", answer.words());
        }
        let denied = client
            .call("burn_letter", json!({"letter_id": "let_4"}))
            .await;
        assert_eq!(denied.envelope()["upgradeHint"], HINT);
        assert!(denied.words().ends_with(HINT), "{}", denied.words());
        for (tool, arguments) in [
            ("search_letters", json!({})),
            ("write_letter", json!({"text": ""})),
            ("get_letter", json!({"letter_id": "let_5"})),
            ("buy_stamps", json!({})),
        ] {
            let answer = client.call(tool, arguments).await;
            let told = answer.result.to_string();
            assert!(
                !told.contains("upgradeHint") && !told.contains("counter"),
                "{told}"
            );
        }
        let listed = client.tools().await;
        let has_hint = |tool: &serde_json::Value| {
            tool["outputSchema"]["properties"]
                .get("upgradeHint")
                .is_some()
        };
        let hinting: Vec<_> = listed
            .iter()
            .filter(|tool| has_hint(tool))
            .map(|tool| tool["name"].clone())
            .collect();
        assert_eq!(json!(hinting), json!(["_hello", "get_subscription"]));
    }
    // Whoever has everything is told nothing.
    let answer = hello(Grants::role("postmaster"), json!({})).await;
    assert_eq!(answer.data().get("upgradeHint"), None);
}

#[test]
fn what_is_too_much_for_a_first_call_refuses_to_boot() {
    let hello = (1..=7).fold(mcp_ergo::Hello::new(), |hello, at| {
        hello
            .rule(format!("Rule {at} {}", "is long ".repeat(150)))
            .branch(
                if at == 1 { "" } else { "letters lie here" },
                "to see them",
                |_: &office::Letters| Some(office::search_letters::call()),
            )
    });
    let refusal = office::builder()
        .hello(hello)
        .boot()
        .expect_err("it is too much");
    let mut codes: Vec<_> = refusal.codes().collect();
    codes.sort_unstable();
    codes.dedup();
    assert_eq!(codes, ["S003", "S004", "S005"], "{refusal}");
    let report = refusal.to_string();
    assert!(
        report.contains("the boot payload for the role `postmaster` takes about")
            && report.contains("and so does that for 3 other roles"),
        "{report}"
    );
}

#[test]
fn a_credential_that_can_do_more_than_the_tools_need_refuses_to_boot() {
    assert!(
        office::builder()
            .credential("postal API", ["letters:post", "stamps:write"])
            .boot()
            .is_ok()
    );
    let refusal = office::builder()
        .credential("postal API", ["letters:post", "offices:close"])
        .boot()
        .expect_err("no tool closes offices");
    assert_eq!(refusal.codes().collect::<Vec<_>>(), ["A007"], "{refusal}");
    assert!(
        refusal.to_string().contains("`postal API`")
            && refusal.to_string().contains("`offices:close`"),
        "{refusal}"
    );
}

#[test]
fn what_the_payload_is_read_from_has_to_be_there() {
    struct Missing;
    let refusal = Server::builder("office", "1.0.0")
        .purpose("Letters")
        .tool(office::buy_stamps::tool())
        .tool(office::list_stamps::tool())
        .tool(office::write_letter::tool())
        .tools_in("hello_tests::none")
        .hello(
            mcp_ergo::Hello::new().branch("nothing lies here", "to wait", |_: &Missing| {
                None::<office::burn_letter>
            }),
        )
        .boot()
        .expect_err("the state is missing")
        .to_string();
    for line in [
        "`_hello` is read from `access::hello::what_the_payload_is_read_from_has_to_be_there::Missing`, which the server does not have\nhelp: give it to the builder: `.state(…)`",
        "the branch \"nothing lies here\" of `_hello` leads to the tool `burn_letter`, which this server does not have",
    ] {
        assert!(refusal.contains(line), "{refusal}");
    }
}
