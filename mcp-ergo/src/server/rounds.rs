//! The rounds of a call that asks its client: the state that the client carries is sealed, and what
//! it brings back is checked before anything runs.

use std::sync::Arc;
use std::time::Duration;

use rmcp::RoleServer;
use rmcp::model::{
    ErrorCode, ErrorData, InputRequiredResult, InputResponses, RequestStateCodec,
    RequestStateError, SealOptions, ServerNotification,
};
use rmcp::service::RequestContext;
use serde_json::{Map, Value, json};
use tokio::sync::mpsc::Receiver;

use super::Server;
use super::handler::is_stateless;
use crate::access::Caller;
use crate::call::{Asks, Capability, LogLevel, News, Round, Talk, Way};
use crate::error::Envelope;
use crate::registry::StateKey;
use crate::schema::echo;

/// How long a client may take to answer: a person may have gone for lunch.
const PATIENCE: Duration = Duration::from_secs(60 * 60);

/// Fewest bytes of the key that seals states.
const KEY_LENGTH: usize = 32;

/// What a request is, apart from the round it is in: a state belongs to one of them.
pub(super) struct Asking<'a> {
    pub(super) method: &'a str,
    pub(super) name: &'a str,
    pub(super) arguments: Option<&'a Map<String, Value>>,
    pub(super) caller: &'a Caller,
}

/// What a client brings back of an earlier round.
pub(super) struct Brought {
    pub(super) state: Option<String>,
    pub(super) responses: Option<InputResponses>,
}

impl Asking<'_> {
    /// What a state is bound to.
    fn bound(&self) -> Vec<u8> {
        let Self {
            method,
            name,
            arguments,
            caller,
        } = self;
        let arguments = arguments.filter(|arguments| !arguments.is_empty());
        json!([method, name, arguments, caller.id()])
            .to_string()
            .into_bytes()
    }

    /// Where the client sends it again from the beginning.
    fn anew(&self) -> String {
        format!(
            "send {} of {} again without requestState and inputResponses",
            self.method, self.name
        )
    }
}

impl Server {
    /// The way of a request's news and questions, with the answers that it brings.
    pub(super) fn talk(
        &self,
        asking: &Asking<'_>,
        brought: Brought,
        context: &RequestContext<RoleServer>,
    ) -> Result<(Arc<Talk>, Receiver<ServerNotification>), ErrorData> {
        let asks = if is_stateless(context) {
            let Brought { state, responses } = brought;
            let round = state.map(|state| self.unseal(asking, &state)).transpose()?;
            let responses = responses.unwrap_or_default();
            check_responses(&responses)?;
            Asks::answered(round, responses)
        } else {
            Asks::new(if has_connection(context) {
                Way::Requests
            } else {
                Way::Nowhere
            })
        };
        let level = self.log_level(context);
        let (news, waiting) = News::new(context.meta.get_progress_token(), level);
        Ok((Arc::new(Talk { news, asks }), waiting))
    }

    fn log_level(&self, context: &RequestContext<RoleServer>) -> Option<LogLevel> {
        if !self.inner.logging {
            None
        } else if is_stateless(context) {
            context.meta.log_level().and_then(LogLevel::of)
        } else {
            Some(self.connection.log_level())
        }
    }

    /// What the client has to answer before the request can be.
    pub(super) fn unanswered(
        &self,
        asking: &Asking<'_>,
        talk: &Talk,
    ) -> Result<Option<InputRequiredResult>, ErrorData> {
        let Some((requests, round)) = talk.asks.open() else {
            return Ok(None);
        };
        let options = SealOptions::new();
        let bound = asking.bound();
        let options = options.associated_data(&bound).ttl(PATIENCE);
        let state = self.inner.seal.seal_json_with(&round, &options);
        let state = state.map_err(|error| {
            tracing::error!(%error, "a state cannot be sealed");
            ErrorData::internal_error("the server failed on its side, not on the call", None)
        })?;
        Ok(Some(InputRequiredResult::new(Some(requests), Some(state))))
    }

    /// What the client carried, where nobody has changed it.
    fn unseal(&self, asking: &Asking<'_>, state: &str) -> Result<Round, ErrorData> {
        let opened = self.inner.seal.open_json_with(state, &asking.bound());
        opened.map_err(|error| {
            let problem = match error {
                RequestStateError::Expired => format!(
                    "requestState is older than {} minutes",
                    PATIENCE.as_secs() / 60
                ),
                _ => "requestState is not one that this server gave for this request: it was changed, or belongs to other arguments, another caller or another server".to_owned(),
            };
            ErrorData::invalid_params(format!("{problem}; {}", asking.anew()), None)
        })
    }
}

/// Whether a state may have to be bound to the arguments: only a client that can be asked carries
/// one.
pub(super) fn keeps_arguments(context: &RequestContext<RoleServer>) -> bool {
    let declared = context.client_capabilities();
    declared.is_some_and(|client| Capability::any_of(&client))
}

