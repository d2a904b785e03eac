//! Where in a document the tools stand, and what is around them.

use mcp_ergo_rules::plural;
use serde_json::{Map, Value};

use super::Site;
use super::read_error::{ReadError, no_tools, response_error};

/// Where everything stands.
#[derive(Debug, Default)]
pub(super) struct Layout {
    /// Each tool.
    pub(super) tools: Vec<Site>,
    /// The list of tools, its first page.
    pub(super) list: Option<Site>,
    /// The objects around the list that may hold `instructions`, `serverInfo` and the other lists.
    pub(super) around: Vec<Site>,
    /// Whether the last page of the list names another.
    pub(super) unfinished: bool,
}

impl Layout {
    /// A document by itself.
    pub(super) fn document(&mut self, json: &Value) -> Result<(), ReadError> {
        let root = Site::root(0);
        let object = match json {
            Value::Array(tools) => {
                self.page(&root, tools.len());
                return Ok(());
            }
            Value::Object(object) => object,
            _ => return Err(no_tools(json)),
        };
        if self.result(&root, object) {
            Ok(())
        } else if let Some(result) = object.get("result").and_then(Value::as_object) {
            let listed = self.result(&root.below("result"), result);
            listed.then_some(()).ok_or_else(|| no_tools(json))
        } else if let Some(error) = object.get("error") {
            Err(response_error(error))
        } else if is_tool(object) {
            self.tools.push(root.clone());
            self.list = Some(root);
            Ok(())
        } else {
            Err(no_tools(json))
        }
    }

    /// The messages of a conversation, in their order.
    pub(super) fn transcript<'a>(
        &mut self,
        messages: impl Iterator<Item = (Site, &'a Value)>,
    ) -> Result<(), ReadError> {
        let (mut listed, mut count, mut failed) = (false, 0, None);
        for (site, message) in messages {
            count += 1;
            if let Some(Value::Object(result)) = message.get("result") {
                let site = site.below("result");
                if !self.result(&site, result) {
                    self.around.push(site);
                    continue;
                }
                listed = true;
            } else if let Some(error) = message.get("error") {
                failed.get_or_insert_with(|| response_error(error));
            } else if let Value::Object(object) = message {
                listed |= self.result(&site, object);
            }
        }
        match failed {
            _ if listed => Ok(()),
            Some(error) => Err(error),
            None => Err(ReadError::NoTools {
                found: plural(count, "message"),
            }),
        }
    }

    /// A result, if it has tools. A list that begins while the one before was finished takes its
    /// place.
    fn result(&mut self, site: &Site, result: &Map<String, Value>) -> bool {
        let Some(tools) = result.get("tools").and_then(Value::as_array) else {
            return false;
        };
        self.page(&site.below("tools"), tools.len());
        self.around.push(site.clone());
        self.unfinished = result.get("nextCursor").is_some_and(Value::is_string);
        true
    }

    fn page(&mut self, list: &Site, tools: usize) {
        if !self.unfinished {
            self.tools.clear();
            self.list = None;
        }
        self.list.get_or_insert_with(|| list.clone());
        self.tools
            .extend((0..tools).map(|index| list.below(&index.to_string())));
    }
}

pub(super) fn is_message(value: &Value) -> bool {
    ["jsonrpc", "result"]
        .iter()
        .any(|key| value.get(*key).is_some())
}

fn is_tool(object: &Map<String, Value>) -> bool {
    object.contains_key("name")
        && ["inputSchema", "description", "annotations"]
            .iter()
            .any(|key| object.contains_key(*key))
}
