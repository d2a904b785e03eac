//! `resources/list`, `resources/templates/list`, `resources/read`.

use mcp_ergo_rules::uri::decode;
use rmcp::RoleServer;
use rmcp::model::{
    ErrorCode, ErrorData, ListResourceTemplatesResult, ListResourcesResult, PaginatedRequestParams,
    ReadResourceRequestParams, ReadResourceResult, ResourceContents,
};
use rmcp::service::RequestContext;
use serde_json::{Map, Value};

use super::Server;
use super::context::{error_of, no_method, refuse_cursor, unknown};
use crate::access::Caller;
use crate::error::{Envelope, Issue, Issues};
use crate::registry::RegisteredResource;
use crate::resource::Contents;
use crate::schema::echo;

/// The values of a template's variables in one URI, as they are written there.
type Values<'u> = Vec<(&'static str, &'u str)>;

impl Server {
    pub(super) async fn resources(
        &self,
        request: Option<PaginatedRequestParams>,
        context: RequestContext<RoleServer>,
    ) -> Result<ListResourcesResult, ErrorData> {
        if self.inner.registry.resources.is_empty() {
            return Err(no_method("resources/list"));
        }
        refuse_cursor(request, "resources")?;
        let caller = self.caller_or_error(&context).await?;
        let mut list = ListResourcesResult::with_all_items(caller.view.resources.clone());
        list.meta = self.signature(&context);
        Ok(list)
    }

    pub(super) async fn templates(
        &self,
        request: Option<PaginatedRequestParams>,
        context: RequestContext<RoleServer>,
    ) -> Result<ListResourceTemplatesResult, ErrorData> {
        if self.inner.registry.resources.is_empty() {
            return Err(no_method("resources/templates/list"));
        }
        refuse_cursor(request, "resource templates")?;
        let caller = self.caller_or_error(&context).await?;
        let mut list = ListResourceTemplatesResult::with_all_items(caller.view.templates.clone());
        list.meta = self.signature(&context);
        Ok(list)
    }

    pub(super) async fn read(
        &self,
        request: ReadResourceRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<ReadResourceResult, ErrorData> {
        if self.inner.registry.resources.is_empty() {
            return Err(no_method("resources/read"));
        }
        let signature = self.signature(&context);
        let caller = self.caller_or_error(&context).await?;
        let view = caller.view.clone();
        let (resource, values) = self.locate(&request.uri, &caller)?;
        self.let_in(&resource.context, &caller)?;
        let subject = format!("the URI of {}", resource.context.name());
        let contents = match decoded(values) {
            Ok(given) => {
                self.pull(&resource.context, &subject, given, caller, context)
                    .await
            }
            Err(issues) => Err(Envelope::arguments(&subject, issues)),
        };
        // What an author's resource cannot find is no resource.
        let contents = contents
            .map_err(|envelope| error_of(envelope, ErrorCode::RESOURCE_NOT_FOUND, &*view))?;
        let mut result = ReadResourceResult::new(vec![
            match contents {
                Contents::Text(text) => ResourceContents::text(text, request.uri),
                Contents::Bytes(base64) => ResourceContents::blob(base64, request.uri),
            }
            .with_mime_type(resource.def.mime),
        ]);
        result.meta = signature;
        Ok(result)
    }

    /// The resource that a URI means, with the values of its variables: a fixed one before a template.
    fn locate<'u>(
        &self,
        uri: &'u str,
        caller: &Caller,
    ) -> Result<(&RegisteredResource, Values<'u>), ErrorData> {
        let all = &self.inner.registry.resources;
        let fixed = all.iter().find(|resource| resource.def.uri == uri);
        let found = fixed.map(|fixed| (fixed, Vec::new())).or_else(|| {
            all.iter()
                .find_map(|resource| Some((resource, resource.template.values(uri)?)))
        });
        found.ok_or_else(|| {
            let known = caller.view.resources().map(|resource| resource.def.uri);
            let kind = "no resource has the URI";
            unknown(kind, uri, known, ErrorCode::RESOURCE_NOT_FOUND)
        })
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
            None => issues.add(|| Issue {
                path: format!("/{name}"),
                error: format!(
                    "{name} ({}) is not percent-encoded UTF-8",
                    echo(&Value::String(written.to_owned()))
                ),
                hint: "Write a percent sign of its own as %25.".to_owned(),
            }),
        }
    }
    if issues.found == 0 {
        Ok(given)
    } else {
        Err(issues)
    }
}
