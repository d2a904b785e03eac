//! `resources/list`, `resources/templates/list`, `resources/read`.

use mcp_ergo_rules::uri::decode;
use rmcp::RoleServer;
use rmcp::model::{
    ErrorCode, ErrorData, ListResourceTemplatesResult, ListResourcesResult, PaginatedRequestParams,
    ReadResourceRequestParams, ReadResourceResponse, ReadResourceResult, ResourceContents,
};
use rmcp::service::RequestContext;
use serde_json::{Map, Value, json};

use super::Server;
use super::context::{Asked, Pulled, error_of, no_method, refuse_cursor};
use super::refusal::unknown;
use super::rounds::Brought;
use crate::access::Caller;
use crate::error::{Envelope, Issue, Issues};
use crate::registry::{RegisteredResource, View};
use crate::resource::Contents;
use crate::schema::echo_text;

/// The values of a template's variables in one URI, as they are written there.
type Values<'u> = Vec<(&'static str, &'u str)>;

impl Server {
    pub(super) async fn resources(
        &self,
        request: Option<PaginatedRequestParams>,
        context: RequestContext<RoleServer>,
    ) -> Result<ListResourcesResult, ErrorData> {
        if self.inner.catalog().resources.is_empty() {
            return Err(no_method("resources/list"));
        }
        refuse_cursor(request, "resources")?;
        let caller = self.caller_or_error(&context).await?;
        let mut list = ListResourcesResult::with_all_items(caller.view.resources.clone());
        list.meta = self.signature(&context);
        (list.ttl_ms, list.cache_scope) = self.cache_hints(self.inner.cache, &context);
        Ok(list)
    }

    pub(super) async fn templates(
        &self,
        request: Option<PaginatedRequestParams>,
        context: RequestContext<RoleServer>,
    ) -> Result<ListResourceTemplatesResult, ErrorData> {
        if self.inner.catalog().resources.is_empty() {
            return Err(no_method("resources/templates/list"));
        }
        refuse_cursor(request, "resource templates")?;
        let caller = self.caller_or_error(&context).await?;
        let mut list = ListResourceTemplatesResult::with_all_items(caller.view.templates.clone());
        list.meta = self.signature(&context);
        (list.ttl_ms, list.cache_scope) = self.cache_hints(self.inner.cache, &context);
        Ok(list)
    }

    pub(super) async fn read(
        &self,
        request: ReadResourceRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<ReadResourceResponse, ErrorData> {
        if self.inner.catalog().resources.is_empty() {
            return Err(no_method("resources/read"));
        }
        let signature = self.signature(&context);
        let caller = self.caller_or_error(&context).await?;
        let (resource, values) = locate(&request.uri, &caller.view)?;
        self.let_in(&resource.context, &caller)?;
        let subject = format!("the URI of {}", resource.context.name());
        // What an author's resource cannot find is no resource.
        let to_fix = ErrorCode::RESOURCE_NOT_FOUND;
        let given = decoded(values).map_err(|issues| {
            error_of(Envelope::arguments(&subject, issues), to_fix, &*caller.view)
        })?;
        let asked = Asked {
            method: "resources/read",
            name: &request.uri,
            subject: &subject,
            to_fix,
            brought: Brought {
                state: request.request_state,
                responses: request.input_responses,
            },
        };
        let cached = self.cache_hints(resource.def.ttl, &context);
        let pulled = self
            .pull(&resource.context, asked, given, caller.clone(), context)
            .await?;
        let contents = match pulled {
            Pulled::Yielded(contents) => contents,
            Pulled::Asks(mut questions) => {
                questions.meta = signature;
                return Ok(questions.into());
            }
        };
        let mut result = ReadResourceResult::new(vec![
            match contents {
                Contents::Text(text) => ResourceContents::text(text, request.uri),
                Contents::Bytes(base64) => ResourceContents::blob(base64, request.uri),
            }
            .with_mime_type(resource.def.mime),
        ]);
        (result.ttl_ms, result.cache_scope) = cached;
        result.meta = signature;
        Ok(result.into())
    }

    /// Whether the caller may read what is under a URI.
    pub(super) fn may_read(&self, uri: &str, caller: &Caller) -> Result<(), ErrorData> {
        let (resource, _) = locate(uri, &caller.view)?;
        self.let_in(&resource.context, caller)
    }
}

/// The values of the variables, percent-decoded, or every one that is not percent-encoded.
fn decoded(values: Values<'_>) -> Result<Map<String, Value>, Issues> {
    let mut given = Map::new();
    let mut issues = Issues::default();
    for (name, written) in values {
        match decode(written) {
            Some(value) => {
                given.insert(name.to_owned(), value.into());
            }
            None => issues.add(|| {
                let shown = echo_text(written);
                Issue::new(
                    format!("/{name}"),
                    format!("{name} ({shown}) is not percent-encoded UTF-8"),
                    "Write a percent sign of its own as %25.".to_owned(),
                )
            }),
        }
    }
    if issues.found == 0 {
        Ok(given)
    } else {
        Err(issues)
    }
}

/// The resource that a URI means, with the values of its variables: a fixed one before a template.
fn locate<'c, 'u>(
    uri: &'u str,
    view: &'c View,
) -> Result<(&'c RegisteredResource, Values<'u>), ErrorData> {
    let all = &view.catalog().resources;
    let fixed = all.iter().find(|resource| resource.def.uri == uri);
    let found = fixed.map(|fixed| (fixed, Vec::new())).or_else(|| {
        all.iter()
            .find_map(|resource| Some((resource, resource.template.values(uri)?)))
    });
    found.ok_or_else(|| {
        let known = view.resources().map(|resource| resource.def.uri);
        let kind = "no resource has the URI";
        let mut error = unknown(kind, uri, known, ErrorCode::RESOURCE_NOT_FOUND);
        // The specification's, for programs.
        error.data = Some(json!({"uri": uri}));
        error
    })
}
