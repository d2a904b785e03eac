//! The catalogs that are compared over the same tasks.

use std::collections::{BTreeMap, BTreeSet};

use super::calls::Calls;
use super::catalog::Catalog;
use super::task::{Right, Task};

/// A catalog, and what became in it of the tools that tasks, favourites and use name.
#[derive(Debug, Clone)]
pub(crate) struct Variant {
    /// What reports call it.
    pub(crate) name: String,
    pub(crate) catalog: Catalog,
    /// The tools that go by another name here, or became the action of one.
    pub(crate) renamed: BTreeMap<String, Right>,
}

impl Variant {
    /// A catalog as it was given.
    pub(crate) fn given(catalog: Catalog) -> Self {
        Self {
            name: catalog.name.clone(),
            catalog,
            renamed: BTreeMap::new(),
        }
    }

    /// A task with its right tools as they are called here.
    pub(crate) fn task(&self, task: &Task) -> Task {
        let right = task.right.iter().map(|right| self.right(right));
        Task {
            right: right.collect(),
            ..task.clone()
        }
    }

    /// Favourites as they are called here, each once.
    pub(crate) fn favourites(&self, tools: &[String]) -> Vec<String> {
        let mut seen = BTreeSet::new();
        let names = tools.iter().map(|tool| self.name_of(tool).to_owned());
        names.filter(|tool| seen.insert(tool.clone())).collect()
    }

    /// Use by the names of here.
    pub(crate) fn calls(&self, calls: &Calls) -> Calls {
        let each = calls.iter();
        each.map(|(tool, calls)| (self.name_of(tool), calls))
            .collect()
    }

    fn name_of<'a>(&'a self, tool: &'a str) -> &'a str {
        self.renamed
            .get(tool)
            .map_or(tool, |right| right.tool.as_str())
    }

    fn right(&self, right: &Right) -> Right {
        match self.renamed.get(&right.tool) {
            Some(renamed) => Right {
                tool: renamed.tool.clone(),
                action: renamed.action.clone().or_else(|| right.action.clone()),
            },
            None => right.clone(),
        }
    }
}
