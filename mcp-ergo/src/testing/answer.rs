//! What came back from a call, taken apart.

use std::fmt;
use std::time::Duration;

use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

use crate::error::{Envelope, Issue, Recovery};
use crate::reply::{Blocker, NextAction};

/// What came back from a call, as it went over the wire. [`Reply`] and [`Error`] are made of it.
#[derive(Debug, Clone)]
pub struct Answer {
    pub(super) tool: String,
    pub(super) arguments: Map<String, Value>,
    pub(super) result: Value,
}

impl Answer {
    /// The whole result of `tools/call`.
    pub fn result(&self) -> &Value {
        &self.result
    }

    /// The first text: what a model reads where its client shows no data.
    pub fn text(&self) -> &str {
        self.texts().next().unwrap_or_default()
    }

    /// Whether the call failed in a way that a model can read.
    pub fn is_error(&self) -> bool {
        self.result["isError"] == true
    }

    /// Every text, in order.
    pub(super) fn texts(&self) -> impl Iterator<Item = &str> {
        let blocks = self.result["content"].as_array().into_iter().flatten();
        blocks.filter_map(|block| block["text"].as_str())
    }

    /// The data of an answer, or the envelope of a failure; null where there is none.
    pub(super) fn json(&self) -> Value {
        if !self.is_error() {
            return self.result["structuredContent"].clone();
        }
        let envelope = self
            .texts()
            .filter_map(|text| serde_json::from_str::<Value>(text).ok());
        envelope
            .into_iter()
            .find(Value::is_object)
            .unwrap_or_default()
    }

    /// `get_invoice {"invoice_id":"inv_01H8XK"}`
    pub(super) fn call(&self) -> String {
        format!("{} {}", self.tool, Value::Object(self.arguments.clone()))
    }
}

/// What the tool said, then the whole of it.
impl fmt::Display for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}\n\n{:#}", self.text(), self.result)
    }
}

impl AsRef<Answer> for Answer {
    fn as_ref(&self) -> &Answer {
        self
    }
}

/// What a test expects of an answer.
pub(super) trait Expected: Sized {
    fn of(answer: &Answer) -> Result<Self, Unexpected>;
}

/// An answer that is not what a test expected.
pub(super) struct Unexpected {
    /// What is wrong, as it reads after the call.
    pub(super) problem: String,
    pub(super) help: String,
}

/// The answer of a call that succeeded.
#[derive(Debug, Clone)]
pub struct Reply {
    answer: Answer,
    json: Value,
    next_action: Option<NextAction>,
    blockers: Vec<Blocker>,
}

impl Reply {
    /// What happened: the sentence.
    ///
    /// # Panics
    ///
    /// When the answer has no `outcome`, which only a tool that is not written with `#[tool]` can
    /// leave out.
    #[track_caller]
    pub fn outcome(&self) -> &str {
        let outcome = self.json["outcome"].as_str();
        outcome.unwrap_or_else(|| self.lacks("outcome"))
    }

    /// The data, without what every answer has beside it (`outcome`, `nextAction`, `blockers`,
    /// `upgradeHint`). Ask for [`serde_json::Value`], or for any type of the test's that derives
    /// `Deserialize`; [`Page`](crate::Page) and [`Batch`](crate::Batch) do with this feature.
    ///
    /// # Panics
    ///
    /// When the data is no `T`.
    #[track_caller]
    pub fn data<T: DeserializeOwned>(&self) -> T {
        let mut data = self.json.clone();
        if let Some(members) = data.as_object_mut() {
            members.retain(|name, _| !crate::reply::is_envelope(name));
        }
        serde_json::from_value(data).unwrap_or_else(|error| {
            let wanted = std::any::type_name::<T>();
            panic!(
                "the data of {} is no {wanted}: {error}\n\n{}",
                self.answer.call(),
                self.answer
            )
        })
    }

    /// The call that comes next, if the answer names one. [`Client::follow`](super::Client::follow)
    /// makes it.
    pub fn next_action(&self) -> Option<&NextAction> {
        self.next_action.as_ref()
    }

