//! What a tool's return type has to be.

use rmcp::model::{CallToolResult, ContentBlock};
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::{Map, Value};

use super::{Blocker, NextAction, Reply, Step};
use crate::__private::AnswerSlot;
use crate::error::{Envelope, FailureMode, ToolError};
use crate::handle::{Marked, marked};
use crate::registry::Outcome;
use crate::schema::{OutputError, Shape, read_output};

/// What a tool may return: [`Reply`], [`Step`], [`Content`](crate::Content), or a `Result` of one of
/// them with an error that derives [`ToolError`].
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not an answer: a tool returns a sentence and documented data",
    label = "return `Reply<T>`, `Step<T>`, or a `Result` of one of them",
    note = "text, images, audio and resources are `Content`: `Content::new(\"Drew the chart.\").image(png, \"image/png\")`",
    note = "`Page` and `Batch` are data and go into a `Reply`; `Step` is an answer itself",
    note = "e.g. `Reply<Page<Invoice>>` or `Result<Reply<Invoice>, LedgerError>`, made by `Reply::new(\"Found 3 invoices.\", page)`",
    note = "rule O001 (output-schema-missing), https://docs.rs/mcp-ergo/latest/mcp_ergo/rulebook/index.html#o001"
)]
pub trait Answer: Sized {
    /// Everything that generated code needs of the type. It asks for the bound here instead of in a
    /// function of its own, whose name would stand in every message about a type that is none.
    #[doc(hidden)]
    const SLOT: AnswerSlot<Self> = AnswerSlot::of();

    /// Whether it says how a workflow goes on.
    #[doc(hidden)]
    const IS_STEP: bool = false;

    /// What the answer holds, for the output schema.
    #[doc(hidden)]
    fn output() -> Output;

    /// What came of the call, apart from the answer's type.
    #[doc(hidden)]
    fn outcome(self) -> Outcome;

    /// Every way to fail.
    #[doc(hidden)]
    fn failure_modes() -> Vec<FailureMode> {
        Vec::new()
    }
}

/// The data of an answer: what serializes and has a schema.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not documented data: a model has to know which fields come back",
    label = "this, or a type within it, lacks `Serialize` or `JsonSchema`",
    note = "write `#[derive(serde::Serialize, schemars::JsonSchema)]` on the struct, and a doc comment on every field",
    note = "rule O001 (output-schema-missing), https://docs.rs/mcp-ergo/latest/mcp_ergo/rulebook/index.html#o001"
)]
#[doc(hidden)]
pub trait Data: Serialize + JsonSchema {}

#[diagnostic::do_not_recommend]
impl<T: Serialize + JsonSchema> Data for T {}

/// What an answer holds.
#[derive(Debug)]
pub struct Output {
    /// The data's shape, `None` where there is content in place of data, or what the dialect cannot
    /// say of it.
    pub(crate) data: Result<Option<Shape>, Vec<OutputError>>,
    /// Whether the answer may name blockers.
    pub(crate) blockers: bool,
    /// The documents of which the data holds handles.
    pub(crate) documents: Vec<Marked>,
}

/// An answer apart from its type.
#[derive(Debug, Default)]
pub struct Answered {
    pub(crate) sentence: String,
    pub(crate) data: Map<String, Value>,
    /// What follows the sentence where there is no data.
    pub(crate) content: Vec<ContentBlock>,
    /// The whole result, where the tool writes it by hand.
    pub(crate) raw: Option<Box<CallToolResult>>,
    pub(crate) next: Option<NextAction>,
    pub(crate) blockers: Vec<Blocker>,
    /// What the caller would get beyond what it holds.
    pub(crate) upgrade_hint: Option<String>,
}

impl<T: Data> Answer for Reply<T> {
    fn output() -> Output {
        Output {
            data: read_output::<T>().map(Some),
            blockers: false,
            documents: marked::<T>(),
        }
    }

    fn outcome(self) -> Outcome {
        let data = match serde_json::to_value(&self.data) {
            Ok(Value::Object(mut data)) => {
                data.retain(|_, member| !strip_nulls(member));
                data
            }
            Ok(Value::Null) => Map::new(),
            // Boot refuses types whose schema is no object; a hand-written Serialize can still differ.
            Ok(other) => {
                let kind = match other {
                    Value::Array(_) => "a list",
                    Value::String(_) => "a string",
                    Value::Number(_) => "a number",
                    _ => "a flag",
                };
                return Outcome::Failed(Envelope::unexplained(&format!(
                    "the data of an answer serialized to {kind} instead of an object"
                )));
            }
            Err(error) => return Outcome::Failed(Envelope::internal(&error)),
        };
        Outcome::Answered(Answered {
            sentence: self.sentence,
            data,
            next: self.next,
            ..Answered::default()
        })
    }
}

impl<T: Data> Answer for Step<T> {
    const IS_STEP: bool = true;

    fn output() -> Output {
        Output {
            blockers: true,
            ..Reply::<T>::output()
        }
    }

    fn outcome(self) -> Outcome {
        match self.reply.outcome() {
            Outcome::Answered(answered) => Outcome::Answered(Answered {
                blockers: self.blockers,
                ..answered
            }),
            failed => failed,
        }
    }
}

impl<A: Answer, E: ToolError> Answer for Result<A, E> {
    const IS_STEP: bool = A::IS_STEP;

    fn output() -> Output {
        A::output()
    }

    fn outcome(self) -> Outcome {
        match self {
            Ok(answer) => answer.outcome(),
            Err(error) => Outcome::Failed(error.envelope()),
        }
    }

    fn failure_modes() -> Vec<FailureMode> {
        E::failure_modes()
    }
}

/// Absent values are absent: takes null members out, and says whether the value itself is null.
fn strip_nulls(value: &mut Value) -> bool {
    match value {
        Value::Null => true,
        Value::Object(members) => {
            members.retain(|_, member| !strip_nulls(member));
            false
        }
        Value::Array(items) => {
            for item in items {
                strip_nulls(item);
            }
            false
        }
        _ => false,
    }
}
