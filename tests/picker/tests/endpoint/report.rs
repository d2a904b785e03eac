//! What a comparison says of a model.

use mcp_ergo::sim::{
    Catalog, Comparison, Endpoint, Measure, Mode, Showing, SimError, Simulation, Task,
};
use picker_tests::{Model, Reply, called};
use serde_json::Value;

use crate::chat;

const CATALOG: &str = r#"{"tools": [
    {"name": "get_pods", "description": "List pods."},
    {"name": "get_log", "description": "Read a log."},
    {"name": "merge_request", "description": "Merge a pull request."}
]}"#;

const TASKS: &str = r#"{"tasks": [
    {"id": "pods", "text": "Which pods run?", "right": ["get_pods"]},
    {"id": "log", "text": "What does the log say?", "right": ["get_log"]},
    {"id": "merge", "text": "Merge it.", "right": ["merge_request"]},
    {"id": "lost", "text": "Where am I?", "right": ["get_log"]}
]}"#;

/// The flat list against favourites first, as a model picks.
fn compared(mode: Mode, script: fn(&str, bool) -> Reply) -> Result<Comparison, SimError> {
    let model = Model::scripted(move |_, body| {
        let messages = body["messages"].as_array().expect("messages");
        let task = messages[1]["content"].as_str().expect("a task");
        script(task, body["tools"].to_string().contains("favourite__"))
    });
    let catalog = Catalog::read("cluster", CATALOG.as_bytes()).unwrap();
    let endpoint = Endpoint::new(chat(&model).retries(1), mode).unwrap();
    Simulation::new(catalog, Task::read(TASKS.as_bytes()).unwrap())
        .showings([Showing::Flat, Showing::Favourites])
        .favourites(["get_pods"])
        .picker(endpoint.parallel(2))
        .run()
}

/// Knows favourites, invents a name, breaks down over one task, and is not there for another.
fn shaky(task: &str, favourites: bool) -> Reply {
    let call = |name| Reply::Message(called(&[(name, "{}")]));
    match (task, favourites) {
        ("Which pods run?", true) => call("favourite__get_pods"),
        ("Merge it.", _) => call("merge_everything"),
        ("Where am I?", _) => Reply::Message(called(&[("get_log", "{\"line\": ")])),
        (_, true) => Reply::Raw(503, Vec::new(), "busy".to_owned()),
        // Right for the log, and wrong for the pods.
        (_, false) => call("get_log"),
    }
}

#[test]
fn a_task_that_was_never_asked_about_is_left_out_of_the_pair() {
    let comparison = compared(Mode::Tools, shaky).unwrap();
    let [flat, favourites] = &comparison.arms[..] else {
        panic!("two arms");
    };
    let first = |arm: &mcp_ergo::sim::Arm| *arm.all.get(Measure::First).expect("it is measured");
    assert_eq!((flat.all.tasks, favourites.all.tasks), (4, 3));
    assert!((first(flat).mean.value - 0.25).abs() < 1e-9);
    assert!((first(favourites).mean.value - 1.0 / 3.0).abs() < 1e-9);
    // The task that flat alone was asked about, and had right, is no loss of favourites.
    let difference = first(favourites).difference.expect("it is compared");
    assert!(
        (difference.value - 1.0 / 3.0).abs() < 1e-9,
        "{difference:?}"
    );
}

#[test]
fn what_was_invented_broken_or_unasked_is_told_with_an_example() {
    let report = compared(Mode::Tools, shaky).unwrap().to_string();
    for told in [
        "note: tiny (tools) cluster favourites: 1 task could not be asked about, and left out of what is compared; e.g. http://",
        "answered 503, also when asked again: busy\n",
        "note: tiny (tools) cluster flat: no answer to 1 task, counted as no pick; e.g. the arguments of `get_log` are no JSON object: {\"line\":",
        "note: tiny (tools) cluster flat: for 1 task a name was called that is not listed, counted as wrong; e.g. merge_everything\n",
        "note: One answer of a model a task",
    ] {
        assert!(report.contains(told), "{told}\n\n{report}");
    }
}

#[test]
fn each_task_is_told_apart_in_json() {
    let json = compared(Mode::Tools, shaky).unwrap().json();
    let tasks = |arm: usize| json["arms"][arm]["tasks"].as_array().unwrap();
    let task = |arm, id: &str| tasks(arm).iter().find(|task| task["id"] == id).unwrap();
    assert_eq!(task(1, "log")["unasked"], true);
    assert_eq!(task(0, "log")["first"], true);
    assert_eq!(
        task(0, "merge")["unlisted"],
        serde_json::json!(["merge_everything"])
    );
    assert_eq!(task(0, "lost")["picked"], Value::Null);
    assert!(
        task(0, "lost")["error"]
            .as_str()
            .unwrap()
            .contains("no JSON object")
    );
    assert_eq!(task(0, "pods")["tokens_sent"], 100);
}

#[test]
fn a_key_that_is_refused_ends_the_run_with_what_to_do() {
    let refused = |_: &str, _| Reply::Raw(401, Vec::new(), String::new());
    let error = compared(Mode::Enum, refused).unwrap_err();
    let told = error.to_string();
    assert!(
        told.starts_with("tiny (enum) cannot pick: http://"),
        "{told}"
    );
    assert!(
        told.ends_with("name the environment variable that holds the key: --key-env NAME"),
        "{told}"
    );
}
