//! A server whose list is not always the same, written by hand and without `get_tool`.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use rmcp::model::{
    CallToolRequestParams, CallToolResponse, CallToolResult, ContentBlock, ListToolsResult,
    PaginatedRequestParams, ServerCapabilities, ServerConfig, Tool,
};
use rmcp::service::RequestContext;
use rmcp::{ErrorData, RoleServer, ServerHandler};
use serde_json::{Value, json};

/// The server; clones are one.
#[derive(Debug, Clone, Default)]
pub struct Shifting {
    /// Which list is served.
    pub step: Arc<AtomicU32>,
}

fn tool(name: &'static str, property: &Value) -> Tool {
    let schema = json!({"type": "object", "properties": {"n": property}, "required": ["n"]});
    let schema = schema.as_object().cloned().unwrap_or_default();
    Tool::new(name, "Does something.", schema)
}

impl ServerHandler for Shifting {
    fn get_info(&self) -> ServerConfig {
        ServerConfig::new(ServerCapabilities::builder().enable_tools().build())
    }

    async fn list_tools(
        &self,
        request: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        let number = json!({"type": "integer"});
        let text = json!({"type": "string"});
        match self.step.load(Ordering::SeqCst) {
            0 => Ok(ListToolsResult::with_all_items(vec![
                tool("get_one", &number),
                tool("get_two", &number),
            ])),
            // The schema of one has changed, and two is gone.
            1 => Ok(ListToolsResult::with_all_items(vec![tool(
                "get_one", &text,
            )])),
            // Two pages.
            2 => {
                let second = request.is_some_and(|request| request.cursor.is_some());
                let name = if second { "get_two" } else { "get_one" };
                let mut page = ListToolsResult::with_all_items(vec![tool(name, &number)]);
                page.next_cursor = (!second).then(|| "more".to_owned());
                Ok(page)
            }
            3 => panic!("the needle broke in the archive"),
            4 => {
                tokio::time::sleep(std::time::Duration::from_secs(600)).await;
                Ok(ListToolsResult::default())
            }
            5 => Ok(ListToolsResult::with_all_items(vec![Tool::new(
                "get_list",
                "Does something.",
                json!({"type": "array"})
                    .as_object()
                    .cloned()
                    .unwrap_or_default(),
            )])),
            _ => Err(ErrorData::internal_error("no list today", None)),
        }
    }

    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        _: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        let step = self.step.load(Ordering::SeqCst);
        match &*request.name {
            // The last is served to whoever knows it.
            "get_one" | "get_hidden" => {}
            "get_two" if step != 1 => {}
            "get_refused" => return Err(ErrorData::invalid_params("the moon is not full", None)),
            other => {
                let message = format!("Unknown tool: {other}");
                return Err(ErrorData::invalid_params(message, None));
            }
        }
        let arguments = Value::Object(request.arguments.unwrap_or_default());
        let text = format!("{} {arguments}", request.name);
        Ok(CallToolResult::success(vec![ContentBlock::text(text)]).into())
    }
}
