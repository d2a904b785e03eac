//! What the factory's tools promise, held against what they do.

use serde_json::{Value, json};
use wire_tests::line::InProcess;
use wire_tests::{Answer, Era};

use crate::empty;
use crate::follower::{Pick, follow};

async fn client(era: Era) -> InProcess {
    InProcess::of(empty("admin"), era).await
}

/// A factory with one project of the sample shop, and its id.
async fn with_shop(era: Era) -> (InProcess, Value) {
    let mut client = client(era).await;
    let taken = client
        .call("import_sample", json!({"sample": "shop"}))
        .await;
    let id = taken.data()["project_id"].clone();
    (client, id)
}

async fn steps(client: &mut InProcess, id: &Value, tools: &[&str]) -> Answer {
    let mut last = None;
    for tool in tools {
        last = Some(client.call(tool, json!({"project_id": id})).await);
    }
    last.expect("a step")
}

fn blockers(answer: &Answer) -> Vec<(String, String)> {
    let blockers = answer.data()["blockers"].as_array().cloned();
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    blockers
        .unwrap_or_default()
        .iter()
        .map(|blocker| (text(&blocker["what"]), text(&blocker["nextAction"]["tool"])))
        .collect()
}

#[tokio::test]
async fn validation_tells_each_defect_with_the_call_that_mends_it() {
    for era in Era::ALL {
        let (mut client, id) = with_shop(era).await;
        let way = ["create_plan", "generate_artifacts", "validate_artifacts"];
        let answer = steps(&mut client, &id, &way).await;
        assert_eq!(
            answer.data()["outcome"],
            "Revision 1 cannot be deployed: 3 things are in the way."
        );
        let told = [
            (
                "nobody said what 'channel' of 'order' holds",
                "set_field_type",
            ),
            ("the entity 'order_line' has no key", "set_key"),
            (
                "'product_id' of 'order_line' refers to 'product', which is no entity of the plan",
                "add_entity",
            ),
        ];
        assert_eq!(
            blockers(&answer),
            told.map(|(what, tool)| (what.to_owned(), tool.to_owned()))
        );
        // A repair leaves the others in the way, and says so.
        let next = answer.data()["blockers"][1]["nextAction"].clone();
        let answer = client.call("set_key", next["args"].clone()).await;
        assert_eq!(blockers(&answer).len(), 2);
        assert_eq!(answer.data()["stage"], "blocked");
    }
}

#[tokio::test]
async fn a_step_that_comes_too_early_names_the_one_that_comes_first() {
    for era in Era::ALL {
        let (mut client, id) = with_shop(era).await;
        for (done, first) in [
            (None, "create_plan"),
            (Some("create_plan"), "generate_artifacts"),
            (Some("generate_artifacts"), "validate_artifacts"),
        ] {
            if let Some(tool) = done {
                steps(&mut client, &id, &[tool]).await;
            }
            let early = steps(&mut client, &id, &["deploy_project"]).await;
            assert_eq!(early.data()["outcome"], "Nothing was deployed.");
            let named: Vec<String> = blockers(&early).into_iter().map(|(_, tool)| tool).collect();
            assert_eq!(named, [first]);
        }
    }
}

#[tokio::test]
async fn a_step_that_was_taken_before_changes_nothing() {
    let (mut client, id) = with_shop(Era::Stateless).await;
    follow(&mut client, Pick::First).await;
    for tool in [
        "create_plan",
        "generate_artifacts",
        "validate_artifacts",
        "deploy_project",
    ] {
        let again = steps(&mut client, &id, &[tool]).await;
        let data = again.data();
        assert_eq!(
            (&data["stage"], &data["revision"]),
            (&json!("deployed"), &json!(4))
        );
        assert!(
            again.words().ends_with("nothing changed."),
            "{}",
            again.words()
        );
    }
}

