//! `prompts/list`, `prompts/get`.

use rmcp::RoleServer;
use rmcp::model::{
    ErrorCode, ErrorData, GetPromptRequestParams, GetPromptResponse, GetPromptResult,
    ListPromptsResult, PaginatedRequestParams,
};
use rmcp::service::RequestContext;
use serde_json::Value;

use super::Server;
use super::context::{Asked, Pulled, no_method, refuse_cursor};
use super::refusal::unknown;
use super::rounds::Brought;

use crate::registry::{RegisteredPrompt, View};

impl Server {
    pub(super) async fn prompts(
        &self,
        request: Option<PaginatedRequestParams>,
        context: RequestContext<RoleServer>,
    ) -> Result<ListPromptsResult, ErrorData> {
        if self.inner.catalog().prompts.is_empty() {
            return Err(no_method("prompts/list"));
        }
        refuse_cursor(request, "prompts")?;
        let caller = self.caller_or_error(&context).await?;
        let mut list = ListPromptsResult::with_all_items(caller.view.prompts.clone());
        list.meta = self.signature(&context);
        (list.ttl_ms, list.cache_scope) = self.cache_hints(self.inner.cache, &context);
        Ok(list)
    }

    pub(super) async fn messages(
        &self,
        request: GetPromptRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<GetPromptResponse, ErrorData> {
        if self.inner.catalog().prompts.is_empty() {
            return Err(no_method("prompts/get"));
        }
        let signature = self.signature(&context);
        let caller = self.caller_or_error(&context).await?;
        let prompt = find_prompt(&request.name, &caller.view)?;
        self.let_in(prompt, &caller)?;
        let mut given = request.arguments.unwrap_or_default();
        // A form that a user fills in sends what was left blank as an empty string.
        given.retain(|name, value| {
            let blank = *value == Value::String(String::new());
            let may_be_blank = |name| {
                prompt
                    .input
                    .field(name)
                    .is_some_and(|field| !field.required)
            };
            !(blank && may_be_blank(name))
        });
        let subject = format!("the call of {}", prompt.name());
        let asked = Asked {
            method: "prompts/get",
            name: prompt.name(),
            subject: &subject,
            to_fix: ErrorCode::INVALID_PARAMS,
            brought: Brought {
                state: request.request_state,
                responses: request.input_responses,
            },
        };
        match self
            .pull(prompt, asked, given, caller.clone(), context)
            .await?
        {
            Pulled::Yielded(prompt) => {
                let mut result = GetPromptResult::new(prompt.messages);
                result.meta = signature;
                Ok(result.into())
            }
            Pulled::Asks(mut questions) => {
                questions.meta = signature;
                Ok(questions.into())
            }
        }
    }
}

/// The prompt of a name, or the protocol's own error with the nearest names.
pub(super) fn find_prompt<'c>(
    name: &str,
    view: &'c View,
) -> Result<&'c RegisteredPrompt, ErrorData> {
    let mut prompts = view.catalog().prompts.iter();
    prompts.find(|prompt| prompt.name() == name).ok_or_else(|| {
        let known = view.prompts().map(RegisteredPrompt::name);
        unknown(
            "no prompt is called",
            name,
            known,
            ErrorCode::INVALID_PARAMS,
        )
    })
}
