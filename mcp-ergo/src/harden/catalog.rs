//! What is known of a foreign server's tools: how each is shown, and what its arguments are checked
//! against.

use std::collections::HashMap;
use std::sync::{Arc, PoisonError, RwLock};

use rmcp::model::{JsonObject, Tool};

use crate::registry::{spelling, unprefixed};
use crate::schema::{Portable, Record, portable_input, portable_output};

/// The most tools that are remembered, for a handler that answers to any name.
const MOST: usize = 4_096;

/// The tools that were seen, by name: a schema is read once, and again when it changes.
#[derive(Debug, Default)]
pub(super) struct Catalog(RwLock<HashMap<String, Arc<Mended>>>);

/// One tool as the handler gives it and as it is shown.
#[derive(Debug)]
pub(super) struct Mended {
    given: Schemas,
    shown: Schemas,
    /// What arguments are checked against; `None` where they pass unchecked.
    pub(super) input: Option<Record>,
    /// Whether it says that it changes nothing.
    pub(super) reads: bool,
}

#[derive(Debug, PartialEq)]
struct Schemas {
    input: Arc<JsonObject>,
    output: Option<Arc<JsonObject>>,
}

impl Catalog {
    pub(super) fn get(&self, name: &str) -> Option<Arc<Mended>> {
        let tools = self.0.read().unwrap_or_else(PoisonError::into_inner);
        tools.get(name).cloned()
    }

    /// The tool as it is shown.
    pub(super) fn mend(&self, mut tool: Tool) -> Tool {
        let mended = self.learn(&tool);
        tool.input_schema = mended.shown.input.clone();
        tool.output_schema.clone_from(&mended.shown.output);
        tool
    }

    /// What is known of the tool, read anew where the handler says something else than before.
    pub(super) fn learn(&self, tool: &Tool) -> Arc<Mended> {
        let given = Schemas {
            input: tool.input_schema.clone(),
            output: tool.output_schema.clone(),
        };
        let reads = tool
            .annotations
            .as_ref()
            .is_some_and(|hints| hints.read_only_hint == Some(true));
        let known = self.get(&tool.name);
        if let Some(known) = known.filter(|known| known.given == given && known.reads == reads) {
            return known;
        }
        let Portable { schema, input } = portable_input(&given.input);
        let output = given.output.as_deref().map(portable_output).map(Arc::new);
        let mended = Arc::new(Mended {
            given,
            shown: Schemas {
                input: Arc::new(schema),
                output,
            },
            input,
            reads,
        });
        let mut tools = self.0.write().unwrap_or_else(PoisonError::into_inner);
        if tools.len() >= MOST {
            tools.clear();
        }
        tools.insert(tool.name.clone().into_owned(), mended.clone());
        mended
    }
}

/// The tool that a caller means by `name`: another spelling of one, or one with a client's prefix.
/// Where two are spelled alike, neither is guessed.
pub(super) fn meant<'a>(name: &str, tools: &'a [Tool]) -> Option<&'a Tool> {
    let spelled = |name: &str| {
        let wanted = spelling(name);
        let mut alike = tools.iter().filter(|tool| spelling(&tool.name) == wanted);
        alike.next().filter(|_| alike.next().is_none())
    };
    let exact = tools.iter().find(|tool| tool.name == name);
    exact
        .or_else(|| spelled(name))
        .or_else(|| spelled(unprefixed(name)?))
}
