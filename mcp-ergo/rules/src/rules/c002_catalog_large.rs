use crate::{CatalogFacts, Judge, Level, Part, Presented, plural, rule::declare_rule};

declare_rule! {
    /// ## What it does
    ///
    /// Finds servers that present more than 40 tools at once, or more than 30 in the core profile; those
    /// with more than 20 are noted. Where favourites stand first, a list is too large past 128 names.
    ///
    /// ## Why it matters
    ///
    /// With every tool a model has one more to mistake for the right one, and the definitions stand in
    /// every prompt. VS Code and Gemini, among others, take 128 tools in a request, those of all
    /// servers together, and drop or refuse the rest.
    ///
    /// ## Bad
    ///
    /// ```rust,ignore
    /// // 57 tools under `crate::invoices`, `crate::customers` and `crate::admin`
    /// Server::builder("ledger", env!("CARGO_PKG_VERSION"))
    ///     .state(Ledger::open("ledger.db")?)
    ///     .boot()?
    /// ```
    ///
    /// ## Good
    ///
    /// ```rust,ignore
    /// Server::builder("ledger", env!("CARGO_PKG_VERSION"))
    ///     .tools_in("ledger::invoices")
    ///     .tools_in("ledger::customers")
    ///     .state(Ledger::open("ledger.db")?)
    ///     .boot()?
    /// ```
    CATALOG_LARGE, "C002", "catalog-large";
    own: Warn, foreign: Warn, rubric: Selectability, at: [Boot, Audit],
    evidence: [
        Provider("VS Code, OpenAI and Gemini take 128 tools in a request (vscode#337428)"),
        Measured("GitHub Copilot went from 40 default tools to 13 and gained 2 to 5 points; RAG-MCP chose right in 43 instead of 14 % of cases once tools were preselected"),
        Practice("tool-presentation; agent-ergonomics, P8"),
    ],
    check: Catalog(check),
}

/// The most tools that a request of the strictest clients and model APIs may carry.
const HARD_LIMIT: usize = 128;

fn check(catalog: &CatalogFacts, judge: &mut Judge<'_>) {
    let limits = judge.policy().limits;
    let presentation = catalog.presentation.seen();
    let kind = presentation.map_or(&Presented::Flat, |facts| &facts.presented);
    let presented = match (presentation, catalog.served.seen()) {
        (Some(facts), _) => facts.listed.len(),
        // What is served may be known by more names than tools.
        (None, Some(served)) => {
            let names = catalog.tools.iter().filter_map(|tool| tool.name.seen());
            names.filter(|name| served.contains(name)).count()
        }
        (None, None) => catalog.tools.len(),
    };
    // From some number on a catalog is worth an eye.
    let (limit, noted) = match kind {
        Presented::Flat => (limits.tools, limits.tools / 2),
        Presented::Core { .. } => (limits.core_tools, (limits.tools / 2).min(limits.core_tools)),
        Presented::Favourites { .. } => (HARD_LIMIT, HARD_LIMIT),
    };
    // No more than an eye: a policy that sets a level means the limit.
    let is_set = judge.policy().set_level(&CATALOG_LARGE).is_some();
    let (level, over) = match presented {
        many if many > limit => (judge.policy().level(&CATALOG_LARGE), limit),
        many if many > noted && !is_set => (Level::Info, noted),
        _ => return,
    };
    let in_profile = match kind {
        Presented::Core { .. } => " in the core profile",
        _ => "",
    };
    let message = if presented > HARD_LIMIT {
        format!(
            "the server presents {}{in_profile} at once, and VS Code, OpenAI and Gemini stop at {HARD_LIMIT}",
            plural(presented, "tool")
        )
    } else {
        format!(
            "the server presents {}{in_profile} at once, more than {over}; VS Code, OpenAI and Gemini stop at {HARD_LIMIT} of all servers together",
            plural(presented, "tool")
        )
    };
    let of_own = match kind {
        Presented::Core { .. } => "take `core` off those that few tasks need: they stay callable",
        Presented::Favourites { .. } => {
            "serve one job: narrow it with `.tools_in(\"crate::module\")`, keep a tool behind a scope that is granted by name, or list the core alone: `.presentation(Presentation::core())`"
        }
        Presented::Flat => {
            "serve one job: narrow it with `.tools_in(\"crate::module\")`, keep a tool behind a scope that is granted by name, or show those that are used most first: `.presentation(Presentation::favourites([\"tool_name\"]))`"
        }
    };
    let help = judge.own_or(
        of_own,
        "serve one job by default and the rest by configuration, and merge tools that differ by one value",
    );
    judge.report_at(level, Part::Catalog, message, help);
}

