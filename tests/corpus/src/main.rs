//! `corpus`: what fires on real catalogs.
//!
//! ```text
//! corpus                      for each rule, on how many tools and servers it fires
//! corpus sample P003          a fixed random sample of 50 findings, to be read
//! corpus passed P003          a fixed random sample of 50 tools on which it is silent
//! corpus quiet                the ten catalogs with the fewest findings a tool, with them all
//! corpus precision            for each rule that was read, how often it was right
//! corpus time                 the milliseconds of each rule over all catalogs, the slowest first
//! ```
//!
//! `--half tuning` and `--half measuring` look at one half of the servers, `--most 20` at fewer.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::process::ExitCode;
use std::time::Instant;

use corpus_tests::labels::{Labels, Precision};
use corpus_tests::{Catalog, folder, rank, read};
use mcp_ergo::rules::{ALL, Finding, Part, Policy, Rule, judge_catalog};

struct Asked {
    command: String,
    code: String,
    half: Option<bool>,
    most: usize,
}

fn main() -> ExitCode {
    match run() {
        Ok(text) => {
            print!("{text}");
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("corpus: {error}");
            ExitCode::from(2)
        }
    }
}

fn run() -> Result<String, String> {
    let asked = ask().map_err(|error| error.to_string())?;
    if asked.command == "precision" {
        return precision();
    }
    let folder = folder().ok_or(
        "no catalogs were found: name their folder in MCP_ERGO_CORPUS, each file a `tools/list`",
    )?;
    let mut catalogs = read(&folder)?;
    if let Some(tuning) = asked.half {
        catalogs.retain(|catalog| catalog.is_for_tuning() == tuning);
    }
    match asked.command.as_str() {
        "" => Ok(counts(&catalogs)),
        "sample" => Ok(sample(&catalogs, &asked)),
        "passed" => Ok(passed(&catalogs, &asked)),
        "quiet" => Ok(quiet(&catalogs)),
        "time" => Ok(time(&catalogs)),
        other => Err(format!(
            "`{other}` is no command; write `sample CODE`, `passed CODE`, `quiet`, `precision`, `time` or nothing"
        )),
    }
}

fn ask() -> Result<Asked, lexopt::Error> {
    use lexopt::prelude::*;
    let mut asked = Asked {
        command: String::new(),
        code: String::new(),
        half: None,
        most: 50,
    };
    let mut parser = lexopt::Parser::from_env();
    while let Some(argument) = parser.next()? {
        match argument {
            Long("half") => {
                asked.half = Some(match parser.value()?.string()?.as_str() {
                    "tuning" => true,
                    "measuring" => false,
                    other => {
                        let error = format!("`{other}` is no half; write `tuning` or `measuring`");
                        return Err(error.into());
                    }
                });
            }
            Long("most") => asked.most = parser.value()?.parse()?,
            Value(value) if asked.command.is_empty() => asked.command = value.string()?,
            Value(value) => asked.code = value.string()?.to_uppercase(),
            other => return Err(other.unexpected()),
        }
    }
    Ok(asked)
}

/// On how much a rule fires.
#[derive(Default)]
struct Fired {
    findings: usize,
    tools: BTreeSet<(usize, usize)>,
    servers: BTreeSet<usize>,
}

fn counts(catalogs: &[Catalog]) -> String {
    let mut fired: BTreeMap<&str, Fired> = BTreeMap::new();
    for (server, catalog) in catalogs.iter().enumerate() {
        for finding in catalog.findings() {
            let fired = fired.entry(finding.rule.code).or_default();
            fired.findings += 1;
            fired.tools.extend(finding.tool.map(|tool| (server, tool)));
            fired.servers.insert(server);
        }
    }
    let tools: usize = catalogs
        .iter()
        .map(|catalog| catalog.facts.tools.len())
        .sum();
    let mut text = format!(
        "{tools} tools on {} servers\n\ncode  findings  tools  servers  name\n",
        catalogs.len()
    );
    for rule in ALL {
        if let Some(fired) = fired.get(rule.code) {
            let (tools, servers) = (fired.tools.len(), fired.servers.len());
            let _ = writeln!(
                text,
                "{}  {:8}  {tools:5}  {servers:7}  {}",
                rule.code, fired.findings, rule.name
            );
        }
    }
    text
}

fn shown(catalog: &Catalog, finding: &Finding) -> String {
    let read = match &finding.part {
        Part::Param(path) | Part::ParamText(path) | Part::Output(path) => path.join("/"),
        other => format!("{other:?}"),
    };
    let tool = finding.tool.and_then(|tool| catalog.definition(tool));
    format!(
        "== {} · {} · {read}\n{}\n  help: {}\n  {}\n\n",
        catalog.server,
        catalog.tool(finding.tool),
        finding.message,
        finding.help,
        tool.map(|tool| text_of(tool, &finding.part))
            .unwrap_or_default()
    )
}

