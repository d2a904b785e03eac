//! The page of presentations shows what its commands print.

use std::fmt::Write as _;

use crate::program::sim_in;

const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");

const COMMAND: &str = "```sh\nmcp-ergo sim ";
const PRINTS: &str = "\n```\n\n```text\n";
const END: &str = "\n```\n";

/// The page with what its commands print now, and how many there are.
fn current(page: &str) -> (String, usize) {
    let mut parts = page.split(COMMAND);
    let mut text = parts.next().unwrap_or_default().to_owned();
    let mut commands = 0;
    for part in parts {
        commands += 1;
        let (command, rest) = part.split_once(PRINTS).expect("what it prints is shown");
        // Nothing is shown where the page was written a moment ago.
        let rest = match rest.strip_prefix("```\n") {
            Some(rest) => rest,
            None => rest.split_once(END).expect("the block ends").1,
        };
        let arguments: Vec<&str> = command.split_whitespace().collect();
        let run = sim_in(ROOT, &arguments);
        assert_eq!(run.code, Some(0), "{}", run.err);
        let out = run.out.trim_end();
        let _ = write!(text, "{COMMAND}{command}{PRINTS}{out}{END}{rest}");
    }
    (text, commands)
}

#[test]
fn the_page_shows_what_its_commands_print() {
    let path = format!("{ROOT}/mcp-ergo/docs/presentation.md");
    let page = std::fs::read_to_string(&path).expect("the page is there");
    let (current, commands) = current(&page);
    assert!(commands > 0);
    if std::env::var_os("BLESS").is_some() {
        std::fs::write(&path, &current).expect("the page is written");
        return;
    }
    assert!(
        page == current,
        "the figures changed: read them, then `BLESS=1 cargo test -p sim-tests` keeps them"
    );
}
