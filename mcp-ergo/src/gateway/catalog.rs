//! The tools of all upstreams as one catalog.

use std::collections::{HashMap, HashSet};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use mcp_ergo_rules::{Class, words};
use rmcp::model::Tool;
use serde_json::json;

use super::forward::{Route, route};
use super::upstream::{Link, State};
use crate::registry::{Foreign, Gathered, RawTool};
use crate::schema::{Portable, portable_input, portable_output};

/// Most definitions that are kept of one upstream. They are kept for as long as the program runs, and
/// a server that makes up new ones for ever is taken at its first word.
const MOST: usize = if cfg!(test) { 8 } else { 10_000 };

/// Most bytes of them: several times the largest list that is read.
const MOST_BYTES: usize = 32 * 1024 * 1024;

/// What stands between an upstream's name and its tool's.
const SEPARATOR: &str = "__";

/// Every tool that any upstream has shown, once.
#[derive(Debug)]
pub(super) struct Catalog {
    links: Vec<Arc<Link>>,
    known: Mutex<Vec<Known>>,
}

/// What was made of one upstream's tools.
#[derive(Debug, Default)]
struct Known {
    /// By definition.
    tools: HashMap<String, crate::registry::Tool>,
    /// How many bytes the definitions have.
    bytes: usize,
    /// What was served last.
    served: Vec<crate::registry::Tool>,
    full: bool,
}

/// The catalog of a moment.
#[derive(Debug, Default)]
pub(super) struct Merged {
    pub(super) tools: Vec<Gathered>,
    /// What is served otherwise than its server has it, or not at all.
    pub(super) notes: Vec<String>,
}

impl Catalog {
    pub(super) fn new(links: Vec<Arc<Link>>) -> Self {
        let known = links.iter().map(|_| Known::default()).collect();
        Self {
            links,
            known: Mutex::new(known),
        }
    }

    pub(super) fn links(&self) -> &[Arc<Link>] {
        &self.links
    }

    fn known(&self) -> MutexGuard<'_, Vec<Known>> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The upstreams that are not there, and why.
    pub(super) fn away(&self) -> impl Iterator<Item = (&str, String)> {
        self.links.iter().filter_map(|link| match link.state() {
            State::Up(_) => None,
            State::Starting => Some((link.name(), "it has not started yet".to_owned())),
            State::Away(away) => Some((link.name(), away.why.clone())),
        })
    }

    /// The tools of now, those of upstreams that are away among them.
    pub(super) fn merged(&self) -> Merged {
        let mut merged = Merged::default();
        for (link, known) in self.links.iter().zip(self.known().iter_mut()) {
            let state = link.state();
            let away = !matches!(state, State::Up(_));
            let wanted = wanted(link, &state, &mut merged.notes);
            known.take(link, &wanted, &mut merged.notes);
            let tools = known.served.iter();
            merged
                .tools
                .extend(tools.map(|tool| Gathered { tool: *tool, away }));
        }
        merged
    }
}

/// The tools of an upstream that are to be served, each under the name that it gets.
fn wanted(link: &Arc<Link>, state: &State, notes: &mut Vec<String>) -> Vec<(String, Tool)> {
    let upstream = link.name();
    let mut names = HashSet::new();
    let mut wanted = Vec::new();
    let allowed = link.upstream.settings.tools.as_deref();
    for tool in state.tools() {
        if allowed.is_some_and(|allowed| allowed.iter().all(|name| *name != *tool.name)) {
            continue;
        }
        let short = portable(&tool.name);
        if short.is_empty() {
            notes.push(format!("a tool of {upstream} has no name, and is left out"));
        } else if !is_object(tool) {
            notes.push(format!(
                "{upstream} describes the arguments of {} as something else than an object, for which clients refuse a whole list; the tool is left out",
                tool.name
            ));
        } else if names.insert(short.clone()) {
            wanted.push((short, tool.clone()));
        } else {
            notes.push(format!(
                "{upstream} has two tools called {short}; the second is left out"
            ));
        }
    }
    if let (Some(allowed), State::Up(up)) = (allowed, state) {
        let missing = allowed
            .iter()
            .filter(|name| up.tools.iter().all(|tool| tool.name != **name));
        notes.extend(missing.map(|name| format!("{upstream} has no tool called {name}")));
    }
    wanted
}

