//! What resources and prompts have in common: they are run as tools are, and as their answers have no
//! place for an envelope, everything that goes wrong is the protocol's own error, all of it in words.

use std::time::Duration;

use mcp_ergo_rules::Class;
use rmcp::RoleServer;
use rmcp::model::{
    CacheScope, ErrorCode, ErrorData, InputRequiredResult, PaginatedRequestParams,
    ResourcesCapability, ServerCapabilities,
};
use rmcp::service::RequestContext;
use serde_json::{Map, Value, json};

use super::Server;
use super::handler::is_stateless;
use super::present::{issues_of, shown};
use super::refusal::unknown_cursor;
use super::rounds::{Asking, Brought, keeps_arguments, refuse_lacking, telling};
use super::run::{Held, Job, cancelled, run};
use crate::access::Caller;
use crate::arguments::{Arguments, Checker, Coercion};
use crate::call::Call;
use crate::error::{Envelope, Recovery};
use crate::limits::{Permit, too_many};
use crate::registry::{Context, Invocation, Outcome, View};
use crate::schema::{Names, echo_text};

/// A request for a resource or a prompt.
pub(super) struct Asked<'a> {
    pub(super) method: &'a str,
    /// The name or URI, as the caller wrote it.
    pub(super) name: &'a str,
    /// What has mistakes, where there are some.
    pub(super) subject: &'a str,
    /// The code of what the caller can mend.
    pub(super) to_fix: ErrorCode,
    pub(super) brought: Brought,
}

/// What came of it.
pub(super) enum Pulled<A> {
    Yielded(A),
    /// The client has to answer first.
    Asks(InputRequiredResult),
}

impl Server {
    /// What this caller is served, as capabilities say it.
    pub(super) fn capabilities(&self, view: &View) -> ServerCapabilities {
        let mut capabilities = ServerCapabilities::builder().enable_tools().build();
        if let Some(tools) = &mut capabilities.tools {
            tools.list_changed = self.inner.listing.as_ref().map(|_| true);
        }
        capabilities.logging = self.inner.logging.then(Map::new);
        if view.resources().next().is_some() {
            let mut resources = ResourcesCapability::default();
            resources.subscribe = self.inner.changes.as_ref().map(|_| true);
            capabilities.resources = Some(resources);
        }
        if view.prompts().next().is_some() {
            capabilities.prompts = Some(<_>::default());
        }
        if completes(view) {
            capabilities.completions = Some(<_>::default());
        }
        capabilities
    }

