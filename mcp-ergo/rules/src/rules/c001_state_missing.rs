use std::collections::BTreeMap;

use crate::{CatalogFacts, Judge, Part, names, quoted_list, rule::declare_rule};

declare_rule! {
    /// ## What it does
    ///
    /// Finds state that a tool borrows and that the server was not given.
    ///
    /// ## Why it matters
    ///
    /// The first call would fail, far away from the line that was forgotten.
    ///
    /// ## Bad
    ///
    /// ```rust,ignore
    /// // search_invoices borrows `ledger: &Ledger`
    /// Server::builder("ledger", env!("CARGO_PKG_VERSION")).boot()?
    /// ```
    ///
    /// ## Good
    ///
    /// ```rust,ignore
    /// Server::builder("ledger", env!("CARGO_PKG_VERSION"))
    ///     .state(Ledger::open("ledger.db")?)
    ///     .boot()?
    /// ```
    STATE_MISSING, "C001", "state-missing";
    own: Deny, foreign: Off, rubric: Wiring, at: [Boot],
    evidence: [Practice("a server that lacks what its tools borrow cannot answer")],
    check: Catalog(check),
}

fn check(catalog: &CatalogFacts, judge: &mut Judge<'_>) {
    // One forgotten line is one finding, however many tools borrow the state.
    let mut borrowers: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
    for (index, tool) in catalog.tools.iter().enumerate() {
        for state in tool
            .state
            .seen()
            .into_iter()
            .flatten()
            .filter(|state| !state.given)
        {
            borrowers.entry(&state.type_name).or_default().push(index);
        }
    }
    for (state, mut tools) in borrowers {
        tools.dedup();
        let shown: Vec<&str> = tools
            .iter()
            .filter_map(|&index| catalog.tools[index].name.seen())
            .map(String::as_str)
            .take(3)
            .collect();
        let who = match tools.as_slice() {
            [only] => names::called(&catalog.tools[*only]),
            many if many.len() == shown.len() => quoted_list(shown, "and"),
            many => format!(
                "{} tools, {} among them,",
                many.len(),
                quoted_list(shown, "and")
            ),
        };
        let verb = if tools.len() == 1 {
            "borrows"
        } else {
            "borrow"
        };
        judge.report_tool(
            catalog,
            tools[0],
            Part::State(state.to_owned()),
            format!("{who} {verb} `&{state}`, which the server was not given"),
            format!("add `.state(…)` with a `{state}` to the builder before `.boot()`"),
        );
    }
}

#[cfg(test)]
mod tests {
    use crate::samples::{catalog, on_catalog, tool};
    use crate::{Fact, Part, Policy, StateFacts, ToolFacts};

    fn borrowing(name: &str, states: &[(&str, bool)]) -> ToolFacts {
        let state = |&(type_name, given): &(&str, bool)| StateFacts {
            type_name: type_name.into(),
            given,
        };
        ToolFacts {
            state: Fact::Seen(states.iter().map(state).collect()),
            ..tool(name)
        }
    }

    #[test]
    fn each_missing_state_is_told_once() {
        let facts = catalog(vec![
            borrowing("get_a", &[("Clock", true)]),
            borrowing("get_b", &[("Ledger", false), ("Clock", true)]),
            borrowing("get_c", &[("Ledger", false), ("Mailer", false)]),
        ]);
        let found = on_catalog("C001", &facts, &Policy::strict());
        assert_eq!(found.len(), 2);
        assert_eq!(
            found[0].message,
            "`get_b` and `get_c` borrow `&Ledger`, which the server was not given"
        );
        assert_eq!(found[0].part, Part::State("Ledger".into()));
        assert_eq!(found[0].tool, Some(1));
        assert_eq!(
            found[1].message,
            "`get_c` borrows `&Mailer`, which the server was not given"
        );
    }

    #[test]
    fn many_borrowers_are_counted() {
        let tools =
            ["get_a", "get_b", "get_c", "get_d"].map(|name| borrowing(name, &[("Ledger", false)]));
        let found = on_catalog("C001", &catalog(tools.to_vec()), &Policy::strict());
        assert!(
            found[0]
                .message
                .starts_with("4 tools, `get_a`, `get_b` and `get_c` among them, borrow")
        );
    }
}
