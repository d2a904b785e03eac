//! Who calls.

use std::sync::Arc;

use crate::access::Grants;
use crate::registry::View;

/// Who calls, and what it is served. A tool asks its [`Call`](crate::Call) for it.
#[derive(Debug, Clone)]
pub struct Caller {
    pub(crate) grants: Arc<Grants>,
    pub(crate) view: Arc<View>,
}

impl Caller {
    /// A name that stays the same over connections and replicas: `local` on the standard streams,
    /// else what the authorizer said.
    pub fn id(&self) -> &str {
        &self.grants.caller
    }

    /// The role, where the authorizer or the builder named one.
    pub fn role(&self) -> Option<&str> {
        self.grants.role.as_deref()
    }

    /// Whether this caller is served a tool, by its canonical name.
    pub fn may_call(&self, tool: &str) -> bool {
        self.view.serves(tool)
    }
}
