//! What was found, as text for people and as JSON for programs.

mod printable;
mod text;

use serde_json::{Value, json};

use super::{Audit, Document, RubricLine};

pub use printable::printable;

/// What was found in a document. Shown by `Display` as text: a summary, what repeats, each tool with
/// what is its own, and the rubric.
///
/// Control characters of the document never reach the reader's terminal; they are written out.
#[derive(Debug, Clone, Copy)]
pub struct Report<'a> {
    audit: &'a Audit,
    document: &'a Document,
    name: Option<&'a str>,
    every: bool,
    colours: bool,
}

impl<'a> Report<'a> {
    /// A report on `document`, which `audit` judged.
    pub fn new(audit: &'a Audit, document: &'a Document) -> Self {
        Self {
            audit,
            document,
            name: None,
            every: false,
            colours: false,
        }
    }

    /// What to call a server whose document does not say its name.
    pub fn name(self, name: &'a str) -> Self {
        Self {
            name: Some(name),
            ..self
        }
    }

    /// Whether every finding is told in full, however often it repeats.
    pub fn every(self, every: bool) -> Self {
        Self { every, ..self }
    }

    /// Whether the text has colours, as ANSI escapes.
    pub fn colours(self, colours: bool) -> Self {
        Self { colours, ..self }
    }

    /// Whether the text leaves findings out that repeat others.
    pub fn is_folded(&self) -> bool {
        !self.every && self.groups().iter().any(text::Group::is_repeated)
    }

    /// The report for programs:
    ///
    /// ```json
    /// {
    ///   "server": "ledger",
    ///   "tools": 12,
    ///   "findings": [{
    ///     "code": "P001", "name": "param-undescribed", "level": "warn", "tool": "get_invoice",
    ///     "pointer": "/tools/3/inputSchema/properties/id", "message": "…", "help": "…"
    ///   }],
    ///   "rubric": [{
    ///     "line": "Selectability", "verdict": "FAIL", "deny": 1, "warn": 4, "info": 0,
    ///     "fix": "…", "unjudged": ["A004"]
    ///   }]
    /// }
    /// ```
    ///
    /// `server` is null where the document does not name it, `tool` where a finding is about the
    /// server as a whole or the tool has no name, `fix` where nothing was found. A finding has a
    /// `line` where the document has a message on each line; the pointer is then into that message.
    pub fn json(&self) -> Value {
        let findings = self.audit.findings.iter().map(|finding| {
            let place = self.document.place(finding);
            let tool = finding.tool.and_then(|tool| self.audit.tools.get(tool));
            let mut json = json!({
                "code": finding.rule.code,
                "name": finding.rule.name,
                "level": finding.level.key(),
                "tool": tool.filter(|tool| !tool.is_empty()),
                "pointer": place.pointer,
                "message": finding.message,
                "help": finding.help,
            });
            if let Some(line) = place.line {
                json["line"] = line.into();
            }
            json
        });
        let mut report = json!({
            "server": self.audit.server,
            "tools": self.audit.tools.len() - self.audit.folded,
            "findings": findings.collect::<Vec<_>>(),
            "rubric": self.audit.rubric.iter().map(rubric_json).collect::<Vec<_>>(),
        });
        if !self.document.notes().is_empty() {
            report["notes"] = self.document.notes().into();
        }
        report
    }
}

fn rubric_json(line: &RubricLine) -> Value {
    let codes: Vec<&str> = line.unjudged.iter().map(|rule| rule.code).collect();
    json!({
        "line": line.rubric.name(),
        "verdict": line.verdict.word(),
        "deny": line.denied,
        "warn": line.warned,
        "info": line.noted,
        "fix": line.fix,
        "unjudged": codes,
    })
}
