//! The way of a call: name, access, arguments, tool, answer. Each station is one function.

use mcp_ergo_rules::Class;
use mcp_ergo_rules::wording::Wording as _;
use rmcp::model::{
    CallToolRequestParams, CallToolResponse, CompleteRequestParams, CompleteResult, CustomRequest,
    CustomResult, DiscoverResult, ErrorData, GetPromptRequestParams, GetPromptResponse,
    Implementation, InitializeRequestParams, InitializeResult, ListPromptsResult,
    ListResourceTemplatesResult, ListResourcesResult, ListToolsResult, MetaObject,
    PaginatedRequestParams, ProtocolVersion, ReadResourceRequestParams, ReadResourceResponse,
    ServerConfig, SubscriptionFilter,
};
use rmcp::service::{RequestContext, SubscriptionContext};
use rmcp::{RoleServer, ServerHandler};
use serde_json::{Value, json};
use tracing::Instrument as _;

use super::Server;
use super::cap::{Cutting, may_be_repeated, take_start};
use super::context::{no_method, refuse_cursor};
use super::present::{failure, present, refusal};
use super::refusal::{NEAREST, nameless_call, unknown_tool, unreadable_call, unreadable_params};
use super::rounds::{Asking, Brought, keeps_arguments, refuse_lacking, telling};
use super::run::{Held, Job, cancelled, run};
use super::trace::{CallSpan, Ended};
use crate::access::Caller;
use crate::arguments::{Arguments, Checker, Fitting};
use crate::call::{Call, LogLevel};
use crate::error::{Envelope, Issues};
use crate::limits::{Permit, too_many, too_often};
use crate::registry::{Invocation, Outcome, Registered};
use crate::schema::{Names, NoNames};

/// Methods that are there, so that parameters which nobody can read do not make them unknown.
pub(crate) const KNOWN: &[&str] = &["initialize", "server/discover", "tools/list", "ping"];

/// Those that 2026-07-28 knows no more.
const REMOVED: &[&str] = &["initialize", "ping"];

/// Those that are there where the server has resources.
const OF_RESOURCES: &[&str] = &[
    "resources/list",
    "resources/templates/list",
    "resources/read",
];

/// Those that are there where the server tells of changes, to clients before 2026-07-28.
const OF_WATCHED: &[&str] = &["resources/subscribe", "resources/unsubscribe"];

/// Those that are there where the server has prompts.
const OF_PROMPTS: &[&str] = &["prompts/list", "prompts/get"];

impl ServerHandler for Server {
    fn get_info(&self) -> ServerConfig {
        let view = self.local_view();
        ServerConfig::new(self.capabilities(&view))
            .with_server_info(self.implementation())
            .with_instructions(view.instructions.clone())
    }

