//! Collects the tools, checks the whole catalog, and freezes it.

use std::collections::HashMap;

use mcp_ergo_rules::{
    CatalogFacts, Class, Fact, Finding, Level, Policy, PolicyError, PolicyValue, judge_catalog,
    nearest,
};
use rmcp::model::ToolAnnotations;
use serde_json::Map;

use super::boot_error::{BootError, Problem, Violation};
use super::tool::{Collected, PolicyEntry, StateNeed, States, Tool, ToolDef};
use crate::arguments::Checker;
use crate::reply::Output;
use crate::schema::{Field, Kind, Names, Record, Shape};

/// What a builder was told.
#[derive(Debug, Default)]
pub(crate) struct BootInput {
    pub(crate) name: String,
    pub(crate) purpose: Option<String>,
    pub(crate) start_with: Option<Tool>,
    pub(crate) states: States,
    pub(crate) grants: Vec<String>,
    pub(crate) modules: Vec<String>,
    pub(crate) by_hand: Vec<Tool>,
    pub(crate) policy: Option<Policy>,
    pub(crate) client_keys: Vec<String>,
}

/// One tool of the frozen catalog.
#[derive(Debug)]
pub(crate) struct Registered {
    pub(crate) def: &'static ToolDef,
    pub(crate) input: Record,
    /// The data's shape; `None` where the dialect cannot describe it, which boot reports.
    pub(crate) output: Option<Shape>,
    /// Whether the answer may name blockers.
    pub(crate) blockers: bool,
    pub(crate) states: Vec<StateNeed>,
    /// Whether this server's caller holds the scope.
    pub(crate) granted: bool,
}

/// The frozen catalog: built once, never changed.
#[derive(Debug)]
pub(crate) struct Registry {
    pub(crate) tools: Vec<Registered>,
    pub(crate) instructions: String,
    pub(crate) wire: Vec<rmcp::model::Tool>,
    pub(crate) client_keys: Vec<String>,
    by_name: HashMap<String, usize>,
    by_spelling: HashMap<String, Option<usize>>,
}

/// The names of every registered tool: what the caller who sees most is shown.
struct EveryName<'a>(&'a [Registered]);

impl Names for EveryName<'_> {
    fn shown(&self, canonical: &str) -> Option<&str> {
        let tool = self.0.iter().find(|tool| tool.def.name == canonical)?;
        Some(tool.def.name)
    }
}

impl Names for Registry {
    fn shown(&self, canonical: &str) -> Option<&str> {
        let tool = &self.tools[*self.by_name.get(canonical)?];
        tool.granted.then_some(tool.def.name)
    }
}

/// Checks everything; serves nothing unless everything is right.
pub(crate) fn boot(input: BootInput) -> Result<Registry, BootError> {
    let mut violations = Vec::new();
    let defs = collect(&input, &mut violations);
    let policy = policy_of(&input, &defs, &mut violations);
    let tools: Vec<Registered> =
        defs.into_iter().map(|def| register(def, &input, &mut violations)).collect();
    check_wiring(&input, &tools, &mut violations);

    let instructions = instructions(&input, &tools);
    let facts = CatalogFacts {
        server: Fact::Seen(input.name.clone()),
        instructions: Fact::Seen(instructions.clone()),
        tools: tools.iter().map(|tool| tool.facts(&EveryName(&tools), &input.states)).collect(),
        served: Fact::Unseen,
    };
    for finding in judge_catalog(&facts, &policy) {
        let place = finding.tool.map(|tool| place(tools[tool].def));
        if finding.level == Level::Deny {
            violations.push(Violation::Rule { finding, place });
        } else {
            report_lenient(&finding, place.as_deref());
        }
    }
    if !violations.is_empty() {
        return Err(BootError { server: input.name, violations });
    }
    Ok(freeze(input, tools, instructions.unwrap_or_default()))
}

