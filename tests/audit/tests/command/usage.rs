//! `usage` and `favourites suggest`, over records of both forms.

use std::time::{Duration, SystemTime};

use mcp_ergo::usage::{SqliteUsage, UsageCode, UsageRecord, UsageStatus, UsageStore as _};
use mcp_ergo::{Retention, SqliteStore};
use serde_json::{Value, json};

use crate::program::{Folder, run_in};

/// Milliseconds of a day.
const DAY: u64 = 24 * 60 * 60 * 1000;

fn now() -> u64 {
    let since = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH);
    let since = since.expect("it is later than 1970");
    u64::try_from(since.as_millis()).expect("and earlier than the end of time")
}

/// So many calls that are alike.
fn calls(
    count: usize,
    tool: &'static str,
    status: UsageStatus,
    codes: &[&str],
) -> Vec<UsageRecord> {
    let mut record = UsageRecord::new(tool, status);
    record.codes = codes
        .iter()
        .map(|&code| UsageCode::from(code.to_owned()))
        .collect();
    record.duration = Duration::from_millis(3);
    vec![record; count]
}

fn ledger() -> Vec<UsageRecord> {
    use UsageStatus::{Asked, Cancelled, Fix, Ok, Stop, UnknownTool};
    let mut all = [
        calls(5, "_hello", Ok, &[]),
        calls(3, "search_invoices", Ok, &[]),
        calls(
            2,
            "search_invoices",
            Fix,
            &["option:status", "missing:customer_id"],
        ),
        calls(1, "search_invoices", Fix, &["option:status"]),
        calls(2, "void_invoice", Ok, &[]),
        calls(2, "get_invoice", Cancelled, &[]),
        calls(1, "pay_invoice", Stop, &["denied"]),
        calls(1, "pay_invoice", Asked, &[]),
        calls(1, "send_reminder", Stop, &["LetterLost"]),
    ]
    .concat();
    let unknown = calls(2, UsageRecord::UNKNOWN, UnknownTool, &[]);
    all.extend(
        unknown
            .into_iter()
            .map(|record| record.presented("find_invoices\u{1b}[2J")),
    );
    all
}

/// A folder with the same calls as a database and as a log.
fn folder() -> Folder {
    let records = ledger();
    let folder = Folder::temporary();
    let store = SqliteUsage::open(folder.path("usage.db")).expect("a store");
    store.keep(&records).expect("room");
    store.keep_dropped(7).expect("room");
    let lines: Vec<String> = records
        .iter()
        .map(|record| json!(record).to_string())
        .collect();
    folder.with("usage.jsonl", &lines.join("\n"))
}

#[test]
fn tools_are_ranked_by_calls_and_the_line_pins_them() {
    let folder = folder().with(
        "mcp-ergo.toml",
        "[presentation]\ntools = [\"get_invoice\"]\n",
    );
    for file in ["usage.db", "usage.jsonl"] {
        let ran = run_in(
            &folder,
            ".",
            &["favourites", "suggest", "--usage", file, "--top", "4"],
        );
        assert_eq!(ran.code, Some(0), "{}", ran.err);
        let lines: Vec<Vec<&str>> = ran
            .out
            .lines()
            .map(|line| line.split_whitespace().collect())
            .collect();
        assert_eq!(
            lines[1],
            ["1.", "6", "30.0", "%", "50.0", "%", "search_invoices"]
        );
        assert_eq!(
            lines[2],
            ["2.", "2", "10.0", "%", "0.0", "%", "★", "get_invoice"]
        );
        assert_eq!(
            lines[3],
            ["3.", "2", "10.0", "%", "50.0", "%", "pay_invoice"]
        );
        assert_eq!(
            lines[4],
            ["4.", "2", "10.0", "%", "0.0", "%", "void_invoice"]
        );
        assert!(
            ran.out
                .contains("20 calls in 30 days, 2 of tools that are not there"),
            "{}",
            ran.out
        );
        assert_eq!(
            ran.out.contains("7 more were not recorded"),
            file == "usage.db"
        );
        let line = "mcp-ergo favourites set search_invoices get_invoice pay_invoice void_invoice";
        assert_eq!(ran.out.lines().last(), Some(line));
    }
    let words = [
        "favourites",
        "set",
        "search_invoices",
        "get_invoice",
        "pay_invoice",
        "void_invoice",
    ];
    assert_eq!(run_in(&folder, ".", &words).code, Some(0));
    let suggest = [
        "favourites",
        "suggest",
        "--usage",
        "usage.db",
        "--format",
        "json",
    ];
    let pinned = run_in(&folder, ".", &suggest).json();
    let tools = pinned["tools"].as_array().expect("tools");
    let pinned = tools.iter().filter(|tool| tool["pinned"] == true);
    assert_eq!((tools.len(), pinned.count()), (5, 4));
}

