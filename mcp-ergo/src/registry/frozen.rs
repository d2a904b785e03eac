//! The catalog as it is served: built once, never changed.

use std::collections::HashMap;
use std::sync::Arc;

use mcp_ergo_rules::{Class, Policy};
use rmcp::model::ToolAnnotations;

use super::context::{RegisteredPrompt, RegisteredResource};
use super::input::BootInput;
use super::opening::Opening;
use super::tool::{StateNeed, ToolDef};
use crate::access::{Grants, Held, Roles};
use crate::handle::Marked;
use crate::presentation::{ALL, Entry, FAVOURITE, Layout, Presentation};
use crate::schema::{Names, Record, Shape};

/// One tool of the frozen catalog.
#[derive(Debug)]
pub(crate) struct Registered {
    pub(crate) def: &'static ToolDef,
    pub(crate) input: Record,
    /// The data's shape; `None` where content stands in its place, or where the dialect cannot
    /// describe it, which boot reports.
    pub(crate) output: Option<Shape>,
    /// The whole answer's shape.
    pub(crate) answer: Option<Shape>,
    /// What comes back, in words, and how long the documents are kept whose handles come with it.
    pub(crate) returns: Option<String>,
    /// The documents of which the answer holds handles.
    pub(crate) documents: Vec<Marked>,
    pub(crate) states: Vec<StateNeed>,
    /// The scope that its caller must hold: its own, or the one of every tool that names none.
    pub(crate) scope: Arc<str>,
    /// Its server is not there: it is not listed, and says so where it is called.
    pub(crate) away: bool,
}

/// The frozen catalog: built once, never changed. What one caller sees of it is a
/// [`View`](super::View).
#[derive(Debug)]
pub(crate) struct Registry {
    pub(crate) tools: Vec<Registered>,
    /// Sorted by URI.
    pub(crate) resources: Vec<RegisteredResource>,
    pub(crate) prompts: Vec<RegisteredPrompt>,
    pub(crate) client_keys: Vec<String>,
    pub(crate) policy: Policy,
    pub(crate) roles: Roles,
    pub(crate) opening: Opening,
    pub(crate) presentation: Presentation,
    /// The server's name.
    pub(crate) name: String,
    /// What each kind of caller holds, by what it is called in reports.
    pub(super) callers: Vec<(String, Grants)>,
    pub(super) credentials: Vec<(String, Vec<String>)>,
    by_name: HashMap<String, usize>,
    by_spelling: HashMap<String, Option<usize>>,
}

impl Registry {
    pub(super) fn freeze(
        input: BootInput,
        (tools, resources, prompts): (
            Vec<Registered>,
            Vec<RegisteredResource>,
            Vec<RegisteredPrompt>,
        ),
        policy: Policy,
    ) -> Self {
        let callers = input.callers();
        let mut by_name = HashMap::new();
        let mut by_spelling: HashMap<String, Option<usize>> = HashMap::new();
        for (index, tool) in tools.iter().enumerate() {
            by_name.insert(tool.def.name.to_owned(), index);
            // Two tools that differ in spelling alone: neither is guessed.
            by_spelling
                .entry(spelling(tool.def.name))
                .and_modify(|known| *known = None)
                .or_insert(Some(index));
        }
        for (index, tool) in tools.iter().enumerate() {
            for &former in tool.def.formerly {
                by_name.entry(former.to_owned()).or_insert(index);
                by_spelling.entry(spelling(former)).or_insert(Some(index));
            }
        }
        Registry {
            tools,
            resources,
            prompts,
            callers,
            client_keys: input.client_keys,
            roles: input.roles,
            opening: input.opening,
            presentation: input
                .presentation
                .unwrap_or_else(|| Presentation::of_policy(&policy.presentation)),
            name: input.name,
            credentials: input.credentials,
            policy,
            by_name,
            by_spelling,
        }
        .spelt_as_presented()
    }

    /// Learns the names that presentations give to tools, whichever this server has: they are spelt with
    /// any separator, and mean a tool only where they cannot mean two.
    fn spelt_as_presented(mut self) -> Self {
        self.learn(|domain, name| vec![[FAVOURITE, "", name], [ALL, domain, name]]);
        // Two favourites of one short name were listed so, and one of them may be gone by now.
        self.learn(|domain, name| vec![[FAVOURITE, domain, name]]);
        self
    }

