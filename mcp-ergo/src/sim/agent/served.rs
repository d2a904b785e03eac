//! A running server, as its clients see it.

mod canonical;

use std::collections::HashSet;
use std::fmt;
use std::time::Duration;

use rmcp::RoleClient;
use rmcp::model::{CallToolRequestParams, ContentBlock, ProtocolVersion, Tool};
use rmcp::service::{
    ClientLifecycleMode, RunningService, ServiceError, serve_client_with_lifecycle,
};
use rmcp::transport::streamable_http_client::StreamableHttpClientTransportConfig;
use rmcp::transport::{IntoTransport, StreamableHttpClientTransport, TokioChildProcess};
use serde_json::{Map, Value};
use tokio::process::Command;
use tokio::runtime::Runtime;
use tokio::time::timeout;

use super::runtime;
use crate::sim::{PickError, ShownTool, SimError, Task, ToolSet, http};

/// A server that was started is given so long to end by itself.
const TO_END: Duration = Duration::from_secs(5);

/// A server has so long to start, to list its tools, or to answer a call: as long as a model has for an
/// answer, unless told.
const TO_ANSWER: Duration = Duration::from_secs(60);

/// A connection to a running server or gateway, with the tools that it presents.
pub struct Served {
    /// Taken when the connection ends.
    service: Option<RunningService<RoleClient, ()>>,
    tools: Vec<Tool>,
    instructions: Option<String>,
    name: String,
    runtime: Runtime,
}

impl Served {
    /// Starts a server and speaks to it on its standard streams. The command is split as a shell
    /// splits it; no shell runs it.
    ///
    /// # Errors
    ///
    /// Where it does not start, or does not list its tools.
    pub fn start(command: &str) -> Result<Self, SimError> {
        let help = "give the command as you would type it, e.g. \"./server --read-only\"";
        let words = shlex::split(command).unwrap_or_default();
        let Some((program, arguments)) = words.split_first() else {
            let message = format!("the server's command {command:?} cannot be split into words");
            return Err(SimError::new(message, help));
        };
        let mut process = Command::new(program);
        process.args(arguments);
        let runtime = runtime()?;
        // A process is watched by the runtime that it is started in.
        let inside = runtime.enter();
        let transport = TokioChildProcess::new(process)
            .map_err(|error| SimError::new(format!("`{program}` does not start: {error}"), help))?;
        drop(inside);
        Self::over(runtime, command, transport, TO_ANSWER)
    }

    /// Speaks to a server that runs already, over streamable HTTP, with a bearer token where it wants
    /// one.
    ///
    /// # Errors
    ///
    /// Where it cannot be reached, or does not list its tools.
    pub fn at(url: &str, token: Option<&str>) -> Result<Self, SimError> {
        let help = "give the URL that clients connect to, e.g. http://127.0.0.1:8000/mcp";
        let client = http::client(&http::address(url, help)?)?;
        let mut config = StreamableHttpClientTransportConfig::with_uri(url);
        if let Some(token) = token {
            config = config.auth_header(token);
        }
        let runtime = runtime()?;
        let inside = runtime.enter();
        let transport = StreamableHttpClientTransport::with_client(client, config);
        drop(inside);
        Self::over(runtime, url, transport, TO_ANSWER)
    }

    /// Speaks to a server over any transport of rmcp's; `name` is what messages call it.
    ///
    /// # Errors
    ///
    /// Where it does not answer, or does not list its tools.
    pub fn connect<T, E, A>(name: &str, transport: T) -> Result<Self, SimError>
    where
        T: IntoTransport<RoleClient, E, A>,
        E: std::error::Error + Send + Sync + 'static,
    {
        Self::over(runtime()?, name, transport, TO_ANSWER)
    }

    fn over<T, E, A>(
        runtime: Runtime,
        name: &str,
        transport: T,
        patience: Duration,
    ) -> Result<Self, SimError>
    where
        T: IntoTransport<RoleClient, E, A>,
        E: std::error::Error + Send + Sync + 'static,
    {
        let lifecycle = ClientLifecycleMode::Auto {
            preferred_versions: vec![ProtocolVersion::V_2026_07_28],
            legacy_version: None,
        };
        let wrong = |what: &str, why: &dyn fmt::Display| {
            let message = format!("the server `{name}` {what}: {why}");
            SimError::new(message, "see what it says on its standard error")
        };
        let silent = || format!("there is no answer within {patience:?}");
        let start = serve_client_with_lifecycle((), transport, lifecycle);
        let service = runtime
            .block_on(async { timeout(patience, start).await })
            .map_err(|_| wrong("cannot be talked to", &silent()))?
            .map_err(|error| wrong("cannot be talked to", &error))?;
        let tools = runtime
            .block_on(async { timeout(patience, service.list_all_tools()).await })
            .map_err(|_| wrong("does not list its tools", &silent()))?
            .map_err(|error| wrong("does not list its tools", &error))?;
        let mut seen = HashSet::new();
        if let Some(twice) = tools.iter().find(|tool| !seen.insert(&tool.name)) {
            let message = format!(
                "the server `{name}` lists two tools called `{}`",
                twice.name
            );
            return Err(SimError::new(message, "give each tool a name of its own"));
        }
        let instructions = service.peer_info();
        let instructions = instructions.and_then(|info| info.instructions.clone());
        Ok(Self {
            service: Some(service),
            tools,
            instructions,
            name: name.to_owned(),
            runtime,
        })
    }

