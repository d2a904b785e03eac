//! The policy file, the grammar, and the level at which the audit fails.

use crate::program::{Folder, catalog, pipe, run, run_in};

const TOOL: &str = r#"{"name": "billing-get_invoice", "description": "Get one invoice.", "inputSchema": {"type": "object"}}"#;

fn folder(policy: &str) -> Folder {
    Folder::temporary()
        .with("mcp-ergo.toml", policy)
        .with("server/tools.json", TOOL)
}

#[test]
fn the_exit_code_tells_how_it_ended() {
    let fails_at = |level| pipe(TOOL.as_bytes(), &["--fail-on", level]).code;
    assert_eq!(
        ["deny", "warn", "info"].map(fails_at),
        [Some(0), Some(1), Some(1)]
    );
    assert_eq!(pipe(TOOL.as_bytes(), &["--own"]).code, Some(1));
    let clean = catalog("clean");
    assert_eq!(
        run(&["audit", "--own", "--fail-on", "info", "--file", &clean]).code,
        Some(0)
    );
}

#[test]
fn the_grammar_is_verb_object_unless_said() {
    let named = |arguments: &[&str]| pipe(TOOL.as_bytes(), arguments).out.contains("[N001]");
    assert!(named(&[]));
    assert!(!named(&["--grammar", "domain-verb_object"]));
    let slip = pipe(TOOL.as_bytes(), &["--grammar", "verb-object"]);
    assert!(slip.refuses(&["verb_object"]), "{}", slip.err);
}

#[test]
fn the_nearest_policy_is_read() {
    let folder = folder("[levels]\nname-ungrammatical = \"deny\"\nD003 = \"off\"\n");
    let ran = run_in(&folder, "server", &["audit", "--file", "tools.json"]);
    assert_eq!(ran.code, Some(1), "{}", ran.err);
    assert!(
        ran.out.contains("error[N001]") && !ran.out.contains("[D003]"),
        "{}",
        ran.out
    );
    assert!(
        ran.out.contains("mcp-ergo.toml: fails at deny"),
        "{}",
        ran.out
    );
}

#[test]
fn another_policy_may_be_named_and_the_grammar_goes_before_both() {
    let folder = folder("grammar = \"verb_object\"\n")
        .with("other.toml", "grammar = \"domain-verb_object\"\n");
    let named = |arguments: &[&str]| {
        let audit = ["audit", "--file", "server/tools.json"];
        let ran = run_in(&folder, ".", &[&audit[..], arguments].concat());
        ran.out.contains("[N001]")
    };
    assert!(named(&[]));
    assert!(!named(&["--policy", "other.toml"]));
    assert!(!named(&["--grammar", "domain-verb_object"]));
    assert!(named(&[
        "--policy",
        "other.toml",
        "--grammar",
        "verb_object"
    ]));
    let gone = run_in(
        &folder,
        ".",
        &[
            "audit",
            "--file",
            "server/tools.json",
            "--policy",
            "gone.toml",
        ],
    );
    assert!(
        gone.refuses(&["gone.toml: it cannot be read"]),
        "{}",
        gone.err
    );
}

#[test]
fn every_slip_of_a_policy_is_told_with_what_was_meant() {
    let slips =
        "gramar = \"verb_object\"\n[levels]\nparam-exmple-missing = \"warn\"\n[limit]\ntools = 3\n";
    let ran = run_in(&folder(slips), "server", &["audit", "--file", "tools.json"]);
    for told in [
        "no key is called `gramar`",
        "did you mean `grammar`?",
        "no rule is called `param-exmple-missing`",
        "did you mean `param-example-missing`?",
        "no section is called `limit`",
        "did you mean `limits`?",
    ] {
        assert!(ran.refuses(&[told]), "{told}: {}", ran.err);
    }
    let broken = run_in(
        &folder("[levels\n"),
        "server",
        &["audit", "--file", "tools.json"],
    );
    assert!(
        broken.refuses(&["mcp-ergo.toml: line 1 is not TOML"]),
        "{}",
        broken.err
    );
}
