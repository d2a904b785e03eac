//! What the server lists is what the files beside it say.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::Path;

use mcp_ergo::testing::Client;
use serde_json::{Value, json};

/// The catalog with its texts as they are served.
fn enriched() -> Value {
    let server = office::builder().boot().expect("the office boots");
    server.catalog()
}

/// The same with no more of each tool's description than what it does.
fn terse() -> Value {
    let mut catalog = enriched();
    for tool in catalog["tools"].as_array_mut().expect("tools") {
        tool["description"] = json!(capability(tool));
    }
    catalog
}

/// The first sentence of a tool's description.
fn capability(tool: &Value) -> String {
    let description = tool["description"].as_str().expect("a description");
    let first = description.split_once(". ").map(|(first, _)| first);
    first.map_or_else(|| description.to_owned(), |first| format!("{first}."))
}

fn domain(tool: &Value) -> &str {
    tool["_meta"]["mcp-ergo/domain"].as_str().expect("a domain")
}

/// Every tool but `_hello`, which is no job of the office.
fn tools(catalog: &Value) -> Vec<&Value> {
    let all = catalog["tools"].as_array().expect("tools").iter();
    all.filter(|tool| tool["name"] != "_hello").collect()
}

/// A tool a line, so that a change is one line of a diff.
fn written(catalog: &Value) -> String {
    let mut text = format!(
        "{{\n\"serverInfo\": {},\n\"instructions\": {},\n\"tools\": [\n",
        catalog["serverInfo"], catalog["instructions"]
    );
    let lines = catalog["tools"].as_array().expect("tools").iter();
    let lines: Vec<String> = lines.map(Value::to_string).collect();
    write!(text, "{}\n]\n}}\n", lines.join(",\n")).expect("a string takes it");
    text
}

/// Holds a file of this package to what is written; with `BLESS=1` the file is written anew.
fn assert_current(file: &str, wanted: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(file);
    if std::env::var_os("BLESS").is_some() {
        std::fs::write(&path, wanted).expect("the file can be written");
    }
    let found = std::fs::read_to_string(&path).unwrap_or_default();
    let mut lines = found.lines().zip(wanted.lines());
    let differs = lines.find(|(found, wanted)| found != wanted);
    assert!(
        found == wanted,
        "{file} is not what the server lists, first at\n{differs:?}\nhelp: `BLESS=1 cargo test -p office`"
    );
}

#[test]
fn the_fixtures_are_what_the_server_lists() {
    assert_current("fixture/enriched.json", &written(&enriched()));
    assert_current("fixture/terse.json", &written(&terse()));
}

#[test]
fn the_table_of_tools_names_each_of_them() {
    let catalog = enriched();
    let mut rows: Vec<String> = tools(&catalog)
        .into_iter()
        .map(|tool| {
            let hints = &tool["annotations"];
            let class = match (&hints["readOnlyHint"], &hints["destructiveHint"]) {
                (Value::Bool(true), _) => "read",
                (_, Value::Bool(true)) => "destructive",
                _ => "write",
            };
            let name = tool["name"].as_str().expect("a name");
            format!("{}\t{name}\t{class}\t{}", domain(tool), capability(tool))
        })
        .collect();
    rows.sort();
    let table = format!("domain\ttool\tclass\tcapability\n{}\n", rows.join("\n"));
    assert_current("tools.tsv", &table);
}

#[test]
fn there_are_145_tools_over_twelve_domains() {
    let catalog = enriched();
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for tool in tools(&catalog) {
        *counts.entry(domain(tool)).or_default() += 1;
    }
    assert_eq!(counts.values().sum::<usize>(), 145);
    assert!(counts.keys().eq(&office::DOMAINS), "{counts:?}");
    assert!(
        counts.values().all(|count| (10..=14).contains(count)),
        "{counts:?}"
    );
}

#[tokio::test]
async fn every_presentation_boots_and_its_names_fit() {
    let favourites = office::favourites().count();
    for (name, listed) in [
        ("flat", 146),
        ("core", 33),
        ("favourites", favourites + 146),
    ] {
        let presentation = office::presentation(name).expect("it is one of them");
        let server = office::builder().presentation(presentation).boot();
        let client = Client::connect(server.expect("it boots")).await;
        assert_eq!(client.tools().len(), listed, "{name}");
        for tool in client.tools() {
            // Clients put the server's name in front, and cut or refuse what is longer.
            let full = format!("mcp__office__{}", tool.name);
            assert!(full.len() <= 64, "{full} has {} characters", full.len());
        }
    }
    assert_eq!(favourites, 15);
}

#[test]
fn nothing_else_is_a_presentation() {
    assert_eq!(office::presentation("search"), None);
    for name in office::PRESENTATIONS {
        assert!(office::presentation(name).is_some(), "{name}");
    }
}
