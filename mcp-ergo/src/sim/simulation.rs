//! What is compared, and how.

mod check;
mod notes;

use std::collections::BTreeSet;

use super::agent::Served;
use super::bootstrap::Draws;
use super::calls::Calls;
use super::catalog::Catalog;
use super::comparison::{Arm, Comparison, Split};
use super::degrade::{Degradation, Degraded};
use super::error::SimError;
use super::measure::Part;
use super::picker::Picker;
use super::run::outcomes;
use super::showing::{Favoured, Showing, Shown};
use super::task::Task;
use super::toolset::ToolSet;
use super::variant::Variant;

/// A comparison of presentations, catalogs and pickers over the same tasks.
///
/// ```
/// use mcp_ergo::sim::{Bm25, Catalog, Showing, Simulation, Task};
///
/// let catalog = br#"{"tools": [
///     {"name": "search_invoices", "description": "Search invoices.", "_meta": {"mcp-ergo/core": true}},
///     {"name": "create_invoice", "description": "Create an invoice."}
/// ]}"#;
/// let tasks = br#"{"tasks": [
///     {"id": "t1", "text": "find the invoices of May", "right": ["search_invoices"]},
///     {"id": "t2", "text": "create a bill for Ada", "right": ["create_invoice"]}
/// ]}"#;
/// let comparison = Simulation::new(Catalog::read("shop", catalog)?, Task::read(tasks)?)
///     .showings([Showing::Flat, Showing::Core])
///     .picker(Bm25)
///     .run()?;
/// let [flat, core] = &comparison.arms[..] else { panic!("two arms") };
/// assert_eq!(flat.outcomes[1].picked.as_deref(), Some("create_invoice"));
/// assert!(!core.outcomes[1].listed_right);
/// # Ok::<(), mcp_ergo::sim::SimError>(())
/// ```
pub struct Simulation {
    variants: Vec<Variant>,
    tasks: Vec<Task>,
    showings: Vec<Showing>,
    pickers: Vec<Box<dyn Picker>>,
    favourites: Vec<String>,
    calls: Option<Calls>,
    prior: f64,
    seed: u64,
    served: Option<ToolSet>,
}

impl Simulation {
    /// How much use counts for pickers without attention, unless told: a favourite that is used most
    /// wins over a tool that fits up to a tenth better. A choice, not a measurement.
    pub const PRIOR: f64 = 0.1;

    /// A catalog, and tasks for its tools; shown flat, unless told.
    pub fn new(catalog: Catalog, tasks: Vec<Task>) -> Self {
        Self {
            variants: vec![Variant::given(catalog)],
            tasks,
            showings: vec![Showing::Flat],
            pickers: Vec::new(),
            favourites: Vec::new(),
            calls: None,
            prior: Self::PRIOR,
            seed: 0,
            served: None,
        }
    }

    /// A running server in place of a catalog: its tools as it presents them, and nothing else.
    ///
    /// # Errors
    ///
    /// Where it presents no tools.
    pub fn served(server: &Served, tasks: Vec<Task>) -> Result<Self, SimError> {
        let tools = server.tools(&tasks)?;
        let favourites = tools.tools().iter().filter(|tool| tool.is_favourite());
        let favourites = favourites.map(|tool| tool.canonical().to_owned());
        let catalog = Catalog::of_served(server.name(), &tools)?;
        Ok(Self::new(catalog, tasks)
            .favourites(favourites.collect::<Vec<_>>())
            .showings([Showing::Served])
            .presented(tools))
    }

    fn presented(mut self, tools: ToolSet) -> Self {
        self.served = Some(tools);
        self
    }

    /// Another catalog to compare with the first, over the same tasks.
    pub fn catalog(mut self, catalog: Catalog) -> Self {
        self.variants.push(Variant::given(catalog));
        self
    }

    /// The first catalog made worse, to compare it with what it was.
    ///
    /// # Errors
    ///
    /// As [`Degraded::of`].
    pub fn degrade(mut self, how: Degradation) -> Result<Self, SimError> {
        let degraded = Degraded::of(&self.variants[0].catalog, how)?;
        self.variants.push(degraded.into_variant());
        Ok(self)
    }

    /// The presentations, in place of the flat one. The first is what the others are compared with.
    pub fn showings(mut self, showings: impl IntoIterator<Item = Showing>) -> Self {
        self.showings = showings.into_iter().collect();
        self
    }

    /// A picker to ask.
    pub fn picker(mut self, picker: impl Picker + 'static) -> Self {
        self.pickers.push(Box::new(picker));
        self
    }

    /// What favourites are, by canonical name, the first one first.
    pub fn favourites<S: Into<String>>(mut self, tools: impl IntoIterator<Item = S>) -> Self {
        self.favourites = tools.into_iter().map(Into::into).collect();
        self
    }

    /// How often each tool is called: tells the head of use from the tail, weighs the favourites, and
    /// says what they are where nothing else does.
    pub fn calls(mut self, calls: Calls) -> Self {
        self.calls = Some(calls);
        self
    }

    /// How much use counts for pickers without attention, in place of [`Simulation::PRIOR`]; 0 for not
    /// at all. See [`ToolSet::rank`](super::ToolSet::rank).
    pub fn prior(mut self, weight: f64) -> Self {
        self.prior = weight;
        self
    }

