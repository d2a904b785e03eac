//! What boot begins with.

use std::sync::Arc;

use mcp_ergo_rules::Policy;

use super::context::{PromptTemplate, Resource};
use super::frozen::Registered;
use super::opening::Opening;
use super::tool::{States, Tool};
use crate::access::{Grants, Roles};
use crate::handle::{HandleStore, MemoryStore};
use crate::hello::Hello;
use crate::limits::Limits;
use crate::presentation::Presentation;
use crate::schema::Names;

/// What a builder was told.
#[derive(Debug, Clone)]
pub(crate) struct BootInput {
    pub(crate) name: String,
    pub(crate) opening: Opening,
    pub(crate) states: States,
    /// What whoever started the server holds.
    pub(crate) grants: Grants,
    pub(crate) roles: Roles,
    /// What the authorizer may yield, as far as it knows.
    pub(crate) issued: Vec<Grants>,
    /// The scope of reading tools that name none.
    pub(crate) read_scope: String,
    pub(crate) modules: Vec<String>,
    pub(crate) by_hand: Vec<Tool>,
    pub(crate) resources: Vec<Resource>,
    pub(crate) prompts: Vec<PromptTemplate>,
    pub(crate) policy: Option<Policy>,
    /// What a model is shown; what the policy says where nobody says otherwise.
    pub(crate) presentation: Option<Presentation>,
    pub(crate) client_keys: Vec<String>,
    /// What the server itself runs with: what each credential is for, and its scopes.
    pub(crate) credentials: Vec<(String, Vec<String>)>,
    /// What `_hello` tells, where there is one.
    pub(crate) hello: Option<Arc<Hello>>,
    /// Where documents are kept between calls.
    pub(crate) store: Arc<dyn HandleStore>,
    pub(crate) limits: Limits,
    pub(crate) state_key: Option<StateKey>,
}

/// What seals the states that clients carry. It is never printed.
#[derive(Clone)]
pub(crate) struct StateKey(pub(crate) Vec<u8>);

impl std::fmt::Debug for StateKey {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("StateKey")
    }
}

/// The scope of reading tools that name none, unless the builder calls it otherwise.
const READ_SCOPE: &str = "read";

impl BootInput {
    pub(crate) fn new(name: String) -> Self {
        Self {
            name,
            opening: Opening::default(),
            states: States::default(),
            grants: Grants::reading(),
            roles: Roles::default(),
            issued: Vec::new(),
            read_scope: READ_SCOPE.to_owned(),
            modules: Vec::new(),
            by_hand: Vec::new(),
            resources: Vec::new(),
            prompts: Vec::new(),
            policy: None,
            presentation: None,
            client_keys: Vec::new(),
            credentials: Vec::new(),
            hello: None,
            store: Arc::new(MemoryStore::default()),
            limits: Limits::default(),
            state_key: None,
        }
    }

    /// What each kind of caller holds, by what it is called in reports: whoever started the server,
    /// and each role.
    pub(crate) fn callers(&self) -> Vec<(String, Grants)> {
        let local = ("this caller".to_owned(), self.grants.clone());
        let roles = self.roles.iter().map(|(name, _)| {
            let called = format!("a caller in the role `{name}`");
            (called, Grants::role(name))
        });
        let issued = self.issued.iter().map(|grants| {
            let called = format!("the caller `{}`", grants.caller);
            (called, grants.clone())
        });
        let mut callers: Vec<(String, Grants)> = Vec::new();
        for (called, grants) in std::iter::once(local).chain(roles).chain(issued) {
            // Who it is makes no difference to what it is served.
            let same =
                |(_, known): &(String, Grants)| known.clone().caller(&grants.caller) == grants;
            if !callers.iter().any(same) {
                callers.push((called, grants));
            }
        }
        callers
    }
}

/// The names of every registered tool: what the caller who sees most is shown.
pub(super) struct EveryName<'a>(pub(super) &'a [Registered]);

impl Names for EveryName<'_> {
    fn shown(&self, canonical: &str) -> Option<&str> {
        let tool = self.0.iter().find(|tool| tool.def.name == canonical)?;
        Some(tool.def.name)
    }
}
