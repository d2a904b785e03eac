//! The way of a call to the server that has the tool.

use std::sync::Arc;
use std::time::Duration;

use rmcp::RoleClient;
use rmcp::model::{
    CallToolRequest, CallToolRequestParams, CallToolResult, ClientRequest, ErrorData, JsonObject,
    ServerResult,
};
use rmcp::service::{PeerRequestOptions, RequestHandle, ServiceError};
use tokio::time::Instant;

use super::answer::{curtailed, rename};
use super::catalog::canonical;
use super::upstream::{Away, Connected, Link, State};
use crate::arguments::Arguments;
use crate::call::Call;
use crate::error::{Envelope, chain};
use crate::harden::failure;
use crate::limits::PATIENCE;
use crate::registry::{Invocation, Outcome, Running};
use crate::reply::Answered;
use crate::schema::{Names as _, Record};
use crate::server::{cancelled, seconds};

/// Where the calls of one tool go.
#[derive(Debug)]
pub(super) struct Route {
    pub(super) link: Arc<Link>,
    /// What the server itself calls the tool.
    pub(super) tool: String,
    pub(super) reads: bool,
    pub(super) input: Option<Record>,
}

/// What answers the calls of a tool that stands elsewhere.
pub(super) fn route(
    route: Route,
) -> impl Fn(Invocation, Arguments) -> Running + Send + Sync + 'static {
    let route = Arc::new(route);
    move |invocation, arguments| {
        let (route, given) = (route.clone(), arguments.into_given());
        Box::pin(async move {
            match route.forward(invocation.call, given).await {
                Ok(result) => Outcome::Answered(Answered {
                    raw: Some(Box::new(result)),
                    ..Answered::default()
                }),
                Err(envelope) => Outcome::Failed(*envelope),
            }
        })
    }
}

/// How long it may take to tell a server that nobody waits any more.
const TELLING: Duration = Duration::from_secs(5);

impl Route {
    async fn forward(
        &self,
        call: Call,
        given: JsonObject,
    ) -> Result<CallToolResult, Box<Envelope>> {
        let call = Arc::new(call);
        let name = call.caller().view.spoken(call.tool()).to_owned();
        let up = match self.link.state() {
            State::Up(up) => up,
            State::Away(away) => return Err(Box::new(self.away(&name, &away))),
            State::Starting => return Err(Box::new(self.starting(&name))),
        };
        let place = self.link.places.take(Instant::now() + PATIENCE);
        let _place = tokio::select! {
            place = place => place.ok_or_else(|| Box::new(self.crowded(&name)))?,
            () = call.cancelled() => return Err(Box::new(cancelled())),
        };
        let answer = self.ask(&up, &call, given).await;
        match answer {
            Answer::Said(Ok(said)) => self.said(&name, said, &call),
            Answer::Said(Err(ServiceError::McpError(error))) => self.refused(&name, error, &up),
            Answer::Said(Err(error)) => {
                up.signals.doubt();
                Err(Box::new(self.lost(&name, &chain(&error))))
            }
            Answer::Gone => Err(Box::new(self.lost(&name, "the connection was given up"))),
            Answer::GivenUp => {
                up.signals.doubt();
                Err(Box::new(cancelled()))
            }
        }
    }

    async fn ask(&self, up: &Connected, call: &Arc<Call>, given: JsonObject) -> Answer {
        let params = CallToolRequestParams::new(self.tool.clone()).with_arguments(given);
        let request = ClientRequest::CallToolRequest(CallToolRequest::new(params));
        let sent = up
            .peer
            .send_request_with_option(request, PeerRequestOptions::no_options());
        let mut handle = tokio::select! {
            sent = sent => match sent {
                Ok(handle) => handle,
                Err(error) => return Answer::Said(Err(error)),
            },
            () = up.gone.cancelled() => return Answer::Gone,
            () = call.cancelled() => return Answer::GivenUp,
        };
        let _followed = up
            .signals
            .follow(handle.progress_token.clone(), call.clone());
        tokio::select! {
            said = &mut handle.rx => {
                Answer::Said(said.unwrap_or(Err(ServiceError::TransportClosed)))
            }
            () = up.gone.cancelled() => Answer::Gone,
            () = call.cancelled() => {
                give_up(handle);
                Answer::GivenUp
            }
        }
    }