    /// Checks the arguments and runs what yields a resource or a prompt.
    pub(super) async fn pull<A: Send + 'static>(
        &self,
        context: &Context<A>,
        asked: Asked<'_>,
        given: Map<String, Value>,
        caller: Caller,
        request: RequestContext<RoleServer>,
    ) -> Result<Pulled<A>, ErrorData> {
        let Asked {
            method,
            name,
            subject,
            to_fix,
            brought,
        } = asked;
        let view = caller.view.clone();
        let told = |envelope| error_of(envelope, to_fix, &*view);
        let checker = string_checker(context.name(), &view);
        let fitting = checker
            .check(&context.input, Some(given))
            .map_err(|issues| told(Envelope::arguments(subject, issues)))?;
        let kept = keeps_arguments(&request).then(|| fitting.given.clone());
        let asking = Asking {
            method,
            name,
            arguments: kept.as_ref(),
            caller: &caller.clone(),
        };
        let (talk, news) = self.talk(&asking, brought, &request)?;
        let permit = self.admit_reading(context.name(), &caller, &request);
        let permit = Some(permit.await.map_err(told)?);
        let arguments = Arguments::new(fitting.given, &context.input);
        let invocation = Invocation {
            call: Call::new(
                context.name(),
                caller,
                self.inner.states.clone(),
                request.clone(),
                talk.clone(),
            ),
            raw: None,
        };
        let job = Job {
            name: context.name().to_owned(),
            class: Class::Read,
            timeout: context.def.timeout.unwrap_or(self.inner.timeout),
            run: &context.def.run,
        };
        // Reading context changes nothing, and takes no place from the tools.
        let held = Held {
            permit,
            change: None,
        };
        let running = run(job, invocation, arguments, held);
        let outcome = telling(running, news, &request).await;
        if let Some(questions) = self.unanswered(&asking, &talk)? {
            return Ok(Pulled::Asks(questions));
        }
        match outcome {
            Outcome::Answered(yielded) => Ok(Pulled::Yielded(yielded)),
            Outcome::Failed(envelope) => {
                refuse_lacking(&envelope, &request)?;
                Err(told(envelope))
            }
            Outcome::Refused(unfit) => {
                let issues = issues_of(&context.input, unfit, &*view);
                Err(told(Envelope::arguments(subject, issues)))
            }
        }
    }

    /// A place for what only reads, as tools have theirs.
    pub(super) async fn admit_reading(
        &self,
        name: &str,
        caller: &Caller,
        request: &RequestContext<RoleServer>,
    ) -> Result<Permit, Envelope> {
        tokio::select! {
            permit = self.inner.reading.admit(&caller.grants.caller) => {
                permit.map_err(|crowded| too_many(name, crowded))
            }
            () = request.ct.cancelled() => Err(cancelled()),
        }
    }

    /// How long a client of 2026-07-28 may keep an answer, and whether it may show it to others.
    pub(super) fn cache_hints(
        &self,
        time: Option<Duration>,
        context: &RequestContext<RoleServer>,
    ) -> (Option<u64>, Option<CacheScope>) {
        let Some(time) = time.filter(|_| is_stateless(context)) else {
            return (None, None);
        };
        // What is there depends on what the caller was granted, where somebody decides that.
        let scope = if self.inner.has_authorizer {
            CacheScope::Private
        } else {
            CacheScope::Public
        };
        let time = u64::try_from(time.as_millis()).unwrap_or(u64::MAX);
        (Some(time), Some(scope))
    }

    /// Refuses what the caller may not have.
    pub(super) fn let_in<A>(&self, context: &Context<A>, caller: &Caller) -> Result<(), ErrorData> {
        if caller.view.may_have(context) {
            return Ok(());
        }
        let denial = self.lacks(context.name(), &context.scope);
        Err(error_of(denial, ErrorCode::INVALID_PARAMS, &*caller.view))
    }
}

/// Whether something that the caller is served has values that can be completed.
pub(super) fn completes(view: &View) -> bool {
    view.resources()
        .any(|resource| resource.context.completes())
        || view.prompts().any(Context::completes)
}

/// An envelope where only an error can be told. `to_fix` is the code of what the caller can mend.
pub(super) fn error_of(envelope: Envelope, to_fix: ErrorCode, names: &dyn Names) -> ErrorData {
    let mut envelope = envelope.polished();
    envelope.next_action = envelope.next_action.and_then(|next| shown(&next, names));
    let code = match envelope.recovery {
        _ if envelope.reference.is_some() => ErrorCode::INTERNAL_ERROR,
        Recovery::Fix if !envelope.issues.is_empty() => ErrorCode::INVALID_PARAMS,
        Recovery::Fix => to_fix,
        Recovery::Retry => ErrorCode::INTERNAL_ERROR,
        Recovery::Stop => ErrorCode::INVALID_REQUEST,
    };
    ErrorData::new(code, envelope.sentence(), Some(json!(envelope)))
}

/// Every list is one page, so a cursor is none that we gave.
pub(super) fn refuse_cursor(
    request: Option<PaginatedRequestParams>,
    listed: &str,
) -> Result<(), ErrorData> {
    match request.and_then(|request| request.cursor) {
        Some(cursor) => Err(unknown_cursor(&cursor, listed)),
        None => Ok(()),
    }
}

/// A method that is there only where the server has something for it.
pub(super) fn no_method(method: &str) -> ErrorData {
    ErrorData::new(
        ErrorCode::METHOD_NOT_FOUND,
        format!("no method is called {}", echo_text(method)),
        None,
    )
}

/// Values that come as strings, whatever they are: a segment of a URI, a prompt's argument.
fn string_checker<'a>(name: &'a str, view: &'a View) -> Checker<'a> {
    Checker {
        tool: name,
        names: view,
        client_keys: &view.catalog().client_keys,
        coercion: Coercion::Report,
    }
}
