//! Questions to the client, in both eras by the same tool.

use mcp_ergo::{Grants, Http, Server, Tokens};
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpListener, TcpStream};
use wire_tests::line::ProtocolError;
use wire_tests::{Era, Guest, HttpClient, in_time, studio};

#[expect(
    clippy::needless_pass_by_value,
    reason = "reads as the content that it wraps"
)]
fn accept(content: Value) -> Value {
    json!({"action": "accept", "content": content})
}

/// Agrees to everything as it should.
fn agree(question: &Value) -> Value {
    match question["method"].as_str() {
        Some("sampling/createMessage") => json!({
            "role": "assistant", "model": "kiln-1",
            "content": {"type": "text", "text": "on shelves"}
        }),
        Some("roots/list") => json!({"roots": [{"uri": "file:///studio", "name": "studio"}]}),
        _ => match question["params"]["message"].as_str().unwrap_or_default() {
            message if message.starts_with("Smash") => {
                accept(json!({"really": true, "with": "fall", "bins": ["garden"], "shards": 12}))
            }
            message if message.starts_with("Is ") => accept(json!({"yes": true})),
            message if message.contains("last") => accept(json!({"name": "Pot"})),
            _ => accept(json!({"name": "Tea"})),
        },
    }
}

/// What a client answers to a question.
type Answers = fn(&Value) -> Value;

#[tokio::test]
async fn what_the_user_does_reaches_the_tool() {
    let cases: [(Answers, &str); 3] = [
        (
            agree,
            "Really (true) smashed the tea pot by fall into 12 shards for 1 bin today.",
        ),
        (
            |_| json!({"action": "decline"}),
            "The user wants to keep the tea pot.",
        ),
        (
            |_| json!({"action": "cancel"}),
            "The user did not say what becomes of the tea pot.",
        ),
    ];
    for era in Era::ALL {
        for (answer, words) in cases {
            let mut guest = Guest::of(studio::server(), era, answer).await;
            let said = guest.call("smash_pot", json!({"pot": "tea pot"})).await;
            assert_eq!(said.words(), words);
        }
    }
}

#[tokio::test]
async fn the_form_is_the_struct() {
    for era in Era::ALL {
        let mut guest = Guest::of(studio::server(), era, agree).await;
        guest.call("smash_pot", json!({"pot": "tea pot"})).await;
        let params = &guest.asked[0]["params"];
        assert_eq!(guest.asked[0]["method"], "elicitation/create");
        assert_eq!(params["message"], "Smash the tea pot for good?");
        assert_eq!(
            params["requestedSchema"],
            json!({
                "type": "object",
                "properties": {
                    "really": {"type": "boolean", "description": "Whether to smash it."},
                    "with": {
                        "type": "string",
                        "description": "What to smash it with.",
                        "default": "hammer",
                        "oneOf": [
                            {"const": "hammer", "title": "a hammer"},
                            {"const": "fall", "title": "a fall from the shelf"}
                        ]
                    },
                    "bins": {
                        "type": "array",
                        "description": "Bins for the shards.",
                        "minItems": 1,
                        "maxItems": 2,
                        "items": {"type": "string", "enum": ["clay", "garden"]}
                    },
                    "shards": {
                        "type": "integer",
                        "description": "Shards that are wanted.",
                        "minimum": 2,
                        "maximum": 100
                    },
                    "on": {
                        "type": "string",
                        "description": "Day of the smashing; today when left out.",
                        "format": "date"
                    }
                },
                "required": ["really", "bins", "shards"]
            })
        );
    }
}

#[tokio::test]
async fn an_answer_that_does_not_fit_is_told_in_full() {
    fn amiss(_: &Value) -> Value {
        accept(json!({"really": "perhaps", "bins": ["river"], "shards": 1}))
    }
    for era in Era::ALL {
        let mut guest = Guest::of(studio::server(), era, amiss).await;
        let failed = guest.call("smash_pot", json!({"pot": "tea pot"})).await;
        let envelope = failed.envelope();
        assert_eq!(envelope["recovery"], "retry");
        assert_eq!(
            envelope["error"],
            "smash_pot asks the user, and the answer does not fit: really (\"perhaps\") is not true or false, bins[0] (\"river\") is not one of clay or garden and shards (1) is under 2"
        );
        assert_eq!(
            envelope["hint"],
            "Send the same call again; the question is asked once more."
        );
    }
}