/// What a tool is called here.
pub(super) fn canonical(upstream: &str, tool: &str) -> String {
    [upstream, &portable(tool)].join(SEPARATOR)
}

/// Names have these letters everywhere.
fn portable(name: &str) -> String {
    let letter = |c: char| match c {
        'a'..='z' | 'A'..='Z' | '0'..='9' | '_' | '-' => c,
        _ => '_',
    };
    name.trim().chars().map(letter).collect()
}

fn is_object(tool: &Tool) -> bool {
    let kind = tool.input_schema.get("type");
    kind.is_none_or(|kind| kind == "object")
}

impl Known {
    /// Serves these from now on, unless there were too many already.
    fn take(&mut self, link: &Arc<Link>, wanted: &[(String, Tool)], notes: &mut Vec<String>) {
        let mut served = Vec::with_capacity(wanted.len());
        for (short, tool) in wanted {
            let Some(tool) = self.tool(link, short, tool) else {
                if !self.full {
                    self.full = true;
                    tracing::error!(
                        upstream = link.name(),
                        "it changes its tools without end, and is served as it is now until the gateway is started anew"
                    );
                }
                notes.push(format!("{} changes its tools without end", link.name()));
                return;
            };
            served.push(tool);
        }
        self.served = served;
    }

    fn tool(
        &mut self,
        link: &Arc<Link>,
        short: &str,
        tool: &Tool,
    ) -> Option<crate::registry::Tool> {
        // As it came: reading a schema costs more than comparing it.
        let definition = json!([short, tool]).to_string();
        if let Some(known) = self.tools.get(&definition) {
            return Some(*known);
        }
        let bytes = self.bytes + definition.len();
        if self.tools.len() >= MOST || bytes > MOST_BYTES {
            return None;
        }
        self.bytes = bytes;
        let made = make(link, short, tool);
        self.tools.insert(definition, made);
        Some(made)
    }
}

/// The tool as it is served.
fn make(link: &Arc<Link>, short: &str, tool: &Tool) -> crate::registry::Tool {
    let Portable { mut schema, input } = portable_input(&tool.input_schema);
    // Some clients ask for it, and a server without parameters may leave it out.
    schema.entry("type").or_insert_with(|| json!("object"));
    let class = class_of(tool);
    let mut shown = Tool::new_with_raw(
        canonical(link.name(), short),
        tool.description.clone(),
        Arc::new(schema),
    );
    // What else a server says of a tool names resources and clients that are none of the gateway's.
    shown.title.clone_from(&tool.title);
    shown.annotations.clone_from(&tool.annotations);
    shown.output_schema = tool
        .output_schema
        .as_deref()
        .map(portable_output)
        .map(Arc::new);
    let target = Route {
        link: link.clone(),
        tool: tool.name.clone().into_owned(),
        reads: class == Class::Read,
        input: input.clone(),
    };
    let foreign = Foreign {
        upstream: link.name().to_owned(),
        short: short.to_owned(),
        input,
        class,
        timeout: link.upstream.settings.timeout,
    };
    RawTool::foreign(shown, foreign, route(target)).tool()
}

/// What a tool does to the world. Most servers do not say it; then a verb that reads is believed, so that
/// a long answer can be read on: what is taken for a change is never sent twice.
fn class_of(tool: &Tool) -> Class {
    let hints = tool.annotations.clone().unwrap_or_default();
    match (hints.read_only_hint, hints.destructive_hint) {
        (Some(true), _) => Class::Read,
        (None, None) if reads(&tool.name) => Class::Read,
        (_, Some(false)) => Class::Write,
        _ => Class::Destructive,
    }
}

