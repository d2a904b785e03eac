//! `explain` and `rules`.

use mcp_ergo::rules::ALL;

use crate::program::run;

#[test]
fn every_rule_is_explained_by_code_and_by_name() {
    for rule in ALL {
        let by_code = run(&["explain", &rule.code.to_lowercase()]);
        assert_eq!(by_code.code, Some(0), "{}", by_code.err);
        assert_eq!(by_code.out, run(&["explain", rule.name]).out);
        for told in [
            rule.code,
            rule.name,
            "What it does\nFinds ",
            "\n\nWhy it matters\n",
            "\n\nBad\n    ",
        ] {
            assert!(by_code.out.contains(told), "{told}: {}", by_code.out);
        }
        assert!(
            !by_code.out.contains("```") && !by_code.out.contains("\n\n\n"),
            "{}",
            by_code.out
        );
    }
}

#[test]
fn a_slip_is_answered_with_what_was_meant() {
    for (slip, meant) in [
        (
            "param-options-in-pose",
            "did you mean `param-options-in-prose`?",
        ),
        (
            "param_options_in_prose_",
            "did you mean `param-options-in-prose`?",
        ),
        ("p3", "did you mean `P003`?"),
        ("nonsense", "e.g. P003 or param-options-in-prose"),
    ] {
        let ran = run(&["explain", slip]);
        assert!(ran.refuses(&[meant]), "{slip}: {}", ran.err);
    }
    assert!(run(&["explian", "P003"]).refuses(&["'explain'"]));
}

#[test]
fn the_rules_are_listed_for_people_and_programs() {
    let text = run(&["rules"]).out;
    assert_eq!(text.lines().count(), ALL.len() + 1);
    let p003 = text.lines().find(|line| line.starts_with("P003"));
    let p003 = p003.expect("P003 is listed");
    for told in ["param-options-in-prose", "deny", "warn", "macro boot audit"] {
        assert!(p003.contains(told), "{p003}");
    }
    let json = run(&["rules", "--format", "json"]).json();
    assert_eq!(json.as_array().map(Vec::len), Some(ALL.len()));
    let e001 = json
        .as_array()
        .and_then(|rules| rules.iter().find(|rule| rule["code"] == "E001"));
    let e001 = e001.expect("E001 is listed");
    assert_eq!(
        (&e001["foreign"], &e001["at"]),
        (&"off".into(), &serde_json::json!(["macro"]))
    );
}

#[test]
fn a_slip_is_told_as_it_was_written() {
    assert!(run(&["explain", "P03"]).refuses(&["no rule is called `P03`"]));
    assert_eq!(run(&["explain", "PARAM-OPTIONS-IN-PROSE"]).code, Some(0));
}
