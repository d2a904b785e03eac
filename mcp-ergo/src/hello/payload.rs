//! What `_hello` answers.

use std::collections::BTreeSet;

use mcp_ergo_rules::plural;
use schemars::JsonSchema;
use serde::Serialize;

use super::Hello;
use crate::registry::{States, View};
use crate::reply::Reply;
use crate::schema::Names as _;

/// What `_hello` answers.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Payload {
    /// The server's name and version.
    server: String,
    /// The role of this caller, where it has one.
    role: Option<String>,
    /// How many tools this caller is served.
    tools: usize,
    /// What the tools are about, by name.
    domains: Vec<String>,
    /// How much there is of what the work is about.
    counts: Vec<Counted>,
    /// What goes wrong for whoever does not know it.
    critical_rules: Vec<String>,
    /// Which call comes next under which condition, the most urgent first.
    workflow: Vec<WorkflowBranch>,
    /// The same for people; only where it was asked for.
    pub(super) banner: Option<String>,
}

/// How much there is of one thing.
#[derive(Debug, Serialize, JsonSchema)]
struct Counted {
    /// What is counted.
    of: String,
    /// How many there are.
    number: u64,
}

/// What one state asks for.
#[derive(Debug, Serialize, JsonSchema)]
struct WorkflowBranch {
    /// The condition.
    when: String,
    /// The tool to call then.
    tool: String,
    /// What the call is good for.
    reason: String,
}

/// Most domains that are named: past that a list tells nothing that the tools do not.
const DOMAINS: usize = 24;

impl Hello {
    /// What a caller is told.
    pub(crate) fn payload(
        &self,
        role: Option<&str>,
        view: &View,
        states: &States,
    ) -> Reply<Payload> {
        let next = self
            .branches
            .iter()
            .find_map(|branch| Some((branch, branch.now(states, view)?)));
        let workflow = self.branches.iter().filter_map(|branch| {
            Some(WorkflowBranch {
                when: branch.condition.clone(),
                tool: view.shown(branch.tool)?.to_owned(),
                reason: branch.reason.clone(),
            })
        });
        let counts = self.counts.iter().map(|count| Counted {
            of: count.of.clone(),
            number: (count.number)(states),
        });
        let domains: BTreeSet<&str> = view.tools().filter_map(|tool| tool.def.domain()).collect();
        let payload = Payload {
            server: format!("{} {}", self.server, self.version),
            role: role.map(str::to_owned),
            tools: view.tools().count(),
            domains: domains
                .into_iter()
                .take(DOMAINS)
                .map(str::to_owned)
                .collect(),
            counts: counts.collect(),
            critical_rules: self.rules.clone(),
            workflow: workflow.collect(),
            banner: None,
        };
        let served = plural(payload.tools, "tool");
        let who = match role {
            Some(role) => format!("You are in the role {role} and may call {served}"),
            None => format!("You may call {served}"),
        };
        let mut sentence = format!("{who} of {}.", payload.server);
        if let Some((branch, _)) = &next {
            sentence = format!("{sentence} State: {}.", branch.condition);
        }
        let mut reply = Reply::new(sentence, payload);
        reply.next = next.map(|(_, action)| action);
        reply
    }

    /// The same for people.
    pub(super) fn drawn(&self, payload: &Payload) -> String {
        let mut lines: Vec<String> = Vec::new();
        if let Some(banner) = &self.banner {
            lines.extend(banner.lines().map(str::to_owned));
        }
        lines.push(payload.server.clone());
        lines.extend(payload.role.as_ref().map(|role| format!("role: {role}")));
        lines.extend(
            payload
                .counts
                .iter()
                .map(|count| format!("{} {}", count.number, count.of)),
        );
        let width = lines
            .iter()
            .map(|line| line.chars().count())
            .max()
            .unwrap_or_default();
        let line = |line: String| format!("│ {line:width$} │\n");
        let edge = "─".repeat(width + 2);
        let lines: String = lines.into_iter().map(line).collect();
        format!("╭{edge}╮\n{lines}╰{edge}╯")
    }
}
