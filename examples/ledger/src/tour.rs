//! `--tour`: what a model sees, driven by a real client over the real protocol.

use std::process::ExitCode;

use rmcp::model::{CallToolRequestParams, CallToolResult, ContentBlock};
use rmcp::service::{RunningService, ServiceError};
use rmcp::{RoleClient, ServiceExt};
use serde_json::{Map, Value, json};

use crate::store::Ledger;
use crate::{broken, builder, server};

type Client = RunningService<RoleClient, ()>;

/// Drives a server that may write, but not void.
///
/// # Errors
///
/// When the server does not boot or the client cannot talk to it.
pub async fn run() -> Result<(), mcp_ergo::Error> {
    let server = server(Ledger::in_memory()?, &["invoices:write".to_owned()])?;
    let (ours, theirs) = tokio::io::duplex(64 * 1024);
    let serving = tokio::spawn(async move {
        match server.serve(ours).await {
            Ok(running) => running.waiting().await.map(|_| ()),
            Err(error) => {
                tracing::error!(%error, "the server did not start");
                Ok(())
            }
        }
    });
    let client = ().serve(theirs).await?;
    show_catalog(&client).await?;
    for (title, tool, arguments) in calls() {
        show_call(&client, title, tool, arguments).await;
    }
    follow_next_action(&client).await;
    client.cancel().await?;
    serving.await??;
    Ok(())
}

/// What is worth seeing, in order.
fn calls() -> Vec<(&'static str, &'static str, Value)> {
    vec![
        (
            "a good call",
            "search_invoices",
            json!({"status": "open", "limit": 2}),
        ),
        (
            "a call with three mistakes",
            "search_invoices",
            json!({"status": "opne", "limit": "ten", "costumer_id": "cus_7Q2M4X"}),
        ),
        ("an unknown tool", "serch_invoice", json!({})),
        (
            "not found, with candidates",
            "get_invoice",
            json!({"invoice_id": "inv_01H8XX"}),
        ),
        (
            "a batch of which one half fails",
            "record_payments",
            json!({"payments": [
                {"invoice_id": "inv_P0Y69J", "amount_cents": 1000, "paid_on": "2026-10-01"},
                {"invoice_id": "inv_QT09EA", "amount_cents": 9_999_900, "paid_on": "2026-10-01"},
            ]}),
        ),
        (
            "a scope that this caller does not hold",
            "void_invoice",
            json!({"invoice_id": "inv_P0Y69J", "reason": "billed twice"}),
        ),
    ]
}

async fn show_catalog(client: &Client) -> Result<(), ServiceError> {
    if let Some(info) = client.peer_info() {
        heading("what a model reads first");
        println!("{}", info.instructions.clone().unwrap_or_default());
    }
    heading("the catalog");
    for tool in client.list_all_tools().await? {
        println!("{}: {}", tool.name, tool.description.unwrap_or_default());
        let properties = tool
            .input_schema
            .get("properties")
            .and_then(Value::as_object);
        for (name, property) in properties.into_iter().flatten() {
            let text = property
                .get("description")
                .and_then(Value::as_str)
                .unwrap_or_default();
            println!("    {name}: {text}");
        }
    }
    Ok(())
}

async fn show_call(client: &Client, title: &str, tool: &str, arguments: Value) {
    heading(title);
    println!("> {tool} {arguments}");
    print_answer(&call(client, tool, arguments).await);
}

/// A model that follows the pointer: the call that an answer names is made as it stands.
async fn follow_next_action(client: &Client) {
    heading("a next action, followed");
    let answer = call(client, "search_customers", json!({"name": "hotel"})).await;
    print_answer(&answer);
    let next = answer
        .ok()
        .and_then(|result| result.structured_content)
        .and_then(|content| content.get("nextAction").cloned());
    if let Some(next) = next {
        let tool = next["tool"].as_str().unwrap_or_default();
        println!("> {tool} {}", next["args"]);
        print_answer(&call(client, tool, next["args"].clone()).await);
    }
}

async fn call(
    client: &Client,
    tool: &str,
    arguments: Value,
) -> Result<CallToolResult, ServiceError> {
    let arguments: Map<String, Value> = arguments.as_object().cloned().unwrap_or_default();
    let request = CallToolRequestParams::new(tool.to_owned()).with_arguments(arguments);
    client.call_tool(request).await
}

fn print_answer(answer: &Result<CallToolResult, ServiceError>) {
    match answer {
        Ok(result) => {
            let kind = if result.is_error == Some(true) {
                "isError"
            } else {
                "result"
            };
            for block in &result.content {
                if let ContentBlock::Text(text) = block {
                    println!("{kind}: {}", text.text);
                }
            }
        }
        Err(error) => println!("protocol error: {error}"),
    }
}

fn heading(title: &str) {
    println!("\n== {title}");
}

/// Boots a server with tools that break rules of the catalog, and shows that it refuses.
pub fn broken() -> ExitCode {
    let ledger = match Ledger::in_memory() {
        Ok(ledger) => ledger,
        Err(error) => {
            eprintln!("{error}");
            return ExitCode::FAILURE;
        }
    };
    let builder = broken::tools().into_iter().fold(
        builder(ledger, &["invoices:wirte".to_owned()]),
        mcp_ergo::Builder::tool,
    );
    match builder.boot() {
        Ok(_) => ExitCode::SUCCESS,
        Err(refusal) => {
            println!("{refusal}");
            ExitCode::FAILURE
        }
    }
}
