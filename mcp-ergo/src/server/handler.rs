//! The way of a call: name, access, arguments, tool, answer. Each station is one function.

use mcp_ergo_rules::wording::Wording as _;
use rmcp::model::{
    CallToolRequestParams, CallToolResponse, CallToolResult, CustomRequest, CustomResult,
    DiscoverResult, ErrorCode, ErrorData, Implementation, InitializeRequestParams,
    InitializeResult, ListToolsResult, MetaObject, PaginatedRequestParams, ProtocolVersion,
    ServerCapabilities, ServerConfig,
};
use rmcp::service::RequestContext;
use rmcp::{RoleServer, ServerHandler};
use serde_json::{Map, Value, json};

use super::Server;
use super::present::{failure, present, refusal};
use super::refusal::{
    NEAREST, nameless_call, unknown_cursor, unknown_tool, unreadable_call, unreadable_params,
};
use crate::access::Caller;
use crate::arguments::{Arguments, Checker, Fitting};
use crate::call::Call;
use crate::error::Envelope;
use crate::registry::{Invocation, Outcome, Registered};
use crate::schema::{Names, NoNames, echo};

/// Methods that are there, so that parameters which nobody can read do not make them unknown.
pub(crate) const KNOWN: &[&str] = &["initialize", "server/discover", "tools/list", "ping"];

impl ServerHandler for Server {
    fn get_info(&self) -> ServerConfig {
        ServerConfig::new(ServerCapabilities::builder().enable_tools().build())
            .with_server_info(self.implementation())
            .with_instructions(self.local_view().instructions.clone())
    }

    async fn initialize(
        &self,
        request: InitializeRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<InitializeResult, ErrorData> {
        let caller = self.caller_or_error(&context).await?;
        let result = self.negotiate_initialize(&request)?;
        context.peer.set_peer_info(request);
        Ok(result.with_instructions(caller.view.instructions.clone()))
    }

    async fn discover(
        &self,
        context: RequestContext<RoleServer>,
    ) -> Result<DiscoverResult, ErrorData> {
        let caller = self.caller_or_error(&context).await?;
        let info = self
            .get_info()
            .with_instructions(caller.view.instructions.clone());
        let versions = self.supported_protocol_versions().into_owned();
        Ok(DiscoverResult::from_server_info(versions, info))
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
        let caller = self.caller_or_error(&context).await?;
        let mut list = ListToolsResult::with_all_items(caller.view.wire.clone());
        list.meta = self.signature(&context);
        Ok(list)
    }

    fn get_tool(&self, name: &str) -> Option<rmcp::model::Tool> {
        // Nobody calls here: rmcp asks which headers a call has to carry, before it knows who calls.
        let tool = self.inner.registry.find(name)?;
        Some(tool.wire(&*self.local_view()))
    }

    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        let signature = self.signature(&context);
        let caller = match self.caller(&context).await {
            Ok(caller) => caller,
            Err(refused) => {
                let mut result = failure(refused.envelope(), &NoNames);
                result.meta = signature;
                return Ok(CallToolResponse::Complete(result));
            }
        };
        let tool = self.find(&request.name, &caller)?;
        let mut result = match self.denial(tool, &caller) {
            None => {
                self.check_and_run(tool, &request.name, request.arguments, caller, context)
                    .await
            }
            Some(denial) => failure(denial, &*caller.view),
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
            return self
                .unreadable_call(request.params.as_ref(), &context)
                .await;
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
    fn find(&self, name: &str, caller: &Caller) -> Result<&Registered, ErrorData> {
        let found = self.inner.registry.find(name);
        found.ok_or_else(|| unknown_tool(name, &caller.view.nearest(name, NEAREST)))
    }

    /// Who answers, as 2026-07-28 wants it on every result; clients before it learned that when they
    /// connected.
    fn signature(&self, context: &RequestContext<RoleServer>) -> Option<MetaObject> {
        let stateless = context
            .protocol_version()
            .is_some_and(|version| version >= ProtocolVersion::V_2026_07_28);
        stateless.then(|| self.inner.signature.clone())
    }

    /// Why the caller may not call the tool; `None` where it may.
    fn denial(&self, tool: &Registered, caller: &Caller) -> Option<Envelope> {
        if caller.view.serves(tool.def.name) {
            return None;
        }
        let scope = &*tool.scope;
        let how = match &self.inner.how_to_grant {
            Some(how) => how.replace("SCOPE", scope),
            None => format!("whoever runs the server grants it as '{scope}'"),
        };
        let mut denial = Envelope::stop(
            format!(
                "{} needs the scope '{scope}', which this caller does not hold",
                tool.def.name
            ),
            format!("Tell the user that no call can do this before the scope is granted: {how}"),
        );
        denial.upgrade_hint = self.inner.upgrade.hint(caller);
        Some(denial)
    }

    /// Arguments against the schema, the tool, the answer.
    async fn check_and_run(
        &self,
        tool: &Registered,
        name: &str,
        arguments: Option<Map<String, Value>>,
        caller: Caller,
        context: RequestContext<RoleServer>,
    ) -> CallToolResult {
        let view = caller.view.clone();
        let checker = self.checker(tool, &*view);
        let Fitting { given, coerced } = match checker.check(&tool.input, arguments) {
            Ok(fitting) => fitting,
            Err(issues) => return refusal(tool, issues, &*view),
        };
        let arguments = Arguments::new(given, &tool.input);
        let upgrade_hint = tool
            .def
            .may_upgrade()
            .then(|| self.inner.upgrade.hint(&caller))
            .flatten();
        let invocation = Invocation {
            call: Call::new(tool.def.name, caller, self.inner.states.clone(), context),
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
            answered.upgrade_hint = upgrade_hint;
            let renamed = tool
                .def
                .formerly
                .contains(&name)
                .then(|| format!("{name} is now called {}.", tool.def.name));
            for note in renamed.into_iter().chain(coerced) {
                answered.sentence = format!("{} {note}", answered.sentence.ended());
            }
        }
        present(tool, outcome, &*view)
    }

    fn checker<'a>(&'a self, tool: &'a Registered, names: &'a dyn Names) -> Checker<'a> {
        Checker {
            tool: tool.def.name,
            names,
            client_keys: &self.inner.registry.client_keys,
            coercion: self.inner.coercion,
        }
    }

    /// `tools/call` whose parameters are not those of a call: the protocol's own error, unless the
    /// caller may not call the tool at all.
    async fn unreadable_call(
        &self,
        params: Option<&Value>,
        context: &RequestContext<RoleServer>,
    ) -> Result<CustomResult, ErrorData> {
        let name = params.and_then(|params| params.get("name"));
        let Some(name) = name.and_then(Value::as_str) else {
            return Err(nameless_call(name));
        };
        let caller = self.caller_or_error(context).await?;
        let tool = self.find(name, &caller)?;
        if let Some(denial) = self.denial(tool, &caller) {
            let mut result = failure(denial, &*caller.view);
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
