//! The report for people.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::{self, Display, Formatter};

use mcp_ergo_rules::{Finding, Level, Rule, plural};

use super::{Report, printable};
use crate::audit::{RubricLine, Verdict};

/// A rule that is broken more often than this is told once, with the first findings.
const FEW: usize = 4;

/// How many findings of a rule that repeats are told in full, each of another tool.
const fn shown_of(level: Level) -> usize {
    match level {
        Level::Deny | Level::Warn => 3,
        Level::Info | Level::Off => 1,
    }
}

/// How many tools are named where there are more.
const NAMED: usize = 8;

/// The most rows of the summary; with the head and the prompt it fits a screen.
const ROWS: usize = 18;

/// The most characters of a line's foreign text.
const WIDEST: usize = 400;

const RED: &str = "1;31";
const YELLOW: &str = "1;33";
const GREEN: &str = "1;32";
const BLUE: &str = "36";
const BOLD: &str = "1";
const DIM: &str = "2";

/// The findings of one rule at one level.
pub(super) struct Group<'a> {
    rule: &'static Rule,
    level: Level,
    findings: Vec<&'a Finding>,
}

impl Group<'_> {
    /// Tools in the order of the list, each with how many of the findings are its own.
    fn tools(&self) -> BTreeMap<usize, usize> {
        counted(&self.findings)
    }

    pub(super) fn is_repeated(&self) -> bool {
        self.findings.len() > FEW
    }
}

/// On how much a rule fired: `37 on 12 tools`.
impl Display for Group<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let (findings, tools) = (self.findings.len(), self.tools().len());
        match tools {
            0 => write!(f, "{findings} on the server"),
            _ => write!(f, "{findings} on {}", plural(tools, "tool")),
        }
    }
}

fn counted(findings: &[&Finding]) -> BTreeMap<usize, usize> {
    let mut tools = BTreeMap::new();
    for tool in findings.iter().filter_map(|finding| finding.tool) {
        *tools.entry(tool).or_default() += 1;
    }
    tools
}

impl Display for Report<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let groups = self.groups();
        self.head(f)?;
        self.summary(f, &groups)?;
        let (repeated, single): (Vec<&Group>, Vec<&Group>) = groups
            .iter()
            .partition(|group| group.is_repeated() && !self.every);
        let tools = self.by_tool(&single);
        for level in LEVELS {
            for group in repeated.iter().filter(|group| group.level == level) {
                self.repeated(f, group)?;
            }
            for (tool, findings) in tools.iter().filter(|(_, found)| worst(found) == level) {
                self.tool(f, *tool, findings)?;
            }
        }
        self.rubric(f)
    }
}

