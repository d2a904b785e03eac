//! The table of tools.

use std::fmt;

use mcp_ergo_rules::prose::{sentences, tokens};
use mcp_ergo_rules::{Class, Fact, Hints, ToolFacts};

use super::{Design, cell};

pub(super) fn write(design: &Design<'_>, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    writeln!(
        f,
        "\n## Tools\n\n| tool | job | class | scope |\n|---|---|---|---|"
    )?;
    for (index, tool) in design.catalog.tools.iter().enumerate() {
        let (name, job) = (design.tool_name(index), job(tool));
        writeln!(f, "| {name} | {job} | {} | {} |", class(tool), scope(tool))?;
    }
    Ok(())
}

/// What the tool does: the first sentence of its description.
fn job(tool: &ToolFacts) -> String {
    let Some(description) = tool.description.present() else {
        return "–".to_owned();
    };
    let tokens = tokens(description);
    let end = sentences(&tokens)
        .first()
        .and_then(|sentence| sentence.last())
        .map_or(0, |last| last.end);
    cell::text(&description[..end])
}

fn class(tool: &ToolFacts) -> &'static str {
    let declared = tool.class.present().copied();
    let hinted = || tool.hints.seen().and_then(Hints::class);
    declared.or_else(hinted).map_or("UNSEEN", Class::word)
}

fn scope(tool: &ToolFacts) -> String {
    match &tool.scope {
        Fact::Unseen => "UNSEEN".to_owned(),
        Fact::Seen(Some(scope)) => cell::code(scope),
        Fact::Seen(None) => "reading".to_owned(),
    }
}