fn report_lenient(finding: &Finding, place: Option<&str>) {
    let text = mcp_ergo_rules::Rendered { finding, place, heading: true }.to_string();
    if finding.level == Level::Warn {
        tracing::warn!("{text}");
    } else {
        tracing::info!("{text}");
    }
}

fn place(def: &ToolDef) -> String {
    format!("{}:{} (tool {})", def.file, def.line, def.name)
}

fn problem(
    violations: &mut Vec<Violation>,
    def: Option<&ToolDef>,
    message: impl Into<String>,
    help: impl Into<String>,
) {
    violations.push(Violation::Problem(Problem {
        message: message.into(),
        help: help.into(),
        place: def.map(place),
    }));
}

/// Every tool that joins: those of the program, or of the named modules, and those added by hand.
fn collect(input: &BootInput, violations: &mut Vec<Violation>) -> Vec<&'static ToolDef> {
    let mut defs: Vec<&'static ToolDef> = inventory::iter::<Collected>()
        .map(|collected| collected.0)
        .filter(|def| def.joins_by_itself())
        .collect();
    let all_modules: Vec<&str> = defs.iter().map(|def| def.module).collect();
    for module in &input.modules {
        if !all_modules.iter().any(|tool| is_within(tool, module)) {
            let help = match nearest(module, all_modules.iter().copied()) {
                Some(near) => format!("did you mean `{near}`?"),
                None => "name a module as `module_path!()` prints it; a crate that only contributes \
                         tools must be named once, e.g. `use billing as _;`"
                    .to_owned(),
            };
            problem(violations, None, format!("no tool lives in the module `{module}`"), help);
        }
    }
    if !input.modules.is_empty() {
        defs.retain(|def| input.modules.iter().any(|module| is_within(def.module, module)));
    }
    for Tool(def) in &input.by_hand {
        if !defs.iter().any(|known| std::ptr::eq(*known, *def)) {
            defs.push(def);
        }
    }
    if defs.is_empty() && input.modules.is_empty() {
        problem(
            violations,
            None,
            "the server has no tools",
            "write one with `#[tool]`, or add one with `.tool(my_tool::tool())`; a crate that only \
             contributes tools must be named once, e.g. `use billing as _;`",
        );
    }
    defs.sort_by_key(|def| (def.name, def.module, def.line));
    defs
}

impl ToolDef {
    /// Tools in function bodies and in test modules join by hand alone: otherwise every server of a
    /// test program would serve the fixtures of every other.
    fn joins_by_itself(&self) -> bool {
        let in_body = (self.rust_path)()
            .strip_prefix(self.module)
            .and_then(|rest| rest.strip_prefix("::"))
            .is_none_or(|rest| rest.contains("::"));
        let in_tests = self.module.split("::").skip(1).any(|name| matches!(name, "test" | "tests"));
        !in_body && !in_tests
    }
}

/// Whether `module` is `outer` or lies in it.
fn is_within(module: &str, outer: &str) -> bool {
    module.strip_prefix(outer).is_some_and(|rest| rest.is_empty() || rest.starts_with("::"))
}

