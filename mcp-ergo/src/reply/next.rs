//! The call that comes next.

use serde::Serialize;
use serde_json::{Map, Value};

/// A call of a tool with its arguments, as `#[tool]` writes it: `get_invoice::call(id)`. Implemented by
/// the type beside each tool, which also stands for the tool itself.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is neither a tool nor a call of one",
    label = "tools are named by the path of a function with `#[tool]`, calls by `get_invoice::call(id)`"
)]
pub trait ToolCall {
    /// The canonical name of the tool.
    const NAME: &'static str;

    /// The arguments by name.
    fn into_arguments(self) -> Map<String, Value>;
}

/// A call to make next, with its reason.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "testing", derive(serde::Deserialize))]
pub struct NextAction {
    pub(crate) tool: String,
    pub(crate) args: Map<String, Value>,
    pub(crate) reason: String,
}

impl NextAction {
    /// A call, and what it is good for: `"to see its line items"`.
    pub fn new<C: ToolCall>(call: C, reason: impl Into<String>) -> Self {
        Self {
            tool: C::NAME.to_owned(),
            args: call.into_arguments(),
            reason: reason.into(),
        }
    }

    /// The tool to call: its canonical name, or in an answer the name that the caller sees.
    pub fn tool(&self) -> &str {
        &self.tool
    }

    /// The arguments by name.
    pub fn args(&self) -> &Map<String, Value> {
        &self.args
    }

    /// What the call is good for.
    pub fn reason(&self) -> &str {
        &self.reason
    }

    /// `Next: get_invoice {"invoice_id":"inv_01H8XK"} to see its line items.`
    pub(crate) fn sentence(&self) -> String {
        let reason = self.reason.trim().trim_end_matches('.');
        if reason.is_empty() {
            return self.bare_sentence();
        }
        let args = Value::Object(self.args.clone());
        format!("Next: {} {args} {reason}.", self.tool)
    }

    /// The same where the reason was just given.
    pub(crate) fn bare_sentence(&self) -> String {
        format!("Next: {} {}.", self.tool, Value::Object(self.args.clone()))
    }
}

/// What keeps a workflow from going on.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "testing", derive(serde::Deserialize))]
#[serde(rename_all = "camelCase")]
pub struct Blocker {
    pub(crate) what: String,
    pub(crate) fix: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) next_action: Option<NextAction>,
}

impl Blocker {
    /// What is in the way, and what removes it.
    pub fn new(what: impl Into<String>, fix: impl Into<String>) -> Self {
        Self {
            what: what.into(),
            fix: fix.into(),
            next_action: None,
        }
    }

    /// The call that removes it.
    #[must_use]
    pub fn next(mut self, call: impl ToolCall, reason: impl Into<String>) -> Self {
        self.next_action = Some(NextAction::new(call, reason));
        self
    }

    /// What is in the way.
    pub fn what(&self) -> &str {
        &self.what
    }

    /// What removes it.
    pub fn fix(&self) -> &str {
        &self.fix
    }

    /// The call that removes it.
    pub fn next_action(&self) -> Option<&NextAction> {
        self.next_action.as_ref()
    }

    /// `Blocked: no plan is stored: create one.`
    pub(crate) fn sentence(&self) -> String {
        let end = |text: &str| text.trim().trim_end_matches('.').to_owned();
        let mut sentence = format!("Blocked: {}: {}.", end(&self.what), end(&self.fix));
        if let Some(next) = &self.next_action {
            sentence.push(' ');
            sentence.push_str(&next.sentence());
        }
        sentence
    }
}
