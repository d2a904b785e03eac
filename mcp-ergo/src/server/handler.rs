//! The way of a call: name, access, arguments, tool, answer. Each station is one function.

use mcp_ergo_rules::wording::Wording as _;
use rmcp::model::{
    CallToolRequestParams, CallToolResponse, CallToolResult, CustomRequest, CustomResult,
    ErrorCode, ErrorData, Implementation, ListToolsResult, MetaObject, PaginatedRequestParams,
    ProtocolVersion, ServerCapabilities, ServerConfig,
};
use rmcp::service::RequestContext;
use rmcp::{RoleServer, ServerHandler};
use serde_json::{Map, Value, json};

use super::Server;
use super::refusal::{
    NEAREST, nameless_call, unknown_cursor, unknown_tool, unreadable_call, unreadable_params,
};
use crate::arguments::{Arguments, Checker, Fitting};
use crate::call::Call;
use crate::error::Envelope;
use crate::registry::{Invocation, Outcome, Registered};
use crate::schema::echo;

/// Methods that are there, so that parameters which nobody can read do not make them unknown.
pub(crate) const KNOWN: &[&str] = &["initialize", "server/discover", "tools/list", "ping"];

impl ServerHandler for Server {
    fn get_info(&self) -> ServerConfig {
        ServerConfig::new(ServerCapabilities::builder().enable_tools().build())
            .with_server_info(self.implementation())
            .with_instructions(self.inner.registry.instructions.clone())
    }

    async fn list_tools(
        &self,
        request: Option<PaginatedRequestParams>,
        context: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        if let Some(cursor) = request.and_then(|request| request.cursor) {
            return Err(unknown_cursor(&cursor));
        }
        // rmcp adds that only this caller may cache it, which is right: the list depends on what the
        // caller was granted.
        let mut list = ListToolsResult::with_all_items(self.inner.registry.wire.clone());
        list.meta = self.signature(&context);
        Ok(list)
    }

    fn get_tool(&self, name: &str) -> Option<rmcp::model::Tool> {
        // The list is sorted by name.
        let wire = &self.inner.registry.wire;
        let at = wire.binary_search_by(|tool| (*tool.name).cmp(name)).ok()?;
        Some(wire[at].clone())
    }

    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        let tool = self.find(&request.name)?;
        let signature = self.signature(&context);
        let mut result = match self.denial(tool) {
            None => {
                self.check_and_run(tool, &request.name, request.arguments, context)
                    .await
            }
            Some(denial) => self.failure(denial),
        };
        result.meta = signature;
        Ok(CallToolResponse::Complete(result))
    }

    async fn on_custom_request(
        &self,
        request: CustomRequest,
        context: RequestContext<RoleServer>,
    ) -> Result<CustomResult, ErrorData> {
        // rmcp hands over what it cannot read as any request it knows; a call of a tool with
        // arguments of the wrong kind is one, and the method exists all the same.
        if request.method == "tools/call" {
            return self.unreadable_call(request.params.as_ref(), &context);
        }
        if KNOWN.contains(&request.method.as_str()) {
            return Err(unreadable_params(&request.method));
        }
        Err(ErrorData::new(
            ErrorCode::METHOD_NOT_FOUND,
            format!(
                "no method is called {}",
                echo(&Value::String(request.method))
            ),
            None,
        ))
    }
}

impl Server {
    /// Who answers.
    fn implementation(&self) -> Implementation {
        Implementation::new(self.inner.name.clone(), self.inner.version.clone())
    }

    /// The tool that the caller means, or the protocol's own error with the nearest names.
    fn find(&self, name: &str) -> Result<&Registered, ErrorData> {
        let registry = &self.inner.registry;
        let found = registry.find(name);
        found.ok_or_else(|| unknown_tool(name, &registry.nearest(name, NEAREST)))
    }

    /// Who answers, as 2026-07-28 wants it on every result; clients before it learned that when they
    /// connected.
    fn signature(&self, context: &RequestContext<RoleServer>) -> Option<MetaObject> {
        is_stateless(context).then(|| self.inner.signature.clone())
    }

    /// Why the caller may not call the tool; `None` where it may.
    fn denial(&self, tool: &Registered) -> Option<Envelope> {
        if tool.granted {
            return None;
        }
        let scope = tool.def.scope.unwrap_or_default();
        let how = match &self.inner.how_to_grant {
            Some(how) => how.replace("SCOPE", scope),
            None => format!("whoever runs the server grants it as '{scope}'"),
        };
        Some(Envelope::stop(
            format!(
                "{} needs the scope '{scope}', which this caller does not hold",
                tool.def.name
            ),
            format!("Tell the user that no call can do this before the scope is granted: {how}"),
        ))
    }

    /// Arguments against the schema, the tool, the answer.
    async fn check_and_run(
        &self,
        tool: &Registered,
        called: &str,
        arguments: Option<Map<String, Value>>,
        context: RequestContext<RoleServer>,
    ) -> CallToolResult {
        let Fitting { given, coerced } = match self.checker(tool).check(&tool.input, arguments) {
            Ok(fitting) => fitting,
            Err(issues) => return self.refusal(tool, issues),
        };
        let arguments = Arguments::new(given, &tool.input);
        let invocation = Invocation {
            call: Call::new(tool.def.name, context),
            states: self.inner.states.clone(),
        };
        let mut outcome = super::run::run(
            tool.def,
            invocation,
            arguments,
            self.inner.timeout,
            &self.inner.changes,
        )
        .await;
        if let Outcome::Answered(answered) = &mut outcome {
            let renamed = tool
                .def
                .formerly
                .contains(&called)
                .then(|| format!("{called} is now called {}.", tool.def.name));
            for note in renamed.into_iter().chain(coerced) {
                answered.sentence = format!("{} {note}", answered.sentence.ended());
            }
        }
        self.present(tool, outcome)
    }

    pub(super) fn checker<'a>(&'a self, tool: &'a Registered) -> Checker<'a> {
        Checker {
            tool: tool.def.name,
            names: &self.inner.registry,
            client_keys: &self.inner.registry.client_keys,
            coercion: self.inner.coercion,
        }
    }

    /// `tools/call` whose parameters are not those of a call: the protocol's own error, unless the
    /// caller may not call the tool at all.
    fn unreadable_call(
        &self,
        params: Option<&Value>,
        context: &RequestContext<RoleServer>,
    ) -> Result<CustomResult, ErrorData> {
        let name = params.and_then(|params| params.get("name"));
        let Some(name) = name.and_then(Value::as_str) else {
            return Err(nameless_call(name));
        };
        let tool = self.find(name)?;
        if let Some(denial) = self.denial(tool) {
            let mut result = self.failure(denial);
            result.meta = self.signature(context);
            if result.meta.is_none() {
                // Clients before 2026-07-28 know no types of results.
                result.result_type = None;
            }
            return Ok(CustomResult::new(json!(result)));
        }
        Err(unreadable_call(tool.def.name, &tool.input, params))
    }
}

/// Whether the caller speaks 2026-07-28 or newer, which opens no conversation.
pub(crate) fn is_stateless(context: &RequestContext<RoleServer>) -> bool {
    let version = context.protocol_version();
    version.is_some_and(|version| version >= ProtocolVersion::V_2026_07_28)
}