    /// What messages call it.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The tools as the server presents them, each with the name that the tasks know it by.
    ///
    /// # Errors
    ///
    /// Where it presents none.
    pub fn tools(&self, tasks: &[Task]) -> Result<ToolSet, SimError> {
        if self.tools.is_empty() {
            let message = format!("the server `{}` presents no tools", self.name);
            return Err(SimError::new(
                message,
                "give it what it needs to serve some",
            ));
        }
        let presented: Vec<&str> = self.tools.iter().map(|tool| tool.name.as_ref()).collect();
        let names = canonical::names(&presented, tasks);
        let mut seen: Vec<&str> = Vec::new();
        let shown = self.tools.iter().zip(&names).map(|(tool, name)| {
            let at = seen.iter().position(|seen| *seen == name.canonical);
            let at = at.unwrap_or_else(|| {
                seen.push(&name.canonical);
                seen.len() - 1
            });
            ShownTool {
                json: definition(tool),
                canonical: name.canonical.clone(),
                at,
                favourite: name.favourite,
                usage: if name.favourite { 1.0 } else { 0.0 },
            }
        });
        let shown = shown.collect();
        Ok(ToolSet::served(shown, self.instructions.clone()))
    }

    /// Makes a call for real; what comes back is what a client shows its model.
    pub(super) async fn call(
        &self,
        tool: &str,
        arguments: Map<String, Value>,
    ) -> Result<String, PickError> {
        let Some(service) = &self.service else {
            return Err(PickError::unasked("the connection to the server is closed"));
        };
        let call = CallToolRequestParams::new(tool.to_owned()).with_arguments(arguments);
        let Ok(answer) = timeout(TO_ANSWER, service.call_tool(call)).await else {
            return Err(PickError::unasked(format!(
                "the server `{}` does not answer a call of `{tool}` within {TO_ANSWER:?}",
                self.name
            )));
        };
        match answer {
            Ok(result) => Ok(words(&result.content, result.structured_content.as_ref())),
            Err(ServiceError::McpError(error)) => Ok(error.message.into_owned()),
            Err(error) => Err(PickError::unasked(format!(
                "the server `{}` does not answer a call of `{tool}`: {error}",
                self.name
            ))),
        }
    }
}

impl fmt::Debug for Served {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut shown = f.debug_struct("Served");
        shown.field("name", &self.name);
        shown.field("tools", &self.tools.len());
        shown.finish_non_exhaustive()
    }
}

impl Drop for Served {
    fn drop(&mut self) {
        if let Some(mut service) = self.service.take() {
            // Otherwise a server that was started is killed before it has put its things away.
            let _ended = self.runtime.block_on(service.close_with_timeout(TO_END));
        }
    }
}

/// A definition as it goes over the wire, and on to a model.
fn definition(tool: &Tool) -> Map<String, Value> {
    let mut tool = tool.clone();
    tool.meta = None;
    match serde_json::to_value(tool) {
        Ok(Value::Object(json)) => json,
        // A tool that came as JSON goes back into it.
        _ => Map::new(),
    }
}

/// The texts of a result; where there are none, its data.
fn words(content: &[ContentBlock], data: Option<&Value>) -> String {
    let texts = content.iter().filter_map(|block| match block {
        ContentBlock::Text(text) => Some(text.text.as_str()),
        _ => None,
    });
    let texts: Vec<&str> = texts.collect();
    match (texts.is_empty(), data) {
        (true, Some(data)) => data.to_string(),
        (true, None) => "ok".to_owned(),
        (false, _) => texts.join("\n"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_server_that_says_nothing_is_not_waited_for() {
        let (ours, theirs) = tokio::io::duplex(1 << 16);
        let short = Duration::from_millis(20);
        let error = Served::over(runtime().unwrap(), "mute", ours, short).unwrap_err();
        assert_eq!(
            error.mistakes[0].message,
            "the server `mute` cannot be talked to: there is no answer within 20ms"
        );
        drop(theirs);
    }
}
