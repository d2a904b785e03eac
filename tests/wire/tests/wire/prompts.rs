//! Prompts and the completion of what a user types.

use serde_json::{Value, json};
use wire_tests::line::{InProcess, ProtocolError};
use wire_tests::{Era, archive};

async fn client(era: Era) -> InProcess {
    InProcess::of(archive::server(), era).await
}

async fn refused(client: &mut InProcess, name: &str, arguments: Value) -> ProtocolError {
    let params = json!({"name": name, "arguments": arguments});
    client.error("prompts/get", params).await
}

async fn complete(client: &mut InProcess, of: Value, argument: &str, value: &str) -> Value {
    let params = json!({"ref": of, "argument": {"name": argument, "value": value}});
    let mut result = client.result("completion/complete", params).await;
    result["completion"].take()
}

fn prompt(name: &str) -> Value {
    json!({"type": "ref/prompt", "name": name})
}

fn template(uri: &str) -> Value {
    json!({"type": "ref/resource", "uri": uri})
}

#[tokio::test]
async fn prompts_are_listed_by_name_with_their_arguments() {
    for era in Era::ALL {
        let mut client = client(era).await;
        let list = client.result("prompts/list", json!({})).await;
        assert_eq!(
            list["prompts"],
            json!([
                {
                    "name": "answer_letter",
                    "title": "Answer a letter",
                    "description": "Answer a letter of the archive.",
                    "arguments": [
                        {"name": "letter_id", "description": "Letter id, e.g. 'let_001'. Find it with list_letters.", "required": true},
                        {"name": "tone", "description": "Tone of the answer; warm when left out. 'warm': as to a friend; 'dry': as to a clerk.", "required": false},
                        {"name": "words", "description": "Most words of the answer, from 10 to 500. Default 100.", "required": false},
                        {"name": "signed", "description": "Whether to sign it; unsigned when left out. 'true' or 'false'.", "required": false},
                        {"name": "room", "description": "Room to write it in; any when left out. One of 'cellar', 'attic' or 'Attic annex'.", "required": false},
                    ],
                },
                {"name": "greet-archivist", "title": "Greet archivist", "description": "Greet the archivist."},
            ])
        );
    }
}

#[tokio::test]
async fn messages_come_in_order_with_every_kind_of_content() {
    for era in Era::ALL {
        let mut client = client(era).await;
        let arguments = json!({
            "letter_id": "let_001", "tone": "dry", "words": "50", "signed": "true", "room": "attic",
        });
        let params = json!({"name": "answer_letter", "arguments": arguments});
        let result = client.result("prompts/get", params).await;
        assert_eq!(
            result["messages"],
            json!([
                {"role": "user", "content": {"type": "text", "text": "Answer in 50 dry words; signed: true; room: attic."}},
                {"role": "user", "content": {"type": "resource", "resource": {
                    "uri": "archive://letters/let_001", "mimeType": "application/json", "text": "{}",
                }}},
                {"role": "assistant", "content": {"type": "image", "data": "Zm9v", "mimeType": "image/png"}},
                {"role": "user", "content": {"type": "audio", "data": "Zm8=", "mimeType": "audio/wav"}},
            ])
        );
        let greeting = client
            .result("prompts/get", json!({"name": "greet-archivist"}))
            .await;
        assert_eq!(greeting["messages"][0]["content"]["text"], "Good morning.");
    }
}

#[tokio::test]
async fn optional_arguments_may_be_left_out_or_left_empty() {
    let mut client = client(Era::Handshake).await;
    for arguments in [
        json!({"letter_id": "let_001"}),
        json!({"letter_id": "let_001", "tone": "", "words": "", "signed": "", "room": ""}),
        json!({"letter_id": "let_001", "tone": null, "words": 100}),
    ] {
        let params = json!({"name": "answer_letter", "arguments": arguments});
        let result = client.result("prompts/get", params).await;
        assert_eq!(
            result["messages"][0]["content"]["text"],
            "Answer in 100 warm words; signed: -; room: -."
        );
    }
}

#[tokio::test]
async fn arguments_that_are_wrong_are_told_all_at_once() {
    for era in Era::ALL {
        let mut client = client(era).await;
        let arguments = json!({"tone": "dri", "words": "many", "signed": "yes", "tome": "x"});
        let error = refused(&mut client, "answer_letter", arguments).await;
        assert_eq!(error.code, -32602);
        assert_eq!(
            error.message,
            "the call of answer_letter has 5 mistakes:\n\
             - letter_id is missing. Send a string that matches ^let_[0-9]{3}$, e.g. \"let_001\". Find it with list_letters.\n\
             - tone (\"dri\") is not one of warm or dry. Did you mean \"dry\"? Send one of \"warm\" or \"dry\".\n\
             - words (\"many\") is not an integer. Send a whole number from 10 to 500, e.g. 100.\n\
             - signed (\"yes\") is not true or false. Send true or false.\n\
             - tome (\"x\") is not a parameter of answer_letter. Did you mean tone? answer_letter takes letter_id, tone, words, signed and room.\n\
             Mend every issue, then send the call again."
        );
        let error = refused(&mut client, "answer_letter", json!({"letter_id": ""})).await;
        assert!(
            error.message.starts_with("letter_id (\"\") does not match"),
            "{}",
            error.message
        );
        let unfit = refused(&mut client, "answer_letter", json!(["let_001"])).await;
        assert_eq!(unfit.code, -32602);
    }
}

