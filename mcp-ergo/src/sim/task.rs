//! Tasks with known right tools.

/// Something that a user asks for, with the tools that do it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Task {
    /// Its name in reports; no two tasks of a file share one.
    pub id: String,
    /// What the user says. Never empty.
    pub text: String,
    /// Any of these is right; never empty. The first is the one that the task counts under where use
    /// is told apart.
    pub right: Vec<Right>,
}

/// A tool that is right for a task.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Right {
    /// Its canonical name.
    pub tool: String,
    /// The action of it that is right; `None` where any is, and where it has none.
    pub action: Option<String>,
}
