//! What a caller holds decides what it is served.

use mcp_ergo::Grants;
use mcp_ergo::prelude::*;
use serde_json::{Value, json};
use wire_tests::Era;
use wire_tests::line::InProcess;

use crate::office;

fn server(grants: Grants) -> Server {
    office::builder()
        .grants(grants)
        .boot()
        .expect("the office boots")
}

async fn names(client: &mut InProcess) -> Vec<String> {
    let name = |tool: &Value| tool["name"].as_str().unwrap_or_default().to_owned();
    client.tools().await.iter().map(name).collect()
}

#[tokio::test]
async fn each_role_is_served_its_own_tools() {
    let reading = ["_hello", "get_letter", "list_stamps", "search_letters"];
    for (grants, more) in [
        (Grants::reading(), &["get_subscription"][..]),
        (Grants::role("reader"), &[]),
        (
            Grants::role("clerk"),
            &["buy_stamps", "get_subscription", "write_letter"],
        ),
        (
            Grants::role("postmaster"),
            &["burn_letter", "buy_stamps", "post_letter", "write_letter"],
        ),
    ] {
        let mut expected: Vec<&str> = reading.iter().chain(more).copied().collect();
        expected.sort_unstable();
        for era in Era::ALL {
            let mut client = InProcess::of(server(grants.clone()), era).await;
            assert_eq!(names(&mut client).await, expected, "{grants:?}");
        }
    }
    let mut client = InProcess::of(server(Grants::none()), Era::Stateless).await;
    // It is told that it holds nothing, and nothing else.
    assert_eq!(names(&mut client).await, ["_hello"]);
}

#[tokio::test]
async fn what_is_not_granted_is_denied_with_the_scope_and_how_to_get_it() {
    for era in Era::ALL {
        let mut client = InProcess::of(server(Grants::role("clerk")), era).await;
        let denied = client
            .call("post_letter", json!({"letter_id": "let_4"}))
            .await
            .envelope();
        assert_eq!(
            denied["error"],
            "post_letter needs the scope 'letters:post', which this caller does not hold"
        );
        assert_eq!(
            denied["hint"],
            "Tell the user that no call can do this before the scope is granted: ask the postmaster for letters:post."
        );
        assert_eq!(denied["recovery"], "stop");
        // A reading tool without a scope of its own has that of the server.
        let mut client = InProcess::of(server(Grants::of(["letters:read"])), era).await;
        let denied = client.call("list_stamps", json!({})).await.envelope();
        assert_eq!(
            denied["error"],
            "list_stamps needs the scope 'read', which this caller does not hold"
        );
    }
}

#[test]
fn grants_and_roles_that_no_tool_asks_for_refuse_to_boot() {
    let refusal = office::builder()
        .grant("letters:pots")
        .role("auditor", ["ledgers:*", "letters:*"])
        .boot()
        .expect_err("a scope is misspelt");
    let report = refusal.to_string();
    for line in [
        "error: no tool, resource or prompt has the granted scope `letters:pots`\nhelp: did you mean `letters:post`?",
        "error: no tool, resource or prompt has a scope that `ledgers:*` of the role `auditor` covers",
    ] {
        assert!(report.contains(line), "{report}");
    }
    assert_eq!(refusal.count(), 2, "{report}");
    let refusal = office::builder()
        .grants(Grants::role("clrek"))
        .boot()
        .expect_err("a role is misspelt");
    assert!(
        refusal
            .to_string()
            .contains("error: no role is called `clrek`\nhelp: did you mean `clerk`?"),
        "{refusal}"
    );
}

#[test]
fn prose_that_names_a_tool_which_a_role_is_not_served_refuses_to_boot() {
    /// Weigh a letter.
    #[tool(
        read,
        when = "the user asks what a letter costs; use post_letter to send it",
        returns = "the letter",
        scope = "letters:read"
    )]
    fn weigh_letter(letter_id: office::LetterId) -> Reply<Page<office::LetterId>> {
        Reply::new("Light.", Page::whole(vec![letter_id]))
    }
    let refusal = office::builder()
        .grants(Grants::role("postmaster"))
        .tool(weigh_letter::tool())
        .boot()
        .expect_err("a reader is sent to a tool that it may not call")
        .to_string();
    for role in ["reader", "clerk"] {
        let said = format!(
            "`post_letter` stands in the description of `weigh_letter`, yet a caller in the role `{role}` is not served it"
        );
        assert!(refusal.contains(&said), "{refusal}");
    }
    assert!(!refusal.contains("postmaster"), "{refusal}");
}

#[test]
fn so_does_that_of_resources_prompts_and_the_boot_tool() {
    /// What letters cost; `post_letter` sends them.
    #[resource("office://rates", mime = "text/plain", scope = "letters:read")]
    fn rates() -> String {
        String::new()
    }
    /// Weigh letters, then call `burn_letter` for those that are too heavy.
    #[prompt(scope = "letters:write")]
    fn weigh_letters() -> Prompt {
        Prompt::user("Weigh them.")
    }
    let refusal = office::builder()
        .grants(Grants::role("postmaster"))
        .resource(rates::resource())
        .prompt(weigh_letters::prompt())
        .hello(office::hello().rule("Call burn_letter only when asked"))
        .boot()
        .expect_err("callers are sent to tools that they may not call")
        .to_string();
    for said in [
        "`post_letter` stands in the description of the resource `office://rates`, yet a caller in the role `reader` is not served it",
        "`burn_letter` stands in the description of the prompt `weigh_letters`, yet a caller in the role `clerk` is not served it",
    ] {
        assert!(refusal.contains(said), "{refusal}");
    }
    // A reader does not see the prompt.
    assert!(
        !refusal.contains("prompt `weigh_letters`, yet a caller in the role `reader`"),
        "{refusal}"
    );
    assert!(refusal.contains("critical rule"), "{refusal}");
}

#[test]
fn what_tokens_may_yield_is_checked_before_anybody_calls() {
    let tokens = mcp_ergo::Tokens::new()
        .token("a", Grants::role("clrek").caller("till-1"))
        .token(
            "b",
            Grants::of(["letters:pots", "nobody:*"]).caller("till-2"),
        )
        .token("c", Grants::role("clerk").caller("till-3"));
    let refusal = office::builder()
        .authorizer(tokens)
        .boot()
        .expect_err("two tokens open nothing")
        .to_string();
    for said in [
        "error: no role is called `clrek`\nhelp: did you mean `clerk`?",
        "error: no tool, resource or prompt has the scope `letters:pots` of the caller `till-2`\nhelp: did you mean `letters:post`?",
        "error: no tool, resource or prompt has a scope that `nobody:*` of the caller `till-2` covers",
    ] {
        assert!(refusal.contains(said), "{refusal}");
    }
    assert!(!refusal.contains("till-3"), "{refusal}");
}

#[test]
fn a_wildcard_that_covers_destruction_alone_refuses_to_boot() {
    /// Delete a stamp for good.
    #[tool(
        destructive,
        when = "a stamp is torn",
        returns = "the stamp that is gone",
        scope = "shreds:stamp"
    )]
    fn delete_stamp(letter_id: office::LetterId) -> Reply<Page<office::LetterId>> {
        Reply::new("Gone.", Page::whole(vec![letter_id]))
    }
    let refusal = office::builder()
        .tool(delete_stamp::tool())
        .grant("shreds:*")
        .boot()
        .expect_err("it covers nothing")
        .to_string();
    assert!(
        refusal.contains(
            "error: the scope `shreds:*` covers nothing: what destroys is granted by its own name"
        ),
        "{refusal}"
    );
}