/// What is no answer to anything is told before a tool runs.
fn check_responses(responses: &InputResponses) -> Result<(), ErrorData> {
    match responses.iter().find(|(_, answer)| !answer.is_object()) {
        None => Ok(()),
        Some((key, answer)) => Err(ErrorData::invalid_params(
            format!(
                "inputResponses/{} ({}) is not an object: answer each of the inputRequests with the result of that request, under its key",
                key.chars().take(80).collect::<String>(),
                echo(answer)
            ),
            None,
        )),
    }
}

/// Whether what the server sends by itself reaches the client, and an answer the server: not over
/// HTTP without a session.
#[cfg(feature = "http")]
pub(super) fn has_connection(context: &RequestContext<RoleServer>) -> bool {
    let http = context.extensions.get::<axum::http::request::Parts>();
    http.is_none_or(|parts| parts.headers.contains_key("mcp-session-id"))
}

#[cfg(not(feature = "http"))]
pub(super) fn has_connection(_: &RequestContext<RoleServer>) -> bool {
    true
}

/// Sends a request's news while `work` goes on, and all of it before its end.
pub(super) async fn telling<F: Future>(
    work: F,
    mut waiting: Receiver<ServerNotification>,
    context: &RequestContext<RoleServer>,
) -> F::Output {
    let tell = async |news| {
        tokio::select! {
            sent = context.peer.send_notification(news) => {
                if let Err(error) = sent {
                    tracing::debug!(%error, "news did not reach the client");
                }
            }
            // One that reads no more and gives up would hold the call for ever.
            () = context.ct.cancelled() => {}
        }
    };
    let mut work = std::pin::pin!(work);
    let outcome = loop {
        tokio::select! {
            biased;
            Some(news) = waiting.recv() => tell(news).await,
            outcome = &mut work => break outcome,
        }
    };
    while let Ok(news) = waiting.try_recv() {
        tell(news).await;
    }
    outcome
}

/// A key that nobody can guess, for this process alone.
/// The seal of a key that boot has found long enough; a shorter one seals nothing that lasts.
pub(super) fn seal_of(StateKey(key): StateKey) -> RequestStateCodec {
    RequestStateCodec::try_new(key).unwrap_or_else(|_| random_seal())
}

pub(super) fn random_seal() -> RequestStateCodec {
    let mut key = [0_u8; KEY_LENGTH];
    // A state that no other process opens is what is wanted; one that anybody could seal is not.
    getrandom::fill(&mut key).expect("the operating system has randomness");
    RequestStateCodec::try_new(key).expect("the key is as long as a key has to be")
}

/// The protocol's own error of 2026-07-28 for a client that lacks what the request needs; before
/// that it is a failure like any other.
pub(super) fn refuse_lacking(
    envelope: &Envelope,
    context: &RequestContext<RoleServer>,
) -> Result<(), ErrorData> {
    let Some(capability) = envelope.lacking.filter(|_| is_stateless(context)) else {
        return Ok(());
    };
    Err(ErrorData::new(
        ErrorCode::MISSING_REQUIRED_CLIENT_CAPABILITY,
        envelope.clone().polished().sentence(),
        Some(json!({"requiredCapabilities": capability.declared()})),
    ))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::access::Grants;

    /// Reads nothing.
    fn server() -> Server {
        let policy = mcp_ergo_rules::Policy::strict();
        let definition = rmcp::model::Tool::new(
            "read_clock",
            "Read the clock. Use when the user asks what time it is.",
            serde_json::Map::new(),
        )
        .with_title("Read clock")
        .with_annotations(rmcp::model::ToolAnnotations::from_raw(
            None,
            Some(true),
            Some(false),
            Some(true),
            Some(false),
        ));
        let tool = crate::RawTool::new(definition, "a test", |_, _| async {
            rmcp::model::CallToolResult::success(Vec::new())
        })
        .tool();
        let builder = Server::builder("clock", "1.0.0").policy(policy);
        let builder = builder.purpose("A clock.").start_with(tool).tool(tool);
        builder.boot().expect("the clock boots")
    }

    #[test]
    fn a_state_ends() {
        let server = server();
        let caller = Caller {
            grants: Arc::new(Grants::reading()),
            view: server.local_view(),
        };
        let asking = Asking {
            method: "tools/call",
            name: "read_clock",
            arguments: None,
            caller: &caller,
        };
        let bound = asking.bound();
        let sealed = |ttl| {
            let options = SealOptions::new().associated_data(&bound).ttl(ttl);
            let state = server
                .inner
                .seal
                .seal_json_with(&Round::default(), &options);
            state.expect("a round is JSON")
        };
        assert!(server.unseal(&asking, &sealed(PATIENCE)).is_ok());
        let old = sealed(Duration::from_millis(1));
        std::thread::sleep(Duration::from_millis(5));
        let refused = server.unseal(&asking, &old).expect_err("it is over");
        assert_eq!(
            refused.message,
            "requestState is older than 60 minutes; send tools/call of read_clock again without requestState and inputResponses"
        );
        let other = Caller {
            grants: Arc::new(Grants::reading().caller("somebody else")),
            ..caller.clone()
        };
        let foreign = Asking {
            caller: &other,
            ..asking
        };
        let refused = server.unseal(&foreign, &sealed(PATIENCE));
        assert!(refused.is_err(), "a state belongs to one caller");
    }
}
