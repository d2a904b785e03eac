//! What is measured of outcomes.

use super::bootstrap::{Draws, Estimate};
use super::outcome::Outcome;

/// A number for each task, of which the mean is reported.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Measure {
    /// The first choice is right, action and all.
    First,
    /// The first choice is a right tool, whatever its action.
    FirstTool,
    /// The right choice is among the first five that differ.
    TopFive,
    /// Wrong choices before the right one; all of them where it never came.
    Wander,
    /// Wrong calls after the right one.
    After,
    /// The right choice never came.
    Never,
    /// Tokens of the definitions and the instruction that were shown.
    Listed,
}

impl Measure {
    /// All of them, in the order of reports.
    pub const ALL: [Self; 7] = [
        Self::First,
        Self::FirstTool,
        Self::TopFive,
        Self::Wander,
        Self::After,
        Self::Never,
        Self::Listed,
    ];

    /// The key in JSON.
    pub const fn key(self) -> &'static str {
        match self {
            Self::First => "first",
            Self::FirstTool => "first_tool",
            Self::TopFive => "top_five",
            Self::Wander => "wander",
            Self::After => "after",
            Self::Never => "never",
            Self::Listed => "listed",
        }
    }

    /// What people read.
    pub const fn title(self) -> &'static str {
        match self {
            Self::First => "first pick",
            Self::FirstTool => "first tool",
            Self::TopFive => "top five",
            Self::Wander => "wander",
            Self::After => "after",
            Self::Never => "never",
            Self::Listed => "tokens",
        }
    }

    /// What it says, in a sentence.
    pub const fn meaning(self) -> &'static str {
        match self {
            Self::First => "share of tasks whose first choice is right, action and all",
            Self::FirstTool => {
                "share of tasks whose first choice is a right tool, whatever its action"
            }
            Self::TopFive => {
                "share of tasks whose right choice is among the first five that differ"
            }
            Self::Wander => {
                "wrong choices before the right one, on average; all of them where it never came, none where \
                 nothing was picked, so read it beside never"
            }
            Self::After => "wrong calls after the right one, on average",
            Self::Never => "share of tasks whose right choice never came",
            Self::Listed => {
                "tokens of the definitions that are listed, on average, four bytes each"
            }
        }
    }

    /// Whether it is a share of tasks, and not a count.
    pub const fn is_share(self) -> bool {
        matches!(
            self,
            Self::First | Self::FirstTool | Self::TopFive | Self::Never
        )
    }

    /// Of one task.
    pub fn of(self, outcome: &Outcome) -> f64 {
        let count = |count: usize| f64::from(u32::try_from(count).unwrap_or(u32::MAX));
        let share = |is| if is { 1.0 } else { 0.0 };
        match self {
            Self::First => share(outcome.first()),
            Self::FirstTool => share(outcome.first_tool),
            Self::TopFive => share(outcome.place.is_some_and(|place| place < 5)),
            Self::Wander => count(outcome.wander),
            Self::After => count(outcome.after),
            Self::Never => share(outcome.place.is_none()),
            Self::Listed => count(outcome.listed),
        }
    }
}

/// A mean, and how it differs from that of the arm that it is compared with, over the same tasks.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Measured {
    /// What is measured.
    pub measure: Measure,
    /// The mean over the tasks.
    pub mean: Estimate,
    /// What is added to the mean of the other arm; `None` where there is none.
    pub difference: Option<Estimate>,
}

/// Everything that is measured over some tasks of an arm, by [`Measure::ALL`].
#[derive(Debug, Clone, PartialEq)]
pub struct Part {
    /// How many tasks. Of those that a picker could not be asked about none counts, and for a
    /// difference none that either of the two could not.
    pub tasks: usize,
    /// One for each measure.
    pub measured: Vec<Measured>,
}

impl Part {
    /// `tasks` are those of the part, of which `draws` are.
    pub(crate) fn of(
        draws: &Draws,
        tasks: &[usize],
        outcomes: &[Outcome],
        against: Option<&[Outcome]>,
    ) -> Self {
        let asked = |task: &&usize| !outcomes[**task].unasked;
        let tasks: Vec<usize> = tasks.iter().filter(asked).copied().collect();
        let draws = draws.of(tasks.len());
        let paired = against.map(|against| {
            let both = tasks.iter().copied().filter(|task| !against[*task].unasked);
            let both: Vec<usize> = both.collect();
            (against, draws.of(both.len()), both)
        });
        let measured = Measure::ALL.map(|measure| {
            let value = |task: &usize| measure.of(&outcomes[*task]);
            let own: Vec<f64> = tasks.iter().map(value).collect();
            let difference = paired.as_ref().map(|(against, draws, tasks)| {
                let difference = |task: &usize| value(task) - measure.of(&against[*task]);
                draws.estimate(&tasks.iter().map(difference).collect::<Vec<f64>>())
            });
            Measured {
                measure,
                mean: draws.estimate(&own),
                difference,
            }
        });
        Self {
            tasks: tasks.len(),
            measured: measured.to_vec(),
        }
    }

    /// One measure.
    pub fn get(&self, measure: Measure) -> Option<&Measured> {
        self.measured.iter().find(|one| one.measure == measure)
    }
}