    /// Learns forms of each tool's name, where they mean nothing yet.
    fn learn(&mut self, forms: for<'a> fn(&'a str, &'a str) -> Vec<[&'a str; 3]>) {
        let mut presented: HashMap<String, Option<usize>> = HashMap::new();
        for (index, tool) in self.tools.iter().enumerate() {
            let domain = tool.domain(&self.name);
            let short = tool.def.short();
            let names = std::iter::once(short).chain(tool.def.formerly.iter().copied());
            for form in names.flat_map(|name| forms(&domain, name)) {
                presented
                    .entry(spelling(&form.concat()))
                    .and_modify(|known| *known = known.filter(|known| *known == index))
                    .or_insert(Some(index));
            }
        }
        for (name, index) in presented {
            self.by_spelling.entry(name).or_insert(index);
        }
    }

    /// Presents the tools that stand at these places.
    pub(super) fn layout(&self, presentation: &Presentation, places: &[usize]) -> Layout {
        let tools = places.iter().map(|place| &self.tools[*place]);
        let domains: Vec<String> = tools.clone().map(|tool| tool.domain(&self.name)).collect();
        let entries: Vec<Entry<'_>> = tools
            .zip(&domains)
            .map(|(tool, domain)| Entry {
                canonical: tool.def.name,
                short: tool.def.short(),
                domain,
                core: tool.def.core,
                top: tool.is_on_top(),
            })
            .collect();
        let foreign = self.tools.iter().any(|tool| tool.def.foreign().is_some());
        let group = if foreign { "server" } else { "domain" };
        Layout::of(presentation, &entries, group)
    }

    /// Whether anything has values that can be completed.
    pub(crate) fn completes(&self) -> bool {
        let mut resources = self.resources.iter();
        resources.any(|resource| resource.context.completes())
            || self.prompts.iter().any(RegisteredPrompt::completes)
    }

    /// Where the tool of a canonical or former name stands.
    pub(super) fn place(&self, name: &str) -> Option<usize> {
        self.by_name.get(name).copied()
    }

    /// The tool of a canonical or former name.
    pub(super) fn called(&self, name: &str) -> Option<&Registered> {
        Some(&self.tools[self.place(name)?])
    }
}

/// A name without what clients and models change about it: case and separators.
pub(crate) fn spelling(name: &str) -> String {
    name.chars()
        .filter(|c| c.is_alphanumeric())
        .flat_map(char::to_lowercase)
        .collect()
}

/// A name without the prefix of a client: `mcp__ledger__get_invoice` → `get_invoice`.
pub(crate) fn unprefixed(name: &str) -> Option<&str> {
    let rest = name.strip_prefix("mcp__")?;
    Some(rest.split_once("__")?.1)
}

/// The names nearest to `name`, the nearest first.
pub(crate) fn nearest<'a>(
    name: &str,
    names: impl Iterator<Item = &'a str>,
    most: usize,
) -> Vec<&'a str> {
    // Nobody means a name of a thousand characters.
    let wanted = spelling(&name.chars().take(128).collect::<String>());
    let distance = |name: &str| mcp_ergo_rules::distance(&wanted, &spelling(name));
    let mut near: Vec<(usize, &str)> = names.map(|name| (distance(name), name)).collect();
    near.sort_unstable();
    near.into_iter().take(most).map(|(_, name)| name).collect()
}

impl Registry {
    /// The tool that a caller means: by its canonical name, a former one, another spelling, or with
    /// a client's prefix.
    pub(crate) fn find(&self, name: &str) -> Option<&Registered> {
        let by_spelling = || self.by_spelling.get(&spelling(name)).copied().flatten();
        let without_prefix = || {
            let bare = unprefixed(name)?;
            self.by_spelling.get(&spelling(bare)).copied().flatten()
        };
        self.place(name)
            .or_else(by_spelling)
            .or_else(without_prefix)
            .map(|index| &self.tools[index])
    }
}

impl Registered {
    /// Under which the whole catalog lists it: its domain, in the letters that names have, or the
    /// server's name where it has none.
    pub(super) fn domain(&self, server: &str) -> String {
        let domain = self.def.domain().unwrap_or(server);
        let portable = |c: char| match c {
            'a'..='z' | 'A'..='Z' | '0'..='9' | '_' | '-' => c,
            _ => '_',
        };
        domain.chars().map(portable).collect()
    }

    /// Whether it keeps its name under every presentation.
    pub(crate) fn is_on_top(&self) -> bool {
        self.def.top || self.def.is_boot_tool()
    }

    /// Whether a caller who holds this may call the tool.
    pub(crate) fn is_open_to(&self, held: Held<'_>) -> bool {
        // It tells a caller what it holds, if that is nothing.
        if self.def.is_boot_tool() {
            return true;
        }
        // A tool that changes something and names no scope is excepted from the rule that asks for
        // one: then it is open to whoever reads.
        let class = match self.def.scope {
            Some(_) => self.def.class,
            None => Class::Read,
        };
        held.may_call(class, &self.scope)
    }

    /// Whether the tool has a parameter of that name.
    pub(crate) fn takes(&self, name: &str) -> bool {
        self.input.field(name).is_some() || self.def.raw.is_some_and(|raw| raw.takes(name))
    }

    /// How many bytes of JSON the tool takes in `tools/list`.
    pub(super) fn bytes(&self, names: &dyn Names) -> usize {
        serde_json::to_vec(&self.wire(names)).map_or(0, |json| json.len())
    }

    /// The tool as `tools/list` shows it.
    pub(crate) fn wire(&self, names: &dyn Names) -> rmcp::model::Tool {
        if let Some(raw) = self.def.raw {
            return raw.definition.clone();
        }
        let hints = self.hints();
        let title = self.def.title();
        let input = Shape::record(self.input.fields.clone()).schema(Some(names));
        let mut tool = rmcp::model::Tool::new(self.def.name, self.description(names), input)
            .with_title(title.clone())
            .with_annotations(ToolAnnotations::from_raw(
                Some(title),
                hints.read_only,
                hints.destructive,
                hints.idempotent,
                hints.open_world,
            ));
        if let Some(answer) = &self.answer {
            tool = tool.with_raw_output_schema(answer.schema(None).into());
        }
        tool
    }
}
