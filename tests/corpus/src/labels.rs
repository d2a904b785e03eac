//! What a careful reader said of findings on real catalogs, kept as small inputs of the same kind.
//!
//! One file a rule, `labels/P003.json`: an array of cases.
//!
//! ```json
//! {
//!   "param": {"name": "status", "description": "One of open, paid, void."},
//!   "fires": true,
//!   "right": true,
//!   "drawn": true,
//!   "kind": "what makes it a false alarm, or what was missed"
//! }
//! ```
//!
//! `param` is a property with its `name`, `tool` a tool, `tools` several; what they leave out is
//! filled in without a fault. `fires` is what the rule says today, `right` what the reader says:
//! whether a finding here is one that a careful person agrees with. `drawn` cases come from the fixed
//! random sample of findings, the others from tools on which the rule was silent. A server as a
//! whole is told by `server`: `instructions`, `resources`, `prompts`.

use std::path::{Path, PathBuf};

use mcp_ergo::catalog_facts;
use mcp_ergo::rules::{ALL, Level, Policy, Rule, judge_catalog};
use serde::Deserialize;
use serde_json::{Map, Value, json};

/// One labelled input.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Case {
    #[serde(default)]
    param: Option<Map<String, Value>>,
    #[serde(default)]
    tool: Option<Map<String, Value>>,
    #[serde(default)]
    tools: Vec<Map<String, Value>>,
    #[serde(default)]
    server: Map<String, Value>,
    /// Whether the rule fires today.
    pub fires: bool,
    /// Whether a careful reader agrees with a finding here.
    pub right: bool,
    /// Whether it stands for a finding of the random sample.
    #[serde(default)]
    pub drawn: bool,
    /// What makes it a false alarm, or what was missed; empty where the rule is right.
    #[serde(default)]
    pub kind: String,
}

/// The cases of one rule.
#[derive(Debug)]
pub struct Labels {
    /// The rule.
    pub rule: &'static Rule,
    /// What was read.
    pub cases: Vec<Case>,
}

/// How often a rule was right.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Precision {
    /// How many findings were drawn and read.
    pub drawn: usize,
    /// With how many of them the reader agreed.
    pub right: usize,
    /// How many of them still fire.
    pub firing: usize,
}

impl Labels {
    /// Every file of labels, in the order of the rules.
    ///
    /// # Errors
    ///
    /// When a file cannot be read, is no JSON of this form, or is of no rule.
    pub fn all() -> Result<Vec<Self>, String> {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("labels");
        let entries =
            std::fs::read_dir(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
        let mut files: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
        files.sort();
        files.iter().map(|file| Self::read(file)).collect()
    }

    fn read(file: &Path) -> Result<Self, String> {
        let said = |error: &dyn std::fmt::Display| format!("{}: {error}", file.display());
        let code = file.file_stem().unwrap_or_default().to_string_lossy();
        let rule = ALL.iter().find(|rule| rule.code == code);
        let rule = rule.ok_or_else(|| said(&"no rule has this code"))?;
        let text = std::fs::read_to_string(file).map_err(|error| said(&error))?;
        let cases = serde_json::from_str(&text).map_err(|error| said(&error))?;
        Ok(Self { rule, cases })
    }

    /// How often the rule was right on the random sample.
    pub fn precision(&self) -> Precision {
        let drawn = || self.cases.iter().filter(|case| case.drawn);
        Precision {
            drawn: drawn().count(),
            right: drawn().filter(|case| case.right).count(),
            firing: drawn().filter(|case| case.fires).count(),
        }
    }
}

impl Case {
    /// Whether `rule` fires on it.
    ///
    /// # Errors
    ///
    /// When the input is no catalog.
    pub fn fired(&self, rule: &Rule) -> Result<bool, String> {
        let facts = catalog_facts(&self.document()).map_err(|error| error.to_string())?;
        let policy = if rule.foreign == Level::Off {
            Policy::strict()
        } else {
            Policy::audit()
        };
        let found = judge_catalog(&facts, &policy);
        Ok(found.iter().any(|finding| finding.rule == rule))
    }

    fn document(&self) -> Value {
        let mut tools: Vec<Value> = self.tools.iter().map(whole).collect();
        tools.extend(self.tool.as_ref().map(whole));
        if let Some(param) = &self.param {
            let mut schema = param.clone();
            let name = schema.remove("name").unwrap_or_default();
            schema.entry("type").or_insert_with(|| "string".into());
            let name = name.as_str().unwrap_or("value").to_owned();
            let properties = json!({name: schema});
            let input =
                json!({"type": "object", "properties": properties, "additionalProperties": false});
            tools.push(whole(&Map::from_iter([("inputSchema".to_owned(), input)])));
        }
        let mut document = self.server.clone();
        document.insert("tools".to_owned(), tools.into());
        Value::Object(document)
    }
}

/// A tool with what it leaves out filled in without a fault.
fn whole(given: &Map<String, Value>) -> Value {
    let mut tool = json!({
        "name": "search_records",
        "title": "Search records",
        "description": "Find the records of one archive. Use when the user asks what is kept.",
        "inputSchema": {"type": "object", "properties": {}, "additionalProperties": false},
        "annotations": {
            "readOnlyHint": true,
            "destructiveHint": false,
            "idempotentHint": true,
            "openWorldHint": false,
        },
    });
    if let Some(tool) = tool.as_object_mut() {
        tool.extend(given.clone());
    }
    tool
}
