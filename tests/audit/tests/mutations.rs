//! Documents changed at random, the same each time: none makes the audit panic, every finding has its
//! place in the document, and nothing of the document drives the terminal.

use std::panic::{AssertUnwindSafe, catch_unwind};

use mcp_ergo::audit::{Document, Report, audit};
use mcp_ergo::rules::{Grammar, Policy, PolicyValue};
use serde_json::{Map, Value, json};

const RUNS: u64 = 10_000;
const THREADS: u64 = 4;

/// A sequence of numbers that is the same each time (xorshift, Marsaglia 2003).
struct Dice(u64);

impl Dice {
    fn throw(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    fn below(&mut self, most: usize) -> usize {
        let most = u64::try_from(most.max(1)).expect("few");
        usize::try_from(self.throw() % most).expect("few")
    }

    fn one_of<'a, T>(&mut self, all: &'a [T]) -> &'a T {
        &all[self.below(all.len())]
    }
}

/// Documents of every form, small enough to be judged ten thousand times.
fn seeds() -> Vec<String> {
    let search = json!({
        "name": "search_invoices",
        "description": "Search invoices, one of `open` or `paid`. Use get_invoice for one; at most 50.",
        "inputSchema": {
            "type": "object",
            "properties": {
                "filter": {"$ref": "#/$defs/Filter"},
                "tags": {"type": "array", "items": {"type": ["string", "null"]}},
                "limit": {"anyOf": [{"type": "integer", "minimum": 1}, {"type": "null"}], "default": 5},
            },
            "required": ["filter", "gone"],
            "$defs": {"Filter": {"type": "object", "properties": {
                "status": {"type": "string", "description": "One of open, paid or void."},
            }}},
        },
        "outputSchema": {"type": "object", "properties": {"total": {"type": "integer"}}},
        "annotations": {"title": "Search", "readOnlyHint": true, "destructiveHint": true},
    });
    let bare = json!({"name": "all__ledger__get_invoice", "inputSchema": {"type": "object"}});
    let favourite =
        json!({"name": "favourite__get_invoice", "description": "Get “one” invoice 🧾."});
    let begun = json!({"jsonrpc": "2.0", "id": 1, "result": {
        "serverInfo": {"name": "ledger"}, "instructions": "Begin with serch_invoices.",
        "prompts": [{"name": "p", "arguments": [{"name": "a"}]}], "resources": [{"uri": "a://b"}],
    }});
    let listed =
        json!({"jsonrpc": "2.0", "id": 2, "result": {"tools": [search], "nextCursor": "n"}});
    vec![
        json!({"tools": [search, bare], "instructions": ""}).to_string(),
        search.to_string(),
        json!([favourite, bare]).to_string(),
        format!(
            "{begun}\n{listed}\n{}",
            json!({"result": {"tools": [bare]}})
        ),
    ]
}

/// A text with a few of its bytes changed, doubled or left out.
fn change_bytes(text: &str, dice: &mut Dice) -> Vec<u8> {
    let mut bytes = text.as_bytes().to_vec();
    for _ in 0..=dice.below(4) {
        let at = dice.below(bytes.len());
        let end = (at + 1 + dice.below(20)).min(bytes.len());
        match dice.below(5) {
            0 => bytes[at] = *dice.one_of(b"\0\"\\{}[],:x9-\xc3\xff\n"),
            1 => drop(bytes.drain(at..end)),
            2 => {
                let again = bytes[at..end].to_vec();
                bytes.splice(at..at, again);
            }
            3 => {
                let scraps = [&b"\\u001b"[..], b"null", b"1e9", b"\n"];
                let scrap = dice.one_of(&scraps).iter().copied();
                drop(bytes.splice(at..at, scrap));
            }
            _ => bytes.truncate(end),
        }
        if bytes.is_empty() {
            break;
        }
    }
    bytes
}

/// Texts and values that readers of schemas stumble over.
fn odd(dice: &mut Dice) -> Value {
    match dice.below(14) {
        0 => Value::Null,
        1 => json!(dice.below(2) == 0),
        2 => json!(-1),
        3 => json!(1.5e300),
        4 => json!(u64::MAX),
        5 => json!(""),
        6 => json!("\u{1b}[2J\u{202e}\u{0}"),
        7 => json!("ÄÖ".repeat(dice.below(400))),
        8 => json!({"$ref": "#"}),
        9 => {
            json!({"$ref": *dice.one_of(&["#/$defs/Filter", "#/~2", "#/properties/filter", "#%"])})
        }
        10 => json!([]),
        11 => json!({}),
        12 => json!({"anyOf": [{"const": 1}, {"type": "null"}, true]}),
        _ => json!({"type": "object", "properties": {"": {}, "~/": {"items": [1]}, "[]": true}}),
    }
}

