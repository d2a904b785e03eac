//! The tools that are presented.

use std::collections::HashSet;

use serde_json::{Map, Value};

use super::{SimError, ToolSet};
use crate::audit::Document;
use crate::registry::{CORE, DOMAIN, TOP};

/// The catalog of a server or a gateway, each tool once and under its canonical name.
#[derive(Debug, Clone)]
pub struct Catalog {
    /// What reports call it.
    pub name: String,
    tools: Vec<CatalogTool>,
}

/// One tool of a catalog.
#[derive(Debug, Clone)]
pub struct CatalogTool {
    json: Map<String, Value>,
    name: String,
    domain: String,
}

impl Catalog {
    /// Reads a catalog from what [`Document`] reads: the result of `tools/list` as `Server::catalog`
    /// gives it, or any other form of it.
    ///
    /// `name` is what reports call it, and the domain of tools that say none and whose server does not
    /// name itself.
    ///
    /// # Errors
    ///
    /// When there is no list of tools, it is empty, a tool has no name, or two have the same.
    pub fn read(name: &str, bytes: &[u8]) -> Result<Self, SimError> {
        let help = "name a file with the result of `tools/list`";
        let document = Document::parse(bytes)
            .map_err(|error| SimError::new(format!("catalog `{name}`: {error}"), help))?;
        let server = document.facts().server.seen();
        let server = server.map_or(name, String::as_str);
        Self::of(name, server, document.tools().cloned())
    }

    /// The tools of a running server by their own names, each once.
    pub(crate) fn of_served(name: &str, presented: &ToolSet) -> Result<Self, SimError> {
        let mut seen = HashSet::new();
        let once = presented
            .tools()
            .iter()
            .filter(|tool| seen.insert(tool.canonical()));
        let tools = once.map(|tool| {
            let mut json = tool.json().clone();
            json.insert("name".to_owned(), tool.canonical().into());
            json
        });
        Self::of(name, name, tools.collect::<Vec<_>>())
    }

    pub(crate) fn of(
        name: &str,
        server: &str,
        tools: impl IntoIterator<Item = Map<String, Value>>,
    ) -> Result<Self, SimError> {
        let tools: Vec<CatalogTool> = tools
            .into_iter()
            .map(|json| CatalogTool::of(json, server))
            .collect();
        if tools.is_empty() {
            let message = format!("catalog `{name}` has no tools");
            return Err(SimError::new(message, "name a catalog that lists some"));
        }
        let mut seen = HashSet::new();
        for (at, tool) in tools.iter().enumerate() {
            if tool.name.is_empty() {
                let message = format!("catalog `{name}`: tool {at} has no name");
                return Err(SimError::new(message, "give it a `name`"));
            }
            if !seen.insert(tool.name.as_str()) {
                let message = format!("catalog `{name}` has two tools called `{}`", tool.name);
                let help = "list each tool once, under its own name: presentations are made here";
                return Err(SimError::new(message, help));
            }
        }
        Ok(Self {
            name: name.to_owned(),
            tools,
        })
    }

    /// The tools, in the order of the list.
    pub fn tools(&self) -> &[CatalogTool] {
        &self.tools
    }

    /// The place of a tool in the list.
    pub fn find(&self, name: &str) -> Option<usize> {
        self.tools.iter().position(|tool| tool.name == name)
    }
}

impl CatalogTool {
    fn of(json: Map<String, Value>, server: &str) -> Self {
        let name = text(json.get("name")).to_owned();
        let meta = |key| json.get("_meta").and_then(|meta| meta.get(key));
        let domain = text(meta(DOMAIN));
        let domain = if domain.is_empty() { server } else { domain };
        Self {
            name,
            domain: domain.to_owned(),
            json,
        }
    }

    /// The canonical name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The description; empty where there is none.
    pub fn description(&self) -> &str {
        text(self.json.get("description"))
    }

    /// The schema of the arguments; `Null` where there is none.
    pub fn input_schema(&self) -> &Value {
        self.json.get("inputSchema").unwrap_or(&Value::Null)
    }

    /// The parameter that switches between jobs, as [`ShownTool::actions`](super::ShownTool::actions)
    /// finds it, and its values.
    pub fn actions(&self) -> Option<(&str, Vec<&str>)> {
        actions(self.input_schema())
    }

    /// What the tool belongs to (`mcp-ergo/domain` in its `_meta`), or else the server.
    pub fn domain(&self) -> &str {
        &self.domain
    }

    /// Whether a core presentation lists it (`mcp-ergo/core` in its `_meta`).
    pub fn is_core(&self) -> bool {
        self.mark(CORE)
    }

    /// Whether favourites leave it under its own name (`mcp-ergo/top` in its `_meta`).
    pub fn is_top(&self) -> bool {
        self.mark(TOP)
    }

    /// The whole definition, as it goes over the wire.
    pub fn json(&self) -> &Map<String, Value> {
        &self.json
    }

    fn mark(&self, key: &str) -> bool {
        let meta = self.json.get("_meta");
        meta.and_then(|meta| meta.get(key)) == Some(&Value::Bool(true))
    }
}

pub(super) fn actions(schema: &Value) -> Option<(&str, Vec<&str>)> {
    let properties = schema.get("properties")?.as_object()?;
    properties.iter().find_map(|(name, schema)| {
        let switch = ["action", "operation", "command", "op"].contains(&name.as_str());
        let values = schema.get("enum").filter(|_| switch)?.as_array()?;
        let values: Option<Vec<&str>> = values.iter().map(Value::as_str).collect();
        Some((name.as_str(), values?))
    })
}

pub(super) fn text(value: Option<&Value>) -> &str {
    value.and_then(Value::as_str).unwrap_or_default()
}
