//! What a call asks of its client, and the answers.
//!
//! Up to 2025-11-25 a question is a request that the server sends while the call waits. From
//! 2026-07-28 on the call ends with its questions, and the client sends it again with the answers:
//! the tool runs from its beginning, and what it asked before is answered at once.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::sync::{Mutex, PoisonError};

use rmcp::model::{
    ClientCapabilities, ElicitationCapability, GetExtensions as _, InputRequest, InputRequests,
    InputResponses, RootsCapabilities, SamplingCapability, ServerRequest,
};
use rmcp::service::{OriginatingRequestId, PeerRequestOptions, ServiceError};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};

use super::{Call, Unanswered};

/// What a client must be able to do for a question.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Capability {
    Elicitation,
    Sampling,
    Roots,
}

impl Capability {
    /// Its name in the protocol.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Elicitation => "elicitation",
            Self::Sampling => "sampling",
            Self::Roots => "roots",
        }
    }

    /// What a tool does with it.
    pub(crate) const fn use_of_it(self) -> &'static str {
        match self {
            Self::Elicitation => "asks the user",
            Self::Sampling => "asks the client's model",
            Self::Roots => "asks for the client's roots",
        }
    }

    fn of(self, client: &ClientCapabilities) -> bool {
        match self {
            Self::Elicitation => client.elicitation.is_some(),
            Self::Sampling => client.sampling.is_some(),
            Self::Roots => client.roots.is_some(),
        }
    }

    /// As a client declares it.
    pub(crate) fn declared(self) -> ClientCapabilities {
        let mut client = ClientCapabilities::default();
        match self {
            Self::Elicitation => client.elicitation = Some(ElicitationCapability::default()),
            Self::Sampling => client.sampling = Some(SamplingCapability::default()),
            Self::Roots => client.roots = Some(RootsCapabilities::default()),
        }
        client
    }
}

/// How a question reaches the client.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Way {
    /// The call ends with its questions and comes again with the answers.
    Rounds,
    /// The server sends a request, and the call waits.
    Requests,
    /// Not at all: an answer would come over a connection that the server knows nothing of.
    Nowhere,
}

/// The questions of one call, and what is known of their answers.
#[derive(Debug)]
pub(crate) struct Asks {
    pub(crate) way: Way,
    /// What the client answered, by the key of the question.
    known: BTreeMap<String, Known>,
    put: Mutex<Put>,
}

/// An answer, and what it answers.
#[derive(Debug, Clone, Serialize, Deserialize)]
struct Known {
    /// The fingerprint of the question; `None` where a client that keeps no state says so itself.
    of: Option<String>,
    answer: Value,
}

/// What one run of the tool has asked.
#[derive(Debug, Default)]
struct Put {
    count: usize,
    open: BTreeMap<String, InputRequest>,
}

/// What a client carries from one round to the next, sealed.
#[derive(Debug, Default, Serialize, Deserialize)]
pub(crate) struct Round {
    known: BTreeMap<String, Known>,
    /// The fingerprints of the questions of this round, by their keys.
    asked: BTreeMap<String, String>,
}

impl Asks {
    pub(crate) fn new(way: Way) -> Self {
        Self {
            way,
            known: BTreeMap::new(),
            put: Mutex::default(),
        }
    }

    /// The questions of a call that comes again, with what is answered. Answers to what nobody asked
    /// are left out.
    pub(crate) fn answered(round: Option<Round>, responses: InputResponses) -> Self {
        let stateless = round.is_none();
        let Round { mut known, asked } = round.unwrap_or_default();
        for (key, answer) in responses {
            let of = asked.get(&key).cloned();
            if of.is_some() || stateless {
                known.insert(key, Known { of, answer });
            }
        }
        Self {
            way: Way::Rounds,
            known,
            put: Mutex::default(),
        }
    }

    /// What the client has to answer before the call can be, with what it is to carry.
    pub(crate) fn open(&self) -> Option<(InputRequests, Round)> {
        let put = self.put.lock().unwrap_or_else(PoisonError::into_inner);
        if put.open.is_empty() {
            return None;
        }
        let asked = put
            .open
            .iter()
            .map(|(key, request)| (key.clone(), fingerprint(request)))
            .collect();
        let round = Round {
            known: self.known.clone(),
            asked,
        };
        Some((put.open.clone(), round))
    }

