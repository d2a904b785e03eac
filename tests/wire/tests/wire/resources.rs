//! Resources: listed, read, refused.

use serde_json::{Value, json};
use wire_tests::line::{InProcess, ProtocolError};
use wire_tests::{Era, archive, catalog, workshop};

async fn client(era: Era) -> InProcess {
    InProcess::of(archive::server(), era).await
}

async fn read(client: &mut InProcess, uri: &str) -> Value {
    client.result("resources/read", json!({"uri": uri})).await
}

async fn refused(client: &mut InProcess, uri: &str) -> ProtocolError {
    client.error("resources/read", json!({"uri": uri})).await
}

/// The code of a resource that is not there, in each era.
fn not_found(era: Era) -> i64 {
    match era {
        Era::Handshake => -32002,
        Era::Stateless => -32602,
    }
}

fn uris<'a>(list: &'a Value, of: &str, key: &str) -> Vec<&'a str> {
    let listed = list[of].as_array().expect("a list");
    listed
        .iter()
        .filter_map(|item| item[key].as_str())
        .collect()
}

#[tokio::test]
async fn resources_are_listed_by_uri_with_all_that_is_known_of_them() {
    for era in Era::ALL {
        let mut client = client(era).await;
        let list = client.result("resources/list", json!({})).await;
        assert_eq!(
            uris(&list, "resources", "uri"),
            ["archive://dust", "archive://rules", "archive://seal.png"]
        );
        assert_eq!(
            list["resources"][1],
            json!({
                "uri": "archive://rules",
                "name": "reading_rules",
                "title": "Reading rules",
                "description": "Rules of the reading room.",
                "mimeType": "text/markdown",
                "annotations": {"audience": ["user"], "priority": 0.5},
            })
        );
        assert_eq!(list["resources"][2]["title"], "The seal");
        assert_eq!(list.get("nextCursor"), None);
        let signed = list["_meta"].get("io.modelcontextprotocol/serverInfo");
        assert_eq!(signed.is_some(), era == Era::Stateless, "{list}");
    }
}

#[tokio::test]
async fn templates_say_what_their_variables_mean() {
    for era in Era::ALL {
        let mut client = client(era).await;
        let list = client.result("resources/templates/list", json!({})).await;
        assert_eq!(
            uris(&list, "resourceTemplates", "uriTemplate"),
            [
                "archive://letters/{letter_id}",
                "archive://rooms/{room}/{locked}",
                "archive://volumes/{volume}/pages/{page}",
            ]
        );
        assert_eq!(
            list["resourceTemplates"][0],
            json!({
                "uriTemplate": "archive://letters/{letter_id}",
                "name": "letter",
                "title": "Letter",
                "description": "One letter with its text. letter_id: Letter id, e.g. 'let_001'. Find it with list_letters.",
                "mimeType": "application/json",
            })
        );
        assert_eq!(
            list["resourceTemplates"][1]["description"],
            "What lies in one room. room: One of 'cellar', 'attic' or 'Attic annex'. locked: 'true' or 'false'."
        );
    }
}

#[tokio::test]
async fn cursor_that_was_not_given_is_invalid_params() {
    for era in Era::ALL {
        let mut client = client(era).await;
        for (method, listed) in [
            ("resources/list", "resources"),
            ("resources/templates/list", "resource templates"),
            ("prompts/list", "prompts"),
        ] {
            let error = client.error(method, json!({"cursor": "2"})).await;
            assert_eq!(error.code, -32602);
            assert_eq!(
                error.message,
                format!(
                    "cursor (\"2\") was not given by this server: all {listed} come on one page, without a cursor"
                )
            );
        }
    }
}

#[tokio::test]
async fn text_json_and_bytes_are_read_under_the_uri_that_was_asked_for() {
    for era in Era::ALL {
        let mut client = client(era).await;
        let text = read(&mut client, "archive://rules").await;
        assert_eq!(
            text["contents"],
            json!([{"uri": "archive://rules", "mimeType": "text/markdown", "text": "# Rules\n\nPencils only."}])
        );
        let blob = read(&mut client, "archive://seal.png").await;
        assert_eq!(
            blob["contents"],
            json!([{"uri": "archive://seal.png", "mimeType": "image/png", "blob": "//79AA=="}])
        );
        let asked = "archive://letters/let%5F007";
        let letter = read(&mut client, asked).await;
        assert_eq!(
            letter["contents"],
            json!([{
                "uri": asked,
                "mimeType": "application/json",
                "text": r#"{"id":"let_007","text":"Dear all"}"#,
            }])
        );
    }
}