impl<'a> Report<'a> {
    /// The rules that were broken: the worst first, then the most frequent.
    pub(super) fn groups(&self) -> Vec<Group<'a>> {
        let mut groups: BTreeMap<(&str, Level), Group<'a>> = BTreeMap::new();
        for finding in &self.audit.findings {
            let key = (finding.rule.code, finding.level);
            let group = groups.entry(key).or_insert_with(|| Group {
                rule: finding.rule,
                level: finding.level,
                findings: Vec::new(),
            });
            group.findings.push(finding);
        }
        let mut groups: Vec<Group> = groups.into_values().collect();
        groups.sort_by_key(|group| std::cmp::Reverse((group.level, group.findings.len())));
        groups
    }

    /// The findings of these groups by tool, `None` for the server: the worst tool first.
    fn by_tool(&self, groups: &[&Group<'_>]) -> Vec<(Option<usize>, Vec<&'a Finding>)> {
        let told: BTreeSet<(&str, Level)> = groups
            .iter()
            .map(|group| (group.rule.code, group.level))
            .collect();
        let mut tools: BTreeMap<Option<usize>, Vec<&Finding>> = BTreeMap::new();
        for finding in &self.audit.findings {
            if told.contains(&(finding.rule.code, finding.level)) {
                tools.entry(finding.tool).or_default().push(finding);
            }
        }
        let mut tools: Vec<_> = tools.into_iter().collect();
        tools.sort_by_key(|(tool, findings)| {
            let counts = LEVELS.map(|level| count(findings, level));
            (tool.is_some(), std::cmp::Reverse(counts))
        });
        tools
    }

    fn head(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let audit = self.audit;
        let name = audit
            .server
            .as_deref()
            .or(self.name)
            .unwrap_or("the server");
        let tools = plural(audit.tools.len() - audit.folded, "tool");
        let all: Vec<&Finding> = audit.findings.iter().collect();
        let name = self.paint(BOLD, &shown(name));
        writeln!(f, "{name}: {tools}, {}", self.counts(&all))?;
        if audit.folded > 0 {
            let folded = plural(audit.folded, "tool");
            writeln!(
                f,
                "note: {folded} shown twice, as `favourite` and under `all`, judged once"
            )?;
        }
        for note in self.document.notes() {
            writeln!(f, "note: {note}")?;
        }
        Ok(())
    }

    /// A row for each rule; where they do not fit, those worth knowing share one.
    fn summary(&self, f: &mut Formatter<'_>, groups: &[Group<'_>]) -> fmt::Result {
        let fits = groups.len() <= ROWS;
        let (rows, rest): (Vec<&Group>, Vec<&Group>) = groups
            .iter()
            .partition(|group| fits || group.level > Level::Info);
        if !groups.is_empty() {
            writeln!(f)?;
        }
        let widest = rows.iter().map(|group| group.rule.name.len()).max();
        for group in rows {
            let heading = heading(group.rule, group.level);
            let padding = " ".repeat("warning[D001]".len() - heading.len());
            let heading = self.paint(colour(group.level), &heading);
            let name = group.rule.name;
            writeln!(
                f,
                "  {heading}{padding}  {name:0$}  {group}",
                widest.unwrap_or(0)
            )?;
        }
        if !rest.is_empty() {
            let codes = rest
                .iter()
                .map(|group| format!("{} {}", group.rule.code, group.findings.len()));
            let codes: Vec<String> = codes.collect();
            let word = self.paint(colour(Level::Info), "notes");
            writeln!(f, "  {word}  {}", codes.join(", "))?;
        }
        Ok(())
    }

    /// A rule that is broken often: the first findings, and who else is concerned.
    fn repeated(&self, f: &mut Formatter<'_>, group: &Group<'_>) -> fmt::Result {
        let title = format!("{} {}: {group}", group.rule.code, group.rule.name);
        writeln!(f, "\n{}", self.paint(BOLD, &title))?;
        let mut seen = BTreeSet::new();
        let (mut first, mut more) = (Vec::new(), Vec::new());
        for &finding in &group.findings {
            if first.len() < shown_of(group.level) && seen.insert(finding.tool) {
                first.push(finding);
            } else {
                more.push(finding);
            }
        }
        self.findings(f, &first)?;
        let tools = counted(&more);
        let named: Vec<String> = tools
            .iter()
            .take(NAMED)
            .map(|(tool, count)| match count {
                1 => self.tool_name(*tool),
                count => format!("{} ({count})", self.tool_name(*tool)),
            })
            .collect();
        let others = match tools.len().saturating_sub(named.len()) {
            0 => String::new(),
            others => format!(" and {}", plural(others, "other tool")),
        };
        let named = if named.is_empty() {
            String::new()
        } else {
            format!(": {}", named.join(", "))
        };
        writeln!(f, "  … {} more{named}{others}", more.len())
    }

    fn tool(
        &self,
        f: &mut Formatter<'_>,
        tool: Option<usize>,
        findings: &[&Finding],
    ) -> fmt::Result {
        let name = match tool {
            Some(tool) => self.tool_name(tool),
            None => "the server as a whole".to_owned(),
        };
        let name = self.paint(BOLD, &name);
        writeln!(f, "\n{name}: {}", self.counts(findings))?;
        self.findings(f, findings)
    }

    /// Findings in full: what, where, and what to write instead unless it was just said.
    fn findings(&self, f: &mut Formatter<'_>, findings: &[&Finding]) -> fmt::Result {
        let mut said = "";
        for finding in findings {
            let heading = heading(finding.rule, finding.level);
            let heading = self.paint(colour(finding.level), &heading);
            let tool = finding
                .tool
                .map(|tool| format!(" {}", self.tool_name(tool)));
            let tool = tool.unwrap_or_default();
            writeln!(f, "  {heading}{tool}: {}", shown(&finding.message))?;
            let place = self.document.place(finding).to_string();
            let place = self.paint(DIM, &format!("at {}", shown(&place)));
            writeln!(f, "      {place}")?;
            if finding.help != said {
                writeln!(f, "      help: {}", shown(&finding.help))?;
            }
            said = &finding.help;
        }
        Ok(())
    }

    fn rubric(&self, f: &mut Formatter<'_>) -> fmt::Result {
        writeln!(f, "\n{}", self.paint(BOLD, "Rubric"))?;
        for line in &self.audit.rubric {
            let verdict = self.paint(verdict_colour(line.verdict), &format!("{:6}", line.verdict));
            let told = told(line);
            let told = if told.is_empty() {
                told
            } else {
                format!("  {}", shown(&told))
            };
            let name = if told.is_empty() {
                line.rubric.name().to_owned()
            } else {
                format!("{:17}", line.rubric.name())
            };
            writeln!(f, "  {verdict}  {name}{told}")?;
        }
        Ok(())
    }

    fn tool_name(&self, tool: usize) -> String {
        match self.audit.tools.get(tool) {
            Some(name) if !name.trim().is_empty() => shown(name),
            _ => format!("tool {tool}"),
        }
    }

    /// `1 error, 3 warnings`; `nothing found`.
    fn counts(&self, findings: &[&Finding]) -> String {
        let told: Vec<String> = LEVELS
            .into_iter()
            .map(|level| (level, count(findings, level)))
            .filter(|(_, count)| *count > 0)
            .map(|(level, count)| self.paint(colour(level), &plural(count, level.word())))
            .collect();
        if told.is_empty() {
            return self.paint(GREEN, "nothing found");
        }
        told.join(", ")
    }

    fn paint(&self, colour: &str, text: &str) -> String {
        if self.colours {
            format!("\x1b[{colour}m{text}\x1b[0m")
        } else {
            text.to_owned()
        }
    }
}

