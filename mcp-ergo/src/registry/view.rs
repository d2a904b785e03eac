//! What one caller sees of the catalog.

use std::collections::HashMap;
use std::sync::{Arc, PoisonError, RwLock};

use super::frozen::{Registered, Registry, spelling};
use crate::access::Grants;
use crate::schema::Names;

/// What callers with the same grants see: a catalog of their own, rendered once.
#[derive(Debug)]
pub(crate) struct View {
    catalog: Arc<Registry>,
    served: Vec<bool>,
    /// The list, sorted by name.
    pub(crate) wire: Vec<rmcp::model::Tool>,
    pub(crate) instructions: String,
}

/// The names of the tools that are served, while the rest of a view is still to be rendered.
struct Served<'a> {
    catalog: &'a Registry,
    served: &'a [bool],
}

impl Names for Served<'_> {
    fn shown(&self, canonical: &str) -> Option<&str> {
        let at = self.catalog.place(canonical)?;
        self.served[at].then_some(self.catalog.tools[at].def.name)
    }
}

impl Names for View {
    fn shown(&self, canonical: &str) -> Option<&str> {
        let at = self.catalog.place(canonical)?;
        self.served[at].then_some(self.catalog.tools[at].def.name)
    }
}

impl View {
    pub(super) fn new(catalog: Arc<Registry>, grants: &Grants) -> Self {
        let held = catalog.roles.resolve(grants);
        let served: Vec<bool> = catalog
            .tools
            .iter()
            .map(|tool| tool.is_open_to(held))
            .collect();
        let names = Served {
            catalog: &catalog,
            served: &served,
        };
        let wire = names.tools().map(|tool| tool.wire(&names)).collect();
        let instructions = catalog.opening.instructions(&names).unwrap_or_default();
        Self {
            wire,
            instructions,
            served,
            catalog,
        }
    }

    fn names(&self) -> Served<'_> {
        Served {
            catalog: &self.catalog,
            served: &self.served,
        }
    }

    /// Whether the tool of this canonical name is served.
    pub(crate) fn serves(&self, canonical: &str) -> bool {
        self.shown(canonical).is_some()
    }

    /// The tool of this canonical name, where it is served.
    pub(crate) fn tool(&self, canonical: &str) -> Option<&Registered> {
        let at = self.catalog.place(canonical)?;
        self.served[at].then(|| &self.catalog.tools[at])
    }

    /// The tools that are served.
    pub(crate) fn tools(&self) -> impl Iterator<Item = &Registered> {
        self.names().tools()
    }

    /// The tools that are not, by their canonical names.
    pub(crate) fn hidden(&self) -> impl Iterator<Item = &'static str> {
        let tools = self.catalog.tools.iter().zip(&self.served);
        tools
            .filter(|(_, served)| !**served)
            .map(|(tool, _)| tool.def.name)
    }

    /// The names that the caller may use, nearest to `name` first.
    pub(crate) fn nearest(&self, name: &str, most: usize) -> Vec<&str> {
        // Nobody means a name of a thousand characters.
        let wanted = spelling(&name.chars().take(128).collect::<String>());
        let mut near: Vec<(usize, &str)> = self
            .tools()
            .map(|tool| {
                let name = tool.def.name;
                (mcp_ergo_rules::distance(&wanted, &spelling(name)), name)
            })
            .collect();
        near.sort_unstable();
        near.into_iter().take(most).map(|(_, name)| name).collect()
    }
}

impl<'a> Served<'a> {
    fn tools(&self) -> impl Iterator<Item = &'a Registered> + use<'a> {
        let tools = self.catalog.tools.iter().zip(self.served);
        tools.filter(|(_, served)| **served).map(|(tool, _)| tool)
    }
}

/// The views of every caller that came, by what they hold.
#[derive(Debug)]
pub(crate) struct Views {
    catalog: Arc<Registry>,
    known: RwLock<HashMap<Grants, Arc<View>>>,
}

/// Most views that are kept. Callers hold roles, so there are a few; an authorizer that makes up a
/// scope for each request would otherwise fill the memory.
const MOST: usize = 256;

impl Views {
    pub(crate) fn new(catalog: Arc<Registry>) -> Self {
        Self {
            catalog,
            known: RwLock::default(),
        }
    }

    /// What a caller with these grants sees; who it is makes no difference.
    pub(crate) fn of(&self, grants: &Grants) -> Arc<View> {
        let key = grants.clone().caller("");
        let known = self.known.read().unwrap_or_else(PoisonError::into_inner);
        if let Some(view) = known.get(&key) {
            return view.clone();
        }
        drop(known);
        let view = Arc::new(View::new(self.catalog.clone(), grants));
        let mut known = self.known.write().unwrap_or_else(PoisonError::into_inner);
        if known.len() >= MOST {
            known.clear();
        }
        known.entry(key).or_insert(view).clone()
    }
}
