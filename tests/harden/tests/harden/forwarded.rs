//! Everything that is no tool reaches the handler.

use harden_tests::recorder::Recorder;
use mcp_ergo::harden;
use serde_json::{Value, json};
use wire_tests::Era;
use wire_tests::line::InProcess;

/// Requests of both eras: the method of the protocol, its parameters, the method of the handler.
fn requests() -> Vec<(&'static str, Value, &'static str)> {
    vec![
        (
            "completion/complete",
            json!({"ref": {"type": "ref/prompt", "name": "p"}, "argument": {"name": "a", "value": "v"}}),
            "complete",
        ),
        ("logging/setLevel", json!({"level": "info"}), "set_level"),
        ("prompts/get", json!({"name": "p"}), "get_prompt"),
        ("prompts/list", json!({}), "list_prompts"),
        ("resources/list", json!({}), "list_resources"),
        (
            "resources/templates/list",
            json!({}),
            "list_resource_templates",
        ),
        ("resources/read", json!({"uri": "a://b"}), "read_resource"),
        ("skills/list", json!({}), "list_skills"),
        (
            "skills/get",
            json!({"uri": "skill://a/SKILL.md"}),
            "get_skill",
        ),
        (
            "resources/directory/read",
            json!({"uri": "a://b"}),
            "read_resource_directory",
        ),
        ("tasks/get", json!({"taskId": "t"}), "get_task"),
        (
            "tasks/update",
            json!({"taskId": "t", "inputResponses": {}}),
            "update_task",
        ),
        ("tasks/cancel", json!({"taskId": "t"}), "cancel_task"),
        ("own/method", json!({"a": 1}), "on_custom_request"),
    ]
}

fn only(era: Era) -> Vec<(&'static str, Value, &'static str)> {
    match era {
        Era::Handshake => vec![
            ("ping", json!({}), "ping"),
            ("resources/subscribe", json!({"uri": "a://b"}), "subscribe"),
            (
                "resources/unsubscribe",
                json!({"uri": "a://b"}),
                "unsubscribe",
            ),
        ],
        Era::Stateless => vec![(
            "subscriptions/listen",
            json!({"notifications": {}}),
            "listen",
        )],
    }
}

/// The request of a client that knows tasks.
fn with_tasks(mut request: Value) -> Value {
    request["params"]["_meta"]["io.modelcontextprotocol/clientCapabilities"] =
        json!({"extensions": {"io.modelcontextprotocol/tasks": {}}});
    request
}

const NOTIFICATIONS: &[(&str, &str)] = &[
    (
        r#"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":99}}"#,
        "on_cancelled",
    ),
    (
        r#"{"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":1,"progress":1}}"#,
        "on_progress",
    ),
    (
        r#"{"jsonrpc":"2.0","method":"notifications/roots/list_changed"}"#,
        "on_roots_list_changed",
    ),
    (
        r#"{"jsonrpc":"2.0","method":"notifications/own"}"#,
        "on_custom_notification",
    ),
    (
        r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#,
        "on_initialized",
    ),
];

#[tokio::test]
async fn every_method_of_a_handler_is_reached() {
    for era in Era::ALL {
        let plain = Recorder::default();
        let mended = Recorder::default();
        let mut before = InProcess::of_foreign(plain.clone(), era).await;
        let mut after = InProcess::of_foreign(harden(mended.clone()), era).await;
        assert_eq!(before.opened, after.opened);
        let requests = requests().into_iter().chain(only(era));
        for (at, (method, params, reached)) in (0..).zip(requests) {
            let mut answers = Vec::new();
            for client in [&mut before, &mut after] {
                let id = 1_000 + at;
                let request = with_tasks(era.request(id, method, &params));
                client.send(&request).await;
                // A subscription is acknowledged first.
                let answer = loop {
                    let message = client.receive().await;
                    if message["id"] == id {
                        break message;
                    }
                };
                answers.push(answer.to_string());
            }
            assert_eq!(answers[0], answers[1], "{method}");
            assert!(
                plain.reached().contains(&reached),
                "{method} does not lead to {reached}: {answers:?}"
            );
        }
        for (line, reached) in NOTIFICATIONS {
            for client in [&mut before, &mut after] {
                client.send_line(line).await;
            }
            assert!(!reached.is_empty());
        }
        // Notifications run beside each other; a request that comes after them is answered after.
        for client in [&mut before, &mut after] {
            client.exchange("own/method", json!({})).await;
        }
        tokio::task::yield_now().await;
        for _ in 0..100 {
            if NOTIFICATIONS
                .iter()
                .all(|(_, reached)| mended.reached().contains(reached))
            {
                break;
            }
            tokio::time::sleep(std::time::Duration::from_millis(5)).await;
        }
        let sorted = |recorder: &Recorder| {
            let mut reached = recorder.reached();
            reached.sort_unstable();
            reached.dedup();
            reached
        };
        for (_, reached) in NOTIFICATIONS {
            assert!(
                mended.reached().contains(reached),
                "{reached}: {:?}",
                sorted(&mended)
            );
        }
        assert_eq!(sorted(&plain), sorted(&mended));
    }
}
