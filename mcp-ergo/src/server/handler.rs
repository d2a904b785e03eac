//! What rmcp asks of a server, each with the module that answers it.

use rmcp::model::{
    CallToolRequestParams, CallToolResponse, CompleteRequestParams, CompleteResult, CustomRequest,
    CustomResult, DiscoverResult, ErrorData, GetPromptRequestParams, GetPromptResponse,
    Implementation, InitializeRequestParams, InitializeResult, ListPromptsResult,
    ListResourceTemplatesResult, ListResourcesResult, ListToolsResult, MetaObject,
    PaginatedRequestParams, ProtocolVersion, ReadResourceRequestParams, ReadResourceResponse,
    ServerConfig, SubscriptionFilter,
};
use rmcp::service::{NotificationContext, RequestContext, SubscriptionContext};
use rmcp::{RoleServer, ServerHandler};

use super::Server;
use super::context::no_method;
use super::refusal::unreadable_params;
use crate::call::LogLevel;

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

    async fn on_initialized(&self, context: NotificationContext<RoleServer>) {
        self.begin_telling(context.peer);
    }

    async fn list_tools(
        &self,
        request: Option<PaginatedRequestParams>,
        context: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        self.tool_list(request, context).await
    }

    fn get_tool(&self, name: &str) -> Option<rmcp::model::Tool> {
        // Nobody calls here: rmcp asks which headers a call has to carry, before it knows who calls.
        let view = self.local_view();
        let tool = view.find(name)?;
        Some(tool.wire(&*view))
    }

    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        self.answer(request, context).await
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
            return self.unreadable(request.params.as_ref(), &context).await;
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
        let registry = self.inner.catalog();
        let watched = self.inner.changes.is_some();
        let told = watched || self.inner.listing.is_some();
        match method.split_once('/').map_or(method, |(group, _)| group) {
            "resources" if OF_WATCHED.contains(&method) => watched && !stateless,
            "subscriptions" => method == "subscriptions/listen" && told && stateless,
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

    /// Who answers, as 2026-07-28 wants it on every result; clients before it learned that when they
    /// connected.
    pub(super) fn signature(&self, context: &RequestContext<RoleServer>) -> Option<MetaObject> {
        is_stateless(context).then(|| self.inner.signature.clone())
    }
}

/// Whether the caller speaks 2026-07-28 or newer, which opens no conversation.
pub(crate) fn is_stateless(context: &RequestContext<RoleServer>) -> bool {
    let version = context.protocol_version();
    version.is_some_and(|version| version >= ProtocolVersion::V_2026_07_28)
}
