//! Many changes in one call, of which some may fail.

use std::borrow::Cow;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::Serialize;

use crate::error::{Envelope, Recovery, ToolError};

/// The outcome of many changes in one call: what was done, and what failed with an envelope each.
///
/// A half-failed batch is an answer, not an error: what was done is done.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct Batch<T> {
    /// What was done, in the order of the call.
    pub done: Vec<T>,
    /// What failed, in the order of the call, each with what to do about it.
    pub failed: Vec<Failure>,
}

/// One item of a batch that failed.
#[derive(Debug, Clone, Serialize)]
pub struct Failure {
    item: String,
    #[serde(flatten)]
    envelope: Envelope,
}

impl<T> Default for Batch<T> {
    fn default() -> Self {
        Self {
            done: Vec::new(),
            failed: Vec::new(),
        }
    }
}

impl<T> Batch<T> {
    /// A batch in which nothing has happened yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds the outcome for one item; `item` names it as the caller does.
    pub fn push<E: ToolError>(&mut self, item: impl Into<String>, outcome: Result<T, E>) {
        match outcome {
            Ok(done) => self.done.push(done),
            Err(error) => self.failed.push(Failure {
                item: item.into(),
                // One call comes next after a batch, and the reply names it.
                envelope: Envelope {
                    next_action: None,
                    ..error.envelope().polished()
                },
            }),
        }
    }

    /// `2 of 3 payments recorded; 1 failed: mend it and send it again alone.`
    pub fn sentence(&self, nouns: &str, participle: &str) -> String {
        let all = self.done.len() + self.failed.len();
        match self.failed.len() {
            0 => format!("All {all} {nouns} {participle}."),
            failed => format!(
                "{} of {all} {nouns} {participle}; {failed} failed. Mend the failed ones and send \
                 those alone: the others are done.",
                self.done.len()
            ),
        }
    }
}

impl JsonSchema for Failure {
    fn schema_name() -> Cow<'static, str> {
        "Failure".into()
    }

    fn inline_schema() -> bool {
        true
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        let recoveries: Vec<_> = Recovery::ALL
            .iter()
            .map(|(word, meaning)| serde_json::json!({"const": word, "description": meaning}))
            .collect();
        json_schema!({
            "type": "object",
            "properties": {
                "item": {"type": "string", "description": "What failed, as the call names it."},
                "error": {"type": "string", "description": "What is wrong, with the value."},
                "hint": {"type": "string", "description": "What to do about it."},
                "recovery": {"description": "Who can mend it.", "oneOf": recoveries},
                "candidates": {
                    "type": "array",
                    "items": {"type": "string"},
                    "description": "Values that would have been right."
                },
                "retryAfterMs": {
                    "type": "integer",
                    "minimum": 0,
                    "description": "How long to wait before the same call, in milliseconds."
                },
                "reference": {"type": "string", "description": "Reference in the server's log."}
            },
            "required": ["item", "error", "hint", "recovery"]
        })
    }
}