#[test]
fn no_more_are_pinned_than_are_presented() {
    let folder = folder().with("mcp-ergo.toml", "[presentation]\nmax_favourites = 2\n");
    let ran = run_in(
        &folder,
        ".",
        &["favourites", "suggest", "--usage", "usage.db"],
    );
    let line = "mcp-ergo favourites set search_invoices get_invoice";
    assert_eq!(ran.out.lines().last(), Some(line));
    assert!(ran.out.contains("the first 2"), "{}", ran.out);
}

#[test]
fn where_no_tool_was_called_no_line_is_printed() {
    let record = UsageRecord::new(UsageRecord::UNKNOWN, UsageStatus::UnknownTool);
    let line = json!(record.presented("find_invoices")).to_string();
    let folder = Folder::temporary().with("usage.jsonl", &line);
    let suggest = ["favourites", "suggest", "--usage", "usage.jsonl"];
    let ran = run_in(&folder, ".", &suggest);
    assert!(!ran.out.contains("favourites set"), "{}", ran.out);
    assert!(
        ran.out.contains("no tool that is there was called"),
        "{}",
        ran.out
    );
    let json = [&suggest[..], &["--format", "json"]].concat();
    assert_eq!(run_in(&folder, ".", &json).json()["command"], Value::Null);
}

#[test]
fn names_that_were_presented_are_led_back_to_the_tools() {
    let log: Vec<String> = [
        "favourite__get_pods",
        "all__k8s__get_pods",
        "all/k8s/get_pods",
        "all__k8s__get_logs",
        "begin_session",
    ]
    .iter()
    .map(|name| json!({"presented": name, "kind": "tool_call_trace"}).to_string())
    .collect();
    let one = Folder::temporary().with("log", &log.join("\n"));
    let ranked = |folder: &Folder| -> Vec<Value> {
        let words = [
            "favourites",
            "suggest",
            "--usage",
            "log",
            "--format",
            "json",
        ];
        let ran = run_in(folder, ".", &words);
        assert_eq!(ran.code, Some(0), "{}", ran.err);
        let tools = ran.json()["tools"].as_array().expect("tools").clone();
        tools
            .iter()
            .map(|tool| json!([tool["tool"], tool["calls"]]))
            .collect()
    };
    assert_eq!(
        ranked(&one),
        [
            json!(["get_pods", 3]),
            json!(["begin_session", 1]),
            json!(["get_logs", 1])
        ]
    );
    let two = format!(
        "{}\r\n\r\n{}\n",
        log.join("\r\n"),
        json!({"presented": "all__git__list", "tool": null})
    );
    let two = Folder::temporary().with("log", &two);
    assert_eq!(
        ranked(&two),
        [
            json!(["k8s__get_pods", 3]),
            json!(["begin_session", 1]),
            json!(["git__list", 1]),
            json!(["k8s__get_logs", 1]),
        ]
    );
}

#[test]
fn mistakes_are_told_by_tool_and_parameter() {
    let folder = folder();
    for file in ["usage.db", "usage.jsonl"] {
        let ran = run_in(&folder, ".", &["usage", "--usage", file]);
        assert_eq!(ran.code, Some(0), "{}", ran.err);
        let rows: Vec<Vec<&str>> = ran
            .out
            .lines()
            .map(|line| line.split_whitespace().collect())
            .collect();
        assert_eq!(
            rows[1],
            ["search_invoices", "6", "3.0", "ms", "3.0", "ms", "3", "fix"]
        );
        let wrong: Vec<&str> = ran.out.lines().filter(|line| line.contains('×')).collect();
        assert_eq!(
            wrong,
            [
                "  search_invoices.status: option ×3 — models send values outside the set: say the values in the text",
                "  search_invoices.customer_id: missing ×2 — models leave it out: give it a default, or say in its text where the value comes from",
                "  pay_invoice: denied ×1 — callers without the scope try it: grant it, or do not name the tool in texts that they read",
                "  send_reminder: LetterLost ×1 — the tool's own failure: see that its message shows the value, and its hint the call that mends it",
                "  find_invoices\\u{1b}[2J ×2",
            ]
        );
    }
}

