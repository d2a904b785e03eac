use crate::{CatalogFacts, Judge, Part, rule::declare_rule};

declare_rule! {
    /// ## What it does
    ///
    /// Finds boot tools that tell more than six critical rules.
    ///
    /// ## Why it matters
    ///
    /// A rule is critical because the others are not. Of twenty a model keeps the first and the last.
    ///
    /// ## Bad
    ///
    /// ```rust,ignore
    /// Hello::new()
    ///     .rule("Amounts are in cents.")
    ///     .rule("Dates are in UTC.")
    ///     .rule("Ask before you void an invoice.")
    ///     .rule("Invoices are numbered by year.")
    ///     .rule("Customers have one address.")
    ///     .rule("A payment has one invoice.")
    ///     .rule("Search before you create.")
    /// ```
    ///
    /// ## Good
    ///
    /// ```rust,ignore
    /// Hello::new()
    ///     .rule("Amounts are in cents.")
    ///     .rule("Ask before you void an invoice.")
    /// ```
    CRITICAL_RULES_TOO_MANY, "S004", "critical-rules-too-many";
    own: Deny, foreign: Off, rubric: Selectability, at: [Boot],
    evidence: [
        Practice("agent-ergonomics, F5 and P5: at most six critical rules, where there were fourteen dense ones"),
    ],
    check: Catalog(check),
}

/// Most critical rules.
const RULES: usize = 6;

fn check(catalog: &CatalogFacts, judge: &mut Judge<'_>) {
    let Some(boot) = catalog.boot.present() else {
        return;
    };
    let count = boot.rules.len();
    if count > RULES {
        judge.report(
            Part::Boot,
            format!("the boot tool tells {count} critical rules, more than {RULES}"),
            format!(
                "keep the {RULES} that hold whatever the user asks; what holds for one tool belongs to its description, what holds for one value to the parameter"
            ),
        );
    }
}

#[cfg(test)]
mod tests {
    use crate::samples::{catalog, on_catalog};
    use crate::{BootFacts, CatalogFacts, Fact, Finding, Part, Policy};

    fn on(rules: usize) -> Vec<Finding> {
        let facts = CatalogFacts {
            boot: Fact::Seen(Some(BootFacts {
                rules: vec!["Amounts are in cents.".into(); rules],
                ..BootFacts::default()
            })),
            ..catalog(Vec::new())
        };
        on_catalog("S004", &facts, &Policy::strict())
    }

    #[test]
    fn a_seventh_rule_is_one_too_many() {
        assert!(on(6).is_empty());
        let found = on(7);
        assert_eq!((found.len(), &found[0].part), (1, &Part::Boot));
        assert_eq!(
            found[0].message,
            "the boot tool tells 7 critical rules, more than 6"
        );
        assert!(found[0].help.starts_with("keep the 6 that hold"));
    }

    #[test]
    fn a_server_without_a_boot_tool_has_none() {
        for boot in [Fact::Unseen, Fact::Seen(None)] {
            let facts = CatalogFacts {
                boot,
                ..catalog(Vec::new())
            };
            assert!(on_catalog("S004", &facts, &Policy::strict()).is_empty());
        }
    }
}