    /// The answer to a question, where the client has given it.
    fn answer(&self, key: Option<&str>, request: InputRequest, asks: Capability) -> Option<Value> {
        let of = fingerprint(&request);
        let mut put = self.put.lock().unwrap_or_else(PoisonError::into_inner);
        put.count += 1;
        let key = match key {
            Some(key) => key.to_owned(),
            None => format!("{}_{}_{}", asks.name(), put.count, &of[..8]),
        };
        // An answer to another question is none: what is asked may have changed between two rounds.
        let fits = |known: &&Known| known.of.as_ref().is_none_or(|known| *known == of);
        if let Some(known) = self.known.get(&key).filter(fits) {
            return Some(known.answer.clone());
        }
        put.open.insert(key, request);
        None
    }
}

/// What tells a question from every other.
fn fingerprint(request: &InputRequest) -> String {
    let text = json!(request).to_string();
    let mut hex = String::new();
    for byte in &Sha256::digest(text)[..16] {
        let _ = write!(hex, "{byte:02x}");
    }
    hex
}

impl Call {
    /// Whether the client can be asked.
    pub(crate) fn can(&self, capability: Capability) -> bool {
        let declared = self.request.client_capabilities();
        self.asks().way != Way::Nowhere && declared.is_some_and(|client| capability.of(&client))
    }

    /// Asks the client.
    pub(crate) async fn ask(
        &self,
        capability: Capability,
        key: Option<&str>,
        params: Value,
    ) -> Result<Value, Unanswered> {
        if self.asks().way == Way::Nowhere {
            return Err(Unanswered::no_session(self.tool, capability));
        }
        if !self.can(capability) {
            return Err(Unanswered::lacking(self.tool, capability));
        }
        let request = question(capability, &params)
            .map_err(|error| Unanswered::unreadable(self.tool, capability, &error))?;
        if self.asks().way == Way::Rounds {
            let answer = self.asks().answer(key, request, capability);
            return answer.ok_or_else(|| Unanswered::pending(self.tool, capability));
        }
        self.send(capability, request).await
    }

    /// Sends the question as a request of its own, and waits.
    async fn send(
        &self,
        capability: Capability,
        request: InputRequest,
    ) -> Result<Value, Unanswered> {
        let unsent = |error: ServiceError| match error {
            ServiceError::McpError(refused) => {
                Unanswered::failed(self.tool, capability, &refused.message)
            }
            _ => Unanswered::failed(self.tool, capability, "the connection ended"),
        };
        let mut request = match request {
            InputRequest::CreateMessage(request) => ServerRequest::CreateMessageRequest(request),
            InputRequest::ListRoots(request) => ServerRequest::ListRootsRequest(request),
            InputRequest::Elicitation(request) => ServerRequest::ElicitRequest(request),
            _ => {
                return Err(Unanswered::failed(
                    self.tool,
                    capability,
                    "it cannot be sent",
                ));
            }
        };
        // The tool runs in a task of its own, where rmcp does not see which call asks.
        let extensions = request.extensions_mut();
        extensions.insert(OriginatingRequestId(self.id().clone()));
        let peer = &self.request.peer;
        let mut asked = peer
            .send_request_with_option(request, PeerRequestOptions::no_options())
            .await
            .map_err(unsent)?;
        tokio::select! {
            answer = &mut asked.rx => match answer {
                Ok(Ok(answer)) => Ok(json!(answer)),
                Ok(Err(error)) => Err(unsent(error)),
                Err(_) => Err(Unanswered::failed(self.tool, capability, "the connection ended")),
            },
            () = self.cancelled() => {
                // A form that nobody waits for is taken away again.
                let _ = asked.cancel(Some("the call has ended".to_owned())).await;
                Err(Unanswered::failed(self.tool, capability, "the call ended before"))
            }
        }
    }
}

fn question(capability: Capability, params: &Value) -> Result<InputRequest, serde_json::Error> {
    serde_json::from_value(match capability {
        Capability::Elicitation => json!({"method": "elicitation/create", "params": params}),
        Capability::Sampling => json!({"method": "sampling/createMessage", "params": params}),
        Capability::Roots => json!({"method": "roots/list", "params": params}),
    })
}
