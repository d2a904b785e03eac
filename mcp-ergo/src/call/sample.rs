//! Asks the client's model.

use std::borrow::Cow;
use std::pin::Pin;

use serde_json::{Map, Value, json};

use super::asks::Capability;
use super::{Call, Unanswered};

/// Most tokens of a sampled message unless told.
const MAX_TOKENS: u32 = 1024;

/// What the client's model said.
#[derive(Debug, Clone, PartialEq)]
pub struct Sampled(Map<String, Value>);

impl Sampled {
    /// The text of the message; empty where there is none.
    pub fn text(&self) -> String {
        let blocks = match &self.0["content"] {
            Value::Array(blocks) => blocks.as_slice(),
            one => std::slice::from_ref(one),
        };
        let texts: Vec<&str> = blocks
            .iter()
            .filter_map(|block| block.get("text")?.as_str())
            .collect();
        texts.join("\n")
    }

    /// The model's name.
    pub fn model(&self) -> &str {
        self.0
            .get("model")
            .and_then(Value::as_str)
            .unwrap_or_default()
    }

    /// The whole `CreateMessageResult` of the specification.
    pub fn result(&self) -> &Map<String, Value> {
        &self.0
    }
}

impl Call {
    /// Asks the client's model. `.await` it; what [`elicit`](Self::elicit) says of rounds and of what
    /// happens twice holds here too.
    ///
    /// ```
    /// use mcp_ergo::prelude::*;
    /// use mcp_ergo::Unanswered;
    ///
    /// /// Summarize one contract in a sentence.
    /// #[tool(read, when = "the user asks what a contract says", returns = "the summary")]
    /// async fn summarize_contract(call: &Call) -> Result<Content, Unanswered> {
    ///     let said = call.sample("Summarize: …").max_tokens(100).await?;
    ///     Ok(Content::new(said.text()))
    /// }
    /// ```
    ///
    /// # Errors
    ///
    /// [`Unanswered`]: pass it on with `?`.
    pub fn sample(&self, prompt: impl Into<String>) -> Sample<'_> {
        let prompt: String = prompt.into();
        let mut params = Map::new();
        let content = json!({"type": "text", "text": prompt});
        params.insert(
            "messages".into(),
            json!([{"role": "user", "content": content}]),
        );
        params.insert("maxTokens".into(), MAX_TOKENS.into());
        Sample {
            call: self,
            params,
            key: None,
        }
    }

    /// Whether the client lends its model.
    pub fn can_sample(&self) -> bool {
        self.can(Capability::Sampling)
    }
}

/// A question to the client's model, put by `.await`.
#[derive(Debug)]
#[must_use = "a question is put by `.await`"]
pub struct Sample<'a> {
    call: &'a Call,
    params: Map<String, Value>,
    key: Option<Cow<'static, str>>,
}

impl Sample<'_> {
    /// Most tokens of the answer; 1024 unless told.
    pub fn max_tokens(self, most: u32) -> Self {
        self.param("maxTokens", most)
    }

    /// The system prompt.
    pub fn system_prompt(self, prompt: impl Into<String>) -> Self {
        self.param("systemPrompt", prompt.into())
    }

    /// Any member of the specification's `CreateMessageRequestParams`: `"temperature"`,
    /// `"modelPreferences"`, a whole conversation as `"messages"`.
    pub fn param(mut self, name: impl Into<String>, value: impl Into<Value>) -> Self {
        self.params.insert(name.into(), value.into());
        self
    }

    /// Names the question in the protocol, as [`Elicit::key`](crate::Elicit::key) does.
    pub fn key(mut self, key: impl Into<Cow<'static, str>>) -> Self {
        self.key = Some(key.into());
        self
    }
}

impl<'a> IntoFuture for Sample<'a> {
    type Output = Result<Sampled, Unanswered>;
    type IntoFuture = Pin<Box<dyn Future<Output = Self::Output> + Send + 'a>>;

    fn into_future(self) -> Self::IntoFuture {
        const ASKS: Capability = Capability::Sampling;
        let Self { call, params, key } = self;
        Box::pin(async move {
            let answer = call.ask(ASKS, key.as_deref(), params.into()).await?;
            match answer {
                Value::Object(message) if message.contains_key("content") => Ok(Sampled(message)),
                _ => Err(Unanswered::unfit(call.tool, ASKS, "has no content")),
            }
        })
    }
}
