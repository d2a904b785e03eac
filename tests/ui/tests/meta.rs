//! Tests about the cases: what each must have, and how every message is written.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use mcp_ergo::rules::{ALL, Front, Rule};

fn files(extension: &str) -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("cases");
    let mut files: Vec<PathBuf> = std::fs::read_dir(folder)
        .expect("the cases are readable")
        .map(|entry| entry.expect("an entry is readable").path())
        .filter(|path| path.extension().is_some_and(|own| own == extension))
        .collect();
    files.sort();
    files
}

fn stem(path: &Path) -> String {
    path.file_stem()
        .unwrap_or_default()
        .to_string_lossy()
        .into_owned()
}

fn stems(extension: &str) -> BTreeSet<String> {
    files(extension).iter().map(|path| stem(path)).collect()
}

/// What a file says, by its name.
fn outputs() -> Vec<(String, String)> {
    let read = |path: &PathBuf| std::fs::read_to_string(path).expect("a file is readable");
    files("stderr")
        .iter()
        .map(|path| (stem(path), read(path)))
        .collect()
}

/// The errors of one output, each with the lines that belong to it.
fn errors(output: &str) -> Vec<String> {
    let mut errors: Vec<String> = Vec::new();
    for line in output.lines() {
        if line.starts_with("error") || line.starts_with("warning") {
            errors.push(String::new());
        }
        if let Some(last) = errors.last_mut() {
            last.push_str(line);
            last.push('\n');
        }
    }
    errors
}

/// Errors that are rustc's own, word for word.
fn is_rustcs(error: &str) -> bool {
    let ours = ["E0277", "E0080"]
        .iter()
        .any(|code| error.starts_with(&format!("error[{code}]")));
    error.starts_with("error[") && !ours || error.contains("cannot be shared between threads")
}

#[test]
fn every_case_has_its_output_and_every_output_its_case() {
    let write = "TRYBUILD=overwrite cargo test -p ui-tests --test ui";
    assert_eq!(
        stems("rs"),
        stems("stderr"),
        "write the missing ones by `{write}`, and read them"
    );
}

/// How every message names its rule, and the page that explains it.
fn noted(rule: &Rule) -> String {
    format!("rule {} ({}), {}", rule.code, rule.name, rule.link())
}

/// The rules of macros that are still to come: resources and prompts are judged by themselves, and no
/// macro makes one yet.
const WITHOUT_A_MACRO: &[&str] = &["R002", "R003", "R004"];

#[test]
fn every_rule_of_the_macros_has_a_case_that_trips_it_alone() {
    let cases = stems("rs");
    let outputs = outputs();
    let judged = ALL
        .iter()
        .filter(|rule| rule.at.contains(&Front::Macro) && !WITHOUT_A_MACRO.contains(&rule.code));
    for rule in judged {
        let name = format!("{}_{}", rule.code, rule.name.replace('-', "_"));
        assert!(cases.contains(&name), "cases/{name}.rs is missing");
        let (_, output) = outputs
            .iter()
            .find(|(case, _)| *case == name)
            .expect("it has an output");
        let noted = noted(rule);
        let told = errors(output);
        assert!(
            told.len() == 1 && told[0].contains(&noted),
            "{name} trips more than its rule:\n{output}"
        );
    }
}

#[test]
fn every_case_named_after_a_rule_is_of_a_rule() {
    let named = |case: &&String| case.as_bytes()[0].is_ascii_uppercase();
    for case in stems("rs").iter().filter(named) {
        let of = ALL.iter().find(|rule| case.starts_with(rule.code));
        let name = of.map(|rule| format!("{}_{}", rule.code, rule.name.replace('-', "_")));
        assert_eq!(name.as_ref(), Some(case));
    }
}

#[test]
fn every_message_says_what_is_wrong_and_what_to_write() {
    for (case, output) in outputs() {
        for error in errors(&output) {
            if is_rustcs(&error) {
                continue;
            }
            let first = error.lines().next().unwrap_or_default();
            let message = first.split_once(": ").map_or("", |(_, message)| message);
            let message = message.trim_start_matches("evaluation panicked: ");
            let starts = message.starts_with(|c: char| c.is_lowercase() || c == '`' || c == '#');
            assert!(
                starts,
                "{case}: a message starts in lower case or with code:\n{error}"
            );
            assert!(
                !message.ends_with('.'),
                "{case}: a message ends without a full stop:\n{error}"
            );
            if message.starts_with("#[error(") {
                continue; // thiserror's own
            }
            let helps = error.contains("help: ") || error.contains("note: write ");
            assert!(helps, "{case}: a message says what to write:\n{error}");
        }
    }
}

/// A finding names its rule, by code and by the name that `allow` takes.
#[test]
fn every_note_of_a_rule_is_of_one_that_exists() {
    for (case, output) in outputs() {
        for line in output
            .lines()
            .filter_map(|line| line.split_once("note: rule "))
        {
            let named = format!("rule {}", line.1);
            let known = ALL.iter().any(|rule| noted(rule) == named);
            assert!(known, "{case}: {}", line.1);
        }
    }
}

#[test]
fn no_output_shows_what_is_ours_alone() {
    let here = env!("CARGO_MANIFEST_DIR").trim_end_matches("tests/ui");
    for (case, output) in outputs() {
        for inner in [
            "__MCP_ERGO",
            "unreachable",
            "warning: unused",
            "$RUST",
            "$CARGO",
            here,
        ] {
            assert!(!output.contains(inner), "{case} shows {inner}:\n{output}");
        }
        let told: Vec<String> = errors(&output);
        let distinct: BTreeSet<&String> = told.iter().collect();
        assert_eq!(
            told.len(),
            distinct.len(),
            "{case} says something twice:\n{output}"
        );
    }
}

/// What the README shows is what the compiler says.
#[test]
fn the_readme_shows_a_case_and_its_output() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"));
    let read = |path: &str| std::fs::read_to_string(folder.join(path)).expect("the file is there");
    let readme = read("../../README.md");
    let case = read("cases/readme.rs");
    let from = case.find("/// Find").expect("the tool has a doc comment");
    let to = case.find("fn main").expect("the case has a main");
    let output = read("cases/readme.stderr").replace("cases/readme.rs", "src/invoices.rs");
    for part in [case[from..to].trim(), output.trim()] {
        assert!(
            readme.contains(part),
            "README.md does not hold what tests/ui/cases/readme has; copy this over:\n{part}"
        );
    }
}
