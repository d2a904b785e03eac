//! What a model is sent.

use mcp_ergo::sim::{Endpoint, Mode, Picker as _};
use picker_tests::{Model, Seen, said};
use serde_json::{Value, json};

use crate::{chat, tools};

const TASKS: [&str; 2] = ["Which pods run?", "Merge \"fix\" into main, please."];

/// What is sent for two tasks.
fn asked(mode: Mode) -> [Seen; 2] {
    let model = Model::saying(said(r#"{"tool": "none"}"#));
    let chat = chat(&model).key("sk-test").unwrap();
    let endpoint = Endpoint::new(chat, mode).unwrap();
    let tools = tools();
    let prepared = endpoint.prepare(&tools).unwrap();
    for task in TASKS {
        prepared.pick(task).unwrap();
    }
    model.seen().try_into().expect("two requests")
}

/// Everything before the task, and everything behind it.
fn around<'a>(seen: &'a Seen, task: &str) -> (&'a str, &'a str) {
    let task = json!(task).to_string();
    seen.text.split_once(&task).expect("the task is sent")
}

#[test]
fn all_but_the_task_is_the_same_to_the_byte() {
    for mode in [Mode::Enum, Mode::Tools] {
        let [first, second] = asked(mode);
        assert_eq!(
            around(&first, TASKS[0]),
            around(&second, TASKS[1]),
            "{mode:?}"
        );
        let messages = first.body["messages"].as_array().unwrap();
        assert_eq!(messages.len(), 2, "{mode:?}");
        assert_eq!(messages[1], json!({"role": "user", "content": TASKS[0]}));
    }
}

#[test]
fn each_request_names_the_model_the_seed_and_the_key() {
    for mode in [Mode::Enum, Mode::Tools] {
        let [seen, _] = asked(mode);
        assert_eq!(seen.path, "/v1/chat/completions");
        assert_eq!(seen.authorization.as_deref(), Some("Bearer sk-test"));
        assert!(!seen.text.contains("sk-test"), "{}", seen.text);
        for (key, value) in [
            ("model", json!("tiny")),
            ("temperature", json!(0)),
            ("seed", json!(42)),
        ] {
            assert_eq!(seen.body[key], value, "{key}");
        }
    }
}

#[test]
fn the_catalog_stands_in_the_system_message_and_its_names_in_a_schema() {
    let [seen, _] = asked(Mode::Enum);
    let system = seen.body["messages"][0]["content"].as_str().unwrap();
    assert!(system.contains("PREFER favourite__get_pods."), "{system}");
    let listed: Vec<Value> = system
        .lines()
        .filter_map(|line| serde_json::from_str(line).ok())
        .collect();
    let names: Vec<&str> = listed
        .iter()
        .filter_map(|tool| tool["name"].as_str())
        .collect();
    let presented = [
        "favourite__get_pods",
        "all__k8s__get_pods",
        "all__git__change_request",
    ];
    assert_eq!(names, presented);
    assert_eq!(listed[0]["description"], "List pods.");
    let format = &seen.body["response_format"];
    assert_eq!(
        (&format["type"], &format["json_schema"]["strict"]),
        (&json!("json_schema"), &json!(true))
    );
    let schema = &format["json_schema"]["schema"];
    assert_eq!(schema["required"], json!(["tool", "action"]));
    assert_eq!(schema["additionalProperties"], json!(false));
    let mut enumerated = presented.to_vec();
    enumerated.push("none");
    assert_eq!(schema["properties"]["tool"]["enum"], json!(enumerated));
    let actions = &schema["properties"]["action"]["enum"];
    assert_eq!(actions, &json!(["merge", "close", "none"]));
    assert!(seen.body.get("tools").is_none());
}

#[test]
fn tools_are_shown_as_the_server_presents_them() {
    let [seen, _] = asked(Mode::Tools);
    let system = seen.body["messages"][0]["content"].as_str().unwrap();
    assert!(system.contains("PREFER favourite__get_pods."), "{system}");
    assert_eq!(seen.body["tool_choice"], "auto");
    let tools = seen.body["tools"].as_array().unwrap();
    assert_eq!(tools.len(), 3);
    let last = json!({
        "type": "function",
        "function": {
            "name": "all__git__change_request",
            "description": "Change a pull request.",
            "parameters": {
                "type": "object",
                "properties": {"action": {"type": "string", "enum": ["merge", "close"]}},
            },
        },
    });
    assert_eq!(tools[2], last);
    assert!(seen.body.get("response_format").is_none());
}
