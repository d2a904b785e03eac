//! What a model says, and what it picked by that.

use std::sync::Arc;
use std::thread;

use mcp_ergo::sim::{Choice, Endpoint, Mode, Order, Picker as _};
use picker_tests::{Model, Reply, called, said};
use serde_json::Value;
use tokio::sync::Barrier;

use crate::{chat, pick, tools};

/// What was picked by one message; what is wrong with it in words.
fn choices(mode: Mode, message: Value) -> Result<Vec<Choice>, String> {
    let model = Model::saying(message);
    match pick(chat(&model), mode, &tools()) {
        Ok(pick) => {
            assert_eq!(
                (pick.order, pick.tokens, pick.turns),
                (Order::Calls, (100, 7), 1)
            );
            Ok(pick.choices)
        }
        Err(error) => {
            assert!(!error.is_fatal() && !error.is_unasked(), "{error:?}");
            assert_eq!(model.seen().len(), 1, "an answer is not asked for twice");
            Err(error.message)
        }
    }
}

#[test]
fn a_name_of_the_list_is_picked() {
    let named = |text| choices(Mode::Enum, said(text));
    let first = named(r#"{"tool": "favourite__get_pods", "action": "none"}"#);
    assert_eq!(first, Ok(vec![Choice::tool(0)]));
    let acts = named(r#"{"tool": "all__git__change_request", "action": "merge"}"#);
    assert_eq!(acts, Ok(vec![Choice::action(2, "merge")]));
    let fenced = named("```json\n{\"tool\": \"all__k8s__get_pods\"}\n```");
    assert_eq!(fenced, Ok(vec![Choice::tool(1)]));
    assert_eq!(named(r#"{"tool": "none"}"#), Ok(vec![]));
}

#[test]
fn the_first_call_is_picked() {
    let made = |calls: &[_]| choices(Mode::Tools, called(calls));
    let first = made(&[("favourite__get_pods", "{}"), ("all__k8s__get_pods", "{}")]);
    assert_eq!(first, Ok(vec![Choice::tool(0)]));
    let acts = made(&[("all__git__change_request", r#"{"action": "close"}"#)]);
    assert_eq!(acts, Ok(vec![Choice::action(2, "close")]));
    let vague = made(&[("all__git__change_request", "{}")]);
    assert_eq!(vague, Ok(vec![Choice::tool(2)]));
}

#[test]
fn without_a_call_nothing_is_picked() {
    assert_eq!(
        choices(Mode::Tools, said("Which cluster do you mean?")),
        Ok(vec![])
    );
}

#[test]
fn a_name_that_is_made_up_is_wrong_and_told() {
    let invented = Ok(vec![Choice::Unlisted("get_nodes".to_owned())]);
    assert_eq!(
        choices(Mode::Enum, said(r#"{"tool": "get_nodes"}"#)),
        invented
    );
    assert_eq!(
        choices(Mode::Tools, called(&[("get_nodes", "{}")])),
        invented
    );
}

#[test]
fn what_cannot_be_read_is_a_miss_that_says_so() {
    assert_eq!(
        choices(Mode::Enum, said(r#"{"tool": "favourite__"#)),
        Err(r#"the answer is no JSON that names a tool: {"tool": "favourite__"#.to_owned())
    );
    assert_eq!(
        choices(
            Mode::Tools,
            called(&[("favourite__get_pods", r#"{"namespace": "#)])
        ),
        Err(
            r#"the arguments of `favourite__get_pods` are no JSON object: {"namespace":"#
                .to_owned()
        )
    );
}

#[test]
fn several_tasks_are_asked_about_at_once() {
    let barrier = Arc::new(Barrier::new(4));
    let model = Model::scripted(move |_, _| {
        let message = called(&[("favourite__get_pods", "{}")]);
        // One that waits for the others would wait for ever.
        Reply::Together(Arc::clone(&barrier), message)
    });
    let endpoint = Endpoint::new(chat(&model), Mode::Tools)
        .unwrap()
        .parallel(4);
    assert_eq!(endpoint.at_once(), 4);
    let tools = tools();
    let prepared = endpoint.prepare(&tools).unwrap();
    thread::scope(|scope| {
        let asked: Vec<_> = (0..4)
            .map(|_| scope.spawn(|| prepared.pick("Which pods run?").unwrap().choices))
            .collect();
        for pick in asked {
            assert_eq!(pick.join().unwrap(), [Choice::tool(0)]);
        }
    });
}