    /// What the tasks of the bootstrap are drawn by; 0 unless told. The same seed gives the same
    /// report, to the byte, as far as the pickers do.
    pub fn seed(mut self, seed: u64) -> Self {
        self.seed = seed;
        self
    }

    /// Asks every picker about every task under every presentation of every catalog.
    ///
    /// # Errors
    ///
    /// When a task or a favourite names a tool that is not there, when there are no tasks, pickers or
    /// presentations, when favourites are to be shown and there are none, or when a picker cannot work.
    pub fn run(&self) -> Result<Comparison, SimError> {
        self.check()?;
        let favourites = self.favoured_tools();
        let split = self.split(&favourites);
        let draws = Drawn::new(split.as_ref(), self.tasks.len(), self.seed);
        let mut arms: Vec<Arm> = Vec::new();
        for picker in &self.pickers {
            for variant in &self.variants {
                let tasks: Vec<Task> = self.tasks.iter().map(|task| variant.task(task)).collect();
                let favoured = Favoured {
                    tools: variant.favourites(&favourites),
                    calls: self.calls.as_ref().map(|calls| variant.calls(calls)),
                    prior: self.prior,
                    served: self.served.clone(),
                };
                for showing in &self.showings {
                    let shown = Shown::of(*showing, &variant.catalog, &favoured);
                    let outcomes = outcomes(&**picker, &shown, &tasks)?;
                    let against = self.against(&arms, &picker.name(), &variant.name, *showing);
                    let compared = against.map(|arm| &arms[arm].outcomes[..]);
                    let part = |of: Option<&(Vec<usize>, Draws)>| {
                        let (tasks, draws) = of?;
                        Some(Part::of(draws, tasks, &outcomes, compared))
                    };
                    arms.push(Arm {
                        catalog: variant.name.clone(),
                        showing: *showing,
                        picker: picker.name(),
                        against,
                        all: Part::of(&draws.all.1, &draws.all.0, &outcomes, compared),
                        head: part(draws.head.as_ref()),
                        tail: part(draws.tail.as_ref()),
                        outcomes,
                    });
                }
            }
        }
        Ok(Comparison {
            notes: self.notes(&arms),
            tasks: self.tasks.clone(),
            seed: self.seed,
            prior: self.prior,
            favourites,
            split,
            arms,
        })
    }

    /// The arm that another is compared with: the same presentation of the first catalog, or for the
    /// first catalog its first presentation.
    fn against(
        &self,
        arms: &[Arm],
        picker: &str,
        catalog: &str,
        showing: Showing,
    ) -> Option<usize> {
        let first = &self.variants[0].name;
        let wanted = match (catalog == first, showing == self.showings[0]) {
            (true, true) => return None,
            (true, false) => self.showings[0],
            (false, _) => showing,
        };
        arms.iter()
            .position(|arm| arm.picker == picker && arm.catalog == *first && arm.showing == wanted)
    }

    /// The favourites that were named, or else the most used tools that the first catalog has.
    fn favoured_tools(&self) -> Vec<String> {
        const MOST: usize = 15;
        if !self.favourites.is_empty() {
            return self.favourites.clone();
        }
        let ranked = self.calls.iter().flat_map(Calls::ranked);
        let catalog = &self.variants[0].catalog;
        let known = ranked.filter(|tool| catalog.find(tool).is_some());
        known.take(MOST).map(str::to_owned).collect()
    }

    /// Which tasks are of the head of use, where use is known.
    fn split(&self, favourites: &[String]) -> Option<Split> {
        let (head, by): (BTreeSet<&str>, String) = match &self.calls {
            Some(calls) => {
                let by = format!("the tools that make up 80 % of {}", calls.summary());
                (calls.head(), by)
            }
            None if favourites.is_empty() => return None,
            None => {
                let tools = favourites.iter().map(String::as_str).collect();
                (
                    tools,
                    "the favourites, as no log of use was given".to_owned(),
                )
            }
        };
        let tasks = self.tasks.iter().map(|task| {
            let first = task.right.first();
            first.is_some_and(|right| head.contains(right.tool.as_str()))
        });
        Some(Split {
            by,
            tools: head.len(),
            tasks: tasks.collect(),
        })
    }
}

/// The tasks of each part, and the draws of them.
struct Drawn {
    all: (Vec<usize>, Draws),
    head: Option<(Vec<usize>, Draws)>,
    tail: Option<(Vec<usize>, Draws)>,
}

impl Drawn {
    fn new(split: Option<&Split>, tasks: usize, seed: u64) -> Self {
        let drawn = |tasks: Vec<usize>| {
            let draws = Draws::new(tasks.len(), seed);
            (tasks, draws)
        };
        let part = |head: bool| {
            let split = split?;
            let of = split.tasks.iter().enumerate();
            let tasks: Vec<usize> = of
                .filter(|(_, is)| **is == head)
                .map(|(task, _)| task)
                .collect();
            (!tasks.is_empty()).then(|| drawn(tasks))
        };
        Self {
            all: drawn((0..tasks).collect()),
            head: part(true),
            tail: part(false),
        }
    }
}

#[cfg(test)]
mod tests;
