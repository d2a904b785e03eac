use std::collections::BTreeSet;

use crate::breadth::{everything_in, only_reads, parted};
use crate::{CatalogFacts, Class, Judge, Part, quoted_list, rule::declare_rule};

declare_rule! {
    /// ## What it does
    ///
    /// Finds credentials of the server itself that can do more than its tools need.
    ///
    /// What the tools need is what their scopes say. Reading what a tool's scope is about is needed
    /// beside it, and any reading where a tool that reads names no scope.
    ///
    /// ## Why it matters
    ///
    /// What the server may do elsewhere, a mistake in it or a prompt that was slipped in may do too,
    /// whatever the tools are classed.
    ///
    /// ## Bad
    ///
    /// ```rust,ignore
    /// #[tool(read, when = "the user asks what is owed", scope = "invoices:read")]
    /// fn search_invoices(ledger: &Ledger) -> Reply<Page<Invoice>>
    ///
    /// Server::builder("ledger", "1.0.0").credential("billing API", ["invoices:read", "payroll:write"])
    /// ```
    ///
    /// ## Good
    ///
    /// ```rust,ignore
    /// #[tool(read, when = "the user asks what is owed", scope = "invoices:read")]
    /// fn search_invoices(ledger: &Ledger) -> Reply<Page<Invoice>>
    ///
    /// Server::builder("ledger", "1.0.0").credential("billing API", ["invoices:read"])
    /// ```
    CREDENTIAL_EXCEEDS_TOOLS, "A007", "credential-exceeds-tools";
    own: Deny, foreign: Off, rubric: LeastPrivilege, at: [Boot],
    evidence: [
        Practice("mcp-interface-design, phase 4: the credential that the server runs with cannot do more than its tools require"),
    ],
    check: Catalog(check),
}

/// What the tools of a catalog ask for.
struct Needs<'a> {
    scopes: BTreeSet<&'a str>,
    /// Whether a tool reads by the server's leave, without a scope of its own.
    any_reading: bool,
}

impl<'a> Needs<'a> {
    fn of(catalog: &'a CatalogFacts) -> Self {
        let scopes = catalog.tools.iter().filter_map(|tool| tool.scope.present());
        Self {
            scopes: scopes.map(|scope| scope.trim()).collect(),
            any_reading: catalog.tools.iter().any(|tool| {
                tool.stated_class() == Some(Class::Read) && tool.scope.present().is_none()
            }),
        }
    }

    /// Whether a scope that grants something, not everything, is among them.
    fn hold(&self, scope: &str) -> bool {
        let about = parted(scope).0;
        let beside = || self.any_reading || self.scopes.iter().any(|own| parted(own).0 == about);
        self.scopes.contains(scope) || only_reads(scope) && beside()
    }

    fn told(&self) -> String {
        match (self.scopes.is_empty(), self.any_reading) {
            (true, true) => "its tools only read".to_owned(),
            (true, false) => "no tool here names a scope".to_owned(),
            (false, _) => format!(
                "its tools need {}",
                quoted_list(self.scopes.iter().copied(), "and")
            ),
        }
    }
}

fn check(catalog: &CatalogFacts, judge: &mut Judge<'_>) {
    let needs = Needs::of(catalog);
    for (place, credential) in catalog.credentials.each().enumerate() {
        let mut report = |scopes: &[&str], verdict: &str| {
            if scopes.is_empty() {
                return;
            }
            let name = &credential.name;
            let listed = quoted_list(scopes.iter().copied(), "and");
            judge.report(
                Part::Credential(place),
                format!("the credential for `{name}` holds {listed}, which {verdict}"),
                format!(
                    "run with one that cannot do that, and leave it out of `.credential(\"{name}\", …)`: {}",
                    needs.told()
                ),
            );
        };
        let scopes = credential.scopes.iter().map(|scope| scope.trim());
        let (broad, narrow): (Vec<&str>, Vec<&str>) =
            scopes.partition(|scope| everything_in(scope).is_some());
        // A tool that asks for everything is A005's; where it may, so may the credential.
        let broad: Vec<&str> = broad
            .into_iter()
            .filter(|scope| !needs.scopes.contains(scope))
            .collect();
        let narrow: Vec<&str> = narrow
            .into_iter()
            .filter(|scope| !needs.hold(scope))
            .collect();
        let grants = if broad.len() == 1 { "grants" } else { "grant" };
        report(&broad, &format!("{grants} everything"));
        report(&narrow, "no tool needs");
    }
}

