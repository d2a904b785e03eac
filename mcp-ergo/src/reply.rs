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

/// The answer of a tool in a workflow: it always says how things go on, so that a model can run the
/// whole by following the pointer. A tool marked `workflow` returns nothing else.
///
/// Documents stay on the server, and identifiers travel: a step takes the id of what it works on and
/// loads what is stored.
///
/// ```
/// use mcp_ergo::prelude::*;
///
/// /// Project id.
/// #[derive(Param, Clone)]
/// #[param(example = "prj_7", from = user("the id on the order"))]
/// struct ProjectId(String);
///
/// /// Where a project stands.
/// #[derive(serde::Serialize, schemars::JsonSchema)]
/// struct Stage {
///     /// The project.
///     project_id: ProjectId,
/// }
///
/// /// Check the stored plan of a project.
/// #[tool(read, workflow, when = "a plan is stored", returns = "where the project stands")]
/// fn check_plan(project_id: ProjectId) -> Step<Stage> {
///     let named = project_id.0 == "prj_7";
///     let data = Stage { project_id: project_id.clone() };
///     if named {
///         return Step::done("The plan is sound.", data);
///     }
///     let blocker = Blocker::new("its plan has no title", "give it one")
///         .next(set_title::call(project_id, "Shop".into()), "to name it");
///     Step::blocked("The plan is not sound yet.", data, [blocker])
/// }
///
/// /// Set the title of a project's plan.
/// #[tool(
///     destructive,
///     idempotent,
///     workflow,
///     after(check_plan),
///     returns = "where the project stands",
///     scope = "plans:write"
/// )]
/// fn set_title(
///     project_id: ProjectId,
///     /// What the plan is to be called.
///     #[param(example = "Shop")]
///     title: String,
/// ) -> Step<Stage> {
///     let data = Stage { project_id: project_id.clone() };
///     Step::next(format!("It is called {title}."), data, check_plan::call(project_id), "to check it")
/// }
/// ```
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
