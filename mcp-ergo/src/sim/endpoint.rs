//! A model picks, behind an OpenAI-compatible endpoint.

pub(crate) mod by_call;
mod by_name;
mod prefix;

use std::sync::Arc;

use serde_json::{Map, Value, json};
use tokio::runtime::Runtime;

use super::chat::{Answer, Asked, Chat, Tokens, Unanswered};
use super::error::Mistake;
use super::picker::{Pick, PickError, Picker, Prepared};
use super::{SimError, ToolSet};

/// A model that is asked about each task once, without a word of the others.
///
/// What is sent before the task (the catalog and the instruction) is the same to the byte for every
/// task, so that an endpoint that keeps prompts reads it once.
#[derive(Debug)]
pub struct Endpoint {
    chat: Chat,
    mode: Mode,
    at_once: usize,
    runtime: Arc<Runtime>,
}

/// How a model says what it picks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mode {
    /// As JSON that names one of the tools or none, held to a schema by the endpoint where it can.
    Enum,
    /// As a call, with the endpoint's own way of showing tools.
    Tools,
}

impl Endpoint {
    /// One task at a time, unless told.
    ///
    /// # Errors
    ///
    /// Where the system has no threads for it.
    pub fn new(chat: Chat, mode: Mode) -> Result<Self, SimError> {
        Ok(Self {
            chat,
            mode,
            at_once: 1,
            runtime: Arc::new(runtime()?),
        })
    }

    /// How many tasks are asked about at once; at least 1.
    pub fn parallel(mut self, at_once: usize) -> Self {
        self.at_once = at_once.max(1);
        self
    }
}

/// Where requests run while their threads wait.
pub(crate) fn runtime() -> Result<Runtime, SimError> {
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(1)
        .enable_all()
        .build();
    runtime.map_err(|error| {
        let help = "end other programs, or allow this one more threads";
        SimError::new(format!("no thread can be had for requests: {error}"), help)
    })
}

impl Picker for Endpoint {
    fn name(&self) -> String {
        let mode = match self.mode {
            Mode::Enum => "enum",
            Mode::Tools => "tools",
        };
        format!("{} ({mode})", self.chat.model())
    }

    fn note(&self) -> String {
        "One answer of a model a task: it sees the order of the list and the instruction, as a client \
         shows them."
            .to_owned()
    }

    fn at_once(&self) -> usize {
        self.at_once
    }

    fn prepare<'a>(&'a self, tools: &'a ToolSet) -> Result<Box<dyn Prepared + 'a>, PickError> {
        let (system, more) = match self.mode {
            Mode::Enum => by_name::prefix(tools),
            Mode::Tools => by_call::prefix(tools),
        };
        Ok(Box::new(Asking {
            endpoint: self,
            tools,
            system: json!({"role": "system", "content": system}),
            more,
        }))
    }
}

struct Asking<'a> {
    endpoint: &'a Endpoint,
    tools: &'a ToolSet,
    system: Value,
    more: Map<String, Value>,
}

impl Prepared for Asking<'_> {
    fn pick(&self, task: &str) -> Result<Pick, PickError> {
        let messages = [
            self.system.clone(),
            json!({"role": "user", "content": task}),
        ];
        let asked = Asked {
            messages: &messages,
            more: &self.more,
        };
        let runtime = &self.endpoint.runtime;
        let answer = runtime.block_on(self.endpoint.chat.ask(&asked))?;
        let Tokens { sent, received, .. } = answer.tokens;
        let choice = match self.endpoint.mode {
            Mode::Enum => by_name::read(&answer, self.tools)?,
            Mode::Tools => by_call::read(&answer, self.tools)?,
        };
        Ok(Pick::calls(choice).tokens(sent, received))
    }
}

impl From<Unanswered> for PickError {
    fn from(unanswered: Unanswered) -> Self {
        match unanswered {
            Unanswered::All(Mistake { message, help }) => Self::of_all(message, help),
            Unanswered::One(message) => Self::unasked(message),
        }
    }
}

/// What a model wrote that cannot be read as what it was asked for.
fn broken(answer: &Answer, what: &str, text: &str) -> PickError {
    let cut = if answer.cut {
        ", cut off at the endpoint's limit"
    } else {
        ""
    };
    PickError::of_task(format!("{what}{cut}: {}", super::chat::quote(text)))
}
