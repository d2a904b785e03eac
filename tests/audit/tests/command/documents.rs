//! Every form of a document, and what is none.

use mcp_ergo::audit::Document;
use serde_json::{Value, json};

use crate::program::{catalog, pipe, run};

fn tool() -> Value {
    json!({"name": "account.elevate", "inputSchema": {"type": "object"}})
}

/// The pointer of the finding about the name.
fn pointer(document: &str) -> String {
    let ran = pipe(document.as_bytes(), &["--format", "json"]);
    assert_eq!(ran.code, Some(1), "{document}: {}", ran.err);
    let report = ran.json();
    let findings = report["findings"].as_array().expect("findings");
    let found = findings.iter().find(|finding| finding["code"] == "N006");
    let finding = found.expect("the name is refused");
    let line = finding.get("line").map(|line| format!("{line}:"));
    let pointer = finding["pointer"].as_str().expect("a pointer");
    format!("{}{pointer}", line.unwrap_or_default())
}

#[test]
fn every_form_is_read() {
    let response = json!({"jsonrpc": "2.0", "id": 2, "result": {"tools": [tool()]}});
    assert_eq!(
        pointer(&json!({"tools": [tool()]}).to_string()),
        "/tools/0/name"
    );
    assert_eq!(pointer(&response.to_string()), "/result/tools/0/name");
    assert_eq!(pointer(&json!([tool()]).to_string()), "/0/name");
    assert_eq!(pointer(&tool().to_string()), "/name");
    assert_eq!(
        pointer(&format!("\u{feff}{response:#}")),
        "/result/tools/0/name"
    );
    let begun = json!({"jsonrpc": "2.0", "id": 1, "result": {"instructions": "Begin."}});
    assert_eq!(
        pointer(&format!("{begun}\n{response}\n")),
        "2:/result/tools/0/name"
    );
    assert_eq!(
        pointer(&format!("event: message\ndata: {response}\n\n")),
        "2:/result/tools/0/name"
    );
    assert_eq!(
        pointer(&json!([begun, response]).to_string()),
        "/1/result/tools/0/name"
    );
}

#[test]
fn a_file_names_a_server_that_does_not_name_itself() {
    let ran = run(&["audit", "--file", &catalog("clean")]);
    assert!(
        ran.out.starts_with("ledger: 1 tool, nothing found\n"),
        "{}",
        ran.out
    );
    let ran = pipe(b"[]", &[]);
    assert!(
        ran.out.starts_with("the server: 0 tools, nothing found\n"),
        "{}",
        ran.out
    );
    assert!(!ran.out.contains("PASS"), "nothing was seen: {}", ran.out);
    assert_eq!(
        pipe(b"[]", &["--format", "json"]).json()["server"],
        Value::Null
    );
}

#[test]
fn odd_tools_are_judged_all_the_same() {
    let odd = json!({"tools": [
        {"name": 7, "inputSchema": null, "annotations": [], "description": {"a": 1}},
        {"name": "get_x", "inputSchema": {"type": "object", "properties": {"": true, "/": false}}},
        {"name": "get_x", "inputSchema": {"$ref": "#"}, "outputSchema": 3},
        {},
    ]});
    let ran = pipe(odd.to_string().as_bytes(), &["--format", "json", "--own"]);
    assert_eq!(ran.code, Some(1), "{}", ran.err);
    let report = ran.json();
    for finding in report["findings"].as_array().expect("findings") {
        let pointer = finding["pointer"].as_str().expect("a pointer");
        assert!(odd.pointer(pointer).is_some(), "{finding}");
    }
    assert!(
        ran.out.contains("2 tools are called `get_x`"),
        "{}",
        ran.out
    );
}

#[test]
fn what_is_no_catalog_is_told_and_ends_with_two() {
    for (input, why) in [
        (&b""[..], "error: standard input: it is empty"),
        (b"nonsense", "line 1, column 2 is not JSON"),
        (b"{\"a\": 1}", "no tools in an object with `a`"),
        (b"\xff\xfe[\0]\0", "save it as UTF-8"),
        (b"[\"\xc3\x28\"]", "byte 2 is not UTF-8"),
        (b"[1]", "tool 0 is a number"),
        (b"{\"error\": {\"message\": \"\x1b\"}}", "is not JSON"),
        (
            br#"{"error": {"message": "no \u001b[2J"}}"#,
            "the response is an error: no \\u{1b}[2J",
        ),
        (
            b"{\"jsonrpc\":\"2.0\"}\n{\"jsonrpc\":\"2.0\"}",
            "no tools in 2 messages",
        ),
    ] {
        let ran = pipe(input, &[]);
        assert!(
            ran.refuses(&[why]),
            "{why}: {:?} {} {}",
            ran.code,
            ran.err,
            ran.out
        );
    }
    let deep = format!(
        "{{\"tools\":{}{}}}",
        "[".repeat(100_000),
        "]".repeat(100_000)
    );
    assert!(pipe(deep.as_bytes(), &[]).refuses(&["nested deeper than 128 levels"]));
    let large = vec![b' '; Document::LARGEST + 1];
    assert!(pipe(&large, &[]).refuses(&["larger than 16 MiB"]));
    assert!(run(&["audit", "--file", "gone.json"]).refuses(&["gone.json: "]));
    assert!(run(&["audit", "--file", "."]).refuses(&["error: .: "]));
    assert!(run(&["audit"]).refuses(&["--file <FILE>"]));
}

#[test]
fn a_file_that_is_not_there_is_told_with_what_to_name() {
    let ran = run(&["audit", "--file", "no_such.json"]);
    assert!(ran.refuses(&["no_such.json: "]), "{}", ran.err);
    assert!(
        ran.err
            .contains("help: name a file with the result of `tools/list`"),
        "{}",
        ran.err
    );
}
