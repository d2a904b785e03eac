//! Each role sees its own.

use serde_json::json;
use wire_tests::line::InProcess;
use wire_tests::{Era, catalog};

use crate::follower::{Pick, follow, stages};
use crate::{empty, server};

const READING: [&str; 6] = [
    "_hello",
    "get_artifact",
    "get_plan",
    "list_artifacts",
    "list_deployments",
    "list_projects",
];

const MODELLING: [&str; 8] = [
    "add_entity",
    "create_plan",
    "create_project",
    "generate_artifacts",
    "import_sample",
    "set_field_type",
    "set_key",
    "validate_artifacts",
];

const DESTROYING: [&str; 2] = ["delete_project", "deploy_project"];

#[tokio::test]
async fn each_role_is_served_its_own_tools_and_told_of_no_others() {
    let groups: [&[&str]; 3] = [&READING, &MODELLING, &DESTROYING];
    for (held, role) in (1..).zip(["viewer", "modeller", "admin"]) {
        let (served, hidden) = groups.split_at(held);
        for era in Era::ALL {
            let mut client = InProcess::of(empty(role), era).await;
            let tools = client.tools().await;
            let mut wanted = served.concat();
            wanted.sort_unstable();
            assert_eq!(catalog::names(&tools), wanted, "{role}");
            tools.iter().for_each(catalog::assert_described);
            let hello = client.call("_hello", json!({})).await;
            assert_eq!(hello.data()["role"], role);
            let told = format!("{} {} {}", client.opened, json!(tools), hello.result);
            for name in hidden.concat() {
                assert!(!told.contains(name), "{role} is told of {name}: {told}");
            }
        }
    }
}

#[tokio::test]
async fn what_a_role_may_not_do_is_denied_with_the_scope_and_how_to_get_it() {
    for era in Era::ALL {
        let mut client = InProcess::of(empty("modeller"), era).await;
        let arguments = json!({"project_id": "prj_4K7M2Q"});
        let denied = client.call("deploy_project", arguments).await;
        assert_eq!(denied.envelope()["recovery"], "stop");
        for part in ["'projects:deploy'", "--role admin"] {
            assert!(denied.words().contains(part), "{}", denied.words());
        }
    }
}

#[tokio::test]
async fn viewers_follow_the_pointer_without_changing_anything() {
    for era in Era::ALL {
        let path = database(&format!("viewer-{era:?}"));
        let open = || factory::store::Factory::open(&path).expect("a factory");
        let mut modeller = InProcess::of(server(open(), "modeller"), era).await;
        modeller
            .call("import_sample", json!({"sample": "library"}))
            .await;
        let mut viewer = InProcess::of(server(open(), "viewer"), era).await;
        let calls = follow(&mut viewer, Pick::First).await;
        let tools: Vec<&str> = calls.iter().map(|(tool, _)| tool.as_str()).collect();
        assert_eq!(
            tools,
            ["_hello", "list_projects", "_hello", "list_projects"]
        );
        assert_eq!(stages(&mut viewer).await, ["taken_in"]);
    }
}

/// A place for a database that is not there yet.
pub(crate) fn database(name: &str) -> std::path::PathBuf {
    let path = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("factory-{name}.db"));
    let _ = std::fs::remove_file(&path);
    path
}
