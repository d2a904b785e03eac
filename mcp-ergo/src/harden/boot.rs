//! The catalog of a foreign server, listed and judged before a client sees it.

use std::sync::{Mutex, PoisonError};

use mcp_ergo_rules::{Level, Policy};
use rmcp::model::{
    ClientCapabilities, ErrorData, Implementation, InitializeRequestParams, ListToolsResult,
    PaginatedRequestParams, ServerConfig, Tool,
};
use rmcp::service::{RequestContext, serve_directly};
use rmcp::{RoleServer, ServerHandler};
use serde_json::json;
use tokio::io::AsyncWriteExt as _;
use tokio::sync::oneshot;

use super::Hardened;
use super::list::NoList;
use crate::audit::{Document, audit};
use crate::registry::{BootError, Report, trace};

/// What rmcp calls a server that does not say who it is.
const NAMELESS: &str = "rmcp";

impl<H: ServerHandler> Hardened<H> {
    /// Lists the tools before any client does, and reports what is wrong with them as they will be
    /// shown: warnings and notes go to `tracing`, by the rules for foreign catalogs
    /// ([`Policy::audit`]) unless a [`policy`](Self::policy) was given.
    ///
    /// The list is that of a caller without authorization, over a connection in memory. What others
    /// are served is mended all the same when they ask for it, and not judged.
    ///
    /// # Errors
    ///
    /// When the tools cannot be served at all: there is no list, or clients refuse it as a whole.
    pub async fn boot(self) -> Result<Self, BootError> {
        self.judge(Policy::audit(), false).await
    }

    /// Boots only a catalog that breaks no rule. It is judged as one's own server is
    /// ([`Policy::strict`]) unless a [`policy`](Self::policy) was given; what is less than denied goes
    /// to `tracing`.
    ///
    /// # Errors
    ///
    /// When anything is denied, with every violation at once.
    pub async fn strict(self) -> Result<Self, BootError> {
        self.judge(Policy::strict(), true).await
    }

    async fn judge(self, policy: Policy, strict: bool) -> Result<Self, BootError> {
        let policy = self.settings.policy.clone().unwrap_or(policy);
        let info = self.get_info();
        let name = info.server_info.name.clone();
        let mut report = Report::default();
        if name == NAMELESS {
            let message =
                "the server calls itself `rmcp`, as every server does that does not say its name";
            let help = "call `.server_info(env!(\"CARGO_PKG_NAME\"), env!(\"CARGO_PKG_VERSION\"))`";
            if strict {
                report.problem(None, message, help);
            } else {
                tracing::warn!("{message}\nhelp: {help}");
            }
        }
        let has_tools = info.capabilities.tools.is_some();
        match self.listed().await {
            Ok(tools) => self.judge_tools(&info, tools, &policy, strict, &mut report),
            // A server of prompts and resources has no list to judge.
            Err(_) if !has_tools => {}
            Err(error) => report.problem(
                None,
                error.cause(),
                "call `list_tools` in a test; rmcp builds its router there, and panics at an input schema that is no object",
            ),
        }
        report.finish(name)?;
        Ok(self)
    }

    fn judge_tools(
        &self,
        info: &ServerConfig,
        tools: Vec<Tool>,
        policy: &Policy,
        strict: bool,
        report: &mut Report,
    ) {
        for tool in &tools {
            let kind = tool
                .input_schema
                .get("type")
                .filter(|kind| *kind != "object");
            if let Some(kind) = kind {
                report.problem(
                    None,
                    format!(
                        "the input schema of `{}` has the type {kind}, and clients refuse the whole list for it",
                        tool.name
                    ),
                    "give it the type \"object\" with a property for each parameter",
                );
            }
        }
        let tools: Vec<Tool> = tools
            .into_iter()
            .map(|tool| self.catalog.mend(tool))
            .collect();
        let document = Document::from_json(json!({
            "serverInfo": info.server_info,
            "instructions": info.instructions,
            "tools": tools,
        }));
        let document = match document {
            Ok(document) => document,
            Err(error) => {
                tracing::warn!("the catalog cannot be judged: {error}");
                return;
            }
        };
        for finding in audit(document.facts(), policy).findings {
            let pointer = document.place(&finding);
            let place = match finding.tool.and_then(|tool| tools.get(tool)) {
                Some(tool) => format!("tools/list {pointer} (tool {})", tool.name),
                None => format!("tools/list {pointer}"),
            };
            if strict && finding.level == Level::Deny {
                report.rule(finding, Some(place));
            } else {
                trace(&finding, Some(&place));
            }
        }
    }

    /// Every tool that a caller without authorization is served.
    async fn listed(&self) -> Result<Vec<Tool>, NoList> {
        let (found, awaited) = oneshot::channel();
        let lister = Lister {
            hardened: self.clone(),
            found: Mutex::new(Some(found)),
        };
        let (mut client, server) = tokio::io::duplex(PIPE);
        let who = Implementation::new(env!("CARGO_PKG_NAME"), env!("CARGO_PKG_VERSION"));
        let peer = InitializeRequestParams::new(ClientCapabilities::default(), who);
        // A context comes with a connection alone, and no client needs to speak the protocol on it.
        let serving = serve_directly(lister, server, Some(peer));
        let tools = match client.write_all(ASK).await {
            Ok(()) => awaited.await.ok(),
            Err(_) => None,
        };
        // Its connection is in memory, and nothing else ends it.
        let _ended = serving.cancel().await;
        tools.unwrap_or_else(|| {
            let lost = ErrorData::internal_error("the connection in memory was lost", None);
            Err(NoList::Refused(lost))
        })
    }
}

const ASK: &[u8] = b"{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/list\"}\n";

/// Bytes that the pipe in memory holds; the answer on it says nothing.
const PIPE: usize = 4_096;

/// Lists the tools once, for whoever holds the other end of the channel.
struct Lister<H> {
    hardened: Hardened<H>,
    found: Mutex<Option<Found>>,
}

/// Whoever waits for the list.
type Found = oneshot::Sender<Result<Vec<Tool>, NoList>>;

impl<H: ServerHandler> ServerHandler for Lister<H> {
    fn get_info(&self) -> ServerConfig {
        self.hardened.get_info()
    }

    async fn list_tools(
        &self,
        _: Option<PaginatedRequestParams>,
        context: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        let tools = self.hardened.every_tool(&context).await;
        let found = self
            .found
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .take();
        if let Some(found) = found {
            // Nobody waits for it where boot was given up.
            let _ = found.send(tools);
        }
        Ok(ListToolsResult::default())
    }
}
