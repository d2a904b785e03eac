//! What one caller holds.

use std::sync::Arc;

use mcp_ergo_rules::Class;

use crate::presentation::Profile;

/// What one caller holds: scopes by name, a role, or the right to read everything.
///
/// A scope may end in `:*`, which covers every scope that begins alike, and `*` covers them all;
/// neither ever covers a destructive tool, whose scope has to be granted by its name.
///
/// ```
/// use mcp_ergo::Grants;
///
/// // Whoever presents this may read and write invoices; voiding them takes its own scope.
/// let grants = Grants::of(["invoices:*"]).caller("accounting");
/// # let _ = grants;
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
#[must_use]
pub struct Grants {
    pub(crate) caller: Arc<str>,
    pub(crate) role: Option<Arc<str>>,
    pub(crate) reading: bool,
    pub(crate) profile: Option<Profile>,
    pub(crate) scopes: Vec<String>,
}

/// Who calls where nobody said who it is: there is one such caller, the one on the standard streams.
pub(super) const LOCAL: &str = "local";

impl Grants {
    /// Nothing: a caller who is served no tool, no resource and no prompt.
    pub fn none() -> Self {
        Self {
            caller: LOCAL.into(),
            role: None,
            reading: false,
            profile: None,
            scopes: Vec::new(),
        }
    }

    /// Every tool that reads, whatever its scope.
    pub fn reading() -> Self {
        Self {
            reading: true,
            ..Self::none()
        }
    }

    /// These scopes and no others.
    pub fn of<S: Into<String>>(scopes: impl IntoIterator<Item = S>) -> Self {
        scopes.into_iter().fold(Self::none(), Self::scope)
    }

    /// The scopes of a role that the server declares ([`Builder::role`](crate::Builder::role)).
    pub fn role(name: impl AsRef<str>) -> Self {
        Self::none().in_role(name)
    }

    /// Adds the scopes of a role. A caller has one role, the last that is named.
    pub fn in_role(mut self, name: impl AsRef<str>) -> Self {
        self.role = Some(name.as_ref().into());
        self
    }

    /// Adds one scope.
    pub fn scope(mut self, scope: impl Into<String>) -> Self {
        let scope = scope.into();
        if !self.scopes.contains(&scope) {
            self.scopes.push(scope);
            // Two orders of one set are one set.
            self.scopes.sort_unstable();
        }
        self
    }

    /// How much of the catalog this credential is shown, whatever the server presents to others.
    /// What it may call is not touched by it.
    pub fn profile(mut self, profile: Profile) -> Self {
        self.profile = Some(profile);
        self
    }

    /// Says who the caller is: a name that stays the same over connections and replicas. What a
    /// caller stores and how much it may call hang on it. `local` unless told.
    pub fn caller(mut self, id: impl AsRef<str>) -> Self {
        self.caller = id.as_ref().into();
        self
    }
}

/// Everything that a caller holds, its role resolved.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Held<'a> {
    pub(crate) grants: &'a Grants,
    pub(crate) of_role: &'a [String],
}

impl Held<'_> {
    /// Whether the caller may call a tool of this class and scope.
    pub(crate) fn may_call(&self, class: Class, scope: &str) -> bool {
        if class == Class::Read && self.grants.reading {
            return true;
        }
        let mut scopes = self.grants.scopes.iter().chain(self.of_role);
        scopes.any(|held| {
            held == scope || class != Class::Destructive && wildcard_covers(held, scope)
        })
    }
}

/// Whether a scope stands for several.
pub(crate) fn is_wildcard(scope: &str) -> bool {
    scope == "*" || scope.ends_with(":*")
}

/// Whether `held` is a wildcard that `scope` falls under.
pub(crate) fn wildcard_covers(held: &str, scope: &str) -> bool {
    held == "*"
        || held
            .strip_suffix('*')
            .filter(|prefix| prefix.ends_with(':'))
            .is_some_and(|prefix| scope.starts_with(prefix))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn may(grants: &Grants, class: Class, scope: &str) -> bool {
        let of_role = [];
        Held {
            grants,
            of_role: &of_role,
        }
        .may_call(class, scope)
    }

    #[test]
    fn wildcards_cover_what_begins_alike_and_never_destruction() {
        let grants = Grants::of(["invoices:*"]);
        assert!(may(&grants, Class::Read, "invoices:read"));
        assert!(may(&grants, Class::Write, "invoices:write"));
        assert!(!may(&grants, Class::Write, "invoicesx:write"));
        assert!(!may(&grants, Class::Destructive, "invoices:void"));
        assert!(may(
            &grants.scope("invoices:void"),
            Class::Destructive,
            "invoices:void"
        ));
        let all = Grants::of(["*"]);
        assert!(may(&all, Class::Write, "customers:write"));
        assert!(!may(&all, Class::Destructive, "customers:delete"));
        // A star within a name is none of ours.
        assert!(!may(&Grants::of(["inv*"]), Class::Read, "invoices:read"));
    }

    #[test]
    fn reading_covers_tools_that_read_and_no_others() {
        let grants = Grants::reading();
        assert!(may(&grants, Class::Read, "anything"));
        assert!(!may(&grants, Class::Write, "anything"));
        assert!(!may(&Grants::none(), Class::Read, "read"));
    }

    #[test]
    fn order_and_repetition_make_no_other_grants() {
        assert_eq!(Grants::of(["b", "a", "b"]), Grants::of(["a", "b"]));
    }
}
