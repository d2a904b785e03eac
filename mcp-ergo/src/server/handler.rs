//! The way of a call: name, access, arguments, tool, answer. Each station is one function.

use mcp_ergo_rules::Class;
use mcp_ergo_rules::wording::Wording as _;
use rmcp::model::{
    CallToolRequestParams, CallToolResponse, CustomRequest, CustomResult, DiscoverResult,
    ErrorCode, ErrorData, Implementation, InitializeRequestParams, InitializeResult,
    ListToolsResult, MetaObject, PaginatedRequestParams, ProtocolVersion, ServerCapabilities,
    ServerConfig,
};
use rmcp::service::RequestContext;
use rmcp::{RoleServer, ServerHandler};
use serde_json::{Map, Value, json};
use tracing::Instrument as _;

use super::Server;
use super::cap::{Cutting, may_be_repeated, take_start};
use super::present::{Presented, failure, present, refusal};
use super::run::{Held, cancelled};
use super::trace::CallSpan;
use crate::access::Caller;
use crate::arguments::{Arguments, Checker, Fitting, example_call, no_object};
use crate::call::Call;
use crate::error::{Envelope, Issues};
use crate::limits::{Permit, too_many, too_often};
use crate::registry::{Invocation, Outcome, Registered};
use crate::schema::{Names, NoNames, echo, natural_list};

/// Methods that are there, so that parameters which nobody can read do not make them unknown.
const KNOWN: &[&str] = &["initialize", "server/discover", "tools/list", "ping"];

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
            let cursor = echo(&Value::String(cursor));
            return Err(ErrorData::invalid_params(
                format!(
                    "cursor ({cursor}) was not given by this server: all tools come on one page, without a cursor"
                ),
                None,
            ));
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
                let mut result = failure(refused.envelope(), &NoNames).result;
                result.meta = signature;
                return Ok(CallToolResponse::Complete(result));
            }
        };
        let tool = self.find(&request.name, &caller)?;
        let call = CallSpan::open(tool.def.name, &caller, &context);
        let Presented { mut result, ended } = match self.denial(tool, &caller) {
            None => {
                self.check_and_run(tool, &request.name, request.arguments, caller, context)
                    .instrument(call.span())
                    .await
            }
            Some(denial) => failure(denial, &*caller.view),
        };
        call.close(&ended);
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
            return Err(ErrorData::invalid_params(
                format!(
                    "the parameters of {} cannot be read: params, its _meta and their members have the kinds that the specification names",
                    request.method
                ),
                None,
            ));
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
        self.inner.registry.find(name).ok_or_else(|| {
            let near: Vec<String> = caller
                .view
                .nearest(name, 3)
                .into_iter()
                .map(str::to_owned)
                .collect();
            let shown = echo(&Value::String(name.to_owned()));
            let message = if near.is_empty() {
                format!("no tool is called {shown}; this caller is served none")
            } else {
                format!(
                    "no tool is called {shown}; the nearest are {}",
                    natural_list(&near, "and")
                )
            };
            ErrorData::invalid_params(message, None)
        })
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
        name: &str,
        mut arguments: Option<Map<String, Value>>,
        caller: Caller,
        context: RequestContext<RoleServer>,
    ) -> Presented {
        let view = caller.view.clone();
        let start = match take_start(tool, &mut arguments) {
            Ok(start) => start,
            Err(issue) => return refusal(tool, Issues::from(issue), &*view),
        };
        let checker = self.checker(tool, &*view);
        let Fitting { given, coerced } = match checker.check(&tool.input, arguments) {
            Ok(fitting) => fitting,
            Err(issues) => return refusal(tool, issues, &*view),
        };
        let permit = match self.admit(tool, &caller, &context).await {
            Ok(permit) => permit,
            Err(refused) => return failure(refused, &*view),
        };
        let held = Held {
            permit,
            change: (tool.def.class != Class::Read).then(|| self.inner.changes.token()),
        };
        let cutting = Cutting {
            cap: self.inner.cap,
            tool,
            names: &*view,
            start,
            sent: may_be_repeated(tool).then(|| given.clone()),
        };
        let arguments = Arguments::new(given, &tool.input);
        let invocation = Invocation {
            call: Call::new(tool.def.name, caller, context),
            states: self.inner.states.clone(),
        };
        let mut outcome =
            super::run::run(tool.def, invocation, arguments, self.inner.timeout, held).await;
        if let Outcome::Answered(answered) = &mut outcome {
            let renamed = tool
                .def
                .formerly
                .contains(&name)
                .then(|| format!("{name} is now called {}.", tool.def.name));
            for note in renamed.into_iter().chain(coerced) {
                answered.sentence = format!("{} {note}", answered.sentence.ended());
            }
        }
        present(outcome, &cutting)
    }

    /// A place for the call, within what this caller and all of them may ask for.
    async fn admit(
        &self,
        tool: &Registered,
        caller: &Caller,
        context: &RequestContext<RoleServer>,
    ) -> Result<Permit, Envelope> {
        let (inner, name, id) = (&self.inner, tool.def.name, &caller.grants.caller);
        let in_time = async {
            if let Some(rate) = tool.def.rate.or(inner.rate) {
                let wait = inner.rates.take(id, name, rate);
                let wait = wait.map_err(|wait| too_often(name, rate, wait))?;
                tokio::time::sleep(wait).await;
            }
            let permit = inner.admission.admit(id).await;
            permit.map_err(|crowded| too_many(name, crowded))
        };
        tokio::select! {
            permit = in_time => permit,
            () = context.ct.cancelled() => Err(cancelled()),
        }
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
            let message = match name {
                Some(name) => format!("name ({}) is not a string", echo(name)),
                None => "tools/call names no tool".to_owned(),
            };
            let example =
                r#"send {"name": …, "arguments": {…}} with the name of a tool of tools/list"#;
            return Err(ErrorData::invalid_params(
                format!("{message}; {example}"),
                None,
            ));
        };
        let caller = self.caller_or_error(context).await?;
        let tool = self.find(name, &caller)?;
        if let Some(denial) = self.denial(tool, &caller) {
            let mut result = failure(denial, &*caller.view).result;
            result.meta = self.signature(context);
            if result.meta.is_none() {
                // Clients before 2026-07-28 know no types of results.
                result.result_type = None;
            }
            return Ok(CustomResult::new(json!(result)));
        }
        let hint = example_call(&tool.input);
        let name = tool.def.name;
        let message = match params.and_then(|params| params.get("arguments")) {
            Some(arguments) if !arguments.is_object() => {
                let problem = no_object(&tool.input, arguments);
                format!("{problem} in the call of {name}. {hint}")
            }
            _ => format!(
                "the call of {name} cannot be read beside its arguments: _meta and the other members of params are objects"
            ),
        };
        Err(ErrorData::invalid_params(message, None))
    }
}