    async fn initialize(
        &self,
        request: InitializeRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<InitializeResult, ErrorData> {
        let caller = self.caller_or_error(&context).await?;
        let mut result = self.negotiate_initialize(&request)?;
        result.capabilities = self.capabilities(&caller.view);
        context.peer.set_peer_info(request);
        Ok(result.with_instructions(caller.view.instructions.clone()))
    }

    async fn discover(
        &self,
        context: RequestContext<RoleServer>,
    ) -> Result<DiscoverResult, ErrorData> {
        let caller = self.caller_or_error(&context).await?;
        let mut info = self
            .get_info()
            .with_instructions(caller.view.instructions.clone());
        info.capabilities = self.capabilities(&caller.view);
        let versions = self.supported_protocol_versions().into_owned();
        Ok(DiscoverResult::from_server_info(versions, info))
    }

    async fn list_tools(
        &self,
        request: Option<PaginatedRequestParams>,
        context: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        refuse_cursor(request, "tools")?;
        // rmcp adds that only this caller may cache it, which is right: the list depends on what the
        // caller was granted.
        let caller = self.caller_or_error(&context).await?;
        let mut list = ListToolsResult::with_all_items(caller.view.wire.clone());
        list.meta = self.signature(&context);
        (list.ttl_ms, list.cache_scope) = self.cache_hints(self.inner.cache, &context);
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
        let (mut response, ended) = match self.denial(tool, &caller) {
            None => {
                self.check_and_run(tool, request, caller, context)
                    .instrument(call.span())
                    .await?
            }
            Some(denial) => failure(denial, &*caller.view).into(),
        };
        call.close(&ended);
        match &mut response {
            CallToolResponse::Complete(result) => match (&mut result.meta, signature) {
                // What a tool that is written by hand says besides.
                (Some(own), Some(signature)) => own.extend(signature),
                (own, signature) => *own = own.take().or(signature),
            },
            CallToolResponse::InputRequired(result) => result.meta = signature,
            _ => {}
        }
        Ok(response)
    }

    #[expect(deprecated, reason = "clients before 2026-07-28 call it")]
    async fn set_level(
        &self,
        request: rmcp::model::SetLevelRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<(), ErrorData> {
        if !self.inner.logging || is_stateless(&context) {
            return Err(no_method("logging/setLevel"));
        }
        if let Some(level) = LogLevel::of(request.level) {
            self.connection.set_log_level(level);
        }
        Ok(())
    }

    async fn subscribe(
        &self,
        request: rmcp::model::SubscribeRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<(), ErrorData> {
        self.begin_watch(request.uri, context).await
    }

    async fn unsubscribe(
        &self,
        request: rmcp::model::UnsubscribeRequestParams,
        _: RequestContext<RoleServer>,
    ) -> Result<(), ErrorData> {
        self.end_watch(&request.uri)
    }

    fn accepted_subscription_filter(
        &self,
        requested: &SubscriptionFilter,
    ) -> Option<SubscriptionFilter> {
        self.accepted(requested)
    }

    async fn listen(&self, context: SubscriptionContext) -> Result<(), ErrorData> {
        self.tell_changes(context).await
    }

    async fn list_resources(
        &self,
        request: Option<PaginatedRequestParams>,
        context: RequestContext<RoleServer>,
    ) -> Result<ListResourcesResult, ErrorData> {
        self.resources(request, context).await
    }

    async fn list_resource_templates(
        &self,
        request: Option<PaginatedRequestParams>,
        context: RequestContext<RoleServer>,
    ) -> Result<ListResourceTemplatesResult, ErrorData> {
        self.templates(request, context).await
    }

    async fn read_resource(
        &self,
        request: ReadResourceRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<ReadResourceResponse, ErrorData> {
        self.read(request, context).await
    }

    async fn list_prompts(
        &self,
        request: Option<PaginatedRequestParams>,
        context: RequestContext<RoleServer>,
    ) -> Result<ListPromptsResult, ErrorData> {
        self.prompts(request, context).await
    }

    async fn get_prompt(
        &self,
        request: GetPromptRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<GetPromptResponse, ErrorData> {
        self.messages(request, context).await
    }

    async fn complete(
        &self,
        request: CompleteRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<CompleteResult, ErrorData> {
        self.completion(request, context).await
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
        if is_stateless(&context) && REMOVED.contains(&request.method.as_str()) {
            return Err(no_method(&request.method));
        }
        if self.knows(&request.method, is_stateless(&context)) {
            return Err(unreadable_params(&request.method));
        }
        Err(no_method(&request.method))
    }
}

impl Server {
    /// Whether a client of this era finds the method here.
    fn knows(&self, method: &str, stateless: bool) -> bool {
        let registry = &self.inner.registry;
        let watched = self.inner.news.is_some();
        match method.split_once('/').map_or(method, |(group, _)| group) {
            "resources" if OF_WATCHED.contains(&method) => watched && !stateless,
            "subscriptions" => method == "subscriptions/listen" && watched && stateless,
            "logging" => method == "logging/setLevel" && self.inner.logging && !stateless,
            "resources" => OF_RESOURCES.contains(&method) && !registry.resources.is_empty(),
            "prompts" => OF_PROMPTS.contains(&method) && !registry.prompts.is_empty(),
            "completion" => method == "completion/complete" && registry.completes(),
            _ => KNOWN.contains(&method),
        }
    }

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
    pub(super) fn signature(&self, context: &RequestContext<RoleServer>) -> Option<MetaObject> {
        is_stateless(context).then(|| self.inner.signature.clone())
    }

    /// Why the caller may not call the tool; `None` where it may.
    fn denial(&self, tool: &Registered, caller: &Caller) -> Option<Envelope> {
        if caller.view.serves(tool.def.name) {
            return None;
        }
        let mut denial = self.lacks(tool.def.name, &tool.scope);
        denial.upgrade_hint = self.inner.upgrade.hint(caller);
        Some(denial)
    }

    /// What a caller is told that lacks a scope.
    pub(super) fn lacks(&self, name: &str, scope: &str) -> Envelope {
        let how = match &self.inner.how_to_grant {
            Some(how) => how.replace("SCOPE", scope),
            None => format!("whoever runs the server grants it as '{scope}'"),
        };
        Envelope::stop(
            format!("{name} needs the scope '{scope}', which this caller does not hold"),
            format!("Tell the user that no call can do this before the scope is granted: {how}"),
        )
    }

    /// Arguments against the schema, the tool, the answer.
    async fn check_and_run(
        &self,
        tool: &Registered,
        mut request: CallToolRequestParams,
        caller: Caller,
        context: RequestContext<RoleServer>,
    ) -> Result<(CallToolResponse, Ended), ErrorData> {
        let name = &*request.name;
        let view = caller.view.clone();
        let start = match take_start(tool, &mut request.arguments) {
            Ok(start) => start,
            Err(issue) => return Ok(refusal(tool, Issues::from(issue), &*view).into()),
        };
        let checked = if tool.def.raw.is_some() {
            Ok(Fitting::unchecked(request.arguments))
        } else {
            let checker = self.checker(tool, &*view);
            checker.check(&tool.input, request.arguments)
        };
        let Fitting { given, coerced } = match checked {
            Ok(fitting) => fitting,
            Err(issues) => return Ok(refusal(tool, issues, &*view).into()),
        };
        let kept = keeps_arguments(&context).then(|| given.clone());
        let asking = Asking {
            method: "tools/call",
            name: tool.def.name,
            arguments: kept.as_ref(),
            caller: &caller.clone(),
        };
        let brought = Brought {
            state: request.request_state,
            responses: request.input_responses,
        };
        let (talk, news) = self.talk(&asking, brought, &context)?;
        let permit = match self.admit(tool, &caller, &context).await {
            Ok(permit) => Some(permit),
            Err(refused) => return Ok(failure(refused, &*view).into()),
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
        let upgrade_hint = tool
            .def
            .may_upgrade()
            .then(|| self.inner.upgrade.hint(&caller))
            .flatten();
        let invocation = Invocation {
            call: Call::new(
                tool.def.name,
                caller,
                self.inner.states.clone(),
                context.clone(),
                talk.clone(),
            ),
            raw: tool.def.raw,
        };
        let job = Job::tool(tool.def, self.inner.timeout);
        let running = run(job, invocation, arguments, held);
        let mut outcome = telling(running, news, &context).await;
        if let Some(questions) = self.unanswered(&asking, &talk)? {
            return Ok((questions.into(), Ended::ASKED));
        }
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
        if let Outcome::Failed(envelope) = &outcome {
            refuse_lacking(envelope, &context)?;
        }
        Ok(present(outcome, &cutting).into())
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
            return Err(nameless_call(name));
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
        Err(unreadable_call(tool.def.name, &tool.input, params))
    }
}

/// Whether the caller speaks 2026-07-28 or newer, which opens no conversation.
pub(crate) fn is_stateless(context: &RequestContext<RoleServer>) -> bool {
    let version = context.protocol_version();
    version.is_some_and(|version| version >= ProtocolVersion::V_2026_07_28)
}
