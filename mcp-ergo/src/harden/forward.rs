//! The hardened handler as a handler: tools are mended, everything else is passed on.

#![expect(
    deprecated,
    reason = "what the specification deprecates is forwarded all the same"
)]

use std::borrow::Cow;

use rmcp::model::{
    CallToolRequestParams, CallToolResponse, CancelTaskParams, CancelledNotificationParam,
    CompleteRequestParams, CompleteResult, CustomNotification, CustomRequest, CustomResult,
    DiscoverResult, ErrorCode, ErrorData, GetPromptRequestParams, GetPromptResponse,
    GetSkillRequestParams, GetSkillResult, GetTaskParams, GetTaskResult, InitializeRequestParams,
    InitializeResult, ListPromptsResult, ListResourceTemplatesResult, ListResourcesResult,
    ListSkillsResult, ListToolsResult, PaginatedRequestParams, ProgressNotificationParam,
    ProtocolVersion, ReadResourceDirectoryRequestParams, ReadResourceDirectoryResult,
    ReadResourceRequestParams, ReadResourceResponse, ServerConfig, SetLevelRequestParams,
    SubscribeRequestParams, SubscriptionFilter, Tool, UnsubscribeRequestParams, UpdateTaskParams,
};
use rmcp::service::{NotificationContext, RequestContext, SubscriptionContext};
use rmcp::{RoleServer, ServerHandler};

use super::Hardened;
use crate::server::{KNOWN, unknown_cursor, unreadable_params};

/// Passes requests and notifications on as they are.
macro_rules! forward {
    ($($request:ident($params:ty) -> $result:ty;)+) => {$(
        fn $request(
            &self,
            request: $params,
            context: RequestContext<RoleServer>,
        ) -> impl Future<Output = Result<$result, ErrorData>> + Send + '_ {
            self.handler.$request(request, context)
        }
    )+};
    ($($notification:ident($params:ty);)+) => {$(
        fn $notification(
            &self,
            notification: $params,
            context: NotificationContext<RoleServer>,
        ) -> impl Future<Output = ()> + Send + '_ {
            self.handler.$notification(notification, context)
        }
    )+};
}

impl<H: ServerHandler> ServerHandler for Hardened<H> {
    async fn list_tools(
        &self,
        request: Option<PaginatedRequestParams>,
        context: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        if let Some(cursor) = request.as_ref().and_then(|request| request.cursor.as_ref()) {
            // rmcp's routers take any cursor for the first page, and a client that follows it never
            // comes to an end.
            let first = self.page(None, context.clone()).await?;
            if first.next_cursor.is_none() {
                return Err(unknown_cursor(cursor, "tools"));
            }
        }
        let mut page = self.page(request, context).await?;
        let tools = std::mem::take(&mut page.tools);
        page.tools = tools
            .into_iter()
            .map(|tool| self.catalog.mend(tool))
            .collect();
        Ok(page)
    }

    fn get_tool(&self, name: &str) -> Option<Tool> {
        self.tool(name).map(|tool| self.catalog.mend(tool))
    }

    fn call_tool(
        &self,
        request: CallToolRequestParams,
        context: RequestContext<RoleServer>,
    ) -> impl Future<Output = Result<CallToolResponse, ErrorData>> + Send + '_ {
        self.call(request, context)
    }

    async fn on_custom_request(
        &self,
        request: CustomRequest,
        context: RequestContext<RoleServer>,
    ) -> Result<CustomResult, ErrorData> {
        // rmcp hands over what it cannot read as any request it knows, and the method exists all the
        // same.
        if request.method == "tools/call" {
            return self.unreadable(request.params.as_ref(), &context).await;
        }
        let method = request.method.clone();
        let answer = self.handler.on_custom_request(request, context).await;
        answer.map_err(|error| match error.code {
            ErrorCode::METHOD_NOT_FOUND if KNOWN.contains(&&*method) => unreadable_params(&method),
            _ => error,
        })
    }

    fn get_info(&self) -> ServerConfig {
        self.signed(self.handler.get_info())
    }

    async fn initialize(
        &self,
        request: InitializeRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<InitializeResult, ErrorData> {
        let opened = self.handler.initialize(request, context).await?;
        Ok(self.signed(opened))
    }

    fn negotiate_initialize(
        &self,
        request: &InitializeRequestParams,
    ) -> Result<InitializeResult, ErrorData> {
        let opened = self.handler.negotiate_initialize(request)?;
        Ok(self.signed(opened))
    }

    async fn discover(
        &self,
        context: RequestContext<RoleServer>,
    ) -> Result<DiscoverResult, ErrorData> {
        let mut found = self.handler.discover(context).await?;
        if let Some(info) = &self.settings.server_info {
            found.set_server_info(info.clone());
        }
        Ok(found)
    }

    fn supported_protocol_versions(&self) -> Cow<'static, [ProtocolVersion]> {
        self.handler.supported_protocol_versions()
    }

    fn ping(
        &self,
        context: RequestContext<RoleServer>,
    ) -> impl Future<Output = Result<(), ErrorData>> + Send + '_ {
        self.handler.ping(context)
    }

    fn accepted_subscription_filter(
        &self,
        requested: &SubscriptionFilter,
    ) -> Option<SubscriptionFilter> {
        self.handler.accepted_subscription_filter(requested)
    }

    fn listen(
        &self,
        context: SubscriptionContext,
    ) -> impl Future<Output = Result<(), ErrorData>> + Send + '_ {
        self.handler.listen(context)
    }

    fn on_initialized(
        &self,
        context: NotificationContext<RoleServer>,
    ) -> impl Future<Output = ()> + Send + '_ {
        self.handler.on_initialized(context)
    }

    fn on_roots_list_changed(
        &self,
        context: NotificationContext<RoleServer>,
    ) -> impl Future<Output = ()> + Send + '_ {
        self.handler.on_roots_list_changed(context)
    }

    forward! {
        complete(CompleteRequestParams) -> CompleteResult;
        set_level(SetLevelRequestParams) -> ();
        get_prompt(GetPromptRequestParams) -> GetPromptResponse;
        list_prompts(Option<PaginatedRequestParams>) -> ListPromptsResult;
        list_resources(Option<PaginatedRequestParams>) -> ListResourcesResult;
        list_resource_templates(Option<PaginatedRequestParams>) -> ListResourceTemplatesResult;
        read_resource(ReadResourceRequestParams) -> ReadResourceResponse;
        subscribe(SubscribeRequestParams) -> ();
        unsubscribe(UnsubscribeRequestParams) -> ();
        get_task(GetTaskParams) -> GetTaskResult;
        update_task(UpdateTaskParams) -> ();
        cancel_task(CancelTaskParams) -> ();
        list_skills(Option<PaginatedRequestParams>) -> ListSkillsResult;
        get_skill(GetSkillRequestParams) -> GetSkillResult;
        read_resource_directory(ReadResourceDirectoryRequestParams) -> ReadResourceDirectoryResult;
    }

    forward! {
        on_cancelled(CancelledNotificationParam);
        on_progress(ProgressNotificationParam);
        on_custom_notification(CustomNotification);
    }
}

impl<H> Hardened<H> {
    /// Under the name that was given.
    fn signed(&self, mut info: ServerConfig) -> ServerConfig {
        if let Some(own) = &self.settings.server_info {
            info.server_info = own.clone();
        }
        info
    }
}
