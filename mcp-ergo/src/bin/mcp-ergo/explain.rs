//! `mcp-ergo explain`

use std::fmt::Write as _;

use clap::Args;
use mcp_ergo::rules::Rule;

use crate::Outcome;
use crate::output::{BOLD, DIM, Failure, PLAIN, print};
use crate::rules::{level, places};

/// Tell what a rule finds, why it matters, and how to write it right.
#[derive(Debug, Args)]
pub(crate) struct Explain {
    /// Code or name of the rule, e.g. P003 or param-options-in-prose.
    rule: String,
}

impl Explain {
    pub(crate) fn run(&self) -> Result<Outcome, Failure> {
        // Names are small; a slip is told as it was written.
        let rule = Rule::called(&self.rule.to_lowercase()).or_else(|_| Rule::called(&self.rule))?;
        print(&page(rule))?;
        Ok(Outcome::Clean)
    }
}

fn page(rule: &Rule) -> String {
    let mut page = format!("{BOLD}{} {}{PLAIN}\n", rule.code, rule.name);
    let _ = writeln!(page, "  own server      {}", level(rule.own));
    let _ = writeln!(page, "  foreign server  {}", level(rule.foreign));
    let _ = writeln!(page, "  judged at       {}", places(rule).join(", "));
    let _ = writeln!(page, "  rubric          {}", rule.rubric.name());
    let (mut code, mut ended) = (false, false);
    for line in rule.docs.lines() {
        let line = line.strip_prefix(' ').unwrap_or(line);
        if line.starts_with("```") {
            code = !code;
        } else if code {
            let _ = writeln!(page, "    {DIM}{line}{PLAIN}");
        } else if let Some(heading) = line.strip_prefix("## ") {
            let _ = writeln!(page, "\n{BOLD}{heading}{PLAIN}");
        } else if !line.is_empty() {
            // A paragraph begins after one that ended; headings bring their own distance.
            let begins = std::mem::take(&mut ended) && !page.ends_with(&format!("{PLAIN}\n"));
            let distance = if begins { "\n" } else { "" };
            let _ = writeln!(page, "{distance}{line}");
        }
        ended |= line.is_empty();
    }
    let _ = writeln!(page, "\n{BOLD}What speaks for it{PLAIN}");
    for evidence in rule.evidence {
        let _ = writeln!(page, "  {}: {}", evidence.word(), evidence.source());
    }
    page
}
