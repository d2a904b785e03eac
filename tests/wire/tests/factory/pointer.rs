//! Whoever follows the pointer arrives, from wherever the factory can be.

use std::collections::HashSet;

use proptest::prelude::*;
use proptest::test_runner::{Config, TestRunner};
use serde_json::{Value, json};
use wire_tests::line::InProcess;
use wire_tests::{Answer, Era};

use crate::empty;
use crate::follower::{Pick, follow, stages};

/// Something that a caller does; `PROJECT` stands for the project that it is done to.
type Action = (&'static str, &'static str);

/// What changes a factory in every way that there is, also badly.
const ACTIONS: [Action; 16] = [
    ("import_sample", r#"{"sample": "shop"}"#),
    (
        "create_project",
        r#"{"name": "Odd", "tables": [{"name": "订单", "columns": ["数量", "Owner ID"]}]}"#,
    ),
    ("create_plan", r#"{"project_id": "PROJECT"}"#),
    ("generate_artifacts", r#"{"project_id": "PROJECT"}"#),
    ("validate_artifacts", r#"{"project_id": "PROJECT"}"#),
    ("deploy_project", r#"{"project_id": "PROJECT"}"#),
    (
        "add_entity",
        r#"{"project_id": "PROJECT", "entity": "product", "fields": [{"name": "sku"}]}"#,
    ),
    (
        "set_key",
        r#"{"project_id": "PROJECT", "entity": "order_line", "field": "order_id"}"#,
    ),
    (
        "set_field_type",
        r#"{"project_id": "PROJECT", "entity": "order", "field": "channel", "field_type": "uuid"}"#,
    ),
    // Nothing is wrong with it.
    (
        "generate_artifacts",
        r#"{"project_id": "PROJECT", "plan": [
            {"name": "user", "key": "id", "fields": [{"name": "id", "field_type": "integer"}]}]}"#,
    ),
    // Keys that refer to each other, of which nobody can tell the type.
    (
        "generate_artifacts",
        r#"{"project_id": "PROJECT", "plan": [
            {"name": "hen", "key": "egg_id", "fields": [{"name": "egg_id", "references": "egg"}]},
            {"name": "egg", "key": "hen_id", "fields": [{"name": "hen_id", "references": "hen"}]},
            {"name": "nest", "fields": [{"name": "hen_id", "references": "hen"}]}]}"#,
    ),
    ("delete_project", r#"{"project_id": "PROJECT"}"#),
    // These are refused, whatever the state, and must not change it.
    (
        "set_key",
        r#"{"project_id": "PROJECT", "entity": "customer", "field": "nmae"}"#,
    ),
    (
        "generate_artifacts",
        r#"{"project_id": "PROJECT", "plan": [
            {"name": "sqlite_x", "fields": [{"name": "id"}]}]}"#,
    ),
    ("deploy_project", r#"{"project_id": "prj_000000"}"#),
    ("get_plan", r#"{"project_id": "PROJECT"}"#),
];

/// The actions that make a project.
const CREATING: [&str; 2] = ["create_project", "import_sample"];

/// Does it to the project that is `at` in the list.
async fn act(client: &mut InProcess, (tool, args): Action, at: usize) {
    let list = client
        .call("list_projects", json!({"limit": 100}))
        .await
        .data();
    let projects = list["items"].as_array().map_or(0, Vec::len);
    let project = list["items"][at % projects.max(1)]["project_id"].as_str();
    let args = args.replace("PROJECT", project.unwrap_or("prj_4K7M2Q"));
    let args = serde_json::from_str(&args).expect("an action is JSON");
    let answer = client.call(tool, args).await;
    if answer.is_error() {
        let envelope = answer.envelope();
        assert_eq!(envelope["recovery"], "fix", "{tool}: {envelope:#}");
    }
}

/// Everything about a factory of one project that a later call can tell from another.
async fn fingerprint(client: &mut InProcess) -> String {
    let mut seen = vec![client.call("list_projects", json!({})).await];
    let id = seen[0].data()["items"][0]["project_id"].clone();
    if !id.is_null() {
        for tool in ["get_plan", "list_artifacts", "list_deployments"] {
            seen.push(client.call(tool, json!({"project_id": id})).await);
        }
    }
    let mut seen: Vec<Value> = seen.iter().map(Answer::json).collect();
    // What grows without an end is told by whether it is of the plan of now.
    let current = seen[0]["items"][0]["revision"].clone();
    for (at, answer) in seen.iter_mut().enumerate() {
        *answer = match at {
            0 => answer["items"][0]["stage"].clone(),
            1 => answer["entities"].clone(),
            _ => {
                let revision = &answer["items"][0]["revision"];
                json!([revision.is_null(), *revision == current])
            }
        };
    }
    json!(seen).to_string()
}

/// Brings the factory to the state that these actions lead to from none.
async fn replay(client: &mut InProcess, path: &[Action]) {
    while let Some(id) = first(client).await {
        client
            .call("delete_project", json!({"project_id": id}))
            .await;
    }
    for &action in path {
        act(client, action, 0).await;
    }
}

/// The id of the oldest project.
async fn first(client: &mut InProcess) -> Option<String> {
    let list = client.call("list_projects", json!({"limit": 1})).await;
    let list = list.data();
    list["items"][0]["project_id"].as_str().map(str::to_owned)
}

/// Breadth-first over the actions: a shortest way to every state of a factory with one project.
async fn reachable(client: &mut InProcess) -> Vec<Vec<Action>> {
    let mut found = vec![(Vec::new(), fingerprint(client).await)];
    let mut known = HashSet::from([found[0].1.clone()]);
    let mut next = 0;
    while let Some((path, here)) = found.get(next).cloned() {
        next += 1;
        replay(client, &path).await;
        for action in ACTIONS {
            // A second project makes no new states of the first; sequences below have several.
            if CREATING.contains(&action.0) && !path.is_empty() {
                continue;
            }
            act(client, action, 0).await;
            let there = fingerprint(client).await;
            if there == here {
                continue;
            }
            if known.insert(there.clone()) {
                found.push(([path.as_slice(), &[action]].concat(), there));
            }
            replay(client, &path).await;
        }
    }
    found.into_iter().map(|(path, _)| path).collect()
}

/// Follows to the end, and judges it.
async fn assert_arrives(client: &mut InProcess, pick: Pick) -> usize {
    let calls = follow(client, pick).await;
    let stages = stages(client).await;
    assert!(
        !stages.is_empty() && stages.iter().all(|stage| stage == "deployed"),
        "{stages:?} after {calls:#?}"
    );
    calls.len()
}

#[tokio::test(flavor = "multi_thread")]
async fn from_every_state_of_one_project_the_pointer_leads_to_a_deployment() {
    let mut client = InProcess::of(empty("admin"), Era::Stateless).await;
    let reachable = reachable(&mut client).await;
    assert!(reachable.len() > 50, "only {} states", reachable.len());
    let mut longest = 0;
    for era in Era::ALL {
        let mut client = InProcess::of(empty("admin"), era).await;
        for (at, path) in reachable.iter().enumerate() {
            let pick = if at % 2 == 0 { Pick::First } else { Pick::Last };
            replay(&mut client, path).await;
            longest = longest.max(assert_arrives(&mut client, pick).await);
        }
    }
    // From nothing to a deployment in eleven, three of them repairs; then twice `_hello` and a look.
    assert!(longest <= 17, "{longest} calls");
}

#[test]
fn after_any_actions_on_several_projects_the_pointer_leads_to_their_deployments() {
    let runtime = tokio::runtime::Runtime::new().expect("a runtime");
    // Booting takes longer than a way does.
    let mut clients = runtime.block_on(async {
        [
            InProcess::of(empty("admin"), Era::Handshake).await,
            InProcess::of(empty("admin"), Era::Stateless).await,
        ]
    });
    let actions = prop::collection::vec((0..ACTIONS.len(), 0..4_usize), 0..32);
    let mut runner = TestRunner::new(Config::with_cases(24));
    let ways = (actions, any::<bool>(), any::<bool>());
    let clients = std::cell::RefCell::new(&mut clients);
    let outcome = runner.run(&ways, |(actions, era, first)| {
        let pick = if first { Pick::First } else { Pick::Last };
        let client = &mut clients.borrow_mut()[usize::from(era)];
        runtime.block_on(async {
            replay(client, &[]).await;
            for (action, at) in actions {
                act(client, ACTIONS[action], at).await;
            }
            assert_arrives(client, pick).await;
        });
        Ok(())
    });
    outcome.expect("every way arrives");
}

#[tokio::test]
async fn whoever_may_not_deploy_is_led_as_far_as_it_may_go() {
    for era in Era::ALL {
        let mut client = InProcess::of(empty("modeller"), era).await;
        for action in [ACTIONS[0], ACTIONS[1]] {
            act(&mut client, action, 0).await;
        }
        follow(&mut client, Pick::First).await;
        assert_eq!(stages(&mut client).await, ["validated", "validated"]);
    }
}

#[tokio::test]
async fn the_most_urgent_project_is_the_next_action() {
    let mut client = InProcess::of(empty("admin"), Era::Stateless).await;
    // Three projects: taken in, blocked, planned.
    for _ in 0..3 {
        act(&mut client, ACTIONS[0], 0).await;
    }
    for (action, at) in [(2, 1), (3, 1), (4, 1), (2, 2)] {
        act(&mut client, ACTIONS[action], at).await;
    }
    assert_eq!(
        stages(&mut client).await,
        ["taken_in", "blocked", "planned"]
    );
    let list = client.call("list_projects", json!({})).await.data();
    let hello = client.call("_hello", json!({})).await;
    let next = hello.data()["nextAction"].clone();
    assert_eq!(next["tool"], "validate_artifacts");
    assert_eq!(next["args"]["project_id"], list["items"][1]["project_id"]);
    assert!(
        hello
            .words()
            .contains("State: a project is generated, or blocked by what validation found."),
        "{}",
        hello.words()
    );
    assert_eq!(
        hello.data()["counts"],
        json!([
            {"of": "projects", "number": 3},
            {"of": "blocked projects", "number": 1},
            {"of": "deployed projects", "number": 0},
        ])
    );
}
