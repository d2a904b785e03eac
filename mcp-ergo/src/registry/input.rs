//! What boot begins with.

use mcp_ergo_rules::Policy;

use super::frozen::Registered;
use super::tool::{States, Tool};
use crate::schema::Names;

/// What a builder was told.
#[derive(Debug, Default)]
pub(crate) struct BootInput {
    pub(crate) name: String,
    pub(crate) purpose: Option<String>,
    pub(crate) start_with: Option<Tool>,
    pub(crate) states: States,
    pub(crate) grants: Vec<String>,
    pub(crate) modules: Vec<String>,
    pub(crate) by_hand: Vec<Tool>,
    pub(crate) policy: Option<Policy>,
    pub(crate) client_keys: Vec<String>,
}

/// The names of every registered tool: what the caller who sees most is shown.
pub(super) struct EveryName<'a>(pub(super) &'a [Registered]);

impl Names for EveryName<'_> {
    fn shown(&self, canonical: &str) -> Option<&str> {
        let tool = self.0.iter().find(|tool| tool.def.name == canonical)?;
        Some(tool.def.name)
    }
}
