//! Worse catalogs made of a good one, to show that a comparison can tell.

mod god_tools;
mod references;
mod texts;
mod twins;

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Map, Value};

use super::catalog::{Catalog, CatalogTool};
use super::error::SimError;
use super::task::{Right, Task};
use super::variant::Variant;

/// A way of making a catalog worse.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Degradation {
    /// No descriptions and titles, of tools and of parameters.
    NoDescriptions,
    /// The first eight words of every description.
    FirstWords,
    /// Names and texts that fit anything: `process_data_17`, "Process data.".
    VagueNames,
    /// A second tool beside each, with a slightly different name and the same text.
    Twins,
    /// One tool for each domain, with the tools that it had as the values of `action`.
    GodTools,
}

impl Degradation {
    /// All of them.
    pub const ALL: [Self; 5] = [
        Self::NoDescriptions,
        Self::FirstWords,
        Self::VagueNames,
        Self::Twins,
        Self::GodTools,
    ];

    /// The word for it.
    pub const fn word(self) -> &'static str {
        match self {
            Self::NoDescriptions => "no-descriptions",
            Self::FirstWords => "first-words",
            Self::VagueNames => "vague-names",
            Self::Twins => "twins",
            Self::GodTools => "god-tools",
        }
    }

    /// What it does, in a sentence.
    pub const fn meaning(self) -> &'static str {
        match self {
            Self::NoDescriptions => "no descriptions and titles, of tools and of parameters",
            Self::FirstWords => "the first eight words of every description",
            Self::VagueNames => "names and texts that fit anything",
            Self::Twins => "a second tool beside each, with a similar name and the same text",
            Self::GodTools => "one tool for each domain, with an action for each tool that it had",
        }
    }
}

/// A worse catalog, and what became of the tools of the good one.
#[derive(Debug, Clone)]
pub struct Degraded {
    variant: Variant,
}

impl Degraded {
    /// Makes a catalog worse. The same catalog comes out the same.
    ///
    /// # Errors
    ///
    /// When what comes out would have two tools of one name.
    pub fn of(catalog: &Catalog, how: Degradation) -> Result<Self, SimError> {
        let tools = catalog.tools();
        let made = match how {
            Degradation::NoDescriptions => Made::each(tools, texts::without),
            Degradation::FirstWords => Made::each(tools, texts::first_words),
            Degradation::VagueNames => texts::vague(tools),
            Degradation::Twins => twins::made(tools),
            Degradation::GodTools => god_tools::made(tools),
        };
        let name = format!("{} {}", catalog.name, how.word());
        Ok(Self {
            variant: Variant {
                catalog: Catalog::of(&name, &catalog.server, made.tools)?,
                name,
                renamed: made.renamed,
            },
        })
    }

    /// The worse catalog.
    pub fn catalog(&self) -> &Catalog {
        &self.variant.catalog
    }

    /// It as the result of `tools/list`.
    pub fn json(&self) -> Value {
        let tools = self.catalog().tools().iter();
        let tools: Vec<_> = tools.map(CatalogTool::json).collect();
        serde_json::json!({"tools": tools})
    }

    /// A file of the same tasks, with their right tools as they are called here.
    pub fn tasks(&self, tasks: &[Task]) -> Value {
        let tasks: Vec<Task> = tasks.iter().map(|task| self.variant.task(task)).collect();
        Task::write(&tasks)
    }

    pub(crate) fn into_variant(self) -> Variant {
        self.variant
    }
}

/// The tools of a worse catalog, and those that are called otherwise.
struct Made {
    tools: Vec<Map<String, Value>>,
    renamed: BTreeMap<String, Right>,
}

impl Made {
    /// Each tool by itself and under its own name.
    fn each(tools: &[CatalogTool], make: impl Fn(&mut Map<String, Value>)) -> Self {
        let tools = tools.iter().map(|tool| {
            let mut json = tool.json().clone();
            make(&mut json);
            json
        });
        Self {
            tools: tools.collect(),
            renamed: BTreeMap::new(),
        }
    }
}

/// Letters of the longest name that model APIs take.
const LONGEST: usize = 64;

/// A name that none of the others has and that no API finds too long: cut, and with a number, where it
/// has to be.
fn free(name: &str, taken: &BTreeSet<String>) -> String {
    let cut = |letters: usize| name.chars().take(letters).collect::<String>();
    let numbered = (2..).map(|number| {
        let number = format!("_{number}");
        format!("{}{number}", cut(LONGEST - number.len()))
    });
    let mut names = std::iter::once(cut(LONGEST)).chain(numbered);
    names
        .find(|name| !taken.contains(name))
        .unwrap_or_else(|| name.to_owned())
}

#[cfg(test)]
mod tests;
