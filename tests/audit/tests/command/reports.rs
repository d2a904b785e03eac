//! The whole reports, read once and kept. After a change that is meant, read them, then
//! `BLESS=1 cargo test -p audit-tests` keeps what is printed now.

use std::io::Read as _;
use std::path::Path;
use std::process::Stdio;

use serde_json::json;

use crate::program::{catalog, command, pipe, run};

fn check(name: &str, printed: &str) {
    let file = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests/reports")
        .join(name);
    if std::env::var_os("BLESS").is_some() {
        std::fs::write(&file, printed).expect("the report can be kept");
    }
    let kept = std::fs::read_to_string(&file).unwrap_or_default();
    assert_eq!(
        printed, kept,
        "the report changed: read it, then `BLESS=1 cargo test -p audit-tests` keeps it"
    );
}

#[test]
fn the_reports_are_as_they_were_read() {
    let ledger = catalog("ledger");
    let audit = ["audit", "--file", &ledger];
    let text = run(&audit);
    assert_eq!(text.code, Some(1), "{}", text.err);
    check("ledger.txt", &text.out);
    check(
        "ledger.json",
        &run(&[&audit[..], &["--format", "json"]].concat()).out,
    );
    check(
        "ledger-own.txt",
        &run(&[&audit[..], &["--own", "--every"]].concat()).out,
    );
}

#[test]
fn nothing_of_a_document_drives_the_terminal() {
    let nasty = json!([{
        "name": "get_\u{1b}[2J\r\n\u{9b}x\u{202e}",
        "description": "\u{7f}\u{1b}]0;owned\u{7}",
        "inputSchema": {"properties": {"\u{1b}[31m": {"description": "one of \u{1b}[1m, b or c"}}},
    }]);
    for arguments in [&[][..], &["--every"], &["--own"], &["--format", "json"]] {
        let ran = pipe(nasty.to_string().as_bytes(), arguments);
        assert_eq!(ran.code, Some(1), "{}", ran.err);
        let driving = |c: &char| c.is_control() && *c != '\n' || *c == '\u{202e}';
        assert_eq!(
            ran.out.chars().find(driving),
            None,
            "{arguments:?}: {}",
            ran.out
        );
    }
}

#[test]
fn colours_are_for_terminals_or_for_those_who_insist() {
    let ledger = catalog("ledger");
    let coloured = |name: &str, value: &str| {
        let mut command = command(&["audit", "--file", &ledger]);
        let output = command.env(name, value).output().expect("the program runs");
        output.stdout.contains(&b'\x1b')
    };
    assert!(coloured("CLICOLOR_FORCE", "1"));
    assert!(!coloured("NO_COLOR", "1"));
    assert!(!coloured("TERM", "xterm"), "a pipe is no terminal");
}

#[test]
fn a_reader_that_leaves_is_no_failure() {
    let tools: Vec<_> = (0..1_000)
        .map(|n| json!({"name": format!("get_thing_{n}")}))
        .collect();
    let folder = crate::program::Folder::temporary().with("tools.json", &json!(tools).to_string());
    let file = folder.path("tools.json");
    let mut child = command(&["audit", "--every", "--file", &file])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut stdout = child.stdout.take().expect("a pipe");
    stdout.read_exact(&mut [0; 10]).expect("the report begins");
    drop(stdout);
    let output = child.wait_with_output().expect("the program ends");
    assert_eq!(output.status.code(), Some(1));
    assert!(
        output.stderr.is_empty(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
}

#[test]
fn the_readme_shows_a_report() {
    let report = run(&["audit", "--file", &catalog("readme")]).out;
    let readme = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../README.md");
    let readme = std::fs::read_to_string(readme).expect("the README is there");
    assert!(
        readme.contains(report.trim()),
        "README.md does not show what is printed; copy this over:\n{report}"
    );
}

#[test]
fn favourites_are_judged_once() {
    let tool = |name: &str, text: &str| json!({"name": name, "description": text, "inputSchema": {"type": "object"}});
    let presented = json!([
        tool("favourite__get_invoice", "Get one invoice."),
        tool("all__ledger__get_invoice", "Get one invoice."),
        tool("all__ledger__get_draft", "Read what was never sent."),
    ]);
    let ran = pipe(presented.to_string().as_bytes(), &[]);
    assert!(ran.out.starts_with("the server: 2 tools"), "{}", ran.out);
    assert!(ran.out.contains("1 tool shown twice"), "{}", ran.out);
    assert!(
        ran.out.contains("/1/description") && !ran.out.contains("/0/"),
        "{}",
        ran.out
    );
}
