//! Real catalogs, read from a folder: each file is a `tools/list` of one server.

pub mod labels;

use std::path::{Path, PathBuf};

use mcp_ergo::catalog_facts;
use mcp_ergo::rules::{CatalogFacts, Finding, Policy, judge_catalog};
use serde_json::Value;

/// One server's catalog.
#[derive(Debug)]
pub struct Catalog {
    /// The file's name without its ending.
    pub server: String,
    /// The file as it is.
    pub json: Value,
    /// What the rules are told.
    pub facts: CatalogFacts,
}

impl Catalog {
    /// What the rules say of it, as of a server that somebody else wrote.
    pub fn findings(&self) -> Vec<Finding> {
        judge_catalog(&self.facts, &Policy::audit())
    }

    /// The name of a tool, empty for the server as a whole.
    pub fn tool(&self, index: Option<usize>) -> &str {
        index
            .and_then(|index| self.facts.tools.get(index))
            .and_then(|tool| tool.name.seen())
            .map_or("", String::as_str)
    }

    /// The definition of a tool.
    pub fn definition(&self, index: usize) -> Option<&Value> {
        let tools = self.json.get("tools").unwrap_or(&self.json);
        tools.get(index)
    }

    /// Whether rules are tried out on it; the other half is held back to measure them.
    pub fn is_for_tuning(&self) -> bool {
        rank(&self.server).is_multiple_of(2)
    }
}

/// The folder of catalogs: the one that `MCP_ERGO_CORPUS` names, or one called `corpus` beside the
/// project or in a folder beside it.
pub fn folder() -> Option<PathBuf> {
    if let Some(named) = std::env::var_os("MCP_ERGO_CORPUS") {
        return Some(named.into());
    }
    let project = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2)?;
    let beside = project.parent()?;
    let neighbours = std::fs::read_dir(beside).ok()?.flatten();
    let mut folders: Vec<PathBuf> = neighbours
        .map(|entry| entry.path())
        .filter(|path| path != project)
        .map(|path| path.join("corpus"))
        .collect();
    folders.push(beside.join("corpus"));
    folders.sort();
    folders.into_iter().find(|folder| folder.is_dir())
}

/// Every catalog of a folder, in the order of their names.
///
/// # Errors
///
/// When a file cannot be read, is no JSON, or holds no tools: which, and why.
pub fn read(folder: &Path) -> Result<Vec<Catalog>, String> {
    let entries =
        std::fs::read_dir(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let mut files: Vec<PathBuf> = entries
        .flatten()
        .map(|entry| entry.path())
        .filter(|path| path.extension().is_some_and(|ending| ending == "json"))
        .collect();
    files.sort();
    files.iter().map(|file| read_one(file)).collect()
}

fn read_one(file: &Path) -> Result<Catalog, String> {
    let said = |error: &dyn std::fmt::Display| format!("{}: {error}", file.display());
    let text = std::fs::read_to_string(file).map_err(|error| said(&error))?;
    let json: Value = serde_json::from_str(&text).map_err(|error| said(&error))?;
    let facts = catalog_facts(&json).map_err(|error| said(&error))?;
    let server = file.file_stem().unwrap_or_default().to_string_lossy();
    Ok(Catalog {
        server: server.into_owned(),
        json,
        facts,
    })
}

/// A fixed place in a random order: FNV-1a, finished as `MurmurHash3` does so that near texts end far
/// apart.
pub fn rank(text: &str) -> u64 {
    let mut hash = text.bytes().fold(0xcbf2_9ce4_8422_2325, |hash: u64, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    });
    for factor in [0xff51_afd7_ed55_8ccd, 0xc4ce_b9fe_1a85_ec53] {
        hash = (hash ^ (hash >> 33)).wrapping_mul(factor);
    }
    hash ^ (hash >> 33)
}
