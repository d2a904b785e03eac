//! A server that writes down which of its methods was reached.

// Sampling, roots and logging are deprecated by the specification, and still to be forwarded.
#![allow(deprecated)]

use std::borrow::Cow;
use std::sync::{Arc, Mutex, PoisonError};

use rmcp::model::{
    CancelTaskParams, CancelledNotificationParam, CompleteRequestParams, CompleteResult,
    CustomNotification, CustomRequest, CustomResult, DiscoverResult, ErrorCode,
    GetPromptRequestParams, GetPromptResponse, GetSkillRequestParams, GetSkillResult,
    GetTaskParams, GetTaskResult, Implementation, InitializeRequestParams, InitializeResult,
    ListPromptsResult, ListResourceTemplatesResult, ListResourcesResult, ListSkillsResult,
    PaginatedRequestParams, ProgressNotificationParam, ProtocolVersion,
    ReadResourceDirectoryRequestParams, ReadResourceDirectoryResult, ReadResourceRequestParams,
    ReadResourceResponse, ServerCapabilities, ServerConfig, SetLevelRequestParams,
    SubscribeRequestParams, SubscriptionFilter, UnsubscribeRequestParams, UpdateTaskParams,
};
use rmcp::service::{NotificationContext, RequestContext, SubscriptionContext};
use rmcp::{ErrorData, RoleServer, ServerHandler};
use serde_json::json;

/// The server; clones write on one page.
#[derive(Debug, Clone, Default)]
pub struct Recorder {
    page: Arc<Mutex<Vec<&'static str>>>,
}

impl Recorder {
    /// What was reached, in order.
    pub fn reached(&self) -> Vec<&'static str> {
        let page = self.page.lock().unwrap_or_else(PoisonError::into_inner);
        page.clone()
    }

    fn note(&self, method: &'static str) {
        let mut page = self.page.lock().unwrap_or_else(PoisonError::into_inner);
        page.push(method);
    }
}

macro_rules! requests {
    ($($method:ident($params:ty) -> $result:ty = $answer:expr;)+) => {$(
        async fn $method(
            &self,
            _: $params,
            _: RequestContext<RoleServer>,
        ) -> Result<$result, ErrorData> {
            self.note(stringify!($method));
            $answer
        }
    )+};
}

macro_rules! notifications {
    ($($method:ident($($params:ty)?);)+) => {$(
        async fn $method(&self, $(_: $params,)? _: NotificationContext<RoleServer>) {
            self.note(stringify!($method));
        }
    )+};
}

/// An answer that nobody else gives.
fn told<T>() -> Result<T, ErrorData> {
    Err(ErrorData::new(
        ErrorCode(-31_000),
        "from the recorder",
        None,
    ))
}

impl ServerHandler for Recorder {
    fn get_info(&self) -> ServerConfig {
        let mut capabilities = ServerCapabilities::builder()
            .enable_resources()
            .enable_prompts()
            .enable_completions()
            .enable_logging()
            .build();
        let extension = |name: &str| {
            let settings = json!({"directoryRead": true});
            (
                name.to_owned(),
                settings.as_object().cloned().unwrap_or_default(),
            )
        };
        capabilities.extensions = Some(
            [
                extension("io.modelcontextprotocol/tasks"),
                extension("io.modelcontextprotocol/skills"),
            ]
            .into_iter()
            .collect(),
        );
        ServerConfig::new(capabilities).with_server_info(Implementation::new("recorder", "1"))
    }

    fn supported_protocol_versions(&self) -> Cow<'static, [ProtocolVersion]> {
        self.note("supported_protocol_versions");
        Cow::Borrowed(ProtocolVersion::KNOWN_VERSIONS)
    }

    async fn initialize(
        &self,
        request: InitializeRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<InitializeResult, ErrorData> {
        self.note("initialize");
        context.peer.set_peer_info(request.clone());
        self.negotiate_initialize(&request)
    }

    async fn discover(&self, _: RequestContext<RoleServer>) -> Result<DiscoverResult, ErrorData> {
        self.note("discover");
        let versions = ProtocolVersion::KNOWN_VERSIONS.to_vec();
        Ok(DiscoverResult::from_server_info(versions, self.get_info()))
    }

    async fn ping(&self, _: RequestContext<RoleServer>) -> Result<(), ErrorData> {
        self.note("ping");
        Ok(())
    }

    fn accepted_subscription_filter(&self, _: &SubscriptionFilter) -> Option<SubscriptionFilter> {
        self.note("accepted_subscription_filter");
        Some(SubscriptionFilter::default())
    }

    async fn listen(&self, _: SubscriptionContext) -> Result<(), ErrorData> {
        self.note("listen");
        Ok(())
    }

    async fn on_custom_request(
        &self,
        request: CustomRequest,
        _: RequestContext<RoleServer>,
    ) -> Result<CustomResult, ErrorData> {
        self.note("on_custom_request");
        Ok(CustomResult::new(
            json!({"heard": request.method, "params": request.params}),
        ))
    }

    requests! {
        complete(CompleteRequestParams) -> CompleteResult = Ok(CompleteResult::default());
        set_level(SetLevelRequestParams) -> () = Ok(());
        get_prompt(GetPromptRequestParams) -> GetPromptResponse = told();
        list_prompts(Option<PaginatedRequestParams>) -> ListPromptsResult = told();
        list_resources(Option<PaginatedRequestParams>) -> ListResourcesResult = told();
        list_resource_templates(Option<PaginatedRequestParams>) -> ListResourceTemplatesResult = told();
        read_resource(ReadResourceRequestParams) -> ReadResourceResponse = told();
        subscribe(SubscribeRequestParams) -> () = told();
        unsubscribe(UnsubscribeRequestParams) -> () = told();
        get_task(GetTaskParams) -> GetTaskResult = told();
        update_task(UpdateTaskParams) -> () = told();
        cancel_task(CancelTaskParams) -> () = told();
        list_skills(Option<PaginatedRequestParams>) -> ListSkillsResult = told();
        get_skill(GetSkillRequestParams) -> GetSkillResult = told();
        read_resource_directory(ReadResourceDirectoryRequestParams) -> ReadResourceDirectoryResult = told();
    }

    notifications! {
        on_cancelled(CancelledNotificationParam);
        on_progress(ProgressNotificationParam);
        on_initialized();
        on_roots_list_changed();
        on_custom_notification(CustomNotification);
    }
}
