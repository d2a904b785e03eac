//! The examples of the documents that the rules come from, each with the rules that must and must
//! not fire on it.

use mcp_ergo::catalog_facts;
use mcp_ergo::rules::{ALL, Grammar, Level, Policy, PolicyValue, judge_catalog};
use serde_json::{Value, json};

struct Case {
    id: String,
    grammar: Grammar,
    tools: Value,
    must: Vec<String>,
    must_not: Vec<String>,
}

fn cases() -> Vec<Case> {
    let all: Vec<Value> = serde_json::from_str(include_str!("../seed-cases.json")).unwrap();
    let codes = |case: &Value, key: &str| {
        let codes = case[key].as_array().unwrap().iter();
        codes
            .map(|code| code.as_str().unwrap().to_owned())
            .collect()
    };
    all.iter()
        .map(|case| Case {
            id: case["id"].as_str().unwrap().to_owned(),
            grammar: match case["grammar"].as_str().unwrap() {
                "verb_object" => Grammar::VerbObject,
                "domain-verb_object" => Grammar::DomainVerbObject,
                other => panic!("{other} is no grammar"),
            },
            tools: json!({"tools": case["tools"]}),
            must: codes(case, "must"),
            must_not: codes(case, "mustNot"),
        })
        .collect()
}

fn policy(base: Policy, grammar: Grammar) -> Policy {
    let mut policy = base;
    policy
        .set("", "grammar", &PolicyValue::Text(grammar.word().to_owned()))
        .unwrap();
    policy
}

/// The codes of what fires on a case, each once.
fn fired(case: &Case, base: Policy) -> Vec<&'static str> {
    let facts = catalog_facts(&case.tools).unwrap();
    let findings = judge_catalog(&facts, &policy(base, case.grammar));
    let mut codes: Vec<&str> = findings.iter().map(|finding| finding.rule.code).collect();
    codes.dedup();
    codes
}

fn is_audited(code: &str) -> bool {
    ALL.iter()
        .any(|rule| rule.code == code && rule.foreign != Level::Off)
}

#[test]
fn what_must_fire_fires_on_ones_own_server() {
    for case in cases() {
        let fired = fired(&case, Policy::strict());
        for code in &case.must {
            assert!(
                fired.contains(&code.as_str()),
                "{}: {code} is not in {fired:?}",
                case.id
            );
        }
    }
}

#[test]
fn what_must_fire_fires_on_a_foreign_server() {
    for case in cases() {
        let fired = fired(&case, Policy::audit());
        for code in case.must.iter().filter(|code| is_audited(code)) {
            assert!(
                fired.contains(&code.as_str()),
                "{}: {code} is not in {fired:?}",
                case.id
            );
        }
    }
}

#[test]
fn what_must_not_fire_does_not() {
    for case in cases() {
        for base in [Policy::strict(), Policy::audit()] {
            let fired = fired(&case, base);
            for code in &case.must_not {
                assert!(!fired.contains(&code.as_str()), "{}: {code} fired", case.id);
            }
        }
    }
}

#[test]
fn every_code_of_a_case_is_a_rule() {
    let cases = cases();
    assert!(!cases.is_empty());
    for case in &cases {
        for code in case.must.iter().chain(&case.must_not) {
            assert!(
                ALL.iter().any(|rule| rule.code == *code),
                "{}: {code} is no rule",
                case.id
            );
        }
    }
}
