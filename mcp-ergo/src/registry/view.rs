//! What one caller sees of the catalog.

use std::collections::{BTreeSet, HashMap};
use std::sync::{Arc, PoisonError, RwLock};

use super::context::{Context, RegisteredPrompt, RegisteredResource};
use super::frozen::{Registered, Registry};
use crate::access::Grants;
use crate::schema::Names;

/// What callers with the same grants see: a catalog of their own, rendered once.
#[derive(Debug)]
pub(crate) struct View {
    served: Vec<bool>,
    /// The list, sorted by name.
    pub(crate) wire: Vec<rmcp::model::Tool>,
    pub(crate) instructions: String,
    /// The scopes under which the caller may have resources and prompts.
    open: BTreeSet<Arc<str>>,
    /// The lists, sorted by URI and by name.
    pub(crate) resources: Vec<rmcp::model::Resource>,
    pub(crate) templates: Vec<rmcp::model::ResourceTemplate>,
    pub(crate) prompts: Vec<rmcp::model::Prompt>,
    catalog: Arc<Registry>,
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
        let of_resources = catalog.resources.iter().map(|resource| &resource.context);
        let open_resources = of_resources.filter(|context| context.is_open_to(held));
        let open_prompts = catalog
            .prompts
            .iter()
            .filter(|prompt| prompt.is_open_to(held));
        let open: BTreeSet<Arc<str>> = open_resources
            .map(|context| context.scope.clone())
            .chain(open_prompts.clone().map(|prompt| prompt.scope.clone()))
            .collect();
        let resources = catalog.resources.iter();
        let (templates, fixed): (Vec<_>, Vec<_>) = resources
            .filter(|resource| open.contains(&resource.context.scope))
            .partition(|resource| resource.is_template());
        Self {
            resources: fixed.iter().map(|fixed| fixed.wire(&names)).collect(),
            templates: templates
                .iter()
                .map(|template| template.wire_template(&names))
                .collect(),
            prompts: open_prompts.map(|prompt| prompt.wire(&names)).collect(),
            open,
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

    /// Whether the caller may have a resource or a prompt.
    pub(crate) fn may_have<A>(&self, context: &Context<A>) -> bool {
        self.open.contains(&context.scope)
    }

    /// The resources and templates that are served.
    pub(crate) fn resources(&self) -> impl Iterator<Item = &RegisteredResource> {
        let resources = self.catalog.resources.iter();
        resources.filter(|resource| self.may_have(&resource.context))
    }

    /// The prompts that are served.
    pub(crate) fn prompts(&self) -> impl Iterator<Item = &RegisteredPrompt> {
        let prompts = self.catalog.prompts.iter();
        prompts.filter(|prompt| self.may_have(prompt))
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