/// A value with one of its nodes changed.
fn change_node(value: &mut Value, dice: &mut Dice) {
    let deeper = dice.below(5) > 0;
    match value {
        Value::Object(object) if deeper && !object.is_empty() => {
            let at = dice.below(object.len());
            let (_, inner) = object.iter_mut().nth(at).expect("one of them");
            change_node(inner, dice);
        }
        Value::Array(items) if deeper && !items.is_empty() => {
            let at = dice.below(items.len());
            change_node(&mut items[at], dice);
        }
        Value::Object(object) => change_object(object, dice),
        Value::Array(items) => match items.first().cloned() {
            Some(first) if dice.below(2) == 0 => items.push(first),
            _ => items.push(odd(dice)),
        },
        _ => *value = odd(dice),
    }
}

const KEYS: &[&str] = &[
    "type",
    "properties",
    "items",
    "enum",
    "required",
    "description",
    "name",
    "$ref",
    "tools",
    "inputSchema",
    "additionalProperties",
    "default",
    "annotations",
    "pattern",
    "\u{1b}",
    "a/b~c",
    "",
];

fn change_object(object: &mut Map<String, Value>, dice: &mut Dice) {
    let at = dice.below(object.len());
    let key = object.keys().nth(at).cloned();
    match (dice.below(4), key) {
        (0, Some(key)) => drop(object.remove(&key)),
        (1, Some(key)) => {
            let value = object.remove(&key).unwrap_or_default();
            object.insert((*dice.one_of(KEYS)).to_owned(), value);
        }
        (2, Some(key)) => {
            let wrapped = json!({"allOf": [object[&key].clone()]});
            object.insert(key, wrapped);
        }
        _ => drop(object.insert((*dice.one_of(KEYS)).to_owned(), odd(dice))),
    }
}

/// The document on each line, or the whole, as a place counts them.
fn json_at(bytes: &[u8], line: Option<usize>) -> Option<Value> {
    let text = std::str::from_utf8(bytes).ok()?;
    let text = match line {
        Some(line) => text.lines().nth(line - 1)?.trim(),
        None => text.strip_prefix('\u{feff}').unwrap_or(text),
    };
    let text = text.strip_prefix("data:").unwrap_or(text);
    serde_json::from_str(text).ok()
}

/// Audits a document and perhaps shows what was found; whether it could be read, or what went wrong.
fn misses(bytes: &[u8], policy: &Policy, shown: bool) -> Result<bool, String> {
    let Ok(document) = Document::parse(bytes) else {
        return Ok(false);
    };
    let audit = audit(document.facts(), policy);
    let whole = json_at(bytes, None);
    for finding in &audit.findings {
        let place = document.place(finding);
        let line = place.line.and_then(|line| json_at(bytes, Some(line)));
        let found = line.as_ref().or(whole.as_ref());
        if found
            .and_then(|json| json.pointer(&place.pointer))
            .is_none()
        {
            return Err(format!("{finding:?} stands nowhere: {place}"));
        }
    }
    if !shown {
        return Ok(true);
    }
    let report = Report::new(&audit, &document);
    let text = report.to_string();
    if let Some(c) = text.chars().find(|c| c.is_control() && *c != '\n') {
        return Err(format!("{c:?} is in the report: {text}"));
    }
    if report.json()["findings"].as_array().map(Vec::len) != Some(audit.findings.len()) {
        return Err("the JSON report lacks findings".to_owned());
    }
    Ok(true)
}

/// Judges many changed documents, and says how many could be read at all.
fn judge_many(start: u64) -> u64 {
    let mut domains = Policy::strict();
    let word = PolicyValue::Text(Grammar::DomainVerbObject.word().to_owned());
    domains.set("", "grammar", &word).expect("a grammar");
    let policies = [Policy::audit(), domains];
    let seeds = seeds();
    let mut dice = Dice(start);
    let mut judged = 0;
    for run in 0..RUNS / THREADS {
        let seed = dice.one_of(&seeds);
        let bytes = match serde_json::from_str::<Value>(seed) {
            Ok(mut json) if dice.below(3) > 0 => {
                for _ in 0..=dice.below(4) {
                    change_node(&mut json, &mut dice);
                }
                json.to_string().into_bytes()
            }
            _ => change_bytes(seed, &mut dice),
        };
        let policy = dice.one_of(&policies);
        let shown = run.is_multiple_of(4);
        let went = catch_unwind(AssertUnwindSafe(|| misses(&bytes, policy, shown)));
        let told = String::from_utf8_lossy(&bytes);
        match went {
            Ok(Ok(read)) => judged += u64::from(read),
            Ok(Err(wrong)) => panic!("from {start:#x}, run {run}: {wrong}\n{told}"),
            Err(panic) => panic!("from {start:#x}, run {run} panicked with {panic:?}\n{told}"),
        }
    }
    judged
}

#[test]
fn no_document_breaks_the_audit() {
    let judged: u64 = std::thread::scope(|scope| {
        let start = |thread: u64| (thread + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let threads: Vec<_> = (0..THREADS)
            .map(|thread| scope.spawn(move || judge_many(start(thread))))
            .collect();
        let judged = threads.into_iter().map(std::thread::ScopedJoinHandle::join);
        judged.map(|judged| judged.expect("a thread ends")).sum()
    });
    assert!(
        judged > RUNS / 2,
        "only {judged} of {RUNS} documents were read at all"
    );
}
