//! rmcp's own client, in every way that it opens a conversation.

use rmcp::model::{CallToolRequestParams, CallToolResult, PaginatedRequestParams, ProtocolVersion};
use rmcp::service::{RunningService, ServiceError};
use rmcp::{ClientLifecycleMode, ClientServiceExt as _, RoleClient};
use serde_json::{Map, Value, json};
use wire_tests::{Answer, catalog, line, workshop};

type Client = RunningService<RoleClient, ()>;

fn lifecycles() -> [ClientLifecycleMode; 3] {
    let preferred_versions = vec![ProtocolVersion::V_2026_07_28];
    [
        ClientLifecycleMode::Initialize,
        ClientLifecycleMode::Discover {
            preferred_versions: preferred_versions.clone(),
        },
        ClientLifecycleMode::Auto {
            preferred_versions,
            legacy_version: None,
        },
    ]
}

async fn clients() -> Vec<Client> {
    let mut clients = Vec::new();
    for lifecycle in lifecycles() {
        let (stream, _serving) = line::serve(workshop::server());
        let client = ().serve_with_lifecycle(stream, lifecycle).await;
        clients.push(client.expect("the conversation opens"));
    }
    clients
}

async fn call(
    client: &Client,
    tool: &str,
    arguments: Value,
) -> Result<CallToolResult, ServiceError> {
    let arguments: Map<String, Value> = arguments.as_object().cloned().unwrap_or_default();
    client
        .call_tool(CallToolRequestParams::new(tool.to_owned()).with_arguments(arguments))
        .await
}

#[tokio::test]
async fn real_client_lists_what_a_raw_one_sees() {
    let mut raw = line::InProcess::of(workshop::server(), wire_tests::Era::Stateless).await;
    let expected = raw.tools().await;
    for client in clients().await {
        let tools = client.list_all_tools().await.expect("tools are listed");
        assert_eq!(json!(tools), json!(expected));
        let info = client.peer_info().expect("the server introduced itself");
        assert!(
            info.instructions
                .as_ref()
                .is_some_and(|text| text.contains("count_shelves"))
        );
        client.cancel().await.expect("the client ends");
    }
}

#[tokio::test]
async fn real_client_reads_successes_and_failures() {
    for client in clients().await {
        let good = call(&client, "count_shelves", json!({}))
            .await
            .expect("a result");
        assert_eq!(
            Answer {
                result: json!(good)
            }
            .data()["count"],
            12
        );
        let bad = call(&client, "mix_glaze", json!({"litreCount": "ten"}))
            .await
            .expect("a result");
        assert_eq!(Answer { result: json!(bad) }.issues().len(), 2);
        for panicking in [
            "inspect_wheel",
            "inspect_kiln",
            "read_gauge",
            "read_thermometer",
        ] {
            let lost = call(&client, panicking, json!({})).await.expect("a result");
            assert_eq!(
                Answer {
                    result: json!(lost)
                }
                .envelope()["recovery"],
                "stop"
            );
        }
        assert!(call(&client, "count_shelves", json!({})).await.is_ok());
        client.cancel().await.expect("the client ends");
    }
}

#[tokio::test]
async fn real_client_gets_protocol_errors_as_such() {
    for client in clients().await {
        let unknown = call(&client, "count_shelfs", json!({})).await;
        let Err(ServiceError::McpError(error)) = unknown else {
            panic!("{unknown:?}")
        };
        assert_eq!(error.code.0, -32602);
        assert!(error.message.contains("count_shelves"), "{error:?}");
        let page = PaginatedRequestParams::default().with_cursor(Some("2".to_owned()));
        let Err(ServiceError::McpError(error)) = client.list_tools(Some(page)).await else {
            panic!("a cursor that nobody gave is accepted")
        };
        assert_eq!(error.code.0, -32602);
        client.cancel().await.expect("the client ends");
    }
}

#[tokio::test]
async fn real_client_follows_the_next_action_as_it_stands() {
    for client in clients().await {
        let tools = json!(client.list_all_tools().await.expect("tools are listed"));
        let tools = tools.as_array().cloned().unwrap_or_default();
        let answer = call(&client, "continue_work", json!({"piece": "bowl"}))
            .await
            .expect("a result");
        let next = Answer {
            result: json!(answer),
        }
        .data()["nextAction"]
            .clone();
        let tool = next["tool"].as_str().unwrap_or_default();
        assert!(catalog::accepts(&tools, tool, &next["args"]), "{next}");
        let again = call(&client, tool, next["args"].clone())
            .await
            .expect("a result");
        assert_eq!(again.is_error, Some(false));
        client.cancel().await.expect("the client ends");
    }
}
