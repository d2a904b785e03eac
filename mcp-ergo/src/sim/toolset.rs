//! What a model is shown of a catalog.

mod mention;

use mcp_ergo_rules::tokens;
use serde_json::{Map, Value};

use super::catalog::{Catalog, CatalogTool, actions, text};
use super::picker::{Choice, Pick, Scored};
use crate::Presentation;
use crate::presentation::{Entry, Layout};

/// The tools that a model is shown under one presentation, in the order of the list, and the way back
/// to the tools of the catalog.
#[derive(Debug, Clone)]
pub struct ToolSet {
    tools: Vec<ShownTool>,
    instruction: Option<String>,
    prior: f64,
    tokens: usize,
}

/// One tool as a model is shown it.
#[derive(Debug, Clone)]
pub struct ShownTool {
    pub(crate) json: Map<String, Value>,
    pub(crate) canonical: String,
    pub(crate) at: usize,
    pub(crate) favourite: bool,
    pub(crate) usage: f64,
}

impl ToolSet {
    /// The whole catalog under its own names, as a server without a presentation lists it.
    pub fn flat(catalog: &Catalog) -> Self {
        let tools = catalog.tools().iter().enumerate();
        let tools = tools.map(|(at, tool)| ShownTool::of(at, tool));
        Self::new(tools.collect(), None, 0.0)
    }

    /// A catalog under a presentation, as a server shows it to one who may call everything. A
    /// favourite's use is asked for, from 0 to 1; `prior` is what [`ToolSet::rank`] weighs it by.
    pub(crate) fn presented(
        catalog: &Catalog,
        presentation: &Presentation,
        prior: f64,
        usage: impl Fn(&str) -> f64,
    ) -> Self {
        let entries: Vec<Entry<'_>> = catalog.tools().iter().map(entry).collect();
        let layout = Layout::of(presentation, &entries, "domain");
        let shown = |name: &str| layout.shown(catalog.find(name)?);
        let tools = layout.listed().iter().map(|listed| {
            let tool = &catalog.tools()[listed.at];
            let mut json = ShownTool::of(listed.at, tool);
            mention::rename(&mut json.json, &shown);
            json.json
                .insert("name".to_owned(), listed.name.clone().into());
            json.favourite = listed.favourite;
            if listed.favourite {
                json.usage = usage(tool.name());
            }
            json
        });
        let instruction = layout.instruction().map(str::to_owned);
        Self::new(tools.collect(), instruction, prior)
    }

    /// A list as a running server presents it, with what it says of itself.
    pub(crate) fn served(tools: Vec<ShownTool>, instruction: Option<String>) -> Self {
        Self::new(tools, instruction, 0.0)
    }

    fn new(tools: Vec<ShownTool>, instruction: Option<String>, prior: f64) -> Self {
        let definitions: usize = tools.iter().map(ShownTool::tokens).sum();
        let told = instruction.as_ref().map_or(0, |text| tokens(text.len()));
        Self {
            tools,
            instruction,
            prior,
            tokens: definitions + told,
        }
    }

    /// The same, with what [`ToolSet::rank`] weighs use by.
    pub(crate) fn weighed(mut self, prior: f64) -> Self {
        self.prior = prior;
        self
    }

    /// Some of the tools, in this order.
    pub(crate) fn only(&self, places: &[usize]) -> Self {
        let tools = places.iter().map(|at| self.tools[*at].clone());
        Self::new(tools.collect(), self.instruction.clone(), self.prior)
    }

    /// The tools, in the order of the list; no two share a name. Never empty, but under a
    /// presentation that retrieves, where nothing may be near.
    pub fn tools(&self) -> &[ShownTool] {
        &self.tools
    }

    /// What the server's instructions say of this presentation, where it needs saying.
    pub fn instruction(&self) -> Option<&str> {
        self.instruction.as_deref()
    }

    /// The index of the tool that is presented under this name.
    pub fn find(&self, name: &str) -> Option<usize> {
        self.tools.iter().position(|tool| tool.name() == name)
    }

    /// About how many tokens the definitions and the instruction take in a prompt: bytes at four a
    /// token. `_meta` never reaches a model and is not counted.
    pub fn tokens(&self) -> usize {
        self.tokens
    }

