//! `--tour`: a whole pipeline as a model sees it, driven by a real client over the real protocol.

use mcp_ergo::Grants;
use rmcp::model::{CallToolRequestParams, ContentBlock};
use rmcp::service::RunningService;
use rmcp::{RoleClient, ServiceExt};
use serde_json::{Map, Value, json};
use tokio::task::JoinHandle;

use crate::access::ROLES;
use crate::builder;
use crate::store::Factory;

type Client = RunningService<RoleClient, ()>;

/// More calls than a pipeline takes.
const MOST_CALLS: usize = 40;

/// Shows what each role is served, a pipeline from nothing to a deployment, and what a model is told
/// when it goes astray.
///
/// # Errors
///
/// When a server does not boot or the client cannot talk to it.
pub async fn run() -> Result<(), mcp_ergo::Error> {
    for (role, _) in ROLES {
        let (client, serving) = open(role).await?;
        heading(&format!("what the role {role} is served"));
        let tools = client.list_all_tools().await?;
        let names: Vec<&str> = tools.iter().map(|tool| tool.name.as_ref()).collect();
        println!("{}", names.join(", "));
        close(client, serving).await?;
    }
    let (client, serving) = open("admin").await?;
    if let Some(info) = client.peer_info() {
        heading("what a model reads first");
        println!("{}", info.instructions.clone().unwrap_or_default());
    }
    heading("the pointer, followed from nothing to a deployment");
    let project = follow(&client).await;
    for (title, tool, arguments) in calls(&project) {
        heading(title);
        if let Some(data) = show(&client, tool, arguments).await {
            println!("{data:#}");
        }
    }
    close(client, serving).await?;
    let (client, serving) = open("modeller").await?;
    heading("a scope that this role does not hold");
    show(&client, "deploy_project", json!({"project_id": project})).await;
    close(client, serving).await
}

/// What is worth seeing after a deployment, in order.
fn calls(project: &Value) -> Vec<(&'static str, &'static str, Value)> {
    let field = json!({"name": "id", "field_type": "uuid"});
    let plan = json!([
        {"name": "customer", "key": "id", "fields": [field]},
        {"name": "visit", "fields": [field, {"name": "customer_id", "references": "customer"}]},
    ]);
    vec![
        ("what is deployed", "list_deployments", json!({})),
        (
            "one section of an artifact",
            "get_artifact",
            json!({"project_id": project, "kind": "sql_ddl", "entity": "order_line"}),
        ),
        (
            "a plan that takes the place of the stored one",
            "generate_artifacts",
            json!({"project_id": project, "plan": plan}),
        ),
        (
            "a step that comes too early",
            "deploy_project",
            json!({"project_id": project}),
        ),
        (
            "an entity that is not there",
            "set_key",
            json!({"project_id": project, "entity": "visits", "field": "id"}),
        ),
        (
            "a call with four mistakes",
            "set_field_type",
            json!({"project": project, "entity": "Visit", "field": "id", "field_type": "guid"}),
        ),
    ]
}

/// A model that knows one thing: call `_hello`, then follow the next action of each answer, and where
/// there are blockers, that of the first. Returns the project that it ended with.
async fn follow(client: &Client) -> Value {
    let mut next = json!({"tool": "_hello", "args": {}});
    let mut project = Value::Null;
    for _ in 0..MOST_CALLS {
        let tool = next["tool"].as_str().unwrap_or_default();
        let Some(answer) = show(client, tool, next["args"].clone()).await else {
            break;
        };
        if tool == "_hello" {
            println!("{answer:#}");
        }
        if let Some(id) = answer.get("project_id") {
            project = id.clone();
        }
        next = match answer.pointer("/blockers/0/nextAction") {
            Some(repair) => repair.clone(),
            None => answer["nextAction"].clone(),
        };
        if next.is_null() {
            break;
        }
    }
    project
}

/// A client of a server over an empty factory, for one role.
async fn open(role: &str) -> Result<(Client, JoinHandle<()>), mcp_ergo::Error> {
    let server = builder(Factory::in_memory()?)
        .grants(Grants::role(role))
        .boot()?;
    let (ours, theirs) = tokio::io::duplex(64 * 1024);
    let serving = tokio::spawn(async move {
        match server.serve(ours).await {
            Ok(running) => drop(running.waiting().await),
            Err(error) => tracing::error!(%error, "the server did not start"),
        }
    });
    Ok((().serve(theirs).await?, serving))
}

async fn close(client: Client, serving: JoinHandle<()>) -> Result<(), mcp_ergo::Error> {
    client.cancel().await?;
    serving.await?;
    Ok(())
}

/// Calls a tool and shows the call and the words of the answer. Returns the data of a success.
async fn show(client: &Client, tool: &str, arguments: Value) -> Option<Value> {
    println!("> {tool} {arguments}");
    let arguments: Map<String, Value> = arguments.as_object().cloned().unwrap_or_default();
    let request = CallToolRequestParams::new(tool.to_owned()).with_arguments(arguments);
    let result = match client.call_tool(request).await {
        Ok(result) => result,
        Err(error) => {
            println!("protocol error: {error}");
            return None;
        }
    };
    let failed = result.is_error == Some(true);
    if let Some(ContentBlock::Text(words)) = result.content.first() {
        let kind = if failed { "isError" } else { "result" };
        println!("{kind}: {}", words.text);
    }
    result.structured_content
}

fn heading(title: &str) {
    println!("\n== {title}");
}