/// The builder's policy, or the one that the macros of these tools read.
fn policy_of(
    input: &BootInput,
    defs: &[&'static ToolDef],
    violations: &mut Vec<Violation>,
) -> Policy {
    if let Some(policy) = &input.policy {
        return policy.clone();
    }
    let mut policies: Vec<(&str, &[PolicyEntry])> =
        defs.iter().map(|def| (def.policy_file, def.policy)).collect();
    policies.sort_unstable_by_key(|(file, _)| *file);
    policies.dedup_by(|left, right| left.1 == right.1);
    if let [first, second, ..] = policies.as_slice() {
        problem(
            violations,
            None,
            format!("the tools were compiled under two policies: {} and {}", first.0, second.0),
            "keep one mcp-ergo.toml for all crates, or choose one with `.policy(…)`",
        );
    }
    let mut policy = Policy::strict();
    for entry in policies.first().map(|(_, entries)| *entries).unwrap_or_default() {
        if let Err(PolicyError { message, help }) = entry.apply(&mut policy) {
            problem(violations, None, message, help);
        }
    }
    policy
}

impl PolicyEntry {
    fn apply(&self, policy: &mut Policy) -> Result<(), PolicyError> {
        match *self {
            Self::Text(section, key, value) => {
                policy.set(section, key, &PolicyValue::Text(value.to_owned()))
            }
            Self::Number(section, key, value) => {
                policy.set(section, key, &PolicyValue::Number(value))
            }
            Self::List(section, key, values) => {
                let values = values.iter().map(|&value| value.to_owned()).collect();
                policy.set(section, key, &PolicyValue::List(values))
            }
        }
    }
}

fn register(
    def: &'static ToolDef,
    input: &BootInput,
    violations: &mut Vec<Violation>,
) -> Registered {
    let record = Record { fields: (def.fields)(&input.states) };
    for field in &record.fields {
        check_field(def, field, &field.name, violations);
    }
    let Output { data, blockers } = (def.output)();
    let output = match data {
        Ok(data) if data.as_record().is_some() => Some(data),
        Ok(data) => {
            problem(
                violations,
                Some(def),
                format!("the tool answers with {}, and structured content is an object", data.noun()),
                "return a struct, or a `Page` for a list",
            );
            None
        }
        Err(errors) => {
            for error in errors {
                let path = if error.path.is_empty() {
                    "the answer".to_owned()
                } else {
                    format!("`{}` of the answer", error.path.join("."))
                };
                let message = format!("{path} cannot be described portably: {}", error.message);
                problem(violations, Some(def), message, error.help);
            }
            None
        }
    };
    let scope_held = def.scope.is_some_and(|scope| input.grants.iter().any(|held| held == scope));
    Registered {
        def,
        input: record,
        output,
        blockers,
        states: def.states.iter().map(|need| need()).collect(),
        granted: def.class == Class::Read || scope_held,
    }
}

/// What an author wrote of a value has to hold for the value.
fn check_field(def: &ToolDef, field: &Field, path: &str, violations: &mut Vec<Violation>) {
    let shape = &field.shape;
    for misfit in &shape.misfits {
        problem(
            violations,
            Some(def),
            format!("parameter `{path}`: {misfit}"),
            "remove the key, or change the parameter's type",
        );
    }
    for (what, value) in [("example", &shape.example), ("default", &shape.default)] {
        let Some(value) = value else { continue };
        let checker = Checker { tool: def.name, names: &EveryName(&[]), client_keys: &[] };
        let probe = Record { fields: vec![Field::required("value", shape.clone())] };
        let arguments = Map::from_iter([("value".to_owned(), value.clone())]);
        if let Err(issues) = checker.check(&probe, Some(arguments)) {
            for issue in issues {
                problem(
                    violations,
                    Some(def),
                    format!(
                        "the {what} of parameter `{path}` would be refused: {}",
                        issue.error.replacen("value", path, 1)
                    ),
                    format!("write {} that the parameter accepts", article(what)),
                );
            }
        }
    }
    match &shape.kind {
        Kind::Choice(choices) if choices.is_empty() => problem(
            violations,
            Some(def),
            format!("the closed set of parameter `{path}` is empty, so no call can succeed"),
            "give the state its options before the server boots",
        ),
        Kind::Record(record) => {
            for inner in &record.fields {
                check_field(def, inner, &format!("{path}.{}", inner.name), violations);
            }
        }
        Kind::List { items, .. } => {
            let items = Field::required("[]", (**items).clone());
            check_field(def, &items, &format!("{path}[]"), violations);
        }
        _ => {}
    }
}

fn article(noun: &str) -> String {
    if noun.starts_with(['a', 'e', 'i', 'o', 'u']) { format!("an {noun}") } else { format!("a {noun}") }
}

/// Everything that names something else has to name something that is there.
fn check_wiring(input: &BootInput, tools: &[Registered], violations: &mut Vec<Violation>) {
    let every = EveryName(tools);
    for tool in tools {
        let sources = tool.input.fields.iter().flat_map(|field| sources(&field.shape));
        for (key, named) in tool.def.references().into_iter().chain(sources) {
            if every.shown(named).is_none() {
                problem(
                    violations,
                    Some(tool.def),
                    format!("`{key}` names the tool `{named}`, which this server does not have"),
                    format!("add it with `.tool({named}::tool())`, or name another tool"),
                );
            }
        }
    }
    if let Some(first) = input.start_with {
        let known = tools.iter().find(|tool| std::ptr::eq(tool.def, first.0));
        match known {
            None => problem(
                violations,
                None,
                format!("the server starts with `{}`, which it does not have", first.name()),
                "start with a tool that the server has",
            ),
            Some(tool) if !tool.granted => problem(
                violations,
                None,
                format!("the server starts with `{}`, whose scope no caller holds", first.name()),
                "start with a reading tool, or grant the scope",
            ),
            Some(_) => {}
        }
    }
    let scopes: Vec<&str> = tools.iter().filter_map(|tool| tool.def.scope).collect();
    for grant in &input.grants {
        if !scopes.contains(&grant.as_str()) {
            let help = match nearest(grant, scopes.iter().copied()) {
                Some(near) => format!("did you mean `{near}`?"),
                None => {
                    let mut scopes = scopes.clone();
                    scopes.sort_unstable();
                    scopes.dedup();
                    format!("the scopes are {}", mcp_ergo_rules::quoted_list(scopes, "and"))
                }
            };
            problem(violations, None, format!("no tool has the granted scope `{grant}`"), help);
        }
    }
    let mut former: HashMap<&str, &ToolDef> = HashMap::new();
    for tool in tools {
        for &name in tool.def.formerly {
            let taken = every.shown(name).is_some() || former.insert(name, tool.def).is_some();
            if taken {
                problem(
                    violations,
                    Some(tool.def),
                    format!("the former name `{name}` is taken by another tool"),
                    "remove it from `formerly`: a name answers for one tool",
                );
            }
        }
    }
}

fn sources(shape: &Shape) -> Vec<(&'static str, &'static str)> {
    let mut found: Vec<_> = shape.source_tool().into_iter().map(|tool| ("from", tool)).collect();
    match &shape.kind {
        Kind::Record(record) => {
            found.extend(record.fields.iter().flat_map(|field| sources(&field.shape)));
        }
        Kind::List { items, .. } if shape.origin.is_some() => found.extend(
            sources(items).into_iter().filter(|source| Some(source.1) != shape.source_tool()),
        ),
        Kind::List { items, .. } if items.as_record().is_some() => found.extend(sources(items)),
        _ => {}
    }
    found
}

/// The pointer to the first call, in three sentences; `None` where the builder was told nothing.
fn instructions(input: &BootInput, tools: &[Registered]) -> Option<String> {
    let mut sentences = Vec::new();
    if let Some(purpose) = &input.purpose {
        sentences.push(format!("{}.", super::describe::one_line(purpose)));
    }
    if let Some(first) = input.start_with {
        sentences.push(format!("Start with {}.", first.name()));
    }
    if sentences.is_empty() || tools.is_empty() {
        return None;
    }
    sentences.push(
        "Every answer that failed says what is wrong and which call to make next.".to_owned(),
    );
    Some(sentences.join(" "))
}

fn freeze(input: BootInput, tools: Vec<Registered>, instructions: String) -> Registry {
    let mut by_name = HashMap::new();
    let mut by_spelling: HashMap<String, Option<usize>> = HashMap::new();
    for (index, tool) in tools.iter().enumerate() {
        by_name.insert(tool.def.name.to_owned(), index);
        for name in std::iter::once(tool.def.name).chain(tool.def.formerly.iter().copied()) {
            by_spelling
                .entry(spelling(name))
                .and_modify(|known| {
                    // Two tools that differ in spelling alone: neither is guessed.
                    if *known != Some(index) {
                        *known = None;
                    }
                })
                .or_insert(Some(index));
        }
    }
    let mut registry = Registry {
        tools,
        instructions,
        wire: Vec::new(),
        client_keys: input.client_keys,
        by_name,
        by_spelling,
    };
    registry.wire = registry
        .tools
        .iter()
        .filter(|tool| tool.granted)
        .map(|tool| tool.wire(&registry))
        .collect();
    registry
}

/// A name without what clients and models change about it: case and separators.
fn spelling(name: &str) -> String {
    name.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

impl Registry {
    /// The tool that a caller means: by its canonical name, a former one, another spelling, or with
    /// a client's prefix.
    pub(crate) fn find(&self, name: &str) -> Option<&Registered> {
        let by_name = self.by_name.get(name).copied();
        let by_spelling = || self.by_spelling.get(&spelling(name)).copied().flatten();
        let without_prefix = || {
            let bare = name.strip_prefix("mcp__").and_then(|rest| rest.split_once("__"))?.1;
            self.by_spelling.get(&spelling(bare)).copied().flatten()
        };
        by_name
            .or_else(by_spelling)
            .or_else(without_prefix)
            .map(|index| &self.tools[index])
    }

    /// The names that a caller may use, nearest to `name` first.
    pub(crate) fn nearest(&self, name: &str, most: usize) -> Vec<&str> {
        let wanted = spelling(name);
        let mut near: Vec<(usize, &str)> = self
            .tools
            .iter()
            .filter(|tool| tool.granted)
            .map(|tool| (mcp_ergo_rules::distance(&wanted, &spelling(tool.def.name)), tool.def.name))
            .collect();
        near.sort_unstable();
        near.into_iter().take(most).map(|(_, name)| name).collect()
    }
}

impl Registered {
    /// The tool as `tools/list` shows it.
    fn wire(&self, names: &dyn Names) -> rmcp::model::Tool {
        let hints = self.hints();
        let title = self.def.title();
        let input = Shape::record(self.input.fields.clone()).schema(Some(names));
        let mut tool = rmcp::model::Tool::new(self.def.name, self.def.description(names), input)
            .with_title(title.clone())
            .with_annotations(ToolAnnotations::from_raw(
                Some(title),
                hints.read_only,
                hints.destructive,
                hints.idempotent,
                hints.open_world,
            ));
        if let Some(output) = &self.output {
            let output = output.clone().with_envelope(self.blockers);
            tool = tool.with_raw_output_schema(output.schema(None).into());
        }
        tool
    }
}

impl Shape {
    /// The data of an answer with what every answer has beside it.
    fn with_envelope(mut self, blockers: bool) -> Self {
        let Kind::Record(record) = &mut self.kind else { return self };
        self.meaning = "".into();
        let outcome = Shape::text().meaning("What happened, in one sentence");
        record.fields.insert(0, Field::required("outcome", outcome));
        record.fields.push(Field::optional("nextAction", next_action()));
        if blockers {
            let blocker = Shape::record([
                Field::required("what", Shape::text().meaning("What is in the way")),
                Field::required("fix", Shape::text().meaning("What removes it")),
                Field::optional("nextAction", next_action()),
            ]);
            let blockers = Shape::list(blocker).meaning("What keeps the workflow from going on");
            record.fields.push(Field::optional("blockers", blockers));
        }
        self
    }
}

fn next_action() -> Shape {
    Shape::record([
        Field::required("tool", Shape::text().meaning("The tool to call")),
        Field::required(
            "args",
            Shape::of(Kind::Open).meaning("The arguments to call it with"),
        ),
        Field::required("reason", Shape::text().meaning("What the call is good for")),
    ])
    .meaning("The call that comes next")
}