    /// What keeps the workflow from going on, where the tool answers with a
    /// [`Step`](crate::Step).
    pub fn blockers(&self) -> &[Blocker] {
        &self.blockers
    }

    /// The first text: the sentence, and what comes next in words.
    pub fn text(&self) -> &str {
        self.answer.text()
    }

    /// The structured content, all of it; null where there is none.
    pub fn json(&self) -> &Value {
        &self.json
    }

    fn lacks(&self, member: &str) -> ! {
        panic!(
            "the answer of {} has no `{member}`\n\n{}",
            self.answer.call(),
            self.answer
        )
    }
}

impl Expected for Reply {
    fn of(answer: &Answer) -> Result<Self, Unexpected> {
        if answer.is_error() {
            return Err(Unexpected {
                problem: "failed where an answer was expected".to_owned(),
                help: format!(
                    "mend the call, or expect the failure with `client.expect_error({:?}, …)`",
                    answer.tool
                ),
            });
        }
        let json = answer.json();
        let next_action = member(&json, "nextAction");
        let blockers = member(&json, "blockers").unwrap_or_default();
        Ok(Self {
            answer: answer.clone(),
            json,
            next_action,
            blockers,
        })
    }
}

impl AsRef<Answer> for Reply {
    fn as_ref(&self) -> &Answer {
        &self.answer
    }
}

/// The failure of a call, which a model can read.
#[derive(Debug, Clone)]
pub struct Error {
    answer: Answer,
    json: Value,
    envelope: Envelope,
}

impl Error {
    /// What is wrong, with the value.
    pub fn error(&self) -> &str {
        &self.envelope.error
    }

    /// What to do.
    pub fn hint(&self) -> &str {
        &self.envelope.hint
    }

    /// Whether and how the caller can recover.
    pub fn recovery(&self) -> Recovery {
        self.envelope.recovery
    }

    /// What is wrong with the arguments, each with its place; none where something else is wrong.
    pub fn issues(&self) -> &[Issue] {
        &self.envelope.issues
    }

    /// Values that would have been right.
    pub fn candidates(&self) -> &[String] {
        &self.envelope.candidates
    }

    /// The call that comes next, if the failure names one.
    pub fn next_action(&self) -> Option<&NextAction> {
        self.envelope.next_action.as_ref()
    }

    /// How long to wait before the same call.
    pub fn retry_after(&self) -> Option<Duration> {
        self.envelope.retry_after_ms.map(Duration::from_millis)
    }

    /// Under what the server logged the cause of a failure on its side.
    pub fn reference(&self) -> Option<&str> {
        self.envelope.reference.as_deref()
    }

    /// The first text: everything in words.
    pub fn text(&self) -> &str {
        self.answer.text()
    }

    /// The envelope as it went over the wire.
    pub fn json(&self) -> &Value {
        &self.json
    }
}

impl Expected for Error {
    fn of(answer: &Answer) -> Result<Self, Unexpected> {
        if !answer.is_error() {
            return Err(Unexpected {
                problem: "succeeded where a failure was expected".to_owned(),
                help: format!(
                    "mend the call, or expect the answer with `client.call({:?}, …)`",
                    answer.tool
                ),
            });
        }
        let json = answer.json();
        match serde_json::from_value(json.clone()) {
            Ok(envelope) => Ok(Self {
                answer: answer.clone(),
                json,
                envelope,
            }),
            Err(error) => Err(Unexpected {
                problem: format!("failed without an envelope ({error})"),
                help: "send `error`, `hint` and `recovery` as JSON in a second text; tools with \
                       `#[tool]` do"
                    .to_owned(),
            }),
        }
    }
}

impl AsRef<Answer> for Error {
    fn as_ref(&self) -> &Answer {
        &self.answer
    }
}

/// A member that is there and of its type.
fn member<T: DeserializeOwned>(json: &Value, name: &str) -> Option<T> {
    serde_json::from_value(json.get(name)?.clone()).ok()
}