fn reads(name: &str) -> bool {
    words::verb_of(name).is_some_and(|verb| words::is_reading(&verb))
        && words::last_destructive_verb(name).is_none()
}

impl Merged {
    /// Whether two are the same tools in the same order, as far as clients see.
    pub(super) fn is(&self, other: &[Gathered]) -> bool {
        let same = |(one, other): (&Gathered, &Gathered)| {
            one.away == other.away && std::ptr::eq(one.tool.0, other.tool.0)
        };
        self.tools.len() == other.len() && self.tools.iter().zip(other).all(same)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gateway::Upstream;

    fn take(known: &mut Known, link: &Arc<Link>, descriptions: &[&str]) -> Vec<String> {
        let tools: Vec<(String, Tool)> = descriptions
            .iter()
            .enumerate()
            .map(|(at, description)| {
                let schema = json!({"type": "object"});
                let schema = schema.as_object().cloned().unwrap_or_default();
                let name = format!("get_{at}");
                (
                    name.clone(),
                    Tool::new(name, (*description).to_owned(), schema),
                )
            })
            .collect();
        let mut notes = Vec::new();
        known.take(link, &tools, &mut notes);
        notes
    }

    fn served(known: &Known) -> Vec<&str> {
        known.served.iter().map(|tool| tool.0.capability).collect()
    }

    #[test]
    fn what_comes_again_is_kept_once_and_what_never_ends_is_refused() {
        let link = Arc::new(Link::new(Upstream::stdio("shop", ["x"]), Arc::default()));
        let mut known = Known::default();
        for _ in 0..1_000 {
            for descriptions in [["a", "b"], ["a", "c"]] {
                assert_eq!(take(&mut known, &link, &descriptions), Vec::<String>::new());
                assert_eq!(served(&known), descriptions);
            }
        }
        assert_eq!(known.tools.len(), 3);
        let many: Vec<String> = (0..20).map(|at| at.to_string()).collect();
        let many: Vec<&str> = many.iter().map(String::as_str).collect();
        assert_eq!(
            take(&mut known, &link, &many),
            ["shop changes its tools without end"]
        );
        // It is served as it was, and what is known still comes and goes.
        assert_eq!(served(&known), ["a", "c"]);
        assert_eq!(take(&mut known, &link, &["a", "b"]), Vec::<String>::new());
        assert_eq!(served(&known), ["a", "b"]);
    }

    #[test]
    fn a_few_large_definitions_are_too_many_as_well() {
        let link = Arc::new(Link::new(Upstream::stdio("shop", ["x"]), Arc::default()));
        let mut known = Known::default();
        let large = "a".repeat(MOST_BYTES / 2);
        assert_eq!(take(&mut known, &link, &[&large]), Vec::<String>::new());
        assert_eq!(
            take(&mut known, &link, &["b", &large]),
            ["shop changes its tools without end"]
        );
        assert_eq!(known.served.len(), 1);
    }

    #[test]
    fn a_verb_that_reads_is_believed_where_nothing_is_said() {
        let class = |name: &str, hints: Option<rmcp::model::ToolAnnotations>| {
            let mut tool = Tool::new(name.to_owned(), "", serde_json::Map::new());
            tool.annotations = hints;
            class_of(&tool)
        };
        let hints = rmcp::model::ToolAnnotations::new;
        assert_eq!(class("get_pods", None), Class::Read);
        assert_eq!(class("get_or_delete_pods", None), Class::Destructive);
        assert_eq!(class("run_pods", None), Class::Destructive);
        assert_eq!(
            class("run_pods", Some(hints().read_only(true))),
            Class::Read
        );
        assert_eq!(
            class("get_pods", Some(hints().destructive(true))),
            Class::Destructive
        );
        assert_eq!(
            class("add_pods", Some(hints().destructive(false))),
            Class::Write
        );
    }
}