#[tokio::test]
async fn a_client_that_cannot_be_asked_is_told_what_it_lacks() {
    const LACKING: &str =
        "suggest_name asks the user, and this client does not support elicitation";
    for era in Era::ALL {
        let capabilities = json!({"sampling": {}});
        let mut guest = Guest::able(studio::server(), era, capabilities, agree).await;
        let call = json!({"name": "suggest_name"});
        let message = guest.finish("tools/call", call).await;
        match era {
            Era::Handshake => {
                let result = message["result"].clone();
                let envelope = wire_tests::Answer { result }.envelope();
                assert_eq!(envelope["error"], LACKING);
                assert_eq!(envelope["recovery"], "stop");
                assert_eq!(
                    envelope["hint"],
                    "Tell the user that this needs another client, one that supports elicitation."
                );
            }
            Era::Stateless => {
                let error = &message["error"];
                assert_eq!(error["code"], -32021, "{message}");
                let told = error["message"].as_str().unwrap_or_default();
                assert!(told.starts_with(LACKING), "{told}");
                let required = &error["data"]["requiredCapabilities"];
                assert_eq!(*required, json!({"elicitation": {}}));
            }
        }
        // A tool may do without.
        let said = guest.call("choose_glaze", json!({})).await;
        assert_eq!(said.words(), "Took celadon, unasked.");
    }
}

#[tokio::test]
async fn questions_one_after_the_other_take_a_round_each() {
    for era in Era::ALL {
        let mut guest = Guest::of(studio::server(), era, agree).await;
        let said = guest.call("suggest_name", json!({})).await;
        let (runs, rounds) = match era {
            Era::Handshake => (1, 1),
            Era::Stateless => (3, 3),
        };
        assert_eq!(said.words(), format!("Tea Pot, in run {runs}."));
        assert_eq!(guest.rounds, rounds);
        let asked: Vec<&str> = guest
            .asked
            .iter()
            .filter_map(|question| question["params"]["message"].as_str())
            .collect();
        assert_eq!(
            asked,
            ["What is its first name?", "What is its last name?"],
            "each is asked once"
        );
    }
}

#[tokio::test]
async fn questions_at_once_take_one_round() {
    for era in Era::ALL {
        let mut guest = Guest::of(studio::server(), era, agree).await;
        let said = guest.call("find_place", json!({})).await;
        assert_eq!(
            said.words(),
            "Accepted(Named { name: \"Tea\" }); kiln-1 says on shelves; [\"file:///studio\"]."
        );
        assert_eq!(guest.asked.len(), 3);
        let sampling = |asked: &&Value| asked["method"] == "sampling/createMessage";
        let params = &guest.asked.iter().find(sampling).expect("asked")["params"];
        assert_eq!(params["maxTokens"], 50);
        assert_eq!(params["systemPrompt"], "You are a potter.");
        if era == Era::Stateless {
            assert_eq!(guest.rounds, 2);
        }
    }
}

#[tokio::test]
async fn an_answer_to_what_is_no_longer_asked_is_none() {
    let mut guest = Guest::of(studio::server(), Era::Stateless, agree).await;
    let said = guest.call("quote_price", json!({})).await;
    assert_eq!(said.words(), "20: Accepted(Agreed { yes: true }).");
    let asked: Vec<&Value> = guest
        .asked
        .iter()
        .map(|question| &question["params"]["message"])
        .collect();
    assert_eq!(asked, ["Is 10 right?", "Is 20 right?"]);
}

#[tokio::test]
async fn a_client_that_fails_to_answer_is_asked_again_later() {
    fn fail(_: &Value) -> Value {
        json!({"error": {"code": -32000, "message": "the window is gone."}})
    }
    fn nonsense(_: &Value) -> Value {
        json!({"action": "perhaps"})
    }
    let mut guest = Guest::of(studio::server(), Era::Handshake, fail).await;
    let failed = guest.call("smash_pot", json!({"pot": "tea pot"})).await;
    assert_eq!(
        failed.envelope()["error"],
        "smash_pot asks the user, and got no answer: the window is gone"
    );
    for era in Era::ALL {
        let mut guest = Guest::of(studio::server(), era, nonsense).await;
        let failed = guest.call("smash_pot", json!({"pot": "tea pot"})).await;
        assert_eq!(
            failed.envelope()["error"],
            "smash_pot asks the user, and the answer is no answer of elicitation"
        );
    }
}

#[tokio::test]
async fn prompts_and_resources_ask_too() {
    for era in Era::ALL {
        let mut guest = Guest::of(studio::server(), era, agree).await;
        let got = guest
            .finish("prompts/get", json!({"name": "praise_pot"}))
            .await;
        assert_eq!(
            got["result"]["messages"][0]["content"]["text"],
            "Praise Accepted(Named { name: \"Tea\" }).",
            "{got}"
        );
        let read = guest
            .finish("resources/read", json!({"uri": "studio://label"}))
            .await;
        assert_eq!(
            read["result"]["contents"][0]["text"], "Accepted(Named { name: \"Tea\" })",
            "{read}"
        );
    }
}

