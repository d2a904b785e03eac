//! What a rule says about what it saw.

use std::borrow::Borrow;

use crate::{Level, Rule};

/// The part of a tool, an error or a catalog that a finding is about. A front end turns it into a
/// place: the user's tokens, `file:line`, or a JSON pointer.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Part {
    /// The tool as a whole.
    Tool,
    /// The tool's name.
    Name,
    /// The tool's title.
    Title,
    /// The tool's description.
    Description,
    /// The tool's class, or its annotations.
    Class,
    /// The tool's scope.
    Scope,
    /// What the tool returns.
    Output(Vec<String>),
    /// The tool's parameters as a whole.
    Params,
    /// A parameter, or a field within one: names from the outside in, `[]` for items.
    Param(Vec<String>),
    /// The text of a parameter, or of a field within one.
    ParamText(Vec<String>),
    /// What the tool can fail with.
    ErrorType,
    /// An error variant as a whole.
    Variant,
    /// The message of an error variant.
    Message,
    /// A state type, by name.
    State(String),
    /// The server's instructions.
    Instructions,
    /// A resource, by its place in the list.
    Resource(usize),
    /// A prompt, by its place in the list.
    Prompt(usize),
    /// An argument of a prompt, by the places of both.
    PromptArgument(usize, usize),
    /// A credential of the server, by its place in the list.
    Credential(usize),
    /// What the boot tool tells, as a whole.
    Boot,
    /// A critical rule that the boot tool tells, by its place in the list.
    CriticalRule(usize),
    /// The workflow that the boot tool tells, as a whole.
    Workflow,
    /// A branch of the workflow, by its place in the list.
    Branch(usize),
    /// The catalog as a whole.
    Catalog,
}

/// A path in one word, as messages print it: `filter.status`, `tags[]`.
pub(crate) fn path_text<S: Borrow<str>>(path: &[S]) -> String {
    path.join(".").replace(".[]", "[]")
}

/// One violation.
#[derive(Debug, Clone)]
pub struct Finding {
    /// The rule that was broken.
    pub rule: &'static Rule,
    /// How much it matters here.
    pub level: Level,
    /// Which tool of the catalog, by index; `None` for the server as a whole.
    pub tool: Option<usize>,
    /// Which part of it.
    pub part: Part,
    /// What is wrong, with the value: lower-case first, no full stop.
    pub message: String,
    /// What to write instead: lower-case first, no full stop.
    pub help: String,
}
