//! What one caller sees of the catalog.

use std::collections::{BTreeSet, HashMap};
use std::sync::{Arc, PoisonError, RwLock};

use super::context::{Context, RegisteredPrompt, RegisteredResource};
use super::frozen::{Registered, Registry, nearest, unprefixed};
use crate::access::Grants;
use crate::presentation::{Layout, Presentation};
use crate::schema::Names;

/// What callers with the same grants see: a catalog of their own, rendered once.
#[derive(Debug)]
pub(crate) struct View {
    shown: Shown,
    /// The list, in the order of the presentation.
    pub(crate) wire: Vec<rmcp::model::Tool>,
    pub(crate) instructions: String,
    /// The scopes under which the caller may have resources and prompts.
    open: BTreeSet<Arc<str>>,
    /// The lists, sorted by URI and by name.
    pub(crate) resources: Vec<rmcp::model::Resource>,
    pub(crate) templates: Vec<rmcp::model::ResourceTemplate>,
    pub(crate) prompts: Vec<rmcp::model::Prompt>,
}

/// The tools that are served, and the names that list them.
#[derive(Debug)]
struct Shown {
    catalog: Arc<Registry>,
    layout: Layout,
    /// Where the entries of the layout stand in the catalog.
    places: Vec<usize>,
    /// For each tool of the catalog its entry; `None` where it is not served.
    entries: Vec<Option<usize>>,
}

impl Shown {
    fn new(catalog: Arc<Registry>, grants: &Grants, presentation: &Presentation) -> Self {
        let held = catalog.roles.resolve(grants);
        let tools = catalog.tools.iter().enumerate();
        let served = tools.filter(|(_, tool)| tool.is_open_to(held) && !tool.away);
        let places: Vec<usize> = served.map(|(place, _)| place).collect();
        let mut entries = vec![None; catalog.tools.len()];
        for (entry, place) in places.iter().enumerate() {
            entries[*place] = Some(entry);
        }
        let layout = catalog.layout(presentation, &places);
        Self {
            catalog,
            layout,
            places,
            entries,
        }
    }

    /// Where the tool of a canonical name stands, where it is served.
    fn place(&self, canonical: &str) -> Option<usize> {
        let place = self.catalog.place(canonical)?;
        self.entries[place].map(|_| place)
    }

    /// The name that lists a tool; `None` where nothing does.
    fn listed(&self, canonical: &str) -> Option<&str> {
        let place = self.catalog.place(canonical)?;
        self.layout.shown(self.entries[place]?)
    }

    fn tools(&self) -> impl Iterator<Item = &Registered> {
        self.places.iter().map(|place| &self.catalog.tools[*place])
    }

    /// The list as it goes over the wire.
    fn wire(&self) -> Vec<rmcp::model::Tool> {
        let listed = self.layout.listed().iter().map(|listed| {
            let tool = &self.catalog.tools[self.places[listed.at]];
            let mut tool = tool.wire(&Texts(self));
            tool.name = listed.name.clone().into();
            if listed.favourite {
                let meta = tool.meta.get_or_insert_default();
                meta.insert(ALWAYS_LOAD.to_owned(), true.into());
            }
            tool
        });
        listed.collect()
    }
}

/// Claude Code loads the definitions of large catalogs on demand, those of tools marked so at once.
const ALWAYS_LOAD: &str = "anthropic/alwaysLoad";

/// The names in the texts of a list: a tool that is not listed is not spoken of there, since a model
/// does not see it.
struct Texts<'a>(&'a Shown);

impl Names for Texts<'_> {
    fn shown(&self, canonical: &str) -> Option<&str> {
        self.0.listed(canonical)
    }
}

/// The names in answers: what is not listed and can be called is called by its own name.
impl Names for View {
    fn shown(&self, canonical: &str) -> Option<&str> {
        let place = self.shown.place(canonical)?;
        let listed = self.shown.listed(canonical);
        Some(listed.unwrap_or(self.shown.catalog.tools[place].def.name))
    }
}

impl View {
    pub(super) fn new(catalog: Arc<Registry>, grants: &Grants) -> Self {
        let presentation = catalog.presentation.clone();
        Self::presented(catalog, grants, &presentation.within(grants.profile))
    }

