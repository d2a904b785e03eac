//! An outcome as the caller reads it: every fact in the text and in the data, since some clients
//! show the model only one of the two.

use std::fmt::Write as _;

use mcp_ergo_rules::Class;
use mcp_ergo_rules::wording::Wording as _;
use rmcp::model::{CallToolResponse, CallToolResult, ContentBlock, ResourceContents};
use serde_json::{Map, Value, json};

use super::cap::Cutting;
use super::trace::Ended;
use crate::arguments::Unfit;
use crate::error::{Envelope, Issue, Issues};
use crate::registry::{Outcome, Registered};
use crate::reply::{Answered, Blocker, NextAction, is_envelope};
use crate::schema::{Names, Record, natural_list};

/// What the caller gets, and how whoever runs the server reads it.
pub(super) struct Presented {
    pub(super) result: CallToolResult,
    pub(super) ended: Ended,
}

impl From<Presented> for (CallToolResponse, Ended) {
    fn from(Presented { result, ended }: Presented) -> Self {
        (result.into(), ended)
    }
}

/// An outcome under the names that the caller sees.
pub(super) fn present(outcome: Outcome, cutting: &Cutting<'_>) -> Presented {
    match outcome {
        Outcome::Answered(answered) => success(answered, cutting),
        Outcome::Failed(envelope) => failure(envelope, cutting.names),
        Outcome::Refused(unfit) => refused(cutting.tool, unfit, cutting.names),
    }
}

fn success(answered: Answered, cutting: &Cutting<'_>) -> Presented {
    if let Some(raw) = answered.raw {
        return by_hand(*raw, cutting);
    }
    let Rendered {
        text,
        content,
        structured,
        json,
        ..
    } = match cutting.fit(answered) {
        Ok(rendered) => rendered,
        Err(envelope) => return failure(*envelope, cutting.names),
    };
    let tool = cutting.tool;
    if tool.answer.is_none() {
        let sentence = ContentBlock::text(text);
        let content = std::iter::once(sentence).chain(content);
        return Presented {
            result: CallToolResult::success(content.collect()),
            ended: Ended::OK,
        };
    }
    let structured = Value::Object(structured);
    // Clients check it against the schema, and would show their own error instead of the answer.
    let mismatch = tool
        .answer
        .as_ref()
        .and_then(|answer| answer.mismatch(&structured));
    if let Some(mismatch) = mismatch {
        let cause = format!(
            "the answer of {} breaks its own schema: {mismatch}",
            tool.def.name
        );
        let name = cutting.names.spoken(tool.def.name);
        let mut envelope = Envelope::unexplained(&cause);
        if tool.def.class != Class::Read {
            // What failed is the telling: whoever hears of a failure alone does it once more.
            envelope.error =
                format!("{name} did what it was asked, but the server cannot tell what came of it");
            envelope.hint = format!(
                "Do not send it again; tell the user that it was done, with the reference {} for the server's log.",
                envelope.reference.as_deref().unwrap_or_default()
            );
        }
        return failure(envelope, cutting.names);
    }
    let mut result =
        CallToolResult::success(vec![ContentBlock::text(text), ContentBlock::text(json)]);
    result.structured_content = Some(structured);
    Presented {
        result,
        ended: Ended::OK,
    }
}

/// What a tool that is written by hand answers: as it is, or cut where another server wrote it.
fn by_hand(result: CallToolResult, cutting: &Cutting<'_>) -> Presented {
    let failed = result.is_error == Some(true);
    let cut = if cutting.tool.def.foreign().is_some() && !failed {
        cutting.fit_foreign(result)
    } else {
        Ok(result)
    };
    match cut {
        Ok(result) => Presented {
            result,
            ended: Ended::by_hand(failed),
        },
        Err(envelope) => failure(*envelope, cutting.names),
    }
}

/// An answer as it goes over the wire.
pub(super) struct Rendered {
    text: String,
    /// What follows the words where there is no data.
    content: Vec<ContentBlock>,
    structured: Map<String, Value>,
    json: String,
    /// What it was made of and cannot be read from it.
    next: Option<NextAction>,
    blockers: Vec<Blocker>,
    upgrade_hint: Option<String>,
}

impl Rendered {
    pub(super) fn new(tool: &Registered, answered: Answered, names: &dyn Names) -> Self {
        let Answered {
            sentence,
            data,
            content,
            next,
            blockers,
            upgrade_hint,
            raw: _,
        } = answered;
        let sentence = match sentence.trim() {
            "" => format!("{} is done.", names.spoken(tool.def.name)),
            said => said.ended(),
        };
        let shown_next = next.as_ref().and_then(|next| shown(next, names));
        let shown_blockers: Vec<Blocker> = blockers
            .iter()
            .map(|blocker| Blocker {
                what: blocker.what.clone(),
                fix: blocker.fix.clone(),
                next_action: blocker
                    .next_action
                    .as_ref()
                    .and_then(|next| shown(next, names)),
            })
            .collect();

        let mut text = sentence.clone();
        for blocker in &shown_blockers {
            text.push(' ');
            text.push_str(&blocker.sentence());
        }
        if let Some(next) = &shown_next {
            text.push(' ');
            text.push_str(&next.sentence());
        }
        if let Some(hint) = &upgrade_hint {
            text.push(' ');
            text.push_str(hint);
        }
        let mut structured = Map::new();
        structured.insert("outcome".into(), sentence.into());
        // A hand-written Serialize may name the envelope's own fields; theirs is the last word.
        structured.extend(data.into_iter().filter(|(name, _)| !is_envelope(name)));
        if let Some(next) = shown_next {
            structured.insert("nextAction".into(), json!(next));
        }
        if !shown_blockers.is_empty() {
            structured.insert("blockers".into(), json!(shown_blockers));
        }
        if let Some(hint) = &upgrade_hint {
            structured.insert("upgradeHint".into(), hint.clone().into());
        }
        // What was made of JSON can be written as JSON.
        let json = serde_json::to_string(&structured).unwrap_or_default();
        Self {
            text,
            content,
            structured,
            json,
            next,
            blockers,
            upgrade_hint,
        }
    }

