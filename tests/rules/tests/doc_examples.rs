//! The examples in the docs of the rules are run: each bad one trips exactly its own rule, each good
//! one none.

use mcp_ergo::catalog_facts;
use mcp_ergo::rules::{ALL, CatalogFacts, Fact, Finding, Policy, Rule, judge_catalog};

/// The block of JSON under a heading; `None` where the example is written in Rust.
fn example(rule: &Rule, heading: &str) -> Option<String> {
    let mut lines = rule
        .docs
        .lines()
        .map(|line| line.strip_prefix(' ').unwrap_or(line))
        .skip_while(|line| *line != heading)
        .skip(1)
        .skip_while(|line| line.is_empty());
    let fence = lines
        .next()
        .unwrap_or_else(|| panic!("{} has no `{heading}`", rule.code));
    assert!(
        fence.starts_with("```"),
        "{}: `{heading}` is followed by {fence:?}",
        rule.code
    );
    let block: Vec<&str> = lines.take_while(|line| *line != "```").collect();
    (fence == "```json").then(|| block.join("\n"))
}

fn read(rule: &Rule, heading: &str) -> Option<CatalogFacts> {
    let block = example(rule, heading)?;
    let value: serde_json::Value = serde_json::from_str(&block)
        .unwrap_or_else(|error| panic!("{}: `{heading}` is no JSON: {error}\n{block}", rule.code));
    Some(catalog_facts(&value).unwrap_or_else(|error| panic!("{}: {error}", rule.code)))
}

fn judged(rule: &Rule, heading: &str) -> Option<Vec<Finding>> {
    read(rule, heading).map(|facts| judge_catalog(&facts, &Policy::strict()))
}

fn told(findings: &[Finding]) -> String {
    let lines = findings
        .iter()
        .map(|finding| format!("{}: {}", finding.rule.code, finding.message));
    lines.collect::<Vec<_>>().join("\n")
}

#[test]
fn each_bad_example_trips_its_own_rule_alone() {
    for rule in ALL {
        let Some(findings) = judged(rule, "## Bad") else {
            continue;
        };
        let own = findings
            .iter()
            .all(|finding| finding.rule.code == rule.code);
        assert!(
            own && findings.len() == 1,
            "{}:\n{}",
            rule.code,
            told(&findings)
        );
    }
}

#[test]
fn each_good_example_trips_none() {
    for rule in ALL {
        let Some(findings) = judged(rule, "## Good") else {
            continue;
        };
        assert!(findings.is_empty(), "{}:\n{}", rule.code, told(&findings));
    }
}

#[test]
fn both_examples_of_a_rule_are_of_one_kind() {
    for rule in ALL {
        let (bad, good) = (example(rule, "## Bad"), example(rule, "## Good"));
        assert_eq!(bad.is_some(), good.is_some(), "{}", rule.code);
    }
}

#[test]
fn examples_are_whole_tools() {
    for rule in ALL {
        for tool in read(rule, "## Good").iter().flat_map(|facts| &facts.tools) {
            assert!(
                tool.params.seen().is_some_and(|params| !params.is_empty()),
                "{}",
                rule.code
            );
            assert_eq!(tool.closed, Fact::Seen(true), "{}", rule.code);
        }
    }
}

#[test]
fn messages_begin_small_and_end_without_a_full_stop() {
    for rule in ALL {
        for finding in judged(rule, "## Bad").into_iter().flatten() {
            for text in [&finding.message, &finding.help] {
                assert!(!text.is_empty(), "{}", rule.code);
                assert!(
                    !text.starts_with(char::is_uppercase),
                    "{}: {text}",
                    rule.code
                );
                assert!(!text.ends_with('.'), "{}: {text}", rule.code);
            }
        }
    }
}