#[cfg(test)]
mod tests {
    use crate::samples::{catalog, on_catalog, presenting, tool};
    use crate::{CatalogFacts, Fact, Level, Part, Policy, Presented};

    fn of(count: usize) -> CatalogFacts {
        catalog((0..count).map(|at| tool(&format!("get_x{at}"))).collect())
    }

    #[test]
    fn twenty_are_noted_and_forty_warned_about() {
        let level = |count| {
            let found = on_catalog("C002", &of(count), &Policy::strict());
            found.first().map(|finding| finding.level)
        };
        assert_eq!(level(20), None);
        assert_eq!(level(21), Some(Level::Info));
        assert_eq!(level(40), Some(Level::Info));
        assert_eq!(level(41), Some(Level::Warn));
        let denying = Policy::strict().with_level("C002", Level::Deny).unwrap();
        assert!(on_catalog("C002", &of(40), &denying).is_empty());
        assert_eq!(on_catalog("C002", &of(41), &denying)[0].level, Level::Deny);
        let found = on_catalog("C002", &of(41), &Policy::strict());
        assert_eq!((found.len(), found[0].part.clone()), (1, Part::Catalog));
        assert_eq!(
            found[0].message,
            "the server presents 41 tools at once, more than 40; VS Code, OpenAI and Gemini stop at 128 of all servers together"
        );
        assert!(found[0].help.starts_with("serve one job: narrow it with"));
        assert!(found[0].help.contains("Presentation::favourites("));
    }

    #[test]
    fn what_clients_drop_is_said() {
        let found = on_catalog("C002", &of(129), &Policy::audit());
        assert_eq!(found[0].level, Level::Warn);
        assert_eq!(
            found[0].message,
            "the server presents 129 tools at once, and VS Code, OpenAI and Gemini stop at 128"
        );
    }

    #[test]
    fn what_this_caller_is_not_served_does_not_count() {
        let few = CatalogFacts {
            served: Fact::Seen(vec!["get_x1".into()]),
            ..of(50)
        };
        assert!(on_catalog("C002", &few, &Policy::strict()).is_empty());
        let twice = (0..100).map(|at| format!("get_x{at}")).collect();
        let known_by_more = CatalogFacts {
            served: Fact::Seen(twice),
            ..of(15)
        };
        assert!(on_catalog("C002", &known_by_more, &Policy::strict()).is_empty());
    }

    #[test]
    fn the_core_profile_is_held_shorter() {
        let on = |count| {
            let core = Presented::Core { tools: Vec::new() };
            let found = on_catalog("C002", &presenting(core, &[], of(count)), &Policy::strict());
            found.into_iter().next()
        };
        assert!(on(20).is_none());
        assert_eq!(on(30).unwrap().level, Level::Info);
        let found = on(31).unwrap();
        assert_eq!(found.level, Level::Warn);
        assert!(
            found.message.starts_with(
                "the server presents 31 tools in the core profile at once, more than 30;"
            ),
            "{}",
            found.message
        );
        assert!(found.help.starts_with("take `core` off"));
    }

    #[test]
    fn favourites_make_a_long_list_worth_its_length() {
        let on = |count| {
            let favourites = Presented::Favourites {
                tools: Vec::new(),
                max: 15,
            };
            let facts = presenting(favourites, &[], of(count));
            on_catalog("C002", &facts, &Policy::strict()).len()
        };
        assert_eq!((on(128), on(129)), (0, 1));
    }
}