    /// What the server answered, under the names of this caller.
    fn said(
        &self,
        name: &str,
        said: ServerResult,
        call: &Call,
    ) -> Result<CallToolResult, Box<Envelope>> {
        let mut result = self.read(name, said)?;
        // Who answers is the gateway.
        if let Some(meta) = &mut result.meta {
            meta.retain(|key, _| !key.starts_with("io.modelcontextprotocol/"));
        }
        result.meta = result.meta.filter(|meta| !meta.is_empty());
        // Servers before 2026-07-28 know no types of results, and clients from then on want one.
        result.result_type = CallToolResult::success(Vec::new()).result_type;
        if result.is_error == Some(true) {
            result = failure::of_result(name, self.input.as_ref(), curtailed(result));
        }
        let view = &call.caller().view;
        rename(&mut result, |tool| {
            let canonical = canonical(self.link.name(), tool);
            view.shown(&canonical).map(str::to_owned)
        });
        Ok(result)
    }

    fn read(&self, name: &str, said: ServerResult) -> Result<CallToolResult, Box<Envelope>> {
        match said {
            ServerResult::CallToolResult(result) => Ok(result),
            ServerResult::EmptyResult(_) | ServerResult::TaskAckResult(_) => {
                Ok(CallToolResult::success(Vec::new()))
            }
            ServerResult::InputRequiredResult(_) => Err(not_passed_on(format!(
                "{name} has a question to the user, and this gateway passes none on"
            ))),
            ServerResult::CreateTaskResult(_) => Err(not_passed_on(format!(
                "{name} answers later, as a task, and this gateway follows none"
            ))),
            _ => Err(Box::new(self.failed(name, "its answer is none of a tool"))),
        }
    }

    /// The protocol's error, told where models read it.
    fn refused(
        &self,
        name: &str,
        error: ErrorData,
        up: &Connected,
    ) -> Result<CallToolResult, Box<Envelope>> {
        if failure::says_unknown(&error) {
            // Its list is another one than it told.
            up.signals.list_changed();
        }
        let told = failure::of_error(name, error);
        told.map_err(|error| Box::new(self.failed(name, &error.message)))
    }

    fn failed(&self, name: &str, why: &str) -> Envelope {
        Envelope::unexplained(&format!("{name} on {}: {why}", self.link.name()))
    }

    fn away(&self, name: &str, away: &Away) -> Envelope {
        let wait = away.wait().max(Duration::from_millis(500));
        let whole = |time: Duration| seconds(Duration::from_secs(time.as_secs().max(1)));
        Envelope::retry(
            format!(
                "the server {} is away for {}, so {name} cannot be called; nothing was done",
                self.link.name(),
                whole(away.since.elapsed())
            ),
            format!(
                "It is tried again in {}. Go on with tools of other servers, which work, and send the same call again then; if it stays away, tell the user.",
                whole(wait)
            ),
        )
        .after(wait)
    }

    fn starting(&self, name: &str) -> Envelope {
        Envelope::retry(
            format!(
                "the server {} starts, so {name} cannot be called yet",
                self.link.name()
            ),
            "Go on with tools of other servers, and send the same call again then.",
        )
        .after(Duration::from_secs(1))
    }

    fn crowded(&self, name: &str) -> Envelope {
        Envelope::retry(
            format!(
                "the server {} works on {} calls already, as many as it gets at once; {name} was not begun",
                self.link.name(),
                self.link.upstream.settings.calls_at_once
            ),
            "Go on with tools of other servers, which work, and send the same call again later.",
        )
        .after(PATIENCE)
    }

    /// The connection broke while the call ran.
    fn lost(&self, name: &str, why: &str) -> Envelope {
        let server = self.link.name();
        tracing::warn!(upstream = server, tool = name, why, "a call was lost");
        let error = format!("the server {server} went away while {name} ran");
        let envelope = if self.reads {
            Envelope::retry(
                error,
                "Send the same call again; tools of other servers work meanwhile.",
            )
        } else {
            Envelope::fix(
                format!("{error}, and the change may have happened"),
                format!(
                    "Once {server} is there again, look whether it happened before you send anything again; tools of other servers work meanwhile."
                ),
            )
        };
        envelope.after(PATIENCE)
    }
}

fn not_passed_on(error: String) -> Box<Envelope> {
    Box::new(Envelope::stop(
        error,
        "Tell the user that the server has to be used without the gateway for this.",
    ))
}

/// What came of asking.
#[expect(
    clippy::large_enum_variant,
    reason = "one is made for each call, and taken apart"
)]
enum Answer {
    Said(Result<ServerResult, ServiceError>),
    /// The upstream is away.
    Gone,
    /// The caller, or its time.
    GivenUp,
}

/// Tells the server that nobody waits any more, beside everything else: it may not listen.
fn give_up(handle: RequestHandle<RoleClient>) {
    let cancel = handle.cancel(Some("nobody waits for the answer any more".to_owned()));
    tokio::spawn(tokio::time::timeout(TELLING, cancel));
}
