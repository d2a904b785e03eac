//! Many changes in one call, of which some may fail.

use std::borrow::Cow;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::Serialize;

use crate::error::{Envelope, Recovery, ToolError};

/// The outcome of many changes in one call: what was done, and what failed with an envelope each.
///
/// A half-failed batch is an answer, not an error: what was done is done.
///
/// ```
/// use mcp_ergo::{Batch, ToolError};
///
/// #[derive(Debug, thiserror::Error, ToolError)]
/// enum LedgerError {
///     #[error("no invoice with id '{id}'; ids look like 'inv_01H8XK'")]
///     #[tool_error(fix, hint = "find the id with search_invoices", candidates = near)]
///     NotFound { id: String, near: Vec<String> },
/// }
///
/// let missing = LedgerError::NotFound { id: "inv_9".into(), near: vec!["inv_1".into()] };
/// let mut batch = Batch::new();
/// batch.push("inv_1", Ok::<u64, LedgerError>(4_200));
/// batch.push("inv_9", Err(missing));
/// assert_eq!(
///     batch.sentence("payments", "recorded"),
///     "1 of 2 payments recorded; 1 failed, and the failure says what to do. \
///      What is done is not to be sent again."
/// );
/// assert_eq!(batch.failed[0].envelope().hint(), "Find the id with search_invoices.");
/// ```
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[cfg_attr(feature = "testing", derive(serde::Deserialize))]
pub struct Batch<T> {
    /// What was done, in the order of the call.
    pub done: Vec<T>,
    /// What failed, in the order of the call, each with what to do about it.
    pub failed: Vec<Failure>,
}

/// One item of a batch that failed.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "testing", derive(serde::Deserialize))]
pub struct Failure {
    item: String,
    #[serde(flatten)]
    envelope: Envelope,
}

impl Failure {
    /// What failed, as the caller names it.
    pub fn item(&self) -> &str {
        &self.item
    }

    /// What the caller is told.
    pub fn envelope(&self) -> &Envelope {
        &self.envelope
    }
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

    /// What came of the batch, in the author's words: `batch.sentence("payments", "recorded")` is
    /// "All 3 payments recorded.", or "2 of 3 payments recorded; 1 failed. …" with what to do.
    pub fn sentence(&self, nouns: &str, participle: &str) -> String {
        let (done, failed) = (self.done.len(), self.failed.len());
        let all = done + failed;
        let advice = match failed {
            1 => "the failure says what to do",
            _ => "each failure says what to do",
        };
        match (done, failed) {
            (0, 0) => format!("No {nouns} to be {participle}."),
            // "All 1 payments" is no English.
            (1, 0) => format!("1 of 1 {nouns} {participle}."),
            (_, 0) => format!("All {all} {nouns} {participle}."),
            (0, 1) => format!("0 of 1 {nouns} {participle}; {advice}."),
            (0, _) => format!("None of {all} {nouns} {participle}; {advice}."),
            _ => format!(
                "{done} of {all} {nouns} {participle}; {failed} failed, and {advice}. \
                 What is done is not to be sent again."
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

#[cfg(test)]
mod tests {
    use super::*;

    struct Refused;

    impl ToolError for Refused {
        fn envelope(&self) -> Envelope {
            Envelope::fix("no", "send another")
        }
    }

    #[test]
    fn the_sentence_tells_all_some_and_none_apart() {
        let said = |done: u8, failed: u8| {
            let mut batch: Batch<u8> = Batch::new();
            for at in 0..done {
                batch.push("done", Ok::<_, Refused>(at));
            }
            for _ in 0..failed {
                batch.push("failed", Err(Refused));
            }
            batch.sentence("lines", "read")
        };
        let again = "What is done is not to be sent again.";
        assert_eq!(said(0, 0), "No lines to be read.");
        assert_eq!(said(1, 0), "1 of 1 lines read.");
        assert_eq!(said(3, 0), "All 3 lines read.");
        assert_eq!(
            said(0, 1),
            "0 of 1 lines read; the failure says what to do."
        );
        assert_eq!(
            said(0, 2),
            "None of 2 lines read; each failure says what to do."
        );
        assert_eq!(
            said(1, 1),
            format!("1 of 2 lines read; 1 failed, and the failure says what to do. {again}")
        );
        assert_eq!(
            said(1, 2),
            format!("1 of 3 lines read; 2 failed, and each failure says what to do. {again}")
        );
    }

    #[test]
    fn a_failure_is_called_what_the_call_calls_it() {
        let mut batch: Batch<u8> = Batch::new();
        batch.push("inv_1", Err(Refused));
        assert_eq!(batch.failed[0].item(), "inv_1");
    }

    /// The schema is written by hand; what is sent has to fit it.
    #[test]
    fn a_failure_fits_its_schema() {
        let failure = Failure {
            item: "b".into(),
            envelope: Envelope::retry("no", "wait")
                .candidates(["c"])
                .after(std::time::Duration::from_secs(1)),
        };
        let schema = schemars::schema_for!(Failure);
        let validator = jsonschema::validator_for(schema.as_value()).expect("a schema");
        let sent = serde_json::to_value(&failure).expect("a failure is JSON");
        assert!(validator.is_valid(&sent), "{sent}");
        let declared = &schema.as_value()["properties"];
        for name in sent.as_object().expect("an object").keys() {
            assert!(declared.get(name).is_some(), "{name} is not declared");
        }
    }
}
