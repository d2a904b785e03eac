//! Named sets of scopes.

use super::grants::{Grants, Held};

/// The roles of a server, in the order in which they were declared. There are a handful, so a scan
/// beats a map.
#[derive(Debug, Clone, Default)]
pub(crate) struct Roles(Vec<(String, Vec<String>)>);

impl Roles {
    /// Declares a role; a second declaration of one name replaces the first.
    pub(crate) fn insert(&mut self, name: String, scopes: Vec<String>) {
        self.0.retain(|(known, _)| *known != name);
        self.0.push((name, scopes));
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = (&str, &[String])> {
        self.0
            .iter()
            .map(|(name, scopes)| (name.as_str(), scopes.as_slice()))
    }

    fn get(&self, name: &str) -> Option<&[String]> {
        self.iter()
            .find(|(known, _)| *known == name)
            .map(|(_, scopes)| scopes)
    }

    /// Everything that a caller holds. A role that nobody declared holds nothing: what is not known
    /// is never opened.
    pub(crate) fn resolve<'a>(&'a self, grants: &'a Grants) -> Held<'a> {
        let of_role = grants.role.as_deref().and_then(|role| {
            let scopes = self.get(role);
            if scopes.is_none() {
                tracing::warn!(role, "a caller was given a role that nobody declared");
            }
            scopes
        });
        Held {
            grants,
            of_role: of_role.unwrap_or_default(),
        }
    }
}
