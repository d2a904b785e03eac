//! Catalogs with one tool for each domain.

use std::collections::{BTreeMap, BTreeSet};

use mcp_ergo_rules::words;
use serde_json::{Map, Value, json};

use super::{Made, free};
use crate::registry::{CORE, DOMAIN};
use crate::sim::catalog::CatalogTool;
use crate::sim::task::Right;

/// One tool for each domain that has several, with an action for each tool that it had; what is
/// marked top, and what is alone in its domain, stays as it is.
pub(super) fn made(tools: &[CatalogTool]) -> Made {
    let mut domains: Vec<(&str, Vec<&CatalogTool>)> = Vec::new();
    let (alone, members): (Vec<&CatalogTool>, Vec<&CatalogTool>) =
        tools.iter().partition(|tool| tool.is_top());
    for tool in members {
        match domains
            .iter_mut()
            .find(|(domain, _)| *domain == tool.domain())
        {
            Some((_, members)) => members.push(tool),
            None => domains.push((tool.domain(), vec![tool])),
        }
    }
    let mut taken: BTreeSet<String> = alone.iter().map(|tool| tool.name().to_owned()).collect();
    let mut renamed = BTreeMap::new();
    let mut made: Vec<Map<String, Value>> = alone.iter().map(|tool| tool.json().clone()).collect();
    for (domain, members) in domains {
        if let [only] = members[..] {
            taken.insert(only.name().to_owned());
            made.push(only.json().clone());
            continue;
        }
        let name = free(&format!("manage_{}", words::snake(domain)), &taken);
        taken.insert(name.clone());
        for tool in &members {
            let right = Right {
                tool: name.clone(),
                action: Some(action(tool.name(), domain)),
            };
            renamed.insert(tool.name().to_owned(), right);
        }
        made.push(one_tool(&name, domain, &members));
    }
    Made {
        tools: made,
        renamed,
    }
}

/// The action that a tool becomes: its own name, without a domain before it.
fn action(tool: &str, domain: &str) -> String {
    let after = tool.strip_prefix(domain);
    let own = after.map(|rest| rest.trim_start_matches(['_', '-', '.', '/']));
    own.filter(|own| !own.is_empty()).unwrap_or(tool).to_owned()
}

/// As servers write them: a sentence on the domain, every parameter of every job side by side, and
/// nothing of which job needs which.
fn one_tool(name: &str, domain: &str, members: &[&CatalogTool]) -> Map<String, Value> {
    let actions: Vec<String> = members
        .iter()
        .map(|tool| action(tool.name(), domain))
        .collect();
    let mut properties = Map::new();
    let described = json!({"type": "string", "enum": actions, "description": "Action to take."});
    properties.insert("action".to_owned(), described);
    for tool in members {
        let own = tool.input_schema().get("properties");
        for (name, schema) in own.and_then(Value::as_object).into_iter().flatten() {
            properties
                .entry(name.clone())
                .or_insert_with(|| schema.clone());
        }
    }
    let core = members.iter().any(|tool| tool.is_core());
    let tool = json!({
        "name": name,
        "description": format!("Manage {}: {}.", words::split(domain).join(" "), list(&actions)),
        "inputSchema": {
            "type": "object",
            "properties": properties,
            "required": ["action"],
            "additionalProperties": false
        },
        "_meta": {DOMAIN: domain, CORE: core}
    });
    let Value::Object(tool) = tool else {
        unreachable!("it was written as an object");
    };
    tool
}

/// The actions as words.
fn list(actions: &[String]) -> String {
    let words: Vec<String> = actions
        .iter()
        .map(|action| words::split(action).join(" "))
        .collect();
    words.join(", ")
}
