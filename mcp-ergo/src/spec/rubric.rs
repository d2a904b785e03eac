//! The rubric's verdict, line by line.

use std::fmt;

use mcp_ergo_rules::{ALL, Finding, Front, Level, Rubric};

use super::{Design, cell};

const LINES: [(Rubric, &str); 6] = [
    (Rubric::Selectability, "Selectability"),
    (Rubric::SchemaStrictness, "Schema strictness"),
    (Rubric::ErrorErgonomics, "Error ergonomics"),
    (Rubric::LeastPrivilege, "Least privilege"),
    (Rubric::ToolVsResource, "Tool or resource"),
    (Rubric::OutputStability, "Output stability"),
];

pub(super) fn write(design: &Design<'_>, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    writeln!(
        f,
        "\n## Rubric\n\n| line | verdict | to mend |\n|---|---|---|"
    )?;
    // What was compiled was judged by every rule; of a list, some see nothing.
    let compiled = design.failure_modes.is_some();
    for (line, name) in LINES {
        let seen = ALL
            .iter()
            .any(|rule| rule.rubric == line && (compiled || rule.at.contains(&Front::Audit)));
        let denied: Vec<&Finding> = design
            .findings
            .iter()
            .filter(|finding| finding.rule.rubric == line && finding.level == Level::Deny)
            .collect();
        let (verdict, fixes) = match denied.as_slice() {
            [] if seen => ("PASS", String::new()),
            [] => ("UNSEEN", "a list of tools does not show it".to_owned()),
            denied => ("FAIL", fixes(design, denied)),
        };
        writeln!(f, "| {name} | {verdict} | {fixes} |")?;
    }
    Ok(())
}

fn fixes(design: &Design<'_>, denied: &[&Finding]) -> String {
    let fix = |finding: &&Finding| {
        let place = finding
            .tool
            .map(|tool| format!("{}: ", design.tool_name(tool)))
            .unwrap_or_default();
        let (message, help) = (cell::text(&finding.message), cell::text(&finding.help));
        format!("{place}{} {message}: {help}", finding.rule.code)
    };
    let fixes: Vec<String> = denied.iter().map(fix).collect();
    fixes.join("<br>")
}