    /// How much of it a model may be shown.
    pub(super) fn bytes(&self) -> usize {
        self.text.len() + self.json.len() + text_bytes(&self.content)
    }

    /// What it was made of.
    pub(super) fn into_answered(mut self) -> Answered {
        let sentence = match self.structured.get_mut("outcome").map(Value::take) {
            Some(Value::String(sentence)) => sentence,
            _ => String::new(),
        };
        self.structured.retain(|name, _| !is_envelope(name));
        Answered {
            sentence,
            data: self.structured,
            content: self.content,
            next: self.next,
            blockers: self.blockers,
            upgrade_hint: self.upgrade_hint,
            raw: None,
        }
    }
}

/// How many bytes of content are text; clients count images and audio otherwise.
pub(super) fn text_bytes(content: &[ContentBlock]) -> usize {
    let texts = content.iter().map(|block| match block {
        ContentBlock::Text(text) => text.text.len(),
        ContentBlock::Resource(embedded) => match &embedded.resource {
            ResourceContents::TextResourceContents { text, .. } => text.len(),
            _ => 0,
        },
        _ => 0,
    });
    texts.sum()
}

/// A failure that the caller can read. There is no structured content: clients would validate
/// it against the output schema and lose the message.
pub(super) fn failure(envelope: Envelope, names: &dyn Names) -> Presented {
    let mut envelope = envelope.polished();
    envelope.next_action = envelope.next_action.and_then(|next| shown(&next, names));
    Presented {
        result: failed(&envelope),
        ended: Ended::from(&envelope),
    }
}

/// Arguments that the tool does not take: every issue, each with what to send instead.
pub(super) fn refusal(tool: &Registered, issues: Issues, names: &dyn Names) -> Presented {
    failure(
        Envelope::of_call(names.spoken(tool.def.name), issues),
        names,
    )
}

/// Arguments that pass the schema and still are no values of the tool's types.
fn refused(tool: &Registered, unfit: Vec<Unfit>, names: &dyn Names) -> Presented {
    refusal(tool, issues_of(&tool.input, unfit, names), names)
}

/// Each value that is none of its parameter's type, with what to send instead.
pub(super) fn issues_of(record: &Record, unfit: Vec<Unfit>, names: &dyn Names) -> Issues {
    let mut issues = Issues::default();
    for Unfit { name, error, fault } in unfit {
        let wanted = || {
            let field = record.field(name);
            field.map(|field| field.shape.wanted(names))
        };
        issues.add(|| {
            let hint = wanted().unwrap_or_default();
            Issue::new(format!("/{name}"), error, hint).coded(fault, Some(name.to_owned()))
        });
    }
    issues
}

/// The action under the name that this caller sees; `None` where it is not served.
pub(super) fn shown(next: &NextAction, names: &dyn Names) -> Option<NextAction> {
    Some(NextAction {
        tool: names.shown(&next.tool)?.to_owned(),
        args: next.args.clone(),
        reason: next.reason.clone(),
    })
}

/// A failure in words and as JSON.
pub(crate) fn failed(envelope: &Envelope) -> CallToolResult {
    CallToolResult::error(vec![
        ContentBlock::text(envelope.sentence()),
        ContentBlock::text(json!(envelope).to_string()),
    ])
}

impl Envelope {
    /// The whole envelope in words; some clients pass on nothing else.
    pub(super) fn sentence(&self) -> String {
        let mut text = String::new();
        if let [_, _, ..] = self.issues.as_slice() {
            let _ = write!(text, "{}:", self.error);
            for issue in &self.issues {
                let _ = write!(text, "\n- {}. {}", issue.error, issue.hint);
            }
            let _ = write!(text, "\n{}", self.hint);
        } else {
            let _ = write!(text, "{}. {}", self.error, self.hint);
        }
        if !self.candidates.is_empty() {
            let _ = write!(
                text,
                " Candidates: {}.",
                natural_list(&self.candidates, "or")
            );
        }
        if let Some(delay) = self.retry_after_ms {
            let _ = write!(text, " Wait {delay} ms first.");
        }
        if let Some(next) = &self.next_action {
            // The hint is the reason.
            let _ = write!(text, " {}", next.bare_sentence());
        }
        if let Some(hint) = &self.upgrade_hint {
            let _ = write!(text, " {hint}");
        }
        text
    }
}
