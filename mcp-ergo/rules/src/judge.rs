//! Runs the rules over facts.

use std::collections::BTreeSet;
use std::num::NonZero;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use crate::finding::path_text;
use crate::{
    ALL, Allow, CatalogFacts, Check, ErrorFacts, Finding, Level, ParamFacts, Part, Policy,
    PromptFacts, ResourceFacts, Rule, ToolFacts, plural,
};

/// What a check reports to. It knows where in the catalog the check stands, how much the rule
/// matters under the policy, and which exceptions the author made.
#[derive(Debug)]
pub struct Judge<'a> {
    policy: &'a Policy,
    rule: &'static Rule,
    catalog: Option<&'a CatalogFacts>,
    tool: Option<(Option<usize>, &'a ToolFacts)>,
    place: usize,
    path: Vec<String>,
    outer: Vec<&'a ParamFacts>,
    output: bool,
    allows: Vec<&'a Allow>,
    findings: Vec<Finding>,
}

impl<'a> Judge<'a> {
    fn new(policy: &'a Policy, rule: &'static Rule) -> Self {
        Self {
            policy,
            rule,
            catalog: None,
            tool: None,
            place: 0,
            path: Vec::new(),
            outer: Vec::new(),
            output: false,
            allows: Vec::new(),
            findings: Vec::new(),
        }
    }

