//! `spec`.

use serde_json::json;

use crate::program::{Folder, catalog, run, run_in};

const LIST: &str = r#"[{"name": "get_invoice", "description": "Get one invoice. Use when its id is known.", "inputSchema": {"type": "object", "properties": {}, "additionalProperties": false}}]"#;

#[test]
fn it_is_written_under_the_servers_name_and_says_the_same_each_time() {
    let folder = Folder::temporary().with("tools.json", LIST);
    let write = || run_in(&folder, ".", &["spec", "--file", "tools.json"]);
    let ran = write();
    assert_eq!(ran.code, Some(0), "{}", ran.err);
    assert_eq!(ran.out.trim(), "./mcp-interface-design-tools.md");
    let read = || {
        let path = folder.path("mcp-interface-design-tools.md");
        std::fs::read_to_string(path).expect("the spec was written")
    };
    let first = read();
    write();
    assert_eq!(first, read());
    assert_eq!(
        first,
        run_in(&folder, ".", &["spec", "--file", "tools.json", "--to", "-"]).out
    );
}

#[test]
fn every_line_of_the_rubric_is_told_and_what_fails_is_mended() {
    let ran = run(&["spec", "--file", &catalog("ledger"), "--to", "-"]);
    let rubric = ran.out.split("## Rubric").nth(1).unwrap_or_default();
    for line in [
        "| Selectability | FAIL | D010: `account.elevate`: ",
        "<br>D001: `get_invoice`: ",
        "| Error ergonomics | UNSEEN | ",
        "| Least privilege | FAIL | A001, 2 times; first: `account.elevate`: ",
    ] {
        assert!(rubric.contains(line), "{line}\n{rubric}");
    }
    assert!(!ran.out.contains('\x1b'), "{:?}", ran.out);
    let clean = run(&["spec", "--own", "--file", &catalog("clean"), "--to", "-"]);
    assert_eq!(clean.out.matches("| PASS |").count(), 5, "{}", clean.out);
}

#[test]
fn a_folder_that_is_not_there_is_told() {
    let ran = run(&["spec", "--file", &catalog("clean"), "--to", "no/such"]);
    assert!(ran.refuses(&["cannot be written"]), "{}", ran.err);
    assert!(ran.err.contains("help: name a folder"), "{}", ran.err);
}

#[test]
fn a_spec_of_foreign_text_is_safe_to_print() {
    let text = "\u{202e}\u{1b}[31m``x``<b>\\<script>|\\|";
    let tools = json!([{
        "name": text, "description": text,
        "inputSchema": {"type": "object", "properties": {text: {"type": "string", "pattern": text}}},
    }]);
    let folder = Folder::temporary().with("tools.json", &tools.to_string());
    let ran = run_in(&folder, ".", &["spec", "--file", "tools.json", "--to", "-"]);
    assert_eq!(ran.code, Some(0), "{}", ran.err);
    let obeyed = |c: char| c == '\u{202e}' || c.is_control() && c != '\n';
    assert!(!ran.out.contains(obeyed), "{:?}", ran.out);
    assert!(ran.out.contains(r"\<b>\\\<script>\|\\\|"), "{}", ran.out);
}