/// The first round of smashing a tea pot: the key of its question, and the state.
async fn first_round(guest: &mut Guest) -> (String, String) {
    let call = json!({"name": "smash_pot", "arguments": {"pot": "tea pot"}});
    let message = guest.exchange("tools/call", call).await;
    let result = &message["result"];
    let requests = result["inputRequests"].as_object().expect("questions");
    let state = result["requestState"].as_str().expect("a state");
    let key = requests.keys().next().expect("a question");
    (key.clone(), state.to_owned())
}

/// The round after it, with that state.
fn second_round(pot: &str, key: &str, state: &str) -> Value {
    let content = json!({"really": true, "with": "fall", "bins": ["clay"], "shards": 3});
    json!({
        "name": "smash_pot",
        "arguments": {"pot": pot},
        "requestState": state,
        "inputResponses": {key: accept(content)},
    })
}

#[tokio::test]
async fn a_state_that_was_changed_or_is_of_another_call_is_refused() {
    let mut guest = Guest::of(studio::server(), Era::Stateless, agree).await;
    let (key, state) = first_round(&mut guest).await;
    let (rest, last) = state.split_at(state.len() - 1);
    let forged = format!("{rest}{}", if last == "A" { "B" } else { "A" });
    let mut other_tool = second_round("tea pot", &key, &state);
    other_tool["name"] = "suggest_name".into();
    other_tool["arguments"] = json!({});
    for wrong in [
        second_round("tea pot", &key, &forged),
        second_round("tea pot", &key, "nonsense"),
        second_round("tea pot", &key, ""),
        second_round("coffee pot", &key, &state),
        other_tool,
    ] {
        let refused = guest.exchange("tools/call", wrong).await;
        assert_eq!(refused["error"]["code"], -32602, "{refused}");
        assert_eq!(
            refused["error"]["message"],
            "requestState is not one that this server gave for this request: it was changed, or belongs to other arguments, another caller or another server; send tools/call of smash_pot again without requestState and inputResponses"
                .replace("smash_pot", refused_tool(&refused))
        );
    }
    let right = second_round("tea pot", &key, &state);
    let done = guest.exchange("tools/call", right).await;
    assert_eq!(done["result"]["isError"], false, "{done}");
}

#[tokio::test]
async fn a_round_may_go_on_under_another_name_of_the_tool() {
    let favourites = mcp_ergo::Presentation::favourites(["smash_pot"]);
    let server = || {
        let studio = studio::builder().presentation(favourites.clone()).boot();
        studio.expect("the studio boots")
    };
    for name in ["favourite__smash_pot", "all__asking__smash_pot", "smashPot"] {
        let mut guest = Guest::of(server(), Era::Stateless, agree).await;
        let (key, state) = first_round(&mut guest).await;
        let mut round = second_round("tea pot", &key, &state);
        round["name"] = name.into();
        let done = guest.exchange("tools/call", round).await;
        assert_eq!(done["result"]["isError"], false, "{name}: {done}");
    }
}

/// The tool that a refusal names.
fn refused_tool(refused: &Value) -> &str {
    let message = refused["error"]["message"].as_str().unwrap_or_default();
    let after = message
        .rsplit_once("tools/call of ")
        .map_or("", |(_, tool)| tool);
    after.split(' ').next().unwrap_or_default()
}

#[tokio::test]
async fn replicas_go_on_with_each_others_calls_where_they_share_a_key() {
    let shared = || -> Server {
        let builder = studio::builder().state_key([7; 32]);
        builder.boot().expect("it boots")
    };
    for (first, second, goes_on) in [
        (shared(), shared(), true),
        (studio::server(), studio::server(), false),
        (shared(), studio::server(), false),
    ] {
        let mut guest = Guest::of(first, Era::Stateless, agree).await;
        let (key, state) = first_round(&mut guest).await;
        let mut guest = Guest::of(second, Era::Stateless, agree).await;
        let round = second_round("tea pot", &key, &state);
        let done = guest.exchange("tools/call", round).await;
        assert_eq!(done.get("result").is_some(), goes_on, "{done}");
    }
}

#[test]
fn a_short_state_key_refuses_to_boot() {
    let refused = studio::builder().state_key("abc").boot();
    let report = refused.expect_err("it can be guessed").to_string();
    let said = "error: the state key has 3 bytes, and could be guessed\nhelp: give at least 32 random bytes, the same to every replica";
    assert!(report.contains(said), "{report}");
}