    /// The policy in force.
    pub(crate) fn policy(&self) -> &'a Policy {
        self.policy
    }

    /// The catalog that is judged as a whole; `None` where one tool or type is judged by itself.
    pub(crate) fn catalog(&self) -> Option<&'a CatalogFacts> {
        self.catalog
    }

    /// The one of two texts that fits whom the finding is for: the author of a server built here,
    /// or somebody who reads a foreign catalog.
    pub(crate) fn own_or<T>(&self, own: T, foreign: T) -> T {
        if self.policy.is_own() { own } else { foreign }
    }

    /// Whether another rule is judged here too: neither turned off nor excepted.
    pub(crate) fn heeds(&self, rule: &Rule) -> bool {
        let excepted = rule.is_excepted(self.allows.iter().copied());
        self.policy.level(rule) != Level::Off && !excepted
    }

    /// The tool whose parameter is judged, where it is known.
    pub(crate) fn tool(&self) -> Option<&'a ToolFacts> {
        self.tool.map(|(_, tool)| tool)
    }

    /// The place in its list of the resource or the prompt that is judged; 0 where it is judged by
    /// itself.
    pub(crate) fn place(&self) -> usize {
        self.place
    }

    /// The names that lead to the parameter that is judged, from the outside in.
    pub(crate) fn path(&self) -> &[String] {
        &self.path
    }

    /// The path in one word, as messages print it: `filter.status`, `tags[]`.
    pub(crate) fn path_text(&self) -> String {
        path_text(&self.path)
    }

    /// The parameters that enclose the one being judged, from the outside in.
    pub(crate) fn outer(&self) -> &[&'a ParamFacts] {
        &self.outer
    }

    /// Whether a field of an output is judged, not a parameter.
    pub(crate) fn in_output(&self) -> bool {
        self.output
    }

    /// The part that is the parameter being judged.
    pub(crate) fn here(&self) -> Part {
        if self.output {
            Part::Output(self.path.clone())
        } else {
            Part::Param(self.path.clone())
        }
    }

    /// The part that is the text of the parameter being judged.
    pub(crate) fn text_here(&self) -> Part {
        if self.output {
            Part::Output(self.path.clone())
        } else {
            Part::ParamText(self.path.clone())
        }
    }

    /// Reports a violation at the rule's own level.
    pub(crate) fn report(
        &mut self,
        part: Part,
        message: impl Into<String>,
        help: impl Into<String>,
    ) {
        self.report_at(self.policy.level(self.rule), part, message, help);
    }

    /// Reports a violation at a level of the check's choosing; a policy that sets the rule's level
    /// still wins.
    pub(crate) fn report_at(
        &mut self,
        level: Level,
        part: Part,
        message: impl Into<String>,
        help: impl Into<String>,
    ) {
        let tool = self.tool.and_then(|(index, _)| index);
        self.push(level, tool, part, message.into(), help.into());
    }

    /// Reports a violation of one tool, from a check over the whole catalog. That tool's exceptions
    /// hold.
    pub(crate) fn report_tool(
        &mut self,
        catalog: &CatalogFacts,
        tool: usize,
        part: Part,
        message: impl Into<String>,
        help: impl Into<String>,
    ) {
        let level = self.policy.level(self.rule);
        self.report_tool_at(level, catalog, tool, part, message, help);
    }

    /// The same at a level of the check's choosing.
    pub(crate) fn report_tool_at(
        &mut self,
        level: Level,
        catalog: &CatalogFacts,
        tool: usize,
        part: Part,
        message: impl Into<String>,
        help: impl Into<String>,
    ) {
        let excepted = catalog
            .tools
            .get(tool)
            .is_some_and(|facts| self.rule.is_excepted(&facts.allows));
        if !excepted {
            self.push(level, Some(tool), part, message.into(), help.into());
        }
    }

    fn push(
        &mut self,
        level: Level,
        tool: Option<usize>,
        part: Part,
        message: String,
        help: String,
    ) {
        let level = self.policy.set_level(self.rule).unwrap_or(level);
        let excepted = self.rule.is_excepted(self.allows.iter().copied());
        if level == Level::Off || excepted {
            return;
        }
        self.findings.push(Finding {
            rule: self.rule,
            level,
            tool,
            part,
            message,
            help,
        });
    }

    /// Says once what holds of every tool of a foreign server.
    fn fold(&mut self, catalog: &CatalogFacts) {
        let Some(everywhere) = self.rule.everywhere.filter(|_| !self.policy.is_own()) else {
            return;
        };
        let count = catalog.tools.len();
        let tools: BTreeSet<usize> = self
            .findings
            .iter()
            .filter_map(|found| found.tool)
            .collect();
        if count < 2 || tools.len() < count {
            return;
        }
        let of_tools = |found: &Finding| found.tool.is_some();
        if let Some(first) = self.findings.iter().position(of_tools) {
            let mut one = self.findings.swap_remove(first);
            let said = everywhere.replace("{tools}", &plural(count, "tool"));
            one.message = format!("{said}; e.g. {}", one.message);
            one.tool = None;
            one.part = Part::Catalog;
            self.findings.retain(|found| !of_tools(found));
            self.findings.push(one);
        }
    }

    fn with_allows(&mut self, allows: &'a [Allow], then: impl FnOnce(&mut Self)) {
        let before = self.allows.len();
        self.allows.extend(allows);
        then(self);
        self.allows.truncate(before);
    }

    /// Runs `check` over each parameter of the tool being judged, and each field and item within
    /// one; the exceptions made on a parameter hold below it.
    pub(crate) fn each_param(&mut self, check: &mut dyn FnMut(&ParamFacts, &mut Judge<'_>)) {
        let params = self.tool().and_then(|tool| tool.params.seen());
        for param in params.into_iter().flatten() {
            self.judge_param(param, check);
        }
    }

    fn judge_tool(&mut self, index: Option<usize>, tool: &'a ToolFacts) {
        self.tool = Some((index, tool));
        self.with_allows(&tool.allows, |judge| {
            for check in judge.rule.checks {
                match *check {
                    Check::Tool(check) => check(tool, judge),
                    Check::Param(mut check) => judge.each_param(&mut check),
                    Check::Error(_) | Check::Resource(_) | Check::Prompt(_) | Check::Catalog(_) => {
                    }
                }
            }
        });
        self.tool = None;
    }

    fn judge_resource(&mut self, place: usize, resource: &'a ResourceFacts) {
        self.place = place;
        self.with_allows(&resource.allows, |judge| {
            for check in judge.rule.checks {
                if let Check::Resource(check) = *check {
                    check(resource, judge);
                }
            }
        });
    }

    fn judge_prompt(&mut self, place: usize, prompt: &'a PromptFacts) {
        self.place = place;
        self.with_allows(&prompt.allows, |judge| {
            for check in judge.rule.checks {
                if let Check::Prompt(check) = *check {
                    check(prompt, judge);
                }
            }
        });
    }

    fn judge_param(
        &mut self,
        param: &'a ParamFacts,
        check: &mut dyn FnMut(&ParamFacts, &mut Judge<'_>),
    ) {
        self.path.push(param.name.clone());
        self.with_allows(&param.allows, |judge| {
            check(param, judge);
            judge.outer.push(param);
            for inner in param.inner() {
                judge.judge_param(inner, check);
            }
            judge.outer.pop();
        });
        self.path.pop();
    }
}

/// Runs every rule that the policy does not turn off, each with a judge of its own.
fn judge_each<'a>(policy: &'a Policy, run: impl Fn(&mut Judge<'a>)) -> Vec<Finding> {
    let judged = ALL.iter().filter(|rule| policy.level(rule) != Level::Off);
    judged
        .flat_map(|rule| judge_by(rule, policy, &run))
        .collect()
}

fn judge_by<'a>(
    rule: &'static Rule,
    policy: &'a Policy,
    run: &impl Fn(&mut Judge<'a>),
) -> Vec<Finding> {
    let mut judge = Judge::new(policy, rule);
    run(&mut judge);
    judge.findings
}

/// The same on every core, the findings in the same order.
fn judge_each_at_once<'a>(policy: &'a Policy, run: impl Fn(&mut Judge<'a>) + Sync) -> Vec<Finding> {
    let judged: Vec<&'static Rule> = ALL
        .iter()
        .copied()
        .filter(|rule| policy.level(rule) != Level::Off)
        .collect();
    let next = AtomicUsize::new(0);
    let cores = thread::available_parallelism().map_or(1, NonZero::get);
    let mut found: Vec<(usize, Vec<Finding>)> = thread::scope(|scope| {
        let work = || {
            let mut found = Vec::new();
            loop {
                let at = next.fetch_add(1, Ordering::Relaxed);
                let Some(rule) = judged.get(at) else {
                    return found;
                };
                found.push((at, judge_by(rule, policy, &run)));
            }
        };
        let others: Vec<_> = (1..cores.min(judged.len()))
            .map(|_| scope.spawn(work))
            .collect();
        let mut found = work();
        for other in others {
            match other.join() {
                Ok(more) => found.extend(more),
                Err(panic) => std::panic::resume_unwind(panic),
            }
        }
        found
    });
    found.sort_by_key(|(at, _)| *at);
    found.into_iter().flat_map(|(_, found)| found).collect()
}

/// From this many tools on, a catalog is worth a thread on every core.
const MANY: usize = 16;

/// Judges one tool by itself: what a macro can do.
pub fn judge_tool(tool: &ToolFacts, policy: &Policy) -> Vec<Finding> {
    judge_each(policy, |judge| judge.judge_tool(None, tool))
}

/// Judges the fields of a type that is used as a parameter, apart from any tool.
pub fn judge_fields(fields: &[ParamFacts], policy: &Policy) -> Vec<Finding> {
    judge_each(policy, |judge| {
        for check in judge.rule.checks {
            let Check::Param(mut check) = *check else {
                continue;
            };
            for field in fields {
                judge.judge_param(field, &mut check);
            }
        }
    })
}

/// Judges one variant of an error type.
pub fn judge_error(variant: &ErrorFacts, policy: &Policy) -> Vec<Finding> {
    judge_each(policy, |judge| {
        for check in judge.rule.checks {
            if let Check::Error(check) = *check {
                judge.with_allows(&variant.allows, |judge| check(variant, judge));
            }
        }
    })
}

/// Judges one resource, or one resource template, by itself: what a macro can do. Its parts are told
/// as those of the first in a list.
pub fn judge_resource(resource: &ResourceFacts, policy: &Policy) -> Vec<Finding> {
    judge_each(policy, |judge| judge.judge_resource(0, resource))
}

/// Judges one prompt by itself: what a macro can do. Its parts are told as those of the first in a
/// list.
pub fn judge_prompt(prompt: &PromptFacts, policy: &Policy) -> Vec<Finding> {
    judge_each(policy, |judge| judge.judge_prompt(0, prompt))
}

/// Judges a whole catalog: every rule, every tool, everything at once.
pub fn judge_catalog<'a>(catalog: &'a CatalogFacts, policy: &'a Policy) -> Vec<Finding> {
    let run = |judge: &mut Judge<'a>| judge_whole(catalog, judge);
    if catalog.tools.len() < MANY {
        judge_each(policy, run)
    } else {
        judge_each_at_once(policy, run)
    }
}

/// Judges a whole catalog by one rule: what has to hold for each caller, beside what holds for all.
pub fn judge_catalog_by(
    catalog: &CatalogFacts,
    policy: &Policy,
    rule: &'static Rule,
) -> Vec<Finding> {
    if policy.level(rule) == Level::Off {
        return Vec::new();
    }
    judge_by(rule, policy, &|judge| judge_whole(catalog, judge))
}

fn judge_whole<'a>(catalog: &'a CatalogFacts, judge: &mut Judge<'a>) {
    judge.catalog = Some(catalog);
    for check in judge.rule.checks {
        if let Check::Catalog(check) = *check {
            check(catalog, judge);
        }
    }
    for (index, tool) in catalog.tools.iter().enumerate() {
        judge.judge_tool(Some(index), tool);
    }
    for (place, resource) in catalog.resources.each().enumerate() {
        judge.judge_resource(place, resource);
    }
    for (place, prompt) in catalog.prompts.each().enumerate() {
        judge.judge_prompt(place, prompt);
    }
    judge.fold(catalog);
}