    /// The same, every tool under its own name.
    pub(super) fn flat(catalog: Arc<Registry>, grants: &Grants) -> Self {
        Self::presented(catalog, grants, &Presentation::flat())
    }

    fn presented(catalog: Arc<Registry>, grants: &Grants, presentation: &Presentation) -> Self {
        let shown = Shown::new(catalog, grants, presentation);
        let (catalog, names) = (&shown.catalog, Texts(&shown));
        let held = catalog.roles.resolve(grants);
        let instructions = catalog
            .opening
            .instructions(&names, shown.layout.instruction());
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
            wire: shown.wire(),
            instructions: instructions.unwrap_or_default(),
            resources: fixed.iter().map(|fixed| fixed.wire(&names)).collect(),
            templates: templates
                .iter()
                .map(|template| template.wire_template(&names))
                .collect(),
            prompts: open_prompts.map(|prompt| prompt.wire(&names)).collect(),
            open,
            shown,
        }
    }

    /// The catalog that this is a view of.
    pub(crate) fn catalog(&self) -> &Arc<Registry> {
        &self.shown.catalog
    }

    /// The tool that a caller means: under a name of its list, a canonical one, a former one, one that
    /// another presentation would show, another spelling, or with a client's prefix. It may be one that
    /// the caller is not served.
    pub(crate) fn find(&self, name: &str) -> Option<&Registered> {
        let listed = |name: &str| {
            let entry = self.shown.layout.find(name)?;
            Some(&self.catalog().tools[self.shown.places[entry]])
        };
        // A tool's own name is never taken for another with a prefix.
        listed(name)
            .or_else(|| self.catalog().called(name))
            .or_else(|| listed(unprefixed(name)?))
            .or_else(|| self.catalog().find(name))
    }

    /// The names that are nearest to one that no tool has, each tool once.
    pub(crate) fn nearest(&self, name: &str, most: usize) -> Vec<&str> {
        let tools = self.tools().map(|tool| tool.def.name);
        let listed = self.shown.layout.listed();
        let names = tools.chain(listed.iter().map(|listed| listed.name.as_str()));
        let mut near: Vec<&str> = Vec::new();
        // A tool has three names at most: its own, a favourite's, and the one in the whole catalog.
        for name in nearest(name, names, 3 * most) {
            let Some(tool) = self.find(name) else {
                continue;
            };
            let shown = self.spoken(tool.def.name);
            if near.len() < most && !near.contains(&shown) {
                near.push(shown);
            }
        }
        near
    }

    /// Whether the tool of this canonical name is served.
    pub(crate) fn serves(&self, canonical: &str) -> bool {
        self.shown(canonical).is_some()
    }

    /// The tool of this canonical name, where it is served.
    pub(crate) fn tool(&self, canonical: &str) -> Option<&Registered> {
        let place = self.shown.place(canonical)?;
        Some(&self.catalog().tools[place])
    }

    /// The tools that are served.
    pub(crate) fn tools(&self) -> impl Iterator<Item = &Registered> {
        self.shown.tools()
    }

    /// The tools that are not, by their canonical names.
    pub(crate) fn hidden(&self) -> impl Iterator<Item = &'static str> {
        let tools = self.catalog().tools.iter().zip(&self.shown.entries);
        tools
            .filter(|(_, entry)| entry.is_none())
            .map(|(tool, _)| tool.def.name)
    }

    /// Whether the caller may have a resource or a prompt.
    pub(crate) fn may_have<A>(&self, context: &Context<A>) -> bool {
        self.open.contains(&context.scope)
    }

    /// The resources and templates that are served.
    pub(crate) fn resources(&self) -> impl Iterator<Item = &RegisteredResource> {
        let resources = self.catalog().resources.iter();
        resources.filter(|resource| self.may_have(&resource.context))
    }

    /// The prompts that are served.
    pub(crate) fn prompts(&self) -> impl Iterator<Item = &RegisteredPrompt> {
        let prompts = self.catalog().prompts.iter();
        prompts.filter(|prompt| self.may_have(prompt))
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

    pub(crate) fn catalog(&self) -> &Arc<Registry> {
        &self.catalog
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