#[tokio::test]
async fn failure_of_the_author_is_told_in_words() {
    for era in Era::ALL {
        let mut client = client(era).await;
        let error = refused(
            &mut client,
            "answer_letter",
            json!({"letter_id": "let_999"}),
        )
        .await;
        assert_eq!(error.code, -32602);
        assert_eq!(
            error.message,
            "no letter with id 'let_999'; ids look like 'let_001'. Find the id first. Candidates: let_001. Next: list_letters {}."
        );
    }
}

#[tokio::test]
async fn unknown_prompt_names_the_nearest_and_a_denied_one_its_scope() {
    for era in Era::ALL {
        let mut client = client(era).await;
        let error = refused(&mut client, "answer_leter", json!({})).await;
        assert_eq!(error.code, -32602);
        assert_eq!(
            error.message,
            "no prompt is called \"answer_leter\"; the nearest are answer_letter and greet-archivist"
        );
        let error = refused(&mut client, "open_vault", json!({"year": "1900"})).await;
        assert_eq!(error.code, -32600);
        assert_eq!(
            error.message,
            "open_vault needs the scope 'vault:open', which this caller does not hold. Tell the user that no call can do this before the scope is granted: ask the archivist for vault:open."
        );
        let mut closed = InProcess::of(archive::closed(), era).await;
        let error = refused(&mut closed, "answer", json!({})).await;
        assert_eq!(
            error.message,
            "no prompt is called \"answer\"; this caller is served none"
        );
    }
}

#[tokio::test]
async fn closed_sets_and_flags_are_completed_by_what_they_begin_with() {
    for era in Era::ALL {
        let mut client = client(era).await;
        let answer = || prompt("answer_letter");
        for (argument, typed, values) in [
            ("tone", "", json!(["warm", "dry"])),
            ("tone", "W", json!(["warm"])),
            ("tone", "x", json!([])),
            ("room", "att", json!(["attic", "Attic annex"])),
            ("signed", "t", json!(["true"])),
            ("words", "1", json!([])),
        ] {
            let total = values.as_array().map(Vec::len);
            assert_eq!(
                complete(&mut client, answer(), argument, typed).await,
                json!({"values": values, "total": total, "hasMore": false}),
                "{argument} {typed}"
            );
        }
        let rooms = template("archive://rooms/{room}/{locked}");
        let room = complete(&mut client, rooms, "room", "c").await;
        assert_eq!(room["values"], json!(["cellar"]));
    }
}

#[tokio::test]
async fn identifiers_are_completed_by_their_source_at_most_a_hundred() {
    for era in Era::ALL {
        let mut client = client(era).await;
        for of in [
            prompt("answer_letter"),
            template("archive://letters/{letter_id}"),
        ] {
            let all = complete(&mut client, of.clone(), "letter_id", "let_").await;
            assert_eq!(all["values"].as_array().map(Vec::len), Some(100));
            assert_eq!(
                (&all["total"], &all["hasMore"]),
                (&json!(250), &json!(true))
            );
            let few = complete(&mut client, of, "letter_id", "let_24").await;
            assert_eq!(few["values"].as_array().map(Vec::len), Some(10));
            assert_eq!(
                (&few["total"], &few["hasMore"]),
                (&json!(10), &json!(false))
            );
        }
    }
}

#[tokio::test]
async fn completion_of_what_is_not_there_says_what_is() {
    for era in Era::ALL {
        let mut client = client(era).await;
        for (of, argument, message) in [
            (
                prompt("answer_leter"),
                "tone",
                "no prompt is called \"answer_leter\"; the nearest are answer_letter and greet-archivist",
            ),
            (
                prompt("answer_letter"),
                "tune",
                "\"tune\" is not an argument of answer_letter: answer_letter takes letter_id, tone, words, signed and room",
            ),
            (
                prompt("greet-archivist"),
                "tone",
                "\"tone\" is not an argument of greet-archivist: greet-archivist takes no arguments",
            ),
            (
                template("archive://letters/{id}"),
                "id",
                "no resource template is \"archive://letters/{id}\"; the nearest are archive://letters/{letter_id}, archive://rules and archive://dust",
            ),
        ] {
            let params = json!({"ref": of, "argument": {"name": argument, "value": ""}});
            let error = client.error("completion/complete", params).await;
            assert_eq!((error.code, &*error.message), (-32602, message));
        }
        let params =
            json!({"ref": prompt("open_vault"), "argument": {"name": "year", "value": ""}});
        assert_eq!(
            client.error("completion/complete", params).await.code,
            -32600
        );
        let params = json!({"ref": prompt("answer_letter"), "argument": {"name": "letter_id", "value": "panic"}});
        let error = client.error("completion/complete", params).await;
        assert_eq!(error.code, -32603);
        assert!(
            error.message.contains("with the reference e-"),
            "{}",
            error.message
        );
    }
}
