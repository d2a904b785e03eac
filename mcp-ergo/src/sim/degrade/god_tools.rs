//! Catalogs with one tool for each domain.

use std::collections::{BTreeMap, BTreeSet};

use mcp_ergo_rules::words;
use serde_json::{Map, Value, json};

use super::{Made, free, references};
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
    // What stays keeps its name, wherever it stands.
    let lone = domains.iter().filter(|(_, members)| members.len() == 1);
    let stays = lone.flat_map(|(_, members)| members).chain(&alone);
    let mut taken: BTreeSet<String> = stays.map(|tool| tool.name().to_owned()).collect();
    let mut renamed = BTreeMap::new();
    let mut made: Vec<Map<String, Value>> = alone.iter().map(|tool| tool.json().clone()).collect();
    for (domain, members) in domains {
        if let [only] = members[..] {
            made.push(only.json().clone());
            continue;
        }
        let name = free(&managing(domain), &taken);
        taken.insert(name.clone());
        let actions = actions(domain, &members);
        for (tool, action) in members.iter().zip(&actions) {
            let right = Right {
                tool: name.clone(),
                action: Some(action.clone()),
            };
            renamed.insert(tool.name().to_owned(), right);
        }
        made.push(one_tool(&name, domain, &members, &actions));
    }
    Made {
        tools: made,
        renamed,
    }
}

/// The name of the one tool, in the letters that model APIs take.
fn managing(domain: &str) -> String {
    let letters = words::snake(domain);
    let letters: String = letters.chars().filter(char::is_ascii).collect();
    let name = format!("manage_{letters}");
    name.trim_end_matches('_').to_owned()
}

/// The action of each tool, no two the same.
fn actions(domain: &str, members: &[&CatalogTool]) -> Vec<String> {
    let mut taken = BTreeSet::new();
    let actions = members.iter().map(|tool| {
        let action = free(&action(tool.name(), domain), &taken);
        taken.insert(action.clone());
        action
    });
    actions.collect()
}

/// The action that a tool becomes: its own name, without a domain before it.
fn action(tool: &str, domain: &str) -> String {
    let after = tool.strip_prefix(domain);
    let own = after.map(|rest| rest.trim_start_matches(['_', '-', '.', '/']));
    own.filter(|own| !own.is_empty()).unwrap_or(tool).to_owned()
}

/// As servers write them: a sentence on the domain, every parameter of every job side by side, and
/// nothing of which job needs which.
fn one_tool(
    name: &str,
    domain: &str,
    members: &[&CatalogTool],
    actions: &[String],
) -> Map<String, Value> {
    let (mut properties, mut defs) = (Map::new(), Map::new());
    let described = json!({"type": "string", "enum": actions, "description": "Action to take."});
    properties.insert("action".to_owned(), described);
    for (tool, action) in members.iter().zip(actions) {
        let schema = references::own(tool.input_schema(), action, &mut defs);
        let own = schema.get("properties").and_then(Value::as_object);
        for (name, schema) in own.into_iter().flatten() {
            if !properties.contains_key(name) {
                properties.insert(name.clone(), schema.clone());
            }
        }
    }
    let core = members.iter().any(|tool| tool.is_core());
    let tool = json!({
        "name": name,
        "description": format!("Manage {}: {}.", words::split(domain).join(" "), list(actions)),
        "inputSchema": {
            "type": "object",
            "properties": properties,
            "required": ["action"],
            "additionalProperties": false
        },
        "_meta": {DOMAIN: domain, CORE: core}
    });
    let Value::Object(mut tool) = tool else {
        unreachable!("it was written as an object");
    };
    if !defs.is_empty() {
        tool["inputSchema"]["$defs"] = Value::Object(defs);
    }
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
