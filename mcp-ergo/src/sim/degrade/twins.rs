//! Catalogs in which each tool has a double.

use std::collections::{BTreeMap, BTreeSet};

use mcp_ergo_rules::words;
use serde_json::json;

use super::{Made, free};
use crate::sim::catalog::CatalogTool;

/// Verbs that people use for each other.
const ALIKE: [(&str, &str); 14] = [
    ("get", "fetch"),
    ("search", "find"),
    ("list", "show"),
    ("find", "search"),
    ("create", "add"),
    ("add", "create"),
    ("update", "edit"),
    ("delete", "remove"),
    ("remove", "delete"),
    ("send", "post"),
    ("cancel", "abort"),
    ("run", "execute"),
    ("start", "launch"),
    ("close", "finish"),
];

/// Each tool and its double, behind it and before it by turns: whoever takes the first of two equals is
/// right for half of them. What is right stays what it was.
pub(super) fn made(tools: &[CatalogTool]) -> Made {
    let mut taken: BTreeSet<String> = tools.iter().map(|tool| tool.name().to_owned()).collect();
    let tools = tools.iter().enumerate().flat_map(|(at, tool)| {
        let name = free(&alike(tool.name()), &taken);
        taken.insert(name.clone());
        let mut twin = tool.json().clone();
        twin.insert("name".to_owned(), json!(name));
        let mut both = [tool.json().clone(), twin];
        both.rotate_left(at % 2);
        both
    });
    Made {
        tools: tools.collect(),
        renamed: BTreeMap::new(),
    }
}

/// The name with another verb that means the same, or else with a word more.
fn alike(name: &str) -> String {
    let first = words::split(name).into_iter().next().unwrap_or_default();
    let other = ALIKE.iter().find(|(verb, _)| *verb == first);
    match other.and_then(|(verb, other)| Some((other, name.strip_prefix(verb)?))) {
        Some((other, rest)) => format!("{other}{rest}"),
        None => format!("{name}_data"),
    }
}