#[tokio::test]
async fn a_plan_in_the_call_takes_the_place_of_the_stored_one_and_loses_nothing() {
    for era in Era::ALL {
        let (mut client, id) = with_shop(era).await;
        follow(&mut client, Pick::First).await;
        let key = json!({"name": "id", "field_type": "uuid"});
        let plan = json!([{"name": "user", "key": "id", "fields": [key]}]);
        let arguments = json!({"project_id": id, "plan": plan});
        let answer = client.call("generate_artifacts", arguments).await;
        assert_eq!(answer.data()["revision"], 5);
        assert_eq!(answer.data()["nextAction"]["tool"], "validate_artifacts");
        let now = client
            .call("get_plan", json!({"project_id": id}))
            .await
            .data();
        assert_eq!(now["entities"], plan);
        let earlier = json!({"project_id": id, "revision": 4});
        let earlier = client.call("get_plan", earlier).await.data();
        assert_eq!(earlier["entities"].as_array().map(Vec::len), Some(4));
        assert_eq!(earlier["current"], false);
        follow(&mut client, Pick::First).await;
        let list = client
            .call("list_deployments", json!({"project_id": id}))
            .await
            .data();
        let prefix = id.as_str().unwrap_or_default().to_lowercase();
        assert_eq!(
            list["items"][0]["tables"],
            json!([format!("{prefix}__user")])
        );
        assert_eq!(
            [&list["items"][0]["current"], &list["items"][1]["current"]],
            [true, false]
        );
    }
}

#[tokio::test]
async fn a_section_is_read_alone() {
    for era in Era::ALL {
        let (mut client, id) = with_shop(era).await;
        follow(&mut client, Pick::First).await;
        let arguments = json!({"project_id": id, "kind": "sql_ddl", "entity": "order"});
        let section = client.call("get_artifact", arguments).await.data();
        assert_eq!(
            section["sections"],
            json!([{
                "entity": "order",
                "text": "CREATE TABLE \"order\" (\n  \"id\" INTEGER NOT NULL PRIMARY KEY,\n  \
                         \"customer_id\" INTEGER REFERENCES \"customer\" (\"id\"),\n  \
                         \"ordered_on\" DATE,\n  \"channel\" TEXT\n);\n",
            }])
        );
        let listed = steps(&mut client, &id, &["list_artifacts"]).await.data();
        assert_eq!(
            listed["items"][1]["sections"],
            json!(["customer", "order", "order_line", "product"])
        );
    }
}

#[tokio::test]
async fn what_is_not_there_is_told_with_what_may_have_been_meant() {
    for era in Era::ALL {
        let (mut client, id) = with_shop(era).await;
        let planless = steps(&mut client, &id, &["get_plan"]).await.envelope();
        assert_eq!(
            planless["nextAction"],
            json!({"tool": "create_plan", "args": {"project_id": id}, "reason": "to create one first"})
        );
        steps(&mut client, &id, &["create_plan"]).await;
        let mistyped = json!({"project_id": "prj_4K7M2O", "entity": "order", "field": "id"});
        let envelope = client.call("set_key", mistyped).await.envelope();
        assert_eq!(
            envelope["error"],
            "no project with id 'prj_4K7M2O'; ids look like 'prj_4K7M2Q'"
        );
        assert_eq!(envelope["candidates"], json!([id]));
        let mistyped = json!({"project_id": id, "entity": "orders", "field": "id"});
        let envelope = client.call("set_key", mistyped).await.envelope();
        assert_eq!(envelope["candidates"], json!(["order", "order_line"]));
        assert_eq!(envelope["nextAction"]["tool"], "get_plan");
        let mistyped = json!({"project_id": id, "entity": "order", "field": "chanel"});
        let envelope = client.call("set_key", mistyped).await.envelope();
        assert_eq!(
            envelope["error"],
            "the entity 'order' has no field 'chanel'"
        );
        assert_eq!(envelope["candidates"], json!(["channel"]));
        let early = json!({"project_id": id, "kind": "sql_ddl"});
        let envelope = client.call("get_artifact", early).await.envelope();
        assert_eq!(envelope["nextAction"]["tool"], "generate_artifacts");
    }
}

#[tokio::test]
async fn what_is_deleted_is_gone_with_its_tables_and_its_id_is_not_given_again() {
    for era in Era::ALL {
        let (mut client, id) = with_shop(era).await;
        follow(&mut client, Pick::First).await;
        let deleted = steps(&mut client, &id, &["delete_project"]).await.data();
        assert_eq!(deleted["was_deployed"], true);
        let list = client.call("list_deployments", json!({})).await.data();
        assert_eq!(list["total"], 0);
        let next = client
            .call("import_sample", json!({"sample": "shop"}))
            .await;
        assert_ne!(next.data()["project_id"], id);
    }
}
