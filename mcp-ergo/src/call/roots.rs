//! Asks for the folders that the client works in.

use std::borrow::Cow;
use std::pin::Pin;

use serde::Deserialize;
use serde_json::json;

use super::asks::Capability;
use super::{Call, Unanswered};

/// A folder or file that the client works in.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[non_exhaustive]
pub struct Root {
    /// Where it is: a `file://` URI.
    pub uri: String,
    /// What the client calls it.
    pub name: Option<String>,
}

/// What the client answers.
#[derive(Deserialize)]
struct Listed {
    roots: Vec<Root>,
}

impl Call {
    /// Asks which folders the client works in. `.await` it; what [`elicit`](Self::elicit) says of
    /// rounds and of what happens twice holds here too.
    ///
    /// # Errors
    ///
    /// [`Unanswered`]: pass it on with `?`.
    pub fn roots(&self) -> Roots<'_> {
        Roots {
            call: self,
            key: None,
        }
    }

    /// Whether the client says which folders it works in.
    pub fn can_list_roots(&self) -> bool {
        self.can(Capability::Roots)
    }
}

/// The question for the client's folders, put by `.await`.
#[derive(Debug)]
#[must_use = "a question is put by `.await`"]
pub struct Roots<'a> {
    call: &'a Call,
    key: Option<Cow<'static, str>>,
}

impl Roots<'_> {
    /// Names the question in the protocol, as [`Elicit::key`](crate::Elicit::key) does.
    pub fn key(mut self, key: impl Into<Cow<'static, str>>) -> Self {
        self.key = Some(key.into());
        self
    }
}

impl<'a> IntoFuture for Roots<'a> {
    type Output = Result<Vec<Root>, Unanswered>;
    type IntoFuture = Pin<Box<dyn Future<Output = Self::Output> + Send + 'a>>;

    fn into_future(self) -> Self::IntoFuture {
        const ASKS: Capability = Capability::Roots;
        let Self { call, key } = self;
        Box::pin(async move {
            let answer = call.ask(ASKS, key.as_deref(), json!({})).await?;
            let listed: Listed = serde_json::from_value(answer)
                .map_err(|error| Unanswered::unreadable(call.tool, ASKS, &error))?;
            Ok(listed.roots)
        })
    }
}
