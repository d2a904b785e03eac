//! A server that presents a list and nothing else.

use mcp_ergo::sim::{Served, Task, ToolSet};
use rmcp::model::{
    ListToolsResult, PaginatedRequestParams, ServerCapabilities, ServerConfig, Tool,
};
use rmcp::service::RequestContext;
use rmcp::{ErrorData, RoleServer, ServerHandler, serve_server};
use serde_json::{Value, json};
use tokio::runtime::Runtime;

struct Shelf {
    tools: Vec<Tool>,
    instructions: Option<String>,
}

impl ServerHandler for Shelf {
    fn get_info(&self) -> ServerConfig {
        let mut info = ServerConfig::default();
        info.capabilities = ServerCapabilities::builder().enable_tools().build();
        info.instructions.clone_from(&self.instructions);
        info
    }

    async fn list_tools(
        &self,
        _request: Option<PaginatedRequestParams>,
        _context: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        Ok(ListToolsResult::with_all_items(self.tools.clone()))
    }
}

/// The tools that a server with this list presents.
///
/// # Panics
///
/// Where they are no tools.
pub fn shelf(tools: &[Value], instructions: Option<&str>, tasks: &[Task]) -> ToolSet {
    let tools = tools.iter().cloned();
    let shelf = Shelf {
        tools: tools
            .map(|tool| serde_json::from_value(tool).expect("a tool"))
            .collect(),
        instructions: instructions.map(str::to_owned),
    };
    let runtime = Runtime::new().expect("a runtime");
    let (ours, theirs) = tokio::io::duplex(64 * 1024);
    runtime.spawn(async move {
        let running = serve_server(shelf, theirs).await.expect("it serves");
        running.waiting().await
    });
    let served = Served::connect("shelf", ours).expect("a connection");
    served.tools(tasks).expect("tools")
}

/// A tool with a description and a schema.
pub fn tool(name: &str, description: &str, properties: &Value) -> Value {
    json!({
        "name": name,
        "description": description,
        "inputSchema": {"type": "object", "properties": properties},
    })
}
