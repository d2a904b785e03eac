//! What a tool's return type has to be.

use schemars::JsonSchema;
use serde::Serialize;
use serde_json::{Map, Value};

use super::{Blocker, NextAction, Reply, Step};
use crate::error::{Envelope, ToolError};
use crate::schema::{OutputError, Shape, read_output};

/// What a tool may return: [`Reply`], [`Step`], or a `Result` of one of them with an error that
/// derives [`ToolError`].
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not an answer: a tool returns a sentence and documented data",
    label = "return `Reply<T>`, `Step<T>`, or a `Result` of one of them",
    note = "e.g. `Reply<Page<Invoice>>` or `Result<Reply<Invoice>, LedgerError>`, made by `Reply::new(\"Found 3 invoices.\", page)`",
    note = "rule O001 (output-schema-missing)"
)]
pub trait Answer: Sized {
    /// What the answer holds, for the output schema.
    #[doc(hidden)]
    fn output() -> Output;

    /// The answer, apart from its type.
    ///
    /// # Errors
    ///
    /// The envelope, where the tool failed.
    #[doc(hidden)]
    fn answered(self) -> Result<Answered, Envelope>;
}

/// What an answer holds.
#[derive(Debug)]
pub struct Output {
    /// The data's shape, or what the dialect cannot say of it.
    pub(crate) data: Result<Shape, Vec<OutputError>>,
    /// Whether the answer may name blockers.
    pub(crate) blockers: bool,
}

/// An answer apart from its type.
#[derive(Debug)]
pub struct Answered {
    pub(crate) sentence: String,
    pub(crate) data: Map<String, Value>,
    pub(crate) next: Option<NextAction>,
    pub(crate) blockers: Vec<Blocker>,
}

impl<T: Serialize + JsonSchema> Answer for Reply<T> {
    fn output() -> Output {
        Output { data: read_output::<T>(), blockers: false }
    }

    fn answered(self) -> Result<Answered, Envelope> {
        let data = match serde_json::to_value(&self.data) {
            Ok(Value::Object(mut data)) => {
                data.retain(|_, member| !strip_nulls(member));
                data
            }
            Ok(Value::Null) => Map::new(),
            // Boot refuses types whose schema is no object; a hand-written Serialize can still differ.
            Ok(other) => {
                return Err(Envelope::unexplained(&format!(
                    "the data of an answer serialized to {other} instead of an object"
                )));
            }
            Err(error) => return Err(Envelope::internal(&error)),
        };
        Ok(Answered { sentence: self.sentence, data, next: self.next, blockers: Vec::new() })
    }
}

impl<T: Serialize + JsonSchema> Answer for Step<T> {
    fn output() -> Output {
        Output { blockers: true, ..Reply::<T>::output() }
    }

    fn answered(self) -> Result<Answered, Envelope> {
        let answered = self.reply.answered()?;
        Ok(Answered { blockers: self.blockers, ..answered })
    }
}

impl<A: Answer, E: ToolError> Answer for Result<A, E> {
    fn output() -> Output {
        A::output()
    }

    fn answered(self) -> Result<Answered, Envelope> {
        match self {
            Ok(answer) => answer.answered(),
            Err(error) => Err(error.envelope()),
        }
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
            items.iter_mut().for_each(|item| {
                strip_nulls(item);
            });
            false
        }
        _ => false,
    }
}
