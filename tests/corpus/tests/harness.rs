//! The harness itself, over a folder of two small catalogs, and over real ones where there are any.

use std::path::{Path, PathBuf};
use std::process::Command;

use corpus_tests::{folder, read};

const BARE: &str = r#"{"tools": [{"name": "get_invoice", "inputSchema": {"type": "object"}}]}"#;
const DOTTED: &str = r#"[{"name": "account.elevate", "description": "Elevate it.", "inputSchema": {"type": "object"}}]"#;

fn catalogs(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::create_dir_all(&folder).expect("a folder for the test");
    for (file, text) in [("bare.json", BARE), ("dotted.json", DOTTED)] {
        std::fs::write(folder.join(file), text).expect("a file for the test");
    }
    folder
}

fn run(folder: &Path, arguments: &[&str]) -> (Option<i32>, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_corpus-tests"))
        .args(arguments)
        .env("MCP_ERGO_CORPUS", folder)
        .output()
        .expect("the harness runs");
    let text = [output.stdout, output.stderr].concat();
    let text = String::from_utf8(text).expect("it writes UTF-8");
    (output.status.code(), text)
}

#[test]
fn what_fires_is_counted_sampled_and_passed_over() {
    let folder = catalogs("small");
    let (code, counts) = run(&folder, &[]);
    assert_eq!(code, Some(0), "{counts}");
    assert!(counts.starts_with("2 tools on 2 servers"), "{counts}");
    assert!(
        counts.contains("\nN006         1      1        1  name-not-portable"),
        "{counts}"
    );
    let (_, sample) = run(&folder, &["sample", "d001"]);
    assert!(sample.starts_with("== bare · get_invoice · "), "{sample}");
    assert!(sample.ends_with("D001 fired 1 times\n"), "{sample}");
    let (_, passed) = run(&folder, &["passed", "D001"]);
    assert!(
        passed.starts_with("== dotted · account.elevate"),
        "{passed}"
    );
    assert_eq!(
        run(&folder, &["sample", "N006"]),
        run(&folder, &["sample", "N006"])
    );
}

#[test]
fn what_cannot_be_read_is_told() {
    let folder = catalogs("broken");
    std::fs::write(folder.join("no.json"), "{").expect("a file for the test");
    let (code, told) = run(&folder, &[]);
    assert_eq!(code, Some(2));
    assert!(told.contains("no.json: "), "{told}");
    let (code, told) = run(&catalogs("whole"), &["count"]);
    assert_eq!(code, Some(2));
    assert!(told.contains("`count` is no command"), "{told}");
}

/// Every message on every real catalog is written as messages are.
#[test]
fn real_catalogs_are_judged_in_whole_sentences() {
    let Some(folder) = folder() else {
        eprintln!("no real catalogs here; MCP_ERGO_CORPUS names a folder of them");
        return;
    };
    for catalog in read(&folder).expect("the catalogs are readable") {
        for finding in catalog.findings() {
            let code = finding.rule.code;
            for text in [&finding.message, &finding.help] {
                let begins = text.starts_with(|c: char| {
                    c.is_lowercase() || "`\"(".contains(c) || c.is_numeric()
                });
                let whole =
                    !text.is_empty() && begins && !text.ends_with('.') && !text.contains('\n');
                assert!(whole, "{code} on {}: {text:?}", catalog.server);
            }
        }
    }
}
