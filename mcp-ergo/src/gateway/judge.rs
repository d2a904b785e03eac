//! The catalog of all upstreams, judged as clients see it.

use mcp_ergo_rules::{
    EVERYTHING_FAVOURITE, FAVOURITE_UNKNOWN, Finding, Level, Policy, judge_catalog_by,
};
use rmcp::model::Tool;
use serde_json::{Value, json};

use crate::audit::{Audit, Document, MOST_TOOLS, audit_servers};
use crate::registry::Report;
use crate::server::Server;

/// A catalog and what the audit says of it.
#[derive(Debug)]
pub(super) struct Judged {
    document: Document,
    audit: Audit,
    tools: Vec<String>,
    /// What is wrong with the presentation, which no list shows.
    presentation: Vec<Finding>,
}

impl Judged {
    pub(super) fn of(name: &str, version: &str, server: &Server, policy: &Policy) -> Self {
        let view = server.local_view();
        // More than any catalog that is read has.
        let tools = &view.wire[..view.wire.len().min(MOST_TOOLS)];
        let json = document(name, version, &view.instructions, tools);
        let document = Document::from_json(json).expect("a list of tools");
        Self {
            audit: audit_servers(document.facts(), policy),
            document,
            presentation: of_presentation(server),
            tools: view.wire.iter().map(|tool| tool.name.to_string()).collect(),
        }
    }

    pub(super) fn report(&self) -> crate::audit::Report<'_> {
        crate::audit::Report::new(&self.audit, &self.document)
    }

    /// What is wrong with the presentation, and what to do, in a sentence each.
    pub(super) fn notes(&self) -> impl Iterator<Item = String> {
        let findings = self.presentation.iter();
        findings.map(|finding| format!("{}: {}", finding.message, finding.help))
    }

    /// Adds what the audit denies.
    pub(super) fn deny(&self, report: &mut Report) {
        let findings = self.audit.findings.iter();
        for finding in findings.filter(|finding| finding.level == Level::Deny) {
            let pointer = self.document.place(finding);
            let place = match finding.tool.and_then(|tool| self.tools.get(tool)) {
                Some(tool) => format!("tools/list {pointer} (tool {tool})"),
                None => format!("tools/list {pointer}"),
            };
            report.rule(finding.clone(), Some(place));
        }
        for finding in &self.presentation {
            report.rule(finding.clone(), None);
        }
    }
}

/// The wire's view of a list.
fn document(name: &str, version: &str, instructions: &str, tools: &[Tool]) -> Value {
    json!({
        "serverInfo": {"name": name, "version": version},
        "instructions": instructions,
        "tools": tools,
    })
}

/// Favourites are the gateway's own, and judged as such.
fn of_presentation(server: &Server) -> Vec<Finding> {
    let (facts, policy) = (server.facts(), Policy::strict());
    let rules = [&FAVOURITE_UNKNOWN, &EVERYTHING_FAVOURITE].into_iter();
    rules
        .flat_map(|rule| judge_catalog_by(&facts, &policy, rule))
        .collect()
}