#[tokio::test]
async fn values_of_a_template_are_decoded_and_typed() {
    let mut client = client(Era::Handshake).await;
    for (uri, text) in [
        (
            "archive://volumes/a%2Fb%20%C3%A9%7Bx%7D/pages/7",
            "a/b é{x}, page 7",
        ),
        ("archive://volumes/10/pages/10", "10, page 10"),
        ("archive://rooms/Attic%20annex/true", "Attic annex true"),
    ] {
        assert_eq!(read(&mut client, uri).await["contents"][0]["text"], text);
    }
}

#[tokio::test]
async fn values_that_are_wrong_are_told_all_at_once() {
    for era in Era::ALL {
        let mut client = client(era).await;
        let error = refused(&mut client, "archive://letters/7").await;
        assert_eq!(error.code, -32602);
        assert_eq!(
            error.message,
            "letter_id (\"7\") does not match ^let_[0-9]{3}$. Send a string that matches ^let_[0-9]{3}$, e.g. \"let_001\". Find it with list_letters."
        );
        let error = refused(&mut client, "archive://rooms/celar/yes").await;
        assert_eq!(error.code, -32602);
        assert_eq!(
            error.message,
            "the URI of room_content has 2 mistakes:\n\
             - room (\"celar\") is not one of cellar, attic or Attic annex. Did you mean \"cellar\"? Send one of \"cellar\", \"attic\" or \"Attic annex\".\n\
             - locked (\"yes\") is not true or false. Send true or false.\n\
             Mend every issue, then send the call again."
        );
        for (page, problem) in [
            ("0", "page (0) is under 1"),
            ("1e2", "page (\"1e2\") is not an integer"),
            ("07", "page (\"07\") is not an integer"),
        ] {
            let error = refused(&mut client, &format!("archive://volumes/a/pages/{page}")).await;
            assert!(error.message.starts_with(problem), "{}", error.message);
        }
    }
}

#[tokio::test]
async fn values_that_are_not_encoded_are_told_so() {
    let mut client = client(Era::Stateless).await;
    for value in ["%", "%zz", "%ff", "100%"] {
        let error = refused(&mut client, &format!("archive://volumes/{value}/pages/1")).await;
        assert_eq!(error.code, -32602);
        assert_eq!(
            error.message,
            format!(
                "volume (\"{value}\") is not percent-encoded UTF-8. Write a percent sign of its own as %25."
            )
        );
    }
}

#[tokio::test]
async fn unknown_uri_names_the_nearest_that_the_caller_may_read() {
    for era in Era::ALL {
        let mut client = client(era).await;
        let error = refused(&mut client, "archive://rule").await;
        assert_eq!(error.code, not_found(era));
        assert_eq!(
            error.message,
            "no resource has the URI \"archive://rule\"; the nearest are archive://rules, archive://dust and archive://seal.png"
        );
        for uri in [
            "",
            "archive://letters/",
            "archive://letters/let_001/",
            "archive://letters/let_001?x",
            "archive://letters/a/b",
            "vault:",
            &"x".repeat(100_000),
        ] {
            let error = refused(&mut client, uri).await;
            assert_eq!(error.code, not_found(era), "{uri:.40}");
            assert!(error.message.len() < 400, "{}", error.message);
            assert!(!error.message.contains("vault://"), "{}", error.message);
        }
    }
}

