//! The whole catalog as a document, for commands that judge or try it.

use serde_json::{Value, json};

use super::frozen::Registry;
use super::input::EveryName;

/// What a tool is about.
pub(crate) const DOMAIN: &str = "mcp-ergo/domain";

/// Whether it is listed in the core profile.
pub(crate) const CORE: &str = "mcp-ergo/core";

/// Whether it keeps its name under every presentation.
pub(crate) const TOP: &str = "mcp-ergo/top";

impl Registry {
    /// Every tool as a flat list shows it, with what a presentation reads of it.
    pub(crate) fn document(&self, version: &str) -> Value {
        let names = EveryName(&self.tools);
        let tools = self.tools.iter().map(|tool| {
            let mut wire = tool.wire(&names);
            let meta = wire.meta.get_or_insert_default();
            meta.insert(DOMAIN.to_owned(), tool.domain(&self.name).into());
            let marks = [(CORE, tool.def.core), (TOP, tool.is_on_top())];
            for (mark, _) in marks.into_iter().filter(|(_, marked)| *marked) {
                meta.insert(mark.to_owned(), true.into());
            }
            json!(wire)
        });
        json!({
            "serverInfo": {"name": self.name, "version": version},
            "instructions": self.opening.instructions(&names, None),
            "tools": tools.collect::<Vec<_>>(),
        })
    }
}
