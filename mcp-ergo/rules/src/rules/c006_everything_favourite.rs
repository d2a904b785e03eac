use crate::{CatalogFacts, Judge, Part, Presented, rule::declare_rule};

declare_rule! {
    /// ## What it does
    ///
    /// Finds favourites that are the whole catalog.
    ///
    /// ## Why it matters
    ///
    /// Where everything is a favourite nothing is: the list is twice as long and says no more.
    ///
    /// ## Bad
    ///
    /// ```rust,ignore
    /// // the server has these two tools
    /// Server::builder("ledger", "1.0.0")
    ///     .presentation(Presentation::favourites(["search_invoices", "get_invoice"]))
    /// ```
    ///
    /// ## Good
    ///
    /// ```rust,ignore
    /// Server::builder("ledger", "1.0.0")
    ///     .presentation(Presentation::favourites(["search_invoices"]))
    /// ```
    EVERYTHING_FAVOURITE, "C006", "everything-favourite";
    own: Deny, foreign: Off, rubric: Selectability, at: [Boot],
    evidence: [
        Practice("tool-presentation: favourites are a subset; rare tools stay in the whole catalog only"),
    ],
    check: Catalog(check),
}

fn check(catalog: &CatalogFacts, judge: &mut Judge<'_>) {
    let Some(facts) = catalog.presentation.seen() else {
        return;
    };
    let Presented::Favourites { tools, .. } = &facts.presented else {
        return;
    };
    let names = catalog.tools.iter().filter_map(|tool| tool.name.seen());
    let mut others = names.filter(|name| !facts.top.contains(name));
    let Some(first) = others.next() else {
        return;
    };
    if tools.contains(first) && others.all(|name| tools.contains(name)) {
        judge.report(
            Part::Catalog,
            "every tool of the catalog is a favourite".to_owned(),
            "keep those that are used most, or present the catalog flat",
        );
    }
}

#[cfg(test)]
mod tests {
    use crate::samples::{catalog, on_catalog, presenting, tool};
    use crate::{Finding, Policy, Presented};

    fn on(favourites: &[&str]) -> Vec<Finding> {
        let tools = vec![tool("_hello"), tool("get_invoice"), tool("search_invoices")];
        let presented = Presented::Favourites {
            tools: favourites.iter().map(ToString::to_string).collect(),
            max: 15,
        };
        let facts = presenting(presented, &["_hello"], catalog(tools));
        on_catalog("C006", &facts, &Policy::strict())
    }

    #[test]
    fn favourites_are_a_true_subset() {
        assert_eq!(
            on(&["get_invoice", "search_invoices"])[0].message,
            "every tool of the catalog is a favourite"
        );
        assert!(on(&["get_invoice"]).is_empty());
        assert!(on(&[]).is_empty());
    }
}
