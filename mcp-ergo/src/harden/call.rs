//! The way of a call through a handler that somebody else wrote: name, arguments, handler, answer.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use rmcp::model::{
    CallToolRequestParams, CallToolResponse, CallToolResult, CustomResult, ErrorData, Tool,
};
use rmcp::service::RequestContext;
use rmcp::{RoleServer, ServerHandler};
use serde_json::Value;
use tracing::Instrument as _;

use super::Hardened;
use super::catalog::{Mended, meant};
use super::failure;
use crate::arguments::Fitting;
use crate::error::Envelope;
use crate::registry::nearest;
use crate::schema::Record;
use crate::server::{
    LAST_WORDS, NEAREST, cancelled, failed, is_stateless, lost, nameless_call, signature,
    timed_out, unknown_tool, unreadable_call,
};

/// What the handler said, or why it said nothing.
type Said = Result<Result<CallToolResponse, ErrorData>, Envelope>;

impl<H: ServerHandler> Hardened<H> {
    pub(super) async fn call(
        &self,
        mut request: CallToolRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        let tool = self.find(&request.name, &context).await;
        let known = tool.as_ref().map(|(_, mended)| mended.clone());
        if let Some((name, mended)) = tool {
            request.name = name.into();
            if let Err(refusal) = self.fit(&mended, &mut request, &context).await {
                return Ok(self.failure(refusal, &context).into());
            }
        }
        let name = request.name.clone();
        let reads = known.as_ref().is_some_and(|known| known.reads);
        match self.run(request, context.clone(), reads).await {
            Ok(Ok(CallToolResponse::Complete(result))) if result.is_error == Some(true) => {
                let input = known.as_ref().and_then(|known| known.input.as_ref());
                Ok(failure::of_result(&name, input, result).into())
            }
            // rmcp would hand over what it cannot write as nothing at all; a success goes as it came.
            Ok(Ok(response)) => Ok(response),
            Ok(Err(error)) => self.refused(&name, error, &context).await,
            Err(envelope) => Ok(self.failure(envelope, &context).into()),
        }
    }

    /// The tool that a caller means. What was listed is known; for the rest the handler is asked, and
    /// then this caller's own list, so that nobody is told of what others are served.
    async fn find(
        &self,
        name: &str,
        context: &RequestContext<RoleServer>,
    ) -> Option<(String, Arc<Mended>)> {
        let known = self.catalog.get(name);
        let known = known.or_else(|| Some(self.catalog.learn(&self.tool(name)?)));
        if let Some(known) = known {
            return Some((name.to_owned(), known));
        }
        let tools = self.every_tool(context).await.ok()?;
        let tool = meant(name, &tools)?;
        Some((tool.name.clone().into_owned(), self.catalog.learn(tool)))
    }

    /// The tool as the handler itself knows it.
    pub(super) fn tool(&self, name: &str) -> Option<Tool> {
        let found = catch_unwind(AssertUnwindSafe(|| self.handler.get_tool(name)));
        // A handler that panics here panics in the call too, which is answered.
        found.ok().flatten()
    }

    /// Puts the arguments into the form that the handler reads, or says everything that is wrong with
    /// them.
    async fn fit(
        &self,
        tool: &Mended,
        request: &mut CallToolRequestParams,
        context: &RequestContext<RoleServer>,
    ) -> Result<(), Envelope> {
        let Some(record) = &tool.input else {
            return Ok(());
        };
        let name = &request.name;
        let check = |record: &Record| self.checker(name).check(record, request.arguments.clone());
        let issues = match check(record) {
            Ok(Fitting { given, .. }) => {
                request.arguments = Some(given);
                return Ok(());
            }
            Err(issues) => issues,
        };
        // Nobody is refused by a schema that the handler has changed, or shows to others alone, and
        // what a caller is not served the handler itself denies.
        let current = match self.every_tool(context).await {
            Ok(tools) => match tools.into_iter().find(|tool| tool.name == *name) {
                None => return Ok(()),
                listed => listed,
            },
            Err(_) => self.tool(name),
        };
        let current = current.map(|current| self.catalog.learn(&current));
        match current.as_ref().map(|current| current.input.as_ref()) {
            None => Err(Envelope::of_call(name, issues)),
            Some(None) => Ok(()),
            Some(Some(record)) => match check(record) {
                Ok(Fitting { given, .. }) => {
                    request.arguments = Some(given);
                    Ok(())
                }
                Err(issues) => Err(Envelope::of_call(name, issues)),
            },
        }
    }

    /// Runs the handler: guarded against panics, bounded in time.
    async fn run(
        &self,
        request: CallToolRequestParams,
        mut context: RequestContext<RoleServer>,
        reads: bool,
    ) -> Said {
        let handler = self.handler.clone();
        let name = request.name.clone();
        let timeout = self.settings.timeout;
        let given_up = context.ct.clone();
        // A handler that looks at its token sees that nobody waits any more.
        context.ct = given_up.child_token();
        let stopped = context.ct.clone().drop_guard();
        let call = async move { handler.call_tool(request, context).await };
        let mut running = tokio::spawn(call.in_current_span());
        let envelope = tokio::select! {
            joined = &mut running => {
                // What the handler has set off may hold the token beyond its answer.
                stopped.disarm();
                return joined.map_err(|error| lost(&name, error));
            }
            () = tokio::time::sleep(timeout) => timed_out(&name, reads, timeout),
            () = given_up.cancelled() => cancelled(),
        };
        // A change that has begun is finished all the same; a read is dropped where it waits.
        if reads {
            tokio::spawn(async move {
                tokio::time::sleep(LAST_WORDS).await;
                running.abort();
            });
        }
        Err(envelope)
    }

    /// The protocol's error of a handler: one about the call is told in band, where models read it.
    async fn refused(
        &self,
        name: &str,
        error: ErrorData,
        context: &RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        if failure::says_unknown(&error)
            && let Ok(tools) = self.every_tool(context).await
            && tools.iter().all(|tool| tool.name != name)
        {
            let names = tools.iter().map(|tool| &*tool.name);
            return Err(unknown_tool(name, nearest(name, names, NEAREST)));
        }
        let result = failure::of_error(name, error)?;
        Ok(self.attributed(result, context).into())
    }

    fn failure(&self, envelope: Envelope, context: &RequestContext<RoleServer>) -> CallToolResult {
        self.attributed(failed(&envelope.polished()), context)
    }

    /// Who answers, as 2026-07-28 wants it on every result; what the handler says of itself stays.
    fn attributed(
        &self,
        mut result: CallToolResult,
        context: &RequestContext<RoleServer>,
    ) -> CallToolResult {
        if is_stateless(context) {
            result.meta = Some(signature(&self.get_info().server_info));
        }
        result
    }

    /// `tools/call` whose parameters are not those of a call, which rmcp hands over as a request that
    /// it does not know.
    pub(super) async fn unreadable(
        &self,
        params: Option<&Value>,
        context: &RequestContext<RoleServer>,
    ) -> Result<CustomResult, ErrorData> {
        let name = params.and_then(|params| params.get("name"));
        let Some(name) = name.and_then(Value::as_str) else {
            return Err(nameless_call(name));
        };
        let tools = self.every_tool(context).await?;
        let Some(tool) = meant(name, &tools) else {
            let names = tools.iter().map(|tool| &*tool.name);
            return Err(unknown_tool(name, nearest(name, names, NEAREST)));
        };
        let mended = self.catalog.learn(tool);
        let anything = Record::default();
        let input = mended.input.as_ref().unwrap_or(&anything);
        Err(unreadable_call(&tool.name, input, params))
    }
}
