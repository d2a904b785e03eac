//! The page of rules for users is written from the rules themselves.

use std::fmt::Write as _;
use std::path::Path;

use mcp_ergo::rules::{ALL, Front, Level, Rule};

const PAGE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../mcp-ergo/docs/rules.md");

const INTRODUCTION: &str = "\
# The rules

What makes a tool usable by a model, as rules that the macros, boot and the audit share. `own` is the \
level on a server built with mcp-ergo, `foreign` the one in an audit of somebody else's. A rule is \
lifted for one tool or parameter by `allow(rule_name = \"reason\")`, and set for all by `[levels]` in \
`mcp-ergo.toml`. Levels: `deny` refuses to compile, to boot, or fails an audit; `warn` and `info` \
report.

";

/// The word for a level; a rule that does not judge there has none.
fn level(level: Level) -> &'static str {
    match level {
        Level::Off => "–",
        level => level.key(),
    }
}

fn fronts(rule: &Rule) -> String {
    let words: Vec<&str> = rule.at.iter().copied().map(Front::word).collect();
    words.join(", ")
}

/// The docs, under the headings of the page.
fn docs(rule: &Rule) -> String {
    let lines = rule
        .docs
        .lines()
        .map(|line| line.strip_prefix(' ').unwrap_or(line))
        .map(|line| match line.strip_prefix("## ") {
            Some(heading) => format!("#### {heading}\n"),
            None => format!("{line}\n"),
        });
    let text: String = lines.collect();
    text.trim().to_owned()
}

/// Plain text as Markdown, apart from what stands in backticks.
fn escaped(text: &str) -> String {
    let mut code = false;
    let mut escaped = String::new();
    for c in text.chars() {
        code ^= c == '`';
        if !code && matches!(c, '<' | '_' | '*' | '[') {
            escaped.push('\\');
        }
        escaped.push(c);
    }
    escaped
}

fn page() -> String {
    let mut page = INTRODUCTION.to_owned();
    page += "| code | finds | own | foreign | where seen | evidence |\n|---|---|---|---|---|---|\n";
    for rule in ALL {
        let mut kinds: Vec<&str> = rule.evidence.iter().map(|one| one.word()).collect();
        kinds.dedup();
        let _ = writeln!(
            page,
            "| [{}](#{}) | {} | {} | {} | {} | {} |",
            rule.code,
            rule.code.to_lowercase(),
            rule.finds(),
            level(rule.own),
            level(rule.foreign),
            fronts(rule),
            kinds.join(", "),
        );
    }
    for rule in ALL {
        let _ = writeln!(
            page,
            "\n### <a id=\"{}\"></a>{} {}\n\nOwn: {}, foreign: {}; seen by {}; rubric: {}.\n\n{}\n\n#### Evidence\n",
            rule.code.to_lowercase(),
            rule.code,
            rule.name,
            level(rule.own),
            level(rule.foreign),
            fronts(rule),
            rule.rubric.name().to_lowercase(),
            docs(rule),
        );
        for one in rule.evidence {
            let _ = writeln!(page, "* {}: {}", one.word(), escaped(one.source()));
        }
    }
    page
}

#[test]
fn the_page_is_what_the_rules_say() {
    let page = page();
    if std::env::var_os("BLESS").is_some() {
        std::fs::create_dir_all(Path::new(PAGE).parent().unwrap()).unwrap();
        std::fs::write(PAGE, &page).unwrap();
    }
    let written = std::fs::read_to_string(PAGE).unwrap_or_default();
    assert!(
        written == page,
        "mcp-ergo/docs/rules.md is not what the rules say; write it anew by `BLESS=1 cargo test -p \
         rules-tests --test page`"
    );
}