    /// Ranks scored choices, for pickers that have no attention and so do not see what is listed
    /// first.
    ///
    /// `floor` is the score of a tool that has nothing to do with the task: 0 for BM25, the mean over
    /// the tools for likenesses of embeddings. The scores of one task are brought to a scale where that
    /// is 0 and the best is 1; to it a favourite adds its use ([`ShownTool::usage`]) times the weight
    /// that the run sets, and weight 0 leaves the scores alone. Of equals the one that is given first
    /// goes first. Choices that are left out are never picked, whatever their use; nor are scores that
    /// are no number.
    pub fn rank(&self, floor: f64, scored: impl IntoIterator<Item = Scored>) -> Pick {
        let mut scored: Vec<Scored> = scored
            .into_iter()
            .filter(|one| one.score.is_finite() && one.at < self.tools.len())
            .collect();
        let best = scored.iter().map(|one| one.score).fold(floor, f64::max);
        let span = if best > floor { best - floor } else { 1.0 };
        for one in &mut scored {
            let usage = self.tools[one.at].usage;
            one.score = (one.score - floor) / span + self.prior * usage;
        }
        scored.sort_by(|left, right| right.score.total_cmp(&left.score));
        let choices = scored.into_iter();
        Pick::ranking(choices.map(|Scored { at, action, .. }| Choice::Tool { at, action }))
    }
}

/// Behind a gateway a tool's own name is `<server>__<tool>`, of which the tool alone is presented.
fn entry(tool: &CatalogTool) -> Entry<'_> {
    let of_server = tool.name().strip_prefix(tool.domain());
    let short = of_server.and_then(|rest| rest.strip_prefix("__"));
    Entry {
        canonical: tool.name(),
        short: short.unwrap_or(tool.name()),
        domain: tool.domain(),
        core: tool.is_core(),
        top: tool.is_top(),
    }
}

impl ShownTool {
    /// A tool under its own name.
    pub(crate) fn of(at: usize, tool: &CatalogTool) -> Self {
        let mut json = tool.json().clone();
        json.remove("_meta");
        Self {
            json,
            canonical: tool.name().to_owned(),
            at,
            favourite: false,
            usage: 0.0,
        }
    }

    /// The name that a model sees and calls.
    pub fn name(&self) -> &str {
        text(self.json.get("name"))
    }

    /// The name in the catalog.
    pub fn canonical(&self) -> &str {
        &self.canonical
    }

    /// The place in the catalog. A favourite and its twin in the whole catalog share it.
    pub fn at(&self) -> usize {
        self.at
    }

    /// Whether it is listed as a favourite.
    pub fn is_favourite(&self) -> bool {
        self.favourite
    }

    /// The title; empty where there is none.
    pub fn title(&self) -> &str {
        let own = text(self.json.get("title"));
        if own.is_empty() {
            let annotations = self.json.get("annotations");
            text(annotations.and_then(|annotations| annotations.get("title")))
        } else {
            own
        }
    }

    /// The description; empty where there is none.
    pub fn description(&self) -> &str {
        text(self.json.get("description"))
    }

    /// The schema of the arguments; `Null` where there is none.
    pub fn input_schema(&self) -> &Value {
        self.json.get("inputSchema").unwrap_or(&Value::Null)
    }

    /// The name of the parameter that switches between jobs, and its values: a property called
    /// `action`, `operation`, `command` or `op` with an `enum` of strings.
    pub fn actions(&self) -> Option<(&str, Vec<&str>)> {
        actions(self.input_schema())
    }

    /// How much it is used, from 0 to 1: the logarithm of its calls against that of the most used;
    /// 1 for every favourite where no log of use is given, and 0 for all that is no favourite.
    pub fn usage(&self) -> f64 {
        self.usage
    }

    /// The definition as a model sees it: without `_meta`.
    pub fn json(&self) -> &Map<String, Value> {
        &self.json
    }

