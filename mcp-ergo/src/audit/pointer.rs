//! Where in its document a part stands, as a JSON pointer (RFC 6901) that resolves.

use mcp_ergo_rules::Part;
use serde_json::Value;

/// A name as one step of a pointer.
pub(super) fn escaped(name: &str) -> String {
    name.replace('~', "~0").replace('/', "~1")
}

/// The pointer from a tool to a part of it: the part itself, or the nearest that exists around it.
pub(super) fn within_tool(tool: &Value, part: &Part) -> String {
    let mut walk = Walk::from(tool);
    match part {
        Part::Name => walk.step("name"),
        Part::Title if tool.pointer("/title").is_some() => walk.step("title"),
        Part::Title if tool.pointer("/annotations/title").is_some() => {
            walk.step("annotations") && walk.step("title")
        }
        Part::Description => walk.step("description"),
        Part::Class => walk.step("annotations"),
        Part::Params => walk.step("inputSchema"),
        Part::Param(path) => walk.step("inputSchema") && walk.schema(path),
        Part::ParamText(path) => {
            walk.step("inputSchema") && walk.schema(path) && walk.step("description")
        }
        Part::Output(path) => walk.step("outputSchema") && walk.schema(path),
        _ => false,
    };
    walk.pointer
}

/// The pointer from what stands around the list of tools to a part of the server; `None` where that
/// part is not there.
pub(super) fn within_server(around: &Value, part: &Part) -> Option<String> {
    let mut walk = Walk::from(around);
    let found = match part {
        Part::Instructions => walk.step("instructions"),
        Part::Resource(index) => {
            let list = |key| around.get(key).and_then(Value::as_array);
            let plain = list("resources").map_or(0, Vec::len);
            match index.checked_sub(plain) {
                None => walk.step("resources") && walk.item(*index),
                Some(index) => walk.step("resourceTemplates") && walk.item(index),
            }
        }
        Part::Prompt(index) => walk.step("prompts") && walk.item(*index),
        Part::PromptArgument(prompt, index) => {
            let found = walk.step("prompts") && walk.item(*prompt);
            let _ = found && walk.step("arguments") && walk.item(*index);
            found
        }
        _ => false,
    };
    found.then_some(walk.pointer)
}

/// A walk from a value inwards. A step that leads nowhere is not taken.
struct Walk<'a> {
    at: &'a Value,
    pointer: String,
}

impl<'a> Walk<'a> {
    fn from(at: &'a Value) -> Self {
        Self {
            at,
            pointer: String::new(),
        }
    }

    fn step(&mut self, key: &str) -> bool {
        let Some(next) = self.at.as_object().and_then(|object| object.get(key)) else {
            return false;
        };
        self.go(next, key)
    }

    fn item(&mut self, index: usize) -> bool {
        let Some(next) = self.at.as_array().and_then(|array| array.get(index)) else {
            return false;
        };
        self.go(next, &index.to_string())
    }

    fn go(&mut self, next: &'a Value, step: &str) -> bool {
        self.at = next;
        self.pointer.push('/');
        self.pointer.push_str(&escaped(step));
        true
    }

    /// Along the names of a parameter, from a schema inwards, `[]` for the items of an array. What
    /// stands behind a reference or in a union is told at the schema that refers to it.
    fn schema(&mut self, path: &[String]) -> bool {
        path.iter().all(|name| match name.as_str() {
            // A property may be called `[]` too; one that is there is meant.
            "[]" if self
                .at
                .get("properties")
                .is_none_or(|all| all.get("[]").is_none()) =>
            {
                self.items()
            }
            name => {
                let known = self.at.get("properties").and_then(Value::as_object);
                known.is_some_and(|known| known.contains_key(name))
                    && self.step("properties")
                    && self.step(name)
            }
        })
    }

    /// To the items of an array, the first of a tuple's.
    fn items(&mut self) -> bool {
        let taken = self.step("items") || self.step("prefixItems");
        if self.at.is_array() {
            self.item(0);
        }
        taken
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn path(names: &[&str]) -> Vec<String> {
        names.iter().map(|&name| name.to_owned()).collect()
    }

    #[test]
    fn each_part_leads_to_the_nearest_that_exists() {
        let tool = json!({
            "name": "get_x",
            "annotations": {"title": "X"},
            "inputSchema": {
                "properties": {
                    "filter": {
                        "properties": {"status": {"description": "State."}, "a/b~c": {}},
                    },
                    "tags": {"items": {"properties": {"id": {}}}},
                    "pair": {"prefixItems": [{"type": "string"}]},
                    "by": {"$ref": "#/$defs/By"},
                    "": {},
                    "[]": {"description": "Odd."},
                },
                "$defs": {"By": {"properties": {"name": {}}}},
            },
        });
        for (part, wanted) in [
            (Part::Tool, ""),
            (Part::Name, "/name"),
            (Part::Title, "/annotations/title"),
            (Part::Description, ""),
            (Part::Class, "/annotations"),
            (Part::Scope, ""),
            (Part::Output(path(&["x"])), ""),
            (Part::Params, "/inputSchema"),
            (
                Part::ParamText(path(&["filter", "status"])),
                "/inputSchema/properties/filter/properties/status/description",
            ),
            (
                Part::ParamText(path(&["filter", "a/b~c"])),
                "/inputSchema/properties/filter/properties/a~1b~0c",
            ),
            (
                Part::Param(path(&["tags", "[]", "id"])),
                "/inputSchema/properties/tags/items/properties/id",
            ),
            (
                Part::Param(path(&["pair", "[]"])),
                "/inputSchema/properties/pair/prefixItems/0",
            ),
            (
                Part::Param(path(&["by", "name"])),
                "/inputSchema/properties/by",
            ),
            (
                Part::Param(path(&["filter", "gone", "x"])),
                "/inputSchema/properties/filter",
            ),
            (Part::Param(path(&[""])), "/inputSchema/properties/"),
            (
                Part::ParamText(path(&["[]"])),
                "/inputSchema/properties/[]/description",
            ),
        ] {
            let pointer = within_tool(&tool, &part);
            assert_eq!(pointer, wanted, "{part:?}");
            assert!(tool.pointer(&pointer).is_some(), "{part:?}");
        }
    }

    #[test]
    fn parts_of_the_server_are_found_where_they_are() {
        let around = json!({
            "instructions": "",
            "resources": [{}],
            "resourceTemplates": [{}, {}],
            "prompts": [{"arguments": [{}]}],
        });
        for (part, wanted) in [
            (Part::Instructions, Some("/instructions")),
            (Part::Resource(0), Some("/resources/0")),
            (Part::Resource(2), Some("/resourceTemplates/1")),
            (Part::Resource(3), None),
            (Part::Prompt(0), Some("/prompts/0")),
            (Part::PromptArgument(0, 0), Some("/prompts/0/arguments/0")),
            (Part::PromptArgument(0, 7), Some("/prompts/0/arguments")),
            (Part::PromptArgument(1, 0), None),
            (Part::Catalog, None),
        ] {
            assert_eq!(within_server(&around, &part).as_deref(), wanted, "{part:?}");
        }
    }
}
