//! Servers that answer what a test tells them to.

use std::sync::Arc;

use mcp_ergo::prelude::*;
use mcp_ergo::testing::json;
use rmcp::model::{
    CallToolRequestParams, CallToolResponse, CallToolResult, ContentBlock, ErrorData,
    ListToolsResult, PaginatedRequestParams, ServerCapabilities, ServerConfig, Tool,
};
use rmcp::service::RequestContext;
use rmcp::{RoleServer, ServerHandler};
use serde_json::Value;

/// What the tools of a test's server say.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Script {
    /// The sentence of an answer.
    pub(crate) sentence: &'static str,
    /// What the data holds.
    pub(crate) note: &'static str,
    /// What goes wrong, if anything.
    pub(crate) failure: Option<Failing>,
}

/// What a failure says.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Failing {
    pub(crate) error: &'static str,
    pub(crate) hint: &'static str,
}

/// An answer that nothing is wrong with, but for its sentence.
pub(crate) fn says(sentence: &'static str) -> Script {
    Script {
        sentence,
        ..Script::default()
    }
}

/// A failure.
pub(crate) fn fails(error: &'static str, hint: &'static str) -> Script {
    let failure = Some(Failing { error, hint });
    Script {
        failure,
        ..Script::default()
    }
}

#[derive(Debug, thiserror::Error, ToolError)]
pub(crate) enum ReportError {
    #[error("{error}")]
    #[tool_error(fix, hint = "{hint}", next = list_days)]
    Wrong {
        error: &'static str,
        hint: &'static str,
    },
}

/// The report of one day.
#[derive(Debug, serde::Serialize, serde::Deserialize, schemars::JsonSchema)]
pub(crate) struct Report {
    /// What stands in it.
    pub(crate) note: String,
}

/// List the days that have a report.
#[tool(
    read,
    when = "the user asks which days have a report",
    instead(get_report = "for the report of one day"),
    returns = "the days"
)]
pub(crate) fn list_days() -> Reply<Page<String>> {
    Reply::new(
        "1 day has a report.",
        Page::whole(vec!["monday".to_owned()]),
    )
    .next(get_report::call("monday".to_owned()), "to read it")
}

/// Get the report of one day.
#[tool(
    read,
    when = "the user asks what happened on a day",
    returns = "the report",
    formerly = "read_report"
)]
pub(crate) fn get_report(
    script: &Script,
    /// Day to report on.
    #[param(example = "monday", from = list_days)]
    day: String,
    /// Token of the archive; the public report when left out.
    #[param(secret, from = user("as the archive issued it"))]
    token: Option<String>,
) -> Result<Reply<Report>, ReportError> {
    let _ = (day, token);
    if let Some(Failing { error, hint }) = script.failure {
        return Err(ReportError::Wrong { error, hint });
    }
    let note = script.note.to_owned();
    Ok(Reply::new(script.sentence, Report { note }))
}

/// Delete the report of one day.
#[tool(
    destructive,
    idempotent,
    when = "the user wants a report gone",
    returns = "the report as it was",
    scope = "reports:delete"
)]
pub(crate) fn delete_report(
    script: &Script,
    /// Day whose report to delete.
    #[param(example = "monday", from = list_days)]
    day: String,
) -> Reply<Report> {
    let note = script.note.to_owned();
    Reply::new(format!("Deleted the report of {day}."), Report { note })
}

/// Get what the account's plan includes.
#[tool(
    read,
    when = "the user asks what their account includes",
    returns = "what it includes"
)]
pub(crate) fn get_account(script: &Script) -> Reply<Report> {
    let note = script.note.to_owned();
    Reply::new(script.sentence, Report { note })
}

/// A server whose tools say what the script says; nothing that changes anything is served.
pub(crate) fn server(script: Script) -> Server {
    let server = Server::builder("archive", "1.0.0")
        .purpose("Reports of the days")
        .start_with(list_days::tool())
        .tools_in(module_path!())
        .state(script);
    server.boot().expect("the archive boots")
}

/// A server that is not ours: one tool, and one answer whatever it is asked.
#[derive(Debug, Clone)]
pub(crate) struct Foreign(pub(crate) CallToolResult);

impl ServerHandler for Foreign {
    fn get_info(&self) -> ServerConfig {
        ServerConfig::new(ServerCapabilities::builder().enable_tools().build())
    }

    async fn list_tools(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        let object = |schema: Value| Arc::new(schema.as_object().cloned().unwrap_or_default());
        let tool = Tool::new(
            "get_total",
            "Get the total.",
            object(json!({"type": "object"})),
        )
        .with_raw_output_schema(object(json!({
            "type": "object",
            "properties": {
                "outcome": {"type": "string"},
                "total": {"type": ["integer", "null"]},
                "tags": {"type": "array", "items": {"type": "string"}},
                "nextAction": {
                    "type": "object",
                    "properties": {"tool": {"type": "string"}, "reason": {"type": "string"}},
                },
            },
            "required": ["outcome"],
        })));
        Ok(ListToolsResult::with_all_items(vec![tool]))
    }

    async fn call_tool(
        &self,
        _: CallToolRequestParams,
        _: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        Ok(CallToolResponse::Complete(self.0.clone()))
    }
}

/// An answer with these texts and this data.
pub(crate) fn answer(texts: &[&str], data: Value) -> Foreign {
    let texts = texts.iter().map(|text| ContentBlock::text(*text));
    let mut result = CallToolResult::success(texts.collect());
    result.structured_content = Some(data).filter(|data| !data.is_null());
    Foreign(result)
}

/// What a test that fails is told.
pub(crate) async fn told<T: Send + 'static>(
    test: impl Future<Output = T> + Send + 'static,
) -> String {
    let Err(failed) = tokio::spawn(test).await else {
        panic!("the test passes");
    };
    let told = failed.into_panic();
    let told = told.downcast_ref::<String>();
    told.expect("a test fails with words").clone()
}