/// What a reader needs to judge a finding: the part it is about.
fn text_of(tool: &serde_json::Value, part: &Part) -> String {
    let cut = |text: String| text.chars().take(1500).collect::<String>();
    let mut shown = Vec::new();
    let walk = |root: &str, path: &[String]| {
        let mut at = tool.get(root)?;
        for name in path {
            at = match name.as_str() {
                "[]" => at.get("items")?,
                name => at.get("properties")?.get(name)?,
            };
        }
        Some(cut(at.to_string()))
    };
    match part {
        Part::Param(path) | Part::ParamText(path) => shown.extend(walk("inputSchema", path)),
        Part::Output(path) => shown.extend(walk("outputSchema", path)),
        _ => {}
    }
    for key in ["description", "annotations"] {
        shown.extend(
            tool.get(key)
                .map(|value| format!("{key}: {}", cut(value.to_string()))),
        );
    }
    shown.join("\n  ")
}

fn sample(catalogs: &[Catalog], asked: &Asked) -> String {
    let mut found: Vec<(u64, String)> = Vec::new();
    for catalog in catalogs {
        for finding in catalog.findings() {
            if finding.rule.code == asked.code {
                let place = format!(
                    "{} {} {:?}",
                    catalog.server,
                    catalog.tool(finding.tool),
                    finding.part
                );
                found.push((rank(&place), shown(catalog, &finding)));
            }
        }
    }
    let all = found.len();
    found.sort();
    let drawn = found.into_iter().take(asked.most);
    let text: String = drawn.map(|(_, text)| text).collect();
    format!("{text}{} fired {all} times\n", asked.code)
}

fn passed(catalogs: &[Catalog], asked: &Asked) -> String {
    let mut silent: Vec<(u64, String)> = Vec::new();
    for catalog in catalogs {
        let fired: BTreeSet<Option<usize>> = catalog
            .findings()
            .iter()
            .filter(|finding| finding.rule.code == asked.code)
            .map(|finding| finding.tool)
            .collect();
        for index in 0..catalog.facts.tools.len() {
            if !fired.contains(&Some(index)) {
                let name = catalog.tool(Some(index));
                let whole = catalog.definition(index).map(ToString::to_string);
                let whole: String = whole.unwrap_or_default().chars().take(3000).collect();
                let text = format!("== {} · {name}\n{whole}\n\n", catalog.server);
                silent.push((rank(&format!("{} {name}", catalog.server)), text));
            }
        }
    }
    silent.sort();
    silent
        .into_iter()
        .take(asked.most)
        .map(|(_, text)| text)
        .collect()
}

fn precision() -> Result<String, String> {
    let mut text = "code  drawn  right  still firing  kinds of false alarm\n".to_owned();
    for labels in Labels::all()? {
        let Precision {
            drawn,
            right,
            firing,
        } = labels.precision();
        let alarms = labels.cases.iter().filter(|case| case.drawn && !case.right);
        let kinds: BTreeSet<&str> = alarms.map(|case| case.kind.as_str()).collect();
        let kinds = kinds.into_iter().collect::<Vec<_>>().join("; ");
        let _ = writeln!(
            text,
            "{}  {drawn:5}  {right:5}  {firing:12}  {kinds}",
            labels.rule.code
        );
    }
    Ok(text)
}

fn quiet(catalogs: &[Catalog]) -> String {
    let mut all: Vec<(usize, &Catalog, Vec<Finding>)> = catalogs
        .iter()
        .map(|catalog| {
            let findings = catalog.findings();
            let tools = catalog.facts.tools.len().max(1);
            (findings.len() * 100 / tools, catalog, findings)
        })
        .collect();
    all.sort_by_key(|(share, ..)| *share);
    let mut text = String::new();
    for (_, catalog, findings) in all.iter().take(10) {
        let _ = writeln!(
            text,
            "== {}: {} tools, {} findings",
            catalog.server,
            catalog.facts.tools.len(),
            findings.len()
        );
        for finding in findings {
            let _ = writeln!(
                text,
                "{} {} {}: {}",
                finding.level.word(),
                finding.rule.code,
                catalog.tool(finding.tool),
                finding.message
            );
        }
    }
    text
}

fn time(catalogs: &[Catalog]) -> String {
    let alone = |rule: &Rule| {
        let others = ALL.iter().filter(|other| **other != rule);
        others.fold(Policy::audit(), |policy, other| policy.without(other))
    };
    let taken = |policy: &Policy| {
        let begun = Instant::now();
        for catalog in catalogs {
            judge_catalog(&catalog.facts, policy);
        }
        begun.elapsed().as_micros()
    };
    let mut all: Vec<(u128, &str)> = ALL
        .iter()
        .map(|rule| (taken(&alone(rule)), rule.code))
        .collect();
    all.sort_unstable_by(|left, right| right.cmp(left));
    let mut text = format!("all {:8.1}\n", millis(taken(&Policy::audit())));
    for (micros, code) in all {
        let _ = writeln!(text, "{code} {:7.1}", millis(micros));
    }
    text
}

#[expect(clippy::cast_precision_loss, reason = "it is printed with one digit")]
fn millis(micros: u128) -> f64 {
    micros as f64 / 1000.0
}
