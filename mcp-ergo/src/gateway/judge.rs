//! The catalog of all upstreams, judged as clients see it.

use mcp_ergo_rules::{Level, Policy};

use super::catalog::document;
use crate::audit::{Audit, Document, MOST_TOOLS, audit};
use crate::registry::Report;
use crate::server::Server;

/// A catalog and what the audit says of it.
#[derive(Debug)]
pub(super) struct Judged {
    document: Document,
    audit: Audit,
    tools: Vec<String>,
}

impl Judged {
    pub(super) fn of(name: &str, version: &str, server: &Server, policy: &Policy) -> Self {
        let view = server.local_view();
        // More than any catalog that is read has.
        let tools = &view.wire[..view.wire.len().min(MOST_TOOLS)];
        let json = document(name, version, &view.instructions, tools);
        let document = Document::from_json(json).expect("a list of tools");
        Self {
            audit: audit(document.facts(), policy),
            document,
            tools: view.wire.iter().map(|tool| tool.name.to_string()).collect(),
        }
    }

    pub(super) fn report(&self) -> crate::audit::Report<'_> {
        crate::audit::Report::new(&self.audit, &self.document)
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
    }
}