#[cfg(test)]
mod tests {
    use crate::samples::{catalog, on_catalog, tool};
    use crate::{CatalogFacts, Class, CredentialFacts, Fact, Finding, Part, Policy, ToolFacts};

    fn asking(name: &str, class: Class, scope: Option<&str>) -> ToolFacts {
        ToolFacts {
            class: Fact::Seen(Some(class)),
            scope: Fact::Seen(scope.map(Into::into)),
            ..tool(name)
        }
    }

    fn on(tools: Vec<ToolFacts>, scopes: &[&str]) -> Vec<Finding> {
        let facts = CatalogFacts {
            credentials: Fact::Seen(vec![CredentialFacts {
                name: "billing API".into(),
                scopes: scopes.iter().map(ToString::to_string).collect(),
            }]),
            ..catalog(tools)
        };
        on_catalog("A007", &facts, &Policy::strict())
    }

    fn invoices() -> Vec<ToolFacts> {
        vec![
            asking("get_invoice", Class::Read, Some("invoices:read")),
            asking("void_invoice", Class::Destructive, Some("invoices:void")),
        ]
    }

    #[test]
    fn what_no_tool_needs_is_named() {
        let found = on(
            invoices(),
            &["invoices:read", "payroll:read", "invoices:delete"],
        );
        assert_eq!(found.len(), 1);
        assert_eq!(
            (found[0].tool, &found[0].part),
            (None, &Part::Credential(0))
        );
        assert_eq!(
            found[0].message,
            "the credential for `billing API` holds `payroll:read` and `invoices:delete`, which no tool needs"
        );
        assert_eq!(
            found[0].help,
            "run with one that cannot do that, and leave it out of `.credential(\"billing API\", …)`: its tools need `invoices:read` and `invoices:void`"
        );
    }

    #[test]
    fn everything_is_too_much() {
        let found = on(invoices(), &["invoices:*", "invoices:void"]);
        assert_eq!(found.len(), 1);
        assert_eq!(
            found[0].message,
            "the credential for `billing API` holds `invoices:*`, which grants everything"
        );
        assert_eq!(on(vec![tool("get_invoice")], &["*:read"]).len(), 1);
        let found = on(invoices(), &["admin", "root", "invoices"]);
        assert_eq!(found.len(), 2);
        assert!(
            found[0]
                .message
                .ends_with("`admin` and `root`, which grant everything")
        );
        assert!(
            found[1]
                .message
                .ends_with("`invoices`, which no tool needs")
        );
    }

    #[test]
    fn what_the_tools_need_passes() {
        assert!(on(invoices(), &["invoices:read", "invoices:void"]).is_empty());
        assert!(on(invoices(), &[]).is_empty());
        // Who voids an invoice has to find it.
        let voids = vec![asking(
            "void_invoice",
            Class::Destructive,
            Some("invoices:void"),
        )];
        assert!(on(voids.clone(), &["invoices:read"]).is_empty());
        assert_eq!(on(voids, &["customers:read"]).len(), 1);
        let unseen = catalog(invoices());
        assert!(on_catalog("A007", &unseen, &Policy::strict()).is_empty());
    }

    #[test]
    fn reading_without_a_scope_needs_some_reading() {
        let reads = vec![asking("get_invoice", Class::Read, None)];
        assert!(on(reads.clone(), &["customers:readonly"]).is_empty());
        let found = on(reads, &["customers:write"]);
        assert!(found[0].help.ends_with(": its tools only read"));
        let found = on(vec![tool("get_invoice")], &["customers:write"]);
        assert!(found[0].help.ends_with(": its tools only read"));
        let found = on(Vec::new(), &["customers:write"]);
        assert!(found[0].help.ends_with(": no tool here names a scope"));
    }
}
