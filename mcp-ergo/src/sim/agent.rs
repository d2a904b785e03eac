//! A model works on a task in turns, with the tools that a running server presents.

mod served;
mod stub;

use std::sync::Arc;

use serde_json::{Map, Value, json};
use tokio::runtime::Runtime;

use super::chat::{Asked, Call, Chat, Tokens};
use super::endpoint::{by_call, runtime};
use super::picker::{Choice, Pick, PickError, Picker, Prepared};
use super::{SimError, ToolSet};
pub use served::Served;

/// A model that calls tools until it is done, as an agent does.
///
/// Each call is answered with what the tool could answer, made from its output schema, so that nothing
/// happens; or by the server itself. The model is never told which tool is right, and goes on until it
/// calls no more.
#[derive(Debug)]
pub struct Agent {
    chat: Chat,
    turns: u32,
    at_once: usize,
    live: Option<Arc<Served>>,
    runtime: Arc<Runtime>,
}

impl Agent {
    /// Eight turns a task, and one task at a time, unless told.
    ///
    /// # Errors
    ///
    /// Where the system has no threads for it.
    pub fn new(chat: Chat) -> Result<Self, SimError> {
        Ok(Self {
            chat,
            turns: 8,
            at_once: 1,
            live: None,
            runtime: Arc::new(runtime()?),
        })
    }

    /// How often the model is asked for one task; at least 1.
    pub fn turns(mut self, turns: u32) -> Self {
        self.turns = turns.max(1);
        self
    }

    /// How many tasks are worked on at once; at least 1.
    pub fn parallel(mut self, at_once: usize) -> Self {
        self.at_once = at_once.max(1);
        self
    }

    /// Lets the server answer the calls: whatever they do is done.
    pub fn live(mut self, server: Arc<Served>) -> Self {
        self.live = Some(server);
        self
    }
}

impl Picker for Agent {
    fn name(&self) -> String {
        let answers = if self.live.is_some() { ", live" } else { "" };
        format!("{} (agent{answers})", self.chat.model())
    }

    fn note(&self) -> String {
        let answered = if self.live.is_some() {
            "by the server itself"
        } else {
            "with what each tool could answer"
        };
        format!(
            "A model in up to {} turns a task; its calls are answered {answered}.",
            self.turns
        )
    }

    fn at_once(&self) -> usize {
        self.at_once
    }

    fn prepare<'a>(&'a self, tools: &'a ToolSet) -> Result<Box<dyn Prepared + 'a>, PickError> {
        let system = by_call::system(
            "Do what the user asks with the tools. Say when it is done.",
            tools,
        );
        Ok(Box::new(Working {
            agent: self,
            tools,
            system: json!({"role": "system", "content": system}),
            shown: by_call::shown(tools),
        }))
    }
}

struct Working<'a> {
    agent: &'a Agent,
    tools: &'a ToolSet,
    system: Value,
    shown: Map<String, Value>,
}

impl Prepared for Working<'_> {
    fn pick(&self, task: &str) -> Result<Pick, PickError> {
        self.agent.runtime.block_on(self.work(task))
    }
}

impl Working<'_> {
    async fn work(&self, task: &str) -> Result<Pick, PickError> {
        let mut messages = vec![
            self.system.clone(),
            json!({"role": "user", "content": task}),
        ];
        let mut choices = Vec::new();
        let mut tokens = Tokens::default();
        let mut turns = 0;
        while turns < self.agent.turns {
            let asked = Asked {
                messages: &messages,
                more: &self.shown,
            };
            let answer = self.agent.chat.ask(&asked).await?;
            tokens += answer.tokens;
            turns += 1;
            if answer.calls.is_empty() {
                break;
            }
            let ids = ids(&answer.calls, choices.len());
            messages.push(said(answer.message, &ids));
            for (call, id) in answer.calls.iter().zip(ids) {
                let (choice, result) = self.answer(call).await?;
                choices.push(choice);
                messages.push(json!({"role": "tool", "tool_call_id": id, "content": result}));
            }
        }
        let pick = Pick::calls(choices).turns(turns);
        Ok(pick.tokens(tokens.sent, tokens.received))
    }

    /// What a call chose, and what it is answered with.
    async fn answer(&self, call: &Call) -> Result<(Choice, String), PickError> {
        let arguments = match &call.arguments {
            Ok(arguments) => arguments,
            // No server would ever see it; that it was meant for a tool does not make it a call.
            Err(text) => {
                let unread = format!("the arguments are no JSON object: {text}; send one");
                return Ok((Choice::Unlisted(format!("{} (broken)", call.name)), unread));
            }
        };
        let choice = by_call::choice(call, arguments, self.tools);
        let result = match (&self.agent.live, &choice) {
            (Some(server), _) => server.call(&call.name, arguments.clone()).await?,
            (None, Choice::Tool { at, .. }) => stub::result(&self.tools.tools()[*at]),
            (None, Choice::Unlisted(name)) => {
                format!("no tool is called `{name}`; call one of those that are listed")
            }
        };
        Ok((choice, result))
    }
}

/// What the results of these calls are sent back under. An endpoint that gives no ids may ask for them
/// yet, so these are numbered from those before.
fn ids(calls: &[Call], before: usize) -> Vec<String> {
    let numbered = calls.iter().zip(before..);
    let ids = numbered.map(|(call, number)| {
        let given = call.id.clone().filter(|id| !id.is_empty());
        given.unwrap_or_else(|| format!("call_{number}"))
    });
    ids.collect()
}

/// A model's message as it is sent back to it: as it came, each call under its id.
fn said(mut message: Value, ids: &[String]) -> Value {
    if let Some(calls) = message["tool_calls"].as_array_mut() {
        for (call, id) in calls.iter_mut().zip(ids) {
            call["id"] = id.clone().into();
            call["type"] = "function".into();
        }
    }
    message["role"] = "assistant".into();
    message
}
