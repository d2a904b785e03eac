//! The presentations that are compared.

use std::borrow::Cow;

use super::bm25::{Index, text_of};
use super::calls::Calls;
use super::catalog::Catalog;
use super::toolset::ToolSet;
use crate::Presentation;

/// How many tools a client that searches shows its model.
pub const NEAREST: usize = 5;

/// How a catalog is shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Showing {
    /// Every tool under its own name.
    Flat,
    /// The tools marked core, and those marked top, under their own names; the rest cannot be picked.
    Core,
    /// Favourites first, then everything, with the instruction to prefer the former.
    Favourites,
    /// The list of a running server, as it presents it; see [`Simulation::served`](super::Simulation::served).
    Served,
    /// What a client shows that searches the flat list by BM25 first: the five nearest tools, the
    /// nearest first, or fewer where fewer share a word with the task.
    Search,
}

impl Showing {
    /// All that are made of a catalog.
    pub const ALL: [Self; 4] = [Self::Flat, Self::Core, Self::Favourites, Self::Search];

    /// The word for it.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Flat => "flat",
            Self::Core => "core",
            Self::Favourites => "favourites",
            Self::Served => "served",
            Self::Search => "search",
        }
    }

    /// What it shows, in a sentence.
    pub const fn meaning(self) -> &'static str {
        match self {
            Self::Flat => "every tool under its own name",
            Self::Core => {
                "the tools marked core and those on top; a task whose tool is none of them cannot be done"
            }
            Self::Favourites => {
                "favourites first, then the whole catalog, and the instruction to prefer the first"
            }
            Self::Served => "the tools as the running server presents them",
            Self::Search => {
                "the five tools nearest to the task by BM25, as a client that searches first shows them"
            }
        }
    }
}

/// What favourites are made of.
#[derive(Debug, Clone, Default)]
pub(crate) struct Favoured {
    /// By canonical name, the first one first.
    pub(crate) tools: Vec<String>,
    pub(crate) calls: Option<Calls>,
    /// The weight of use for pickers without attention.
    pub(crate) prior: f64,
    /// What a running server presents, where there is one.
    pub(crate) served: Option<ToolSet>,
}

impl Favoured {
    /// How much a favourite is used, from 0 to 1.
    fn usage(&self, tool: &str) -> f64 {
        self.calls.as_ref().map_or(1.0, |calls| calls.weight(tool))
    }

    fn presented(&self, catalog: &Catalog, presentation: &Presentation) -> ToolSet {
        ToolSet::presented(catalog, presentation, self.prior, |tool| self.usage(tool))
    }
}

/// A catalog as it is shown for tasks.
pub(crate) enum Shown {
    /// The same for every task.
    Same(ToolSet),
    /// What is near to the task.
    Nearest { all: ToolSet, index: Index },
}

impl Shown {
    pub(crate) fn of(showing: Showing, catalog: &Catalog, favoured: &Favoured) -> Self {
        match showing {
            Showing::Served => Self::Same(match &favoured.served {
                Some(tools) => tools.clone().weighed(favoured.prior),
                None => ToolSet::flat(catalog),
            }),
            Showing::Flat => Self::Same(ToolSet::flat(catalog)),
            Showing::Core => Self::Same(favoured.presented(catalog, &Presentation::core())),
            Showing::Favourites => {
                let presentation = Presentation::favourites(&favoured.tools);
                Self::Same(favoured.presented(catalog, &presentation))
            }
            Showing::Search => {
                let all = ToolSet::flat(catalog);
                let texts: Vec<String> = all.tools().iter().map(text_of).collect();
                let index = Index::of(&texts);
                Self::Nearest { all, index }
            }
        }
    }

    /// What is shown for one task.
    pub(crate) fn tools(&self, task: &str) -> Cow<'_, ToolSet> {
        match self {
            Self::Same(tools) => Cow::Borrowed(tools),
            Self::Nearest { all, index } => {
                let nearest = index.nearest(task, NEAREST);
                Cow::Owned(all.only(&nearest))
            }
        }
    }
}
