//! What a reader has to know before believing a number.

use mcp_ergo_rules::plural;

use super::Simulation;
use crate::sim::comparison::Arm;
use crate::sim::showing::{NEAREST, Showing};

/// Below so many tasks a run says that it resolves little.
const FEW: usize = 50;

impl Simulation {
    pub(super) fn notes(&self, arms: &[Arm]) -> Vec<String> {
        let mut notes = Vec::new();
        notes.extend(self.few_tasks());
        notes.extend(self.unknown_calls());
        notes.extend(self.lifted());
        notes.extend(self.searched());
        for arm in arms {
            notes.extend(unlisted(arms, arm));
            notes.extend(arm.notes());
        }
        notes.extend(self.pickers.iter().map(|picker| picker.note()));
        notes.retain(|note| !note.is_empty());
        notes
    }

    /// How wide intervals are to be expected.
    fn few_tasks(&self) -> Option<String> {
        let count = self.tasks.len();
        let tasks = u32::try_from(count).map_or(f64::MAX, f64::from);
        // The spread of a difference where one task in five goes another way.
        let points = 196.0 * (0.2 / tasks).sqrt();
        (count < FEW).then(|| {
            format!(
                "{} resolve little: where one in five goes another way, the interval of a difference \
                 reaches {points:.0} points to each side; write {FEW} tasks or more, 200 for \
                 differences of some 6 points",
                plural(count, "task")
            )
        })
    }

    /// What the numbers of favourites mean.
    fn lifted(&self) -> Option<String> {
        let prior = self.prior;
        self.showings.contains(&Showing::Favourites).then(|| {
            format!(
                "for pickers that do not see what is listed first, a favourite counts by its use, at \
                 most {prior} of the best fit more (--prior, 0 for not at all): a model of use and not \
                 of reading"
            )
        })
    }

    /// What the numbers of a search mean.
    fn searched(&self) -> Option<String> {
        let search = self.showings.contains(&Showing::Search);
        search.then(|| {
            format!(
                "search lists {NEAREST} tools at most, so it cannot wander further, and what it did not \
                 retrieve counts as never; bm25 weighs words anew among those alone"
            )
        })
    }

    fn unknown_calls(&self) -> Option<String> {
        let calls = self.calls.as_ref()?;
        let catalogs = || self.variants.iter().map(|variant| &variant.catalog);
        let known = |tool: &str| catalogs().any(|catalog| catalog.find(tool).is_some());
        let unknown = calls.iter().filter(|(tool, _)| !known(tool)).count();
        let tools = plural(unknown, "tool");
        (unknown > 0).then(|| format!("the log of use has calls of {tools} that no catalog has"))
    }
}

/// What the list of an arm allows. A search shows a few tools for each task; what it leaves out is what
/// it is measured by.
fn unlisted(arms: &[Arm], arm: &Arm) -> Option<String> {
    let (listed, count) = (arm.listed(), arm.outcomes.len());
    let against = arm.against.map(|at| arms[at].listed());
    let news = listed < count && against != Some(listed) && arm.showing != Showing::Search;
    news.then(|| {
        format!(
            "{}: a right tool is listed for {listed} of {}; the others cannot be picked",
            arm.title(),
            plural(count, "task")
        )
    })
}