#[tokio::test]
async fn answers_that_are_none_are_told_before_anything_runs() {
    let mut guest = Guest::of(studio::server(), Era::Stateless, agree).await;
    let call = json!({"name": "suggest_name", "inputResponses": {"name": 12}});
    let refused = guest.exchange("tools/call", call).await;
    assert_eq!(refused["error"]["code"], -32602, "{refused}");
    assert_eq!(
        refused["error"]["message"],
        "inputResponses/name (12) is not an object: answer each of the inputRequests with the result of that request, under its key"
    );
    let said = guest.call("suggest_name", json!({})).await;
    assert_eq!(said.words(), "Tea Pot, in run 3.");
}

#[tokio::test]
async fn answers_to_what_nobody_asked_are_left_out() {
    let mut guest = Guest::of(studio::server(), Era::Stateless, agree).await;
    let (key, state) = first_round(&mut guest).await;
    let mut round = second_round("tea pot", &key, &state);
    round["inputResponses"]["other"] = accept(json!({}));
    let done = guest.exchange("tools/call", round).await;
    assert_eq!(done["result"]["isError"], false, "{done}");
    let wrong = second_round("tea pot", "other", &state);
    let again = guest.exchange("tools/call", wrong).await;
    assert_eq!(again["result"]["resultType"], "input_required", "{again}");
}

#[tokio::test]
async fn over_http_without_a_session_an_older_client_is_told_why_it_is_not_asked() {
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
    let address = listener.local_addr().expect("an address");
    let http = Http::new(studio::server());
    tokio::spawn(http.serve_on(listener, std::future::pending()));
    let mut client = HttpClient::connect(address, Era::Handshake).await;
    client.greet().await;
    let failed = client.call("smash_pot", json!({"pot": "tea pot"})).await;
    let envelope = failed.envelope();
    assert_eq!(
        envelope["error"],
        "smash_pot asks the user, and this server keeps no session in which a client of a version before 2026-07-28 could answer"
    );
    assert_eq!(
        envelope["hint"],
        "Tell the user to connect with a newer client, or to have whoever runs the server enable sessions."
    );
    let subscribe = json!({"uri": "studio://shelf"});
    let watched = client.error("resources/subscribe", subscribe.clone()).await;
    assert!(
        watched.message.starts_with("this server keeps no session"),
        "{watched:?}"
    );
    // Nor does a session that is over, or never was, make one.
    let stale = client
        .request("resources/subscribe", &subscribe)
        .header("Mcp-Session-Id", "5f1c");
    let watched = ProtocolError::of(&client.exchange(&stale).await.message());
    assert!(
        watched.message.starts_with("this server keeps no session"),
        "{watched:?}"
    );
}

#[tokio::test]
async fn a_session_is_closed_to_every_caller_but_its_own() {
    let tokens = Tokens::new()
        .token("token-of-ada", Grants::of(["read"]).caller("ada"))
        .token("token-of-bob", Grants::of(["read"]).caller("bob"));
    let server = studio::builder().authorizer(tokens).boot();
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
    let address = listener.local_addr().expect("an address");
    let http = Http::new(server.expect("it boots")).sessions();
    tokio::spawn(http.serve_on(listener, std::future::pending()));
    let post = async |token: &str, session: &str, body: Value| {
        let body = body.to_string();
        let request = format!(
            "POST /mcp HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\
             Authorization: Bearer {token}\r\n{session}Content-Type: application/json\r\n\
             Accept: application/json, text/event-stream\r\n\
             Content-Length: {}\r\n\r\n{body}",
            body.len()
        );
        let mut stream = TcpStream::connect(address).await.expect("it listens");
        let sent = stream.write_all(request.as_bytes()).await;
        sent.expect("the server reads");
        let mut response = String::new();
        let read = in_time(stream.read_to_string(&mut response)).await;
        read.expect("the server answers and closes");
        response
    };
    let (method, params) = Era::Handshake.opening();
    let opening = Era::Handshake.request(1, method, &params);
    let opened = post("token-of-ada", "", opening).await;
    let session = opened
        .lines()
        .find(|line| line.starts_with("mcp-session-id: "))
        .unwrap_or_else(|| panic!("no session: {opened}"));
    let session = format!("{session}\r\n");
    let list = || Era::Handshake.request(2, "tools/list", &json!({}));
    let own = post("token-of-ada", &session, list()).await;
    assert!(own.contains("draw_pot"), "{own}");
    let stranger = post("token-of-bob", &session, list()).await;
    assert!(stranger.starts_with("HTTP/1.1 404"), "{stranger}");
    assert!(
        stranger.ends_with("Not Found: Session not found"),
        "{stranger}"
    );
    let answer = json!({"jsonrpc": "2.0", "id": 0, "result": {"action": "accept"}});
    let forged = post("token-of-bob", &session, answer).await;
    assert!(forged.starts_with("HTTP/1.1 404"), "{forged}");
}
