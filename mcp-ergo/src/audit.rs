//! The audit of a catalog that somebody else wrote, by the same rules.
//!
//! A [`Document`] is read from JSON, its [facts](Document::facts) are judged by [`audit`], and what
//! was found is shown by a [`Report`], as text for people or as JSON for programs. The command
//! `mcp-ergo audit` (feature `cli`) does just that.
//!
//! ```
//! use mcp_ergo::audit::{Document, Report, audit};
//! use mcp_ergo::rules::Policy;
//!
//! let json = br#"{"tools": [{"name": "account.elevate", "inputSchema": {"type": "object"}}]}"#;
//! let document = Document::parse(json)?;
//! let audit = audit(document.facts(), &Policy::audit());
//! assert_eq!(audit.findings[0].rule.code, "D001");
//! assert_eq!(document.place(&audit.findings[0]).pointer, "/tools/0");
//! println!("{}", Report::new(&audit, &document));
//! # Ok::<(), mcp_ergo::audit::ReadError>(())
//! ```

mod document;
mod fold;
mod pointer;
mod read;
mod report;
mod rubric;

use mcp_ergo_rules::{CatalogFacts, Fact, Finding, Front, Level, Policy, Rule};
use serde_json::Value;

#[cfg(feature = "gateway")]
pub(crate) use document::MOST_TOOLS;
pub use document::{Document, Place, ReadError};
#[cfg(feature = "sqlite")]
pub(crate) use fold::SEPARATORS;
#[cfg(any(feature = "gateway", feature = "sqlite"))]
pub(crate) use fold::{Presented, presented};
pub use report::{Report, printable};
pub(crate) use rubric::fails;
pub use rubric::{RubricLine, Verdict, rubric};

/// What was found in a catalog.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct Audit {
    /// The server's own name, where the document says it.
    pub server: Option<String>,
    /// The names of the tools, in the order of the list; empty where a tool has none.
    pub tools: Vec<String>,
    /// How many of those tools are shown a second time under `favourite__…`, and judged once.
    pub folded: usize,
    /// Everything that was found, the worst first.
    pub findings: Vec<Finding>,
    /// The verdict on each line of the rubric.
    pub rubric: Vec<RubricLine>,
}

impl Audit {
    /// How many findings have this level.
    pub fn count(&self, level: Level) -> usize {
        let of_level = |finding: &&Finding| finding.level == level;
        self.findings.iter().filter(of_level).count()
    }

    /// Whether anything was found at `level` or above.
    pub fn reaches(&self, level: Level) -> bool {
        self.findings.iter().any(|finding| finding.level >= level)
    }
}

/// Judges a catalog as a `tools/list` shows it.
///
/// A catalog that presents favourites (`favourite__x` beside `all__server__x`) is judged once for
/// each tool; only rules about the name that a client reads look at both.
pub fn audit(catalog: &CatalogFacts, policy: &Policy) -> Audit {
    judged(catalog, policy, fold::judge(catalog, policy))
}

/// The same of a gateway's catalog, in which each tool stands as `server__tool`: what its server calls
/// it is judged, and the whole name only where a client reads it.
#[cfg(feature = "gateway")]
pub(crate) fn audit_servers(catalog: &CatalogFacts, policy: &Policy) -> Audit {
    judged(catalog, policy, fold::judge_servers(catalog, policy))
}

fn judged(
    catalog: &CatalogFacts,
    policy: &Policy,
    (mut findings, folded): (Vec<Finding>, usize),
) -> Audit {
    // Of an answer as it goes over the wire some rules know nothing: the envelope's own fields are
    // in it.
    findings.retain(|finding| finding.rule.at.contains(&Front::Audit));
    findings.sort_by_key(|finding| {
        let code = finding.rule.code;
        (std::cmp::Reverse(finding.level), finding.tool, code)
    });
    let heard = |rule: &Rule| {
        let heard = rule.at.contains(&Front::Audit) && policy.level(rule) != Level::Off;
        heard && !catalog.tools.is_empty()
    };
    let name = |name: &Fact<String>| name.seen().cloned();
    Audit {
        server: name(&catalog.server),
        tools: catalog
            .tools
            .iter()
            .map(|tool| name(&tool.name).unwrap_or_default())
            .collect(),
        folded,
        rubric: rubric(&findings, policy.is_own(), heard),
        findings,
    }
}

/// Reads a catalog from a `tools/list` result, a JSON-RPC response with one, a bare array, one tool,
/// or an object with `tools` and `instructions`.
///
/// What no `tools/list` shows (class, scope, trigger, sources, state, errors) stays unseen. To know
/// where in the JSON a finding stands, read a [`Document`].
///
/// # Errors
///
/// When no tools can be found in the document, or when the list holds something that is no object.
pub fn catalog_facts(value: &Value) -> Result<CatalogFacts, ReadError> {
    Ok(Document::from_json(value.clone())?.into_facts())
}