#[test]
fn programs_read_the_same() {
    let folder = folder();
    let words = ["usage", "--usage", "usage.db", "--format", "json"];
    let told = run_in(&folder, ".", &words).json();
    assert_eq!(told["calls"], 20);
    assert_eq!(told["dropped"], 7);
    assert_eq!(
        told["unknown"],
        json!([{"name": "find_invoices\u{1b}[2J", "calls": 2}])
    );
    assert_eq!(
        told["tools"][0],
        json!({
            "tool": "search_invoices", "calls": 6, "errors": 3,
            "statuses": {"fix": 3, "ok": 3}, "p50_us": 3000, "p95_us": 3000,
        })
    );
    assert_eq!(told["problems"][0]["parameter"], "status");
    let one = run_in(
        &folder,
        ".",
        &[&words[..], &["--tool", "pay_invoice"]].concat(),
    )
    .json();
    assert_eq!(one["tools"].as_array().map(Vec::len), Some(1));
    assert_eq!(one["problems"].as_array().map(Vec::len), Some(1));
    let none = run_in(
        &folder,
        ".",
        &["usage", "--usage", "usage.db", "--tool", "pay_invoic"],
    );
    assert!(none.refuses(&["no call of pay_invoic"]), "{}", none.err);
}

#[test]
fn old_calls_are_out_of_the_window() {
    let mut old = calls(3, "get_invoice", UsageStatus::Ok, &[]);
    for record in &mut old {
        record.at = now() - 40 * DAY;
    }
    let folder = Folder::temporary().with("log", &json!(old[0]).to_string());
    let store = SqliteUsage::open(folder.path("usage.db")).expect("a store");
    store.keep(&old).expect("room");
    for file in ["log", "usage.db"] {
        for words in [&["usage"][..], &["favourites", "suggest"]] {
            let ran = run_in(&folder, ".", &[words, &["--usage", file]].concat());
            assert!(ran.refuses(&["no call in the last 30 days"]), "{}", ran.err);
            assert!(ran.err.contains("`--window 41` takes it in"), "{}", ran.err);
            let ran = run_in(
                &folder,
                ".",
                &[words, &["--usage", file, "--window", "41"]].concat(),
            );
            assert_eq!(ran.code, Some(0), "{}", ran.err);
        }
    }
}

#[test]
fn files_that_are_no_records_are_refused_with_why() {
    let folder = Folder::temporary()
        .with("empty", "")
        .with("text", "Dear Ada,\n")
        .with("nameless", "{\"tool\": \"a\"}\n{\"at\": 3}\n")
        .with("typed", "{\"tool\": 3}\n")
        .with("endless", &"x".repeat(100_000))
        .with("catalog", "{\"tools\": []}");
    SqliteStore::open(folder.path("handles.db"), Retention::new()).expect("a store of handles");
    for (file, why) in [
        ("gone", "gone: it cannot be read"),
        ("empty", "no call in the last 30 days"),
        ("text", "line 1 is no record of a call"),
        (
            "nameless",
            "line 2 is no record of a call: it has neither `tool` nor `presented`",
        ),
        ("typed", "line 1 is no record of a call: invalid type"),
        ("endless", "longer than 65536 bytes"),
        ("catalog", "it has neither `tool` nor `presented`"),
        ("handles.db", "none of usage that this version reads"),
        (".", "."),
    ] {
        for words in [&["usage"][..], &["favourites", "suggest"]] {
            let ran = run_in(&folder, ".", &[words, &["--usage", file]].concat());
            assert!(ran.refuses(&[why]), "{file}: {}{}", ran.out, ran.err);
            assert!(ran.err.contains("help: "), "{}", ran.err);
        }
    }
}
