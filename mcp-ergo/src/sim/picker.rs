//! Who picks tools for tasks.

use super::ToolSet;

/// Picks tools for tasks.
///
/// A picker never learns what is right. It is asked about each set of tools once ([`Picker::prepare`]),
/// and then about every task of it, so that what depends on the tools alone (an index, embeddings, the
/// part of a prompt that stays the same) is made once. Under a presentation that shows other tools for
/// each task it is prepared anew for each task.
pub trait Picker: Send + Sync {
    /// What reports call it, e.g. `bm25`. Two pickers of a run have two names.
    fn name(&self) -> String;

    /// What the numbers of this picker mean and do not mean, in a sentence for the reports; empty
    /// where there is nothing to say.
    fn note(&self) -> String {
        String::new()
    }

    /// How many tasks it wants to be asked at once, each from a thread of its own; at least 1.
    fn at_once(&self) -> usize {
        1
    }

    /// Reads the tools. Called from one thread at a time or from several.
    ///
    /// # Errors
    ///
    /// When it cannot work at all; the run ends.
    fn prepare<'a>(&'a self, tools: &'a ToolSet) -> Result<Box<dyn Prepared + 'a>, PickError>;
}

/// A picker that has read the tools it picks from.
pub trait Prepared: Send + Sync {
    /// What it would call for a task. Called in parallel for as many tasks as [`Picker::at_once`] says.
    ///
    /// Every [`Choice::Tool`] is an index into the tools that were read. The same choice may come
    /// twice: a ranking counts its first, an agent's calls count each.
    ///
    /// # Errors
    ///
    /// When there is no answer. One that is [fatal](PickError::is_fatal) ends the run; any other is
    /// counted as a task without a pick, and reported as an error of the picker; a task that was never
    /// [asked about](PickError::unasked) is left out of every comparison, and reported.
    fn pick(&self, task: &str) -> Result<Pick, PickError>;
}

/// What was picked for one task; empty where it would call nothing.
#[derive(Debug, Clone, PartialEq)]
pub struct Pick {
    /// The choices, the first one first.
    pub choices: Vec<Choice>,
    /// What their order means.
    pub order: Order,
    /// Tokens that were sent for it and that came back, as the picker counts them; 0 where it counts
    /// none.
    pub tokens: (u64, u64),
    /// How often a model was asked for it: more than once where it works in turns.
    pub turns: u32,
}

/// What the order of choices means.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Order {
    /// The best first: what would be called next if all before it were wrong. What follows the right
    /// one is never called.
    Ranking,
    /// Calls that were made, in this order; those after the right one count too.
    Calls,
}

/// One tool that would be called.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Choice {
    /// A tool of the set.
    Tool {
        /// Its index in [`ToolSet::tools`].
        at: usize,
        /// The value of its switch, where the tool has [actions](super::ShownTool::actions) and the
        /// picker chose one; without it the choice is right at the level of tools alone.
        action: Option<String>,
    },
    /// A name that the set does not have, as a model may make it up. Always wrong.
    Unlisted(String),
}

impl Choice {
    /// A tool by its index.
    pub fn tool(at: usize) -> Self {
        Self::Tool { at, action: None }
    }

    /// A tool by its index, and which of its actions.
    pub fn action(at: usize, action: impl Into<String>) -> Self {
        Self::Tool {
            at,
            action: Some(action.into()),
        }
    }
}

/// A choice with how well it fits, for [`ToolSet::rank`].
#[derive(Debug, Clone, PartialEq)]
pub struct Scored {
    /// The choice's tool.
    pub at: usize,
    /// Which of its actions.
    pub action: Option<String>,
    /// How well it fits, in any unit; more is better.
    pub score: f64,
}

impl Pick {
    /// Choices by preference, the best first.
    pub fn ranking(choices: impl IntoIterator<Item = Choice>) -> Self {
        Self::of(choices, Order::Ranking)
    }

    /// The same, after so many turns.
    pub(crate) fn turns(mut self, turns: u32) -> Self {
        self.turns = turns;
        self
    }

    /// Calls as they were made.
    pub fn calls(choices: impl IntoIterator<Item = Choice>) -> Self {
        Self::of(choices, Order::Calls)
    }

    /// The same, with the tokens that it took: sent, and received.
    pub fn tokens(mut self, sent: u64, received: u64) -> Self {
        self.tokens = (sent, received);
        self
    }

    fn of(choices: impl IntoIterator<Item = Choice>, order: Order) -> Self {
        Self {
            choices: choices.into_iter().collect(),
            order,
            tokens: (0, 0),
            turns: 1,
        }
    }
}

/// Why a picker has no answer.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct PickError {
    /// What is wrong, with the value.
    pub message: String,
    /// What to do about it; empty where nothing is known.
    pub help: String,
    fatal: bool,
    unasked: bool,
}

impl PickError {
    /// One task has no answer; the others may.
    pub fn of_task(message: impl Into<String>) -> Self {
        Self {
            message: message.into(),
            help: String::new(),
            fatal: false,
            unasked: false,
        }
    }

    /// One task could not be asked about, as when an endpoint is not there for a while: it says nothing
    /// of the tools, and is left out of what is compared.
    pub fn unasked(message: impl Into<String>) -> Self {
        Self {
            unasked: true,
            ..Self::of_task(message)
        }
    }

    /// No task can have one, as with a wrong key or a model that is not there.
    pub fn of_all(message: impl Into<String>, help: impl Into<String>) -> Self {
        Self {
            message: message.into(),
            help: help.into(),
            fatal: true,
            unasked: false,
        }
    }

    /// Whether the task was never asked about.
    pub fn is_unasked(&self) -> bool {
        self.unasked
    }

    /// Whether the run ends.
    pub fn is_fatal(&self) -> bool {
        self.fatal
    }
}