/// The levels of findings, the worst first.
const LEVELS: [Level; 3] = [Level::Deny, Level::Warn, Level::Info];

fn worst(findings: &[&Finding]) -> Level {
    let levels = findings.iter().map(|finding| finding.level);
    levels.max().unwrap_or(Level::Off)
}

fn count(findings: &[&Finding], level: Level) -> usize {
    let of_level = findings.iter().filter(|finding| finding.level == level);
    of_level.count()
}

fn heading(rule: &Rule, level: Level) -> String {
    format!("{}[{}]", level.word(), rule.code)
}

fn colour(level: Level) -> &'static str {
    match level {
        Level::Deny => RED,
        Level::Warn => YELLOW,
        Level::Info | Level::Off => BLUE,
    }
}

fn verdict_colour(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Pass => GREEN,
        Verdict::Fail => RED,
        Verdict::Unseen => DIM,
    }
}

/// What stands behind a verdict: how much was found, the first fix, and what could not be looked at.
fn told(line: &RubricLine) -> String {
    let counts = [
        (line.denied, Level::Deny),
        (line.warned, Level::Warn),
        (line.noted, Level::Info),
    ];
    let counts = counts.into_iter().filter(|(count, _)| *count > 0);
    let counts: Vec<String> = counts
        .map(|(count, level)| plural(count, level.word()))
        .collect();
    let mut told = counts.join(", ");
    if let (Verdict::Fail, Some(fix)) = (line.verdict, &line.fix) {
        told = format!("{told}; first: {fix}");
    }
    if !line.unjudged.is_empty() {
        let codes: Vec<&str> = line.unjudged.iter().map(|rule| rule.code).collect();
        let unjudged = format!("not judged here: {}", codes.join(" "));
        told = if told.is_empty() {
            unjudged
        } else {
            format!("{told}; {unjudged}")
        };
    }
    told
}

/// A foreign text on one line, safe and not endless.
fn shown(text: &str) -> String {
    let cut = match text.char_indices().nth(WIDEST) {
        Some((at, _)) => &text[..at],
        None => text,
    };
    let end = if cut.len() < text.len() { "…" } else { "" };
    format!("{}{end}", printable(cut))
}

#[cfg(test)]
mod tests {
    use mcp_ergo_rules::Policy;
    use serde_json::json;

    use crate::audit::{Document, Report, audit};

    /// The report on tools of these names, which have no description.
    fn report(names: &[&str], every: bool) -> String {
        let tools: Vec<_> = names.iter().map(|name| json!({"name": name})).collect();
        let document = Document::from_json(json!(tools)).unwrap();
        let audit = audit(document.facts(), &Policy::audit());
        Report::new(&audit, &document).every(every).to_string()
    }

    const SIX: [&str; 6] = ["get_a", "get_b", "get_c", "get_d", "get_e", "get_f"];

    #[test]
    fn what_repeats_is_told_once_and_names_the_others() {
        let folded = report(&SIX, false);
        assert!(
            folded.contains("\nD001 description-missing: 6 on 6 tools\n"),
            "{folded}"
        );
        assert!(
            folded.contains("  … 3 more: get_d, get_e, get_f\n"),
            "{folded}"
        );
        assert_eq!(folded.matches("error[D001] get_").count(), 3, "{folded}");
        let every = report(&SIX, true);
        assert_eq!(every.matches("error[D001] get_").count(), 6, "{every}");
        assert!(!every.contains('…'), "{every}");
    }

    #[test]
    fn a_few_findings_stand_with_their_tools_the_worst_first() {
        let report = report(&["get_a", "get.b"], false);
        let worst = report.find("\nget.b: 2 errors").unwrap();
        assert!(worst < report.find("\nget_a: 1 error").unwrap(), "{report}");
    }

    #[test]
    fn the_rubric_ends_the_report_with_a_line_each() {
        let report = report(&["get_a"], false);
        let (_, rubric) = report.split_once("\nRubric\n").unwrap();
        assert_eq!(rubric.lines().count(), 6);
        assert!(
            rubric.starts_with("  FAIL    Selectability      1 error, "),
            "{rubric}"
        );
        assert!(rubric.contains("first: set `description`"), "{rubric}");
        assert!(
            rubric.contains("  UNSEEN  Error ergonomics   not judged here: E001"),
            "{rubric}"
        );
    }

    #[test]
    fn colours_are_written_when_asked_for() {
        let document = Document::from_json(json!([{"name": "get_a"}])).unwrap();
        let audit = audit(document.facts(), &Policy::audit());
        let report = Report::new(&audit, &document).name("ledger").colours(true);
        assert!(
            report
                .to_string()
                .starts_with("\x1b[1mledger\x1b[0m: 1 tool, \x1b[1;31m1 error\x1b[0m")
        );
    }
}