    /// About how many tokens the definition takes in a prompt: its name, description and input schema,
    /// which is what model APIs take of a tool.
    pub fn tokens(&self) -> usize {
        let parts = ["name", "description", "inputSchema"];
        let parts = parts
            .iter()
            .filter_map(|part| self.json.get_key_value(*part));
        let taken: Map<String, Value> = parts
            .map(|(part, value)| (part.clone(), value.clone()))
            .collect();
        tokens(serde_json::to_vec(&taken).map_or(0, |json| json.len()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn set() -> ToolSet {
        let json = br#"{"tools": [
            {"name": "manage_issue", "_meta": {"mcp-ergo/domain": "issues"}, "inputSchema": {
                "properties": {"action": {"enum": ["close", "open"]}, "op": {"type": "string"}}}},
            {"name": "get_issue", "annotations": {"title": "Get an issue"}}
        ]}"#;
        ToolSet::flat(&Catalog::read("desk", json).unwrap())
    }

    fn scored(at: usize, score: f64) -> Scored {
        Scored {
            at,
            action: None,
            score,
        }
    }

    fn order(pick: &Pick) -> Vec<usize> {
        let places = pick.choices.iter().map(|choice| match choice {
            Choice::Tool { at, .. } => *at,
            Choice::Unlisted(name) => panic!("{name} was not scored"),
        });
        places.collect()
    }

    #[test]
    fn tools_are_shown_without_what_no_model_sees() {
        let set = set();
        let [issues, issue] = set.tools() else {
            panic!("two tools")
        };
        assert_eq!(issues.actions(), Some(("action", vec!["close", "open"])));
        assert_eq!((issue.actions(), issue.title()), (None, "Get an issue"));
        assert!(!issues.json().contains_key("_meta"));
        assert_eq!(set.find("get_issue"), Some(1));
        assert_eq!(set.tokens(), issues.tokens() + issue.tokens());
    }

    #[test]
    fn favourites_come_first_and_texts_name_what_is_shown() {
        let json = br#"{"tools": [
            {"name": "_hello", "description": "Call get_x.", "_meta": {"mcp-ergo/top": true}},
            {"name": "get_x", "description": "Get x; get_y for y.", "_meta": {"mcp-ergo/domain": "d"}},
            {"name": "s__get_y", "description": "Get y.", "_meta": {"mcp-ergo/domain": "s"}}
        ]}"#;
        let catalog = Catalog::read("desk", json).unwrap();
        let presentation = Presentation::favourites(["get_x"]);
        let set = ToolSet::presented(&catalog, &presentation, 0.1, |_| 0.5);
        let shown = set
            .tools()
            .iter()
            .map(|tool| (tool.name(), tool.canonical(), tool.usage()));
        assert_eq!(
            shown.collect::<Vec<_>>(),
            [
                ("favourite__get_x", "get_x", 0.5),
                ("_hello", "_hello", 0.0),
                ("all__d__get_x", "get_x", 0.0),
                ("all__s__get_y", "s__get_y", 0.0),
            ]
        );
        assert_eq!(set.tools()[1].description(), "Call favourite__get_x.");
        let instruction = set.instruction().unwrap();
        assert!(
            instruction.starts_with("PREFER favourite__<tool>"),
            "{instruction}"
        );
    }

    #[test]
    fn the_prior_lifts_what_is_used_by_a_share_of_the_best_score() {
        let mut set = set();
        set.tools[1].usage = 1.0;
        let close = || [scored(0, 8.0), scored(1, 7.5)];
        assert_eq!(order(&set.rank(0.0, close())), [0, 1]);
        set.prior = 0.1;
        assert_eq!(order(&set.rank(0.0, close())), [1, 0]);
        assert_eq!(
            order(&set.rank(0.0, [scored(0, 8.0), scored(1, 7.1)])),
            [0, 1]
        );
        // Against a floor of 7 the half point is half of the scale.
        assert_eq!(order(&set.rank(7.0, close())), [0, 1]);
        // What has no score is not lifted.
        assert_eq!(
            order(&set.rank(0.0, [scored(0, 1.0), scored(1, f64::NAN)])),
            [0]
        );
        assert_eq!(
            order(&set.rank(0.0, [scored(1, 0.0), scored(0, 0.0)])),
            [1, 0]
        );
    }
}
