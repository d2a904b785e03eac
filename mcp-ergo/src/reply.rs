//! What a tool answers: a sentence first, then data, then what comes next.

mod answer;
mod batch;
mod content;
mod next;
mod page;
mod schema;

pub use answer::Answer;
#[doc(hidden)]
pub use answer::Output;
pub(crate) use answer::{Answered, Data};
pub use batch::{Batch, Failure};
pub use content::Content;
pub use next::{Blocker, NextAction, ToolCall};
pub use page::Page;
pub(crate) use schema::is_envelope;

/// An answer: what happened in one plain sentence, the data, and the call that comes next.
///
/// ```
/// use mcp_ergo::Reply;
///
/// #[derive(serde::Serialize, schemars::JsonSchema)]
/// struct Total {
///     /// Sum of all open invoices, in cents.
///     open_cents: u64,
/// }
///
/// let reply = Reply::new("13 invoices are open.", Total { open_cents: 481_200 });
/// # let _ = reply;
/// ```
#[derive(Debug)]
#[must_use = "a reply is what the tool answers: return it"]
pub struct Reply<T> {
    pub(crate) sentence: String,
    pub(crate) data: T,
    pub(crate) next: Option<NextAction>,
}

impl<T> Reply<T> {
    /// An answer with data. The sentence says what happened, with the numbers that matter.
    pub fn new(sentence: impl Into<String>, data: T) -> Self {
        Self {
            sentence: sentence.into(),
            data,
            next: None,
        }
    }

    /// The call that comes next, and what it is good for: `"to see its line items"`.
    pub fn next(mut self, call: impl ToolCall, reason: impl Into<String>) -> Self {
        self.next = Some(NextAction::new(call, reason));
        self
    }

    /// The call that comes next where there is something to call it with.
    ///
    /// ```ignore
    /// Reply::new(sentence, page).next_if(first, get_invoice::call, "to see its line items")
    /// ```
    pub fn next_if<V, C: ToolCall>(
        self,
        value: Option<V>,
        call: impl FnOnce(V) -> C,
        reason: impl Into<String>,
    ) -> Self {
        match value {
            Some(value) => self.next(call(value), reason),
            None => self,
        }
    }
}

impl<T: serde::Serialize> Reply<T> {
    /// How many bytes of text a model reads of it.
    pub(crate) fn bytes(&self) -> usize {
        let data = serde_json::to_vec(&self.data).map_or(0, |json| json.len());
        let next = self.next.as_ref().map_or(0, |next| next.sentence().len());
        self.sentence.len() + next + data
    }
}

/// The answer of a tool in a workflow: it always says how things go on.
#[derive(Debug)]
#[must_use = "a step is what the tool answers: return it"]
pub struct Step<T> {
    pub(crate) reply: Reply<T>,
    pub(crate) blockers: Vec<Blocker>,
}

impl<T> Step<T> {
    /// The workflow goes on with `call`.
    pub fn next(
        sentence: impl Into<String>,
        data: T,
        call: impl ToolCall,
        reason: impl Into<String>,
    ) -> Self {
        Self {
            reply: Reply::new(sentence, data).next(call, reason),
            blockers: Vec::new(),
        }
    }

    /// The workflow cannot go on before every blocker is removed.
    pub fn blocked(
        sentence: impl Into<String>,
        data: T,
        blockers: impl IntoIterator<Item = Blocker>,
    ) -> Self {
        Self {
            reply: Reply::new(sentence, data),
            blockers: blockers.into_iter().collect(),
        }
    }

    /// The workflow has ended.
    pub fn done(sentence: impl Into<String>, data: T) -> Self {
        Self {
            reply: Reply::new(sentence, data),
            blockers: Vec::new(),
        }
    }
}
