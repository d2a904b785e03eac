//! Turn by turn.

use std::sync::Arc;

use mcp_ergo::sim::{Choice, Order, ShownTool};
use picker_tests::{Model, Reply, Seen, called, said};
use serde_json::{Value, json};

use crate::{agent, ledger, work};

/// Searches, reads what it found and the next, and is done.
fn thorough(number: usize, _: &Value) -> Reply {
    Reply::Message(match number {
        0 => called(&[("search_invoices", r#"{"status": "open", "limit": 2}"#)]),
        1 => called(&[
            ("get_invoice", r#"{"invoice_id": "inv_01"}"#),
            ("get_invoices", "{}"),
        ]),
        _ => said("Done."),
    })
}

/// What a tool answered, as the model was sent it last.
fn answers(seen: &Seen) -> Vec<&Value> {
    let messages = seen.body["messages"].as_array().expect("messages").iter();
    messages
        .filter(|message| message["role"] == "tool")
        .collect()
}

#[test]
fn every_call_is_kept_in_order_until_the_model_is_done() {
    let model = Model::scripted(thorough);
    let served = ledger();
    let pick = work(&agent(&model), &served).unwrap();
    let tools = served.tools(&[]).unwrap();
    let at = |name| Choice::tool(tools.find(name).expect("it is listed"));
    let unlisted = Choice::Unlisted("get_invoices".to_owned());
    assert_eq!(
        pick.choices,
        [at("search_invoices"), at("get_invoice"), unlisted]
    );
    assert_eq!(
        (pick.order, pick.turns, pick.tokens),
        (Order::Calls, 3, (300, 21))
    );
}

#[test]
fn a_model_sees_the_instructions_the_list_and_what_it_said_itself() {
    let model = Model::scripted(thorough);
    let served = ledger();
    work(&agent(&model), &served).unwrap();
    let seen = model.seen();
    let system = seen[0].body["messages"][0]["content"].as_str().unwrap();
    assert!(system.contains("Invoices of one company"), "{system}");
    let tools = served.tools(&[]).unwrap();
    let shown = seen[0].body["tools"].as_array().unwrap();
    let shown: Vec<&str> = shown
        .iter()
        .filter_map(|tool| tool["function"]["name"].as_str())
        .collect();
    let listed: Vec<&str> = tools.tools().iter().map(ShownTool::name).collect();
    assert_eq!(shown, listed);
    // What was said before stays as it was, so that kept prompts fit.
    for (before, after) in seen.iter().zip(&seen[1..]) {
        let before = before.body["messages"].as_array().unwrap();
        assert_eq!(
            before[..],
            after.body["messages"].as_array().unwrap()[..before.len()]
        );
    }
    let calls = &seen[2].body["messages"][4]["tool_calls"];
    assert_eq!(calls[1]["function"]["name"], "get_invoices");
    let ids: Vec<&Value> = answers(&seen[2])
        .iter()
        .map(|answer| &answer["tool_call_id"])
        .collect();
    assert_eq!(ids, [&json!("call_0"), &json!("call_0"), &json!("call_1")]);
}

#[test]
fn a_call_is_answered_with_what_the_tool_could_answer() {
    let model = Model::scripted(thorough);
    work(&agent(&model), &ledger()).unwrap();
    let seen = model.seen();
    let answers = answers(&seen[2]);
    let content = |at: usize| answers[at]["content"].as_str().unwrap();
    let found: Value = serde_json::from_str(content(0)).unwrap();
    assert_eq!(found["outcome"], "ok", "{found}");
    assert!(
        found["items"][0].is_object() && found["total"].is_u64(),
        "{found}"
    );
    assert!(found.get("nextAction").is_none(), "it would lead the model");
    let unknown = "no tool is called `get_invoices`; call one of those that are listed";
    assert_eq!(content(2), unknown);
}

#[test]
fn the_server_itself_answers_where_it_is_told_to() {
    let model = Model::scripted(thorough);
    let served = Arc::new(ledger());
    let agent = agent(&model).live(Arc::clone(&served));
    work(&agent, &served).unwrap();
    let seen = model.seen();
    let answers = answers(&seen[2]);
    let content = |at: usize| answers[at]["content"].as_str().unwrap();
    assert!(content(0).starts_with("Found "), "{}", content(0));
    assert!(content(1).contains("inv_01"), "{}", content(1));
    assert!(
        content(2).contains("get_invoice"),
        "the server names the nearest: {}",
        content(2)
    );
}

#[test]
fn a_model_that_is_never_done_is_stopped() {
    let model = Model::saying(called(&[("search_invoices", "{}")]));
    let pick = work(&agent(&model).turns(3), &ledger()).unwrap();
    assert_eq!((pick.choices.len(), pick.turns), (3, 3));
    assert_eq!(model.seen().len(), 3);
}

#[test]
fn a_call_that_cannot_be_read_is_wrong_and_the_model_is_told() {
    let model = Model::scripted(|number, _| {
        Reply::Message(match number {
            0 => called(&[("search_invoices", r#"{"status": "#)]),
            _ => said("Done."),
        })
    });
    let pick = work(&agent(&model), &ledger()).unwrap();
    assert_eq!(
        pick.choices,
        [Choice::Unlisted("search_invoices (broken)".to_owned())]
    );
    let seen = model.seen();
    let told = answers(&seen[1])[0]["content"].as_str().unwrap();
    assert!(
        told.starts_with("the arguments are no JSON object: {\"status\""),
        "{told}"
    );
}

#[test]
fn calls_without_ids_get_some() {
    let model = Model::scripted(|number, _| {
        let mut message = called(&[("search_invoices", "{}"), ("get_invoice", "{}")]);
        for call in message["tool_calls"].as_array_mut().expect("calls") {
            call.as_object_mut().expect("a call").remove("id");
        }
        Reply::Message(if number < 2 { message } else { said("Done.") })
    });
    work(&agent(&model), &ledger()).unwrap();
    let seen = model.seen();
    let answers = answers(&seen[2]);
    let ids: Vec<&Value> = answers
        .iter()
        .map(|answer| &answer["tool_call_id"])
        .collect();
    assert_eq!(ids, ["call_0", "call_1", "call_2", "call_3"]);
    let second = &seen[2].body["messages"][5]["tool_calls"];
    assert_eq!((&second[0]["id"], &second[1]["id"]), (ids[2], ids[3]));
}

#[test]
fn an_endpoint_that_fails_on_the_way_leaves_the_task_unasked() {
    let model = Model::scripted(|number, body| match number {
        0 => thorough(0, body),
        _ => Reply::Raw(500, Vec::new(), String::new()),
    });
    let error = work(&agent(&model), &ledger()).unwrap_err();
    assert!(error.is_unasked(), "{error:?}");
}
