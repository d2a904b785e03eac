//! The rubric's verdict, line by line.

use std::fmt;

use mcp_ergo_rules::{Finding, Front};

use super::{Design, cell};
use crate::audit::{RubricLine, Verdict, fails, rubric};

pub(super) fn write(design: &Design<'_>, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    writeln!(
        f,
        "\n## Rubric\n\n| line | verdict | to mend |\n|---|---|---|"
    )?;
    // What was compiled was judged by every rule; of a list, some see nothing.
    let compiled = design.failure_modes.is_some();
    let lines = rubric(design.findings, design.own, |rule| {
        compiled || rule.at.contains(&Front::Audit) && !design.catalog.tools.is_empty()
    });
    for line in lines {
        let mend = match line.verdict {
            Verdict::Pass => String::new(),
            Verdict::Fail => fixes(design, &line),
            Verdict::Unseen => "a list of tools does not show it".to_owned(),
        };
        let (name, verdict) = (line.rubric.name(), line.verdict);
        writeln!(f, "| {name} | {verdict} | {mend} |")?;
    }
    Ok(())
}

/// What is refused on a line: each rule once, with the first place where it is broken.
fn fixes(design: &Design<'_>, line: &RubricLine) -> String {
    let refused =
        |finding: &&Finding| finding.rule.rubric == line.rubric && fails(finding, design.own);
    let mut by_rule: Vec<(&Finding, usize)> = Vec::new();
    for finding in design.findings.iter().filter(refused) {
        match by_rule
            .iter_mut()
            .find(|(first, _)| first.rule == finding.rule)
        {
            Some((_, count)) => *count += 1,
            None => by_rule.push((finding, 1)),
        }
    }
    let fixes = by_rule.into_iter().map(|(first, count)| {
        let place = match first.tool {
            Some(tool) => format!("{}: ", design.tool_name(tool)),
            None => String::new(),
        };
        let times = match count {
            1 => String::new(),
            _ => format!(", {count} times; first"),
        };
        let (message, help) = (cell::text(&first.message), cell::text(&first.help));
        format!("{}{times}: {place}{message}: {help}", first.rule.code)
    });
    fixes.collect::<Vec<_>>().join("<br>")
}
