//! What the office is asked to do, and how often each of its tools is called.

mod calls;
mod mistakes;
mod random;
mod tasks;
mod tools;

use std::collections::HashMap;
use std::path::Path;

use calls::Call;
use tools::Tool;

/// Every tool, the most used first.
fn order() -> Vec<&'static str> {
    include_str!("../../usage-order.txt").lines().collect()
}

fn calls() -> Vec<Call> {
    let favourites: Vec<&str> = office::favourites().collect();
    calls::calls(Tool::all(), &order(), &favourites)
}

/// How often each name that is no tool's was called stands under `(unknown)`.
fn counts(calls: &[Call]) -> HashMap<&str, usize> {
    let mut counts = HashMap::new();
    for call in calls {
        *counts.entry(call.tool.as_str()).or_default() += 1;
    }
    counts
}

#[test]
fn the_order_of_use_names_every_tool_once() {
    let mut ordered = order();
    ordered.sort_unstable();
    let mut names: Vec<&str> = Tool::all().iter().map(|tool| tool.name.as_str()).collect();
    names.sort_unstable();
    assert_eq!(ordered, names);
}

#[test]
fn the_favourites_are_what_is_used_most() {
    let favourites: Vec<&str> = office::favourites().collect();
    assert_eq!(favourites, order()[..15]);
}

#[test]
fn use_falls_with_the_rank() {
    let calls = calls();
    assert_eq!(calls.len(), 6_000);
    let counts = counts(&calls);
    let most = counts[order()[0]];
    for (rank, tool) in (1..).zip(order()) {
        let of_rank = counts[tool];
        // Half a call up or down at every rank is the rounding; the first takes what that leaves.
        assert!(
            (of_rank * rank).abs_diff(most) <= rank / 2 + 20,
            "{tool}, at {rank}, was called {of_rank} times and the first {most}"
        );
    }
}

#[test]
fn six_of_a_hundred_calls_fail() {
    let calls = calls();
    let failed = |call: &&Call| !matches!(call.status, "ok" | "cancelled");
    let failures: Vec<&Call> = calls.iter().filter(failed).collect();
    assert!((330..=390).contains(&failures.len()), "{}", failures.len());
    for call in failures {
        assert_eq!(call.codes.is_empty(), call.status == "unknown_tool");
    }
}

#[test]
fn the_log_is_current() {
    let lines = calls().into_iter().map(|call| {
        let line = serde_json::to_string(&call).expect("a call is JSON");
        line + "\n"
    });
    let wanted: String = lines.collect();
    assert!(wanted.len() < 1_000_000, "{} bytes", wanted.len());
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixture/usage.jsonl");
    if std::env::var_os("BLESS").is_some() {
        std::fs::write(&path, &wanted).expect("the file can be written");
    }
    let found = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(
        found == wanted,
        "fixture/usage.jsonl is not what the order of use and the tools say; write it anew by \
         `BLESS=1 cargo test -p office --test usage`"
    );
}
