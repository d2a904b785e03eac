use crate::{
    CatalogFacts, Judge, Part, PresentationFacts, Presented, did_you_mean, plural, quoted_list,
    rule::declare_rule,
};

declare_rule! {
    /// ## What it does
    ///
    /// Finds favourites that the server does not have, that stand on top by themselves, or that are
    /// more than the list may have; and a core profile without tools.
    ///
    /// ## Why it matters
    ///
    /// The instructions send a model to the favourites first. One that is not there is a call that
    /// fails, and a shortlist that is long is none.
    ///
    /// ## Bad
    ///
    /// ```rust,ignore
    /// // the server has `search_invoices`
    /// Server::builder("ledger", "1.0.0")
    ///     .presentation(Presentation::favourites(["find_invoices"]))
    /// ```
    ///
    /// ## Good
    ///
    /// ```rust,ignore
    /// Server::builder("ledger", "1.0.0")
    ///     .presentation(Presentation::favourites(["search_invoices"]))
    /// ```
    FAVOURITE_UNKNOWN, "C004", "favourite-unknown";
    own: Deny, foreign: Off, rubric: Selectability, at: [Boot],
    evidence: [
        Practice("tool-presentation: favourites are a curated subset of the catalog; the boot tool and the like pass unchanged"),
    ],
    check: Catalog(check),
}

fn check(catalog: &CatalogFacts, judge: &mut Judge<'_>) {
    let Some(facts) = catalog.presentation.seen() else {
        return;
    };
    match &facts.presented {
        Presented::Flat => {}
        Presented::Core { tools } => check_core(tools, facts, judge),
        Presented::Favourites { tools, max } => {
            check_favourites(tools, catalog, facts, judge);
            check_number(tools, *max, judge);
        }
    }
}

fn check_core(tools: &[String], facts: &PresentationFacts, judge: &mut Judge<'_>) {
    if tools.is_empty() {
        judge.report(
            Part::Catalog,
            "the core profile lists no tool".to_owned(),
            "mark those that most tasks need with `core`: `#[tool(read, core, …)]`",
        );
    }
    let on_top: Vec<&str> = tools
        .iter()
        .filter(|tool| facts.top.contains(tool))
        .map(String::as_str)
        .collect();
    if !on_top.is_empty() {
        let listed = quoted_list(on_top.iter().copied(), "and");
        judge.report(
            Part::Catalog,
            format!("`core` is written on {listed}, which every list shows on top"),
            "leave `core` out there: `_hello` and what is marked `top` are in the core profile without it",
        );
    }
}

fn check_favourites(
    favourites: &[String],
    catalog: &CatalogFacts,
    facts: &PresentationFacts,
    judge: &mut Judge<'_>,
) {
    let names = || catalog.tools.iter().filter_map(|tool| tool.name.seen());
    for (at, favourite) in favourites.iter().enumerate() {
        let (message, help) = if favourites[..at].contains(favourite) {
            (
                format!("the favourite `{favourite}` stands in the list twice"),
                "leave the second out".to_owned(),
            )
        } else if facts.top.contains(favourite) {
            (
                format!("the favourite `{favourite}` stands on top by itself, under its own name"),
                "leave it out of the favourites, or drop its `top`".to_owned(),
            )
        } else if names().any(|name| name == favourite) {
            continue;
        } else {
            let help = did_you_mean(favourite, names().map(String::as_str), || {
                "name a tool by its canonical name; `mcp-ergo favourites suggest` finds those that are used most".to_owned()
            });
            (
                format!("the favourite `{favourite}` is no tool of this server"),
                help,
            )
        };
        judge.report(Part::Catalog, message, help);
    }
    if favourites.is_empty() {
        judge.report(
            Part::Catalog,
            "favourites are presented, and there is none".to_owned(),
            "name the tools that are used most, or present the catalog flat",
        );
    }
}

fn check_number(favourites: &[String], max: usize, judge: &mut Judge<'_>) {
    if favourites.len() > max {
        let many = plural(favourites.len(), "favourite");
        judge.report(
            Part::Catalog,
            format!("the list has {many}, and may have {max}"),
            "keep those that are used most: a model reads them all before it looks further; or raise `.max(…)`, in the policy file `max_favourites`",
        );
    }
}

#[cfg(test)]
mod tests {
    use crate::samples::{catalog, on_catalog, presenting, tool};
    use crate::{CatalogFacts, Finding, Policy, Presented};

    fn facts(presented: Presented) -> CatalogFacts {
        let tools = vec![tool("_hello"), tool("get_invoice"), tool("search_invoices")];
        presenting(presented, &["_hello"], catalog(tools))
    }

    fn on(favourites: &[&str], max: usize) -> Vec<Finding> {
        let tools = favourites.iter().map(ToString::to_string).collect();
        let facts = facts(Presented::Favourites { tools, max });
        on_catalog("C004", &facts, &Policy::strict())
    }

    fn on_core(tools: &[&str]) -> Vec<Finding> {
        let tools = tools.iter().map(ToString::to_string).collect();
        on_catalog("C004", &facts(Presented::Core { tools }), &Policy::strict())
    }

    #[test]
    fn each_favourite_that_is_none_is_told() {
        let found = on(
            &["search_invoice", "_hello", "get_invoice", "get_invoice"],
            15,
        );
        let messages: Vec<&str> = found.iter().map(|finding| &*finding.message).collect();
        assert_eq!(
            messages,
            [
                "the favourite `search_invoice` is no tool of this server",
                "the favourite `_hello` stands on top by itself, under its own name",
                "the favourite `get_invoice` stands in the list twice",
            ]
        );
        assert!(
            found[0].help.contains("`search_invoices`"),
            "{}",
            found[0].help
        );
        assert!(on(&["search_invoices"], 1).is_empty());
    }

    #[test]
    fn a_long_list_and_an_empty_one_are_none() {
        assert_eq!(
            on(&["get_invoice", "search_invoices"], 1)[0].message,
            "the list has 2 favourites, and may have 1"
        );
        assert_eq!(
            on(&[], 15)[0].message,
            "favourites are presented, and there is none"
        );
    }

    #[test]
    fn a_core_has_tools_that_are_not_there_already() {
        assert_eq!(on_core(&[])[0].message, "the core profile lists no tool");
        assert_eq!(
            on_core(&["_hello", "get_invoice"])[0].message,
            "`core` is written on `_hello`, which every list shows on top"
        );
        assert!(on_core(&["get_invoice"]).is_empty());
    }

    #[test]
    fn what_is_not_seen_is_not_judged() {
        let unseen = catalog(vec![tool("get_invoice")]);
        assert!(on_catalog("C004", &unseen, &Policy::strict()).is_empty());
    }
}
