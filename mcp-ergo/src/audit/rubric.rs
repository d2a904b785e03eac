//! The quality rubric: a verdict on each of its lines.

use std::fmt;

use mcp_ergo_rules::{ALL, Finding, Level, Rubric, Rule};

/// How a catalog stands on one line of the rubric.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Verdict {
    /// Rules of the line looked, and refuse nothing.
    Pass,
    /// A rule of the line found what a server may not have: it denies, or it warns of what it would
    /// deny on a server of one's own.
    Fail,
    /// No rule of the line could see anything. That is no pass.
    Unseen,
}

impl Verdict {
    /// The word in reports.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Pass => "PASS",
            Self::Fail => "FAIL",
            Self::Unseen => "UNSEEN",
        }
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.word())
    }
}

/// One line of the rubric with its verdict.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct RubricLine {
    /// Which line.
    pub rubric: Rubric,
    /// How the catalog stands on it.
    pub verdict: Verdict,
    /// Findings that are refused.
    pub denied: usize,
    /// Findings that are warned about.
    pub warned: usize,
    /// Findings worth knowing.
    pub noted: usize,
    /// What to write instead, of the worst finding that comes first.
    pub fix: Option<String>,
    /// The rules of the line that could not look here.
    pub unjudged: Vec<&'static Rule>,
}

/// Whether a finding fails its line. A foreign catalog is judged leniently, and the rubric is not
/// lenient: a warning of what is denied on one's own server says that the line does not hold.
pub(crate) fn fails(finding: &Finding, own: bool) -> bool {
    let warned = finding.level == Level::Warn && finding.rule.own == Level::Deny;
    finding.level == Level::Deny || !own && warned
}

/// The verdict on each line of the rubric. `own` says whether it is a server of one's own that was
/// judged, `judged` of a rule whether it could look at all.
///
/// ```
/// use mcp_ergo::audit::{Verdict, rubric};
///
/// // A server that is built here is seen from every side.
/// let lines = rubric(&[], true, |_| true);
/// assert_eq!(lines[0].rubric.name(), "Selectability");
/// assert!(lines.iter().all(|line| line.unjudged.is_empty()));
/// ```
pub fn rubric(findings: &[Finding], own: bool, judged: impl Fn(&Rule) -> bool) -> Vec<RubricLine> {
    let line = |rubric| {
        let of_line: Vec<&Finding> = findings
            .iter()
            .filter(|finding| finding.rule.rubric == rubric)
            .collect();
        let count = |level| of_line.iter().filter(|found| found.level == level).count();
        let rules = ALL.iter().filter(|rule| rule.rubric == rubric);
        let (seen, unjudged): (Vec<&Rule>, Vec<&Rule>) = rules.partition(|rule| judged(rule));
        let failing = of_line.iter().any(|found| fails(found, own));
        // The first of the worst: `max_by_key` would take the last.
        let worst = of_line.iter().map(|found| found.level).max();
        let first = of_line.iter().find(|found| Some(found.level) == worst);
        RubricLine {
            rubric,
            verdict: match (failing, seen.len()) {
                (true, _) => Verdict::Fail,
                (false, 0) => Verdict::Unseen,
                (false, _) => Verdict::Pass,
            },
            denied: count(Level::Deny),
            warned: count(Level::Warn),
            noted: count(Level::Info),
            fix: first.map(|found| found.help.clone()),
            unjudged,
        }
    };
    Rubric::LINES.map(line).into()
}

#[cfg(test)]
mod tests {
    use mcp_ergo_rules::Part;

    use super::*;

    fn finding(code: &str, level: Level, help: &str) -> Finding {
        Finding {
            rule: Rule::called(code).unwrap(),
            level,
            tool: None,
            part: Part::Catalog,
            message: String::new(),
            help: help.to_owned(),
        }
    }

    fn line(lines: &[RubricLine], wanted: Rubric) -> &RubricLine {
        lines.iter().find(|line| line.rubric == wanted).unwrap()
    }

    #[test]
    fn what_is_refused_fails_and_what_is_warned_about_passes() {
        let findings = [
            finding("D003", Level::Warn, "say when"),
            finding("D001", Level::Deny, "say what"),
            finding("N006", Level::Deny, "rename it"),
            finding("P001", Level::Warn, "describe it"),
            finding("P002", Level::Info, "show one"),
        ];
        let lines = rubric(&findings, true, |rule| {
            rule.rubric != Rubric::ErrorErgonomics
        });
        let selectability = line(&lines, Rubric::Selectability);
        assert_eq!(selectability.verdict, Verdict::Fail);
        assert_eq!((selectability.denied, selectability.warned), (2, 1));
        assert_eq!(selectability.fix.as_deref(), Some("say what"));
        let strictness = line(&lines, Rubric::SchemaStrictness);
        assert_eq!(strictness.verdict, Verdict::Pass);
        assert_eq!((strictness.warned, strictness.noted), (1, 1));
        assert_eq!(strictness.fix.as_deref(), Some("describe it"));
        let errors = line(&lines, Rubric::ErrorErgonomics);
        assert_eq!(errors.verdict, Verdict::Unseen);
        assert!(errors.unjudged.iter().any(|rule| rule.code == "E001"));
    }

    #[test]
    fn a_foreign_server_fails_by_what_would_be_denied_on_ones_own() {
        let findings = [
            finding("A001", Level::Warn, "class it"),
            finding("P012", Level::Warn, "state the format"),
            finding("O001", Level::Info, "document it"),
        ];
        let verdict = |own, wanted| line(&rubric(&findings, own, |_| true), wanted).verdict;
        assert_eq!(verdict(false, Rubric::LeastPrivilege), Verdict::Fail);
        assert_eq!(verdict(true, Rubric::LeastPrivilege), Verdict::Pass);
        assert_eq!(verdict(false, Rubric::SchemaStrictness), Verdict::Pass);
        assert_eq!(verdict(false, Rubric::OutputStability), Verdict::Pass);
    }

    #[test]
    fn a_line_without_a_rule_that_looks_is_no_pass() {
        let lines = rubric(&[], true, |_| false);
        assert_eq!(lines.len(), 6);
        assert!(lines.iter().all(|line| line.verdict == Verdict::Unseen));
    }
}