#[tokio::test]
async fn failure_of_the_author_is_told_in_words_under_its_own_code() {
    for era in Era::ALL {
        let mut client = client(era).await;
        let error = refused(&mut client, "archive://letters/let_777").await;
        assert_eq!(error.code, not_found(era));
        assert_eq!(
            error.message,
            "no letter with id 'let_777'; ids look like 'let_001'. Find the id first. Candidates: let_001. Next: list_letters {}."
        );
        let error = refused(&mut client, "archive://letters/let_900").await;
        assert_eq!(error.code, -32603);
        assert_eq!(
            error.message,
            "the archive is being aired. Read it again. Wait 2000 ms first."
        );
        let error = refused(&mut client, "archive://letters/let_901").await;
        assert_eq!(error.code, -32600);
        assert_eq!(
            error.message,
            "letters of the living are sealed. Tell the user that nobody may read it."
        );
        let error = refused(&mut client, "archive://dust").await;
        assert_eq!(error.code, -32603);
        assert_eq!(
            error.message,
            "settled_dust did not answer within 50 ms. Send the same call again, or ask for less. Wait 2000 ms first."
        );
    }
}

#[tokio::test]
async fn failure_inside_and_panic_are_told_by_a_reference() {
    for era in Era::ALL {
        let mut client = client(era).await;
        for letter in ["let_902", "let_903"] {
            let message = client
                .exchange(
                    "resources/read",
                    json!({"uri": format!("archive://letters/{letter}")}),
                )
                .await;
            let error = ProtocolError::of(&message);
            assert_eq!(error.code, -32603);
            let told = "the server failed on its side, not on the call. Tell the user that it failed, with the reference e-";
            assert!(error.message.starts_with(told), "{}", error.message);
            let reference = message["error"]["data"]["reference"]
                .as_str()
                .expect("a reference");
            assert!(error.message.contains(reference));
            assert!(!message.to_string().contains("secret"), "{message}");
        }
        // The next one works.
        read(&mut client, "archive://letters/let_001").await;
    }
}

#[tokio::test]
async fn caller_without_the_scope_is_told_which_and_how() {
    for era in Era::ALL {
        let mut closed = InProcess::of(archive::closed(), era).await;
        for (uri, scope, name) in [
            ("vault://deeds", "vault:open", "house_deeds"),
            ("vault://deeds/1900", "vault:open", "house_deed"),
            ("archive://rules", "read", "reading_rules"),
        ] {
            let error = refused(&mut closed, uri).await;
            assert_eq!(error.code, -32600);
            assert_eq!(
                error.message,
                format!(
                    "{name} needs the scope '{scope}', which this caller does not hold. Tell the user that no call can do this before the scope is granted: ask the archivist for {scope}."
                )
            );
        }
        let list = closed.result("resources/list", json!({})).await;
        assert_eq!(list["resources"], json!([]));
    }
}

#[tokio::test]
async fn capabilities_say_what_there_is() {
    for era in Era::ALL {
        let reader = client(era).await;
        let capabilities = &reader.opened["capabilities"];
        assert_eq!(
            *capabilities,
            json!({"completions": {}, "prompts": {}, "resources": {}, "tools": {}})
        );
        let closed = InProcess::of(archive::closed(), era).await;
        assert_eq!(closed.opened["capabilities"], json!({"tools": {}}));
        let workshop = InProcess::of(workshop::server(), era).await;
        assert_eq!(workshop.opened["capabilities"], json!({"tools": {}}));
    }
}

#[tokio::test]
async fn parameters_that_nobody_can_read_do_not_make_the_method_unknown() {
    for era in Era::ALL {
        let mut client = client(era).await;
        let error = client.error("resources/read", json!({"uri": 7})).await;
        assert_eq!(error.code, -32602);
        assert_eq!(
            error.message,
            "the parameters of resources/read cannot be read: params, its _meta and their members have the kinds that the specification names"
        );
        let unreadable = json!({"ref": {"type": "ref/tool", "name": "x"}});
        let error = client.error("completion/complete", unreadable).await;
        assert_eq!(error.code, -32602, "{error:?}");
        let mut workshop = InProcess::of(workshop::server(), era).await;
        for method in ["resources/list", "prompts/list", "completion/complete"] {
            let params = json!({
                "ref": {"type": "ref/prompt", "name": "x"},
                "argument": {"name": "x", "value": ""},
            });
            assert_eq!(
                workshop.error(method, params).await.code,
                -32601,
                "{method}"
            );
        }
    }
}

#[tokio::test]
async fn tools_stay_what_they_were() {
    let mut client = client(Era::Handshake).await;
    let tools = client.tools().await;
    assert_eq!(catalog::names(&tools), ["list_letters"]);
}
