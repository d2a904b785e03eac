//! What came out.

use mcp_ergo_rules::plural;

use super::measure::Part;
use super::outcome::Outcome;
use super::showing::Showing;
use super::task::Task;

/// What a simulation found.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct Comparison {
    /// Each picker under each presentation of each catalog.
    pub arms: Vec<Arm>,
    /// The tasks, in the order of all outcomes.
    pub tasks: Vec<Task>,
    /// How head and tail of use are told apart; `None` where use is not known.
    pub split: Option<Split>,
    /// What was listed first where favourites were.
    pub favourites: Vec<String>,
    /// The weight of use.
    pub prior: f64,
    /// What the tasks were drawn by.
    pub seed: u64,
    /// What a reader has to know before believing a number.
    pub notes: Vec<String>,
}

/// One picker under one presentation of one catalog.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct Arm {
    /// The catalog's name.
    pub catalog: String,
    /// The presentation.
    pub showing: Showing,
    /// The picker's name.
    pub picker: String,
    /// The arm that it is compared with, as a place among the arms: the same picker under the same
    /// presentation of the first catalog, or for the first catalog under the first presentation.
    pub against: Option<usize>,
    /// All tasks.
    pub all: Part,
    /// The tasks whose tools are used most.
    pub head: Option<Part>,
    /// The other tasks.
    pub tail: Option<Part>,
    /// How each task went.
    pub outcomes: Vec<Outcome>,
}

/// How head and tail of use are told apart.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Split {
    /// What the head is, in words.
    pub by: String,
    /// How many tools it has.
    pub tools: usize,
    /// Whether each task is of the head.
    pub tasks: Vec<bool>,
}

impl Arm {
    /// What reports call it.
    pub fn title(&self) -> String {
        format!("{} {} {}", self.picker, self.catalog, self.showing.word())
    }

    /// What its picker did beside picking.
    pub(crate) fn notes(&self) -> Vec<String> {
        let error = |unasked| {
            let those = self
                .outcomes
                .iter()
                .filter(move |one| one.unasked == unasked);
            those
                .filter_map(|one| one.error.as_deref())
                .collect::<Vec<_>>()
        };
        let unlisted = self.outcomes.iter().filter_map(|one| one.unlisted.first());
        let notes = [
            self.note(&error(true), |tasks| {
                format!("{tasks} could not be asked about, and left out of what is compared")
            }),
            self.note(&error(false), |tasks| {
                format!("no answer to {tasks}, counted as no pick")
            }),
            self.note(&unlisted.map(String::as_str).collect::<Vec<_>>(), |tasks| {
                format!("for {tasks} a name was called that is not listed, counted as wrong")
            }),
            self.turns(),
        ];
        notes.into_iter().flatten().collect()
    }

    fn note(&self, those: &[&str], text: impl Fn(String) -> String) -> Option<String> {
        let example = those.first()?;
        let text = text(plural(those.len(), "task"));
        Some(format!("{}: {text}; e.g. {example}", self.title()))
    }

    fn turns(&self) -> Option<String> {
        let asked = self.outcomes.iter().filter(|one| !one.unasked);
        let turns: Vec<f64> = asked.map(|one| f64::from(one.turns)).collect();
        let count = f64::from(u32::try_from(turns.len()).ok()?);
        let mean = turns.iter().sum::<f64>() / count;
        (mean > 1.0).then(|| format!("{}: {mean:.1} turns a task", self.title()))
    }

    /// How many tasks have a right tool that is listed.
    pub fn listed(&self) -> usize {
        self.outcomes.iter().filter(|one| one.listed_right).count()
    }
}
