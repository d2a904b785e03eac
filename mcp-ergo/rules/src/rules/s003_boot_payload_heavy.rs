use crate::{BootFacts, CatalogFacts, Judge, Part, plural, rule::declare_rule, tokens::tokens};

declare_rule! {
    /// ## What it does
    ///
    /// Finds boot tools that tell some role more than 1,500 tokens.
    ///
    /// A token is counted as four bytes of the JSON and the text that are served. The limit is
    /// `boot_tokens` in `mcp-ergo.toml`.
    ///
    /// ## Why it matters
    ///
    /// It is the first thing that every conversation reads, and it stays there to the end. What is
    /// long is skimmed, the critical rules with it.
    ///
    /// ## Bad
    ///
    /// ```rust,ignore
    /// Hello::new().rule(include_str!("../docs/handbook.md")) // 40 pages
    /// ```
    ///
    /// ## Good
    ///
    /// ```rust,ignore
    /// Hello::new().rule("Amounts are in cents.") // the handbook is a resource
    /// ```
    BOOT_PAYLOAD_HEAVY, "S003", "boot-payload-heavy";
    own: Deny, foreign: Off, rubric: Selectability, at: [Boot],
    evidence: [
        Practice("agent-ergonomics, P5: the boot payload of a role stays under 1.5 K tokens"),
    ],
    check: Catalog(check),
}

fn check(catalog: &CatalogFacts, judge: &mut Judge<'_>) {
    let Some(boot) = catalog.boot.present() else {
        return;
    };
    let limit = judge.policy().limits.boot_tokens;
    let mut heavy: Vec<&(String, usize)> = boot
        .payloads
        .iter()
        .filter(|(_, bytes)| tokens(*bytes) > limit)
        .collect();
    heavy.sort_by_key(|(_, bytes)| std::cmp::Reverse(*bytes));
    // Roles differ in little: what is told of the heaviest mends the others.
    let Some(((role, bytes), others)) = heavy.split_first().map(|(first, rest)| (*first, rest))
    else {
        return;
    };
    let role = if role == CALLER {
        role.clone()
    } else {
        format!("the role `{role}`")
    };
    let more = match others.len() {
        0 => String::new(),
        count => format!(", and so does that for {}", plural(count, "other role")),
    };
    let message = format!(
        "the boot payload for {role} takes about {} tokens ({bytes} bytes at four a token), more than {limit}{more}",
        tokens(*bytes)
    );
    judge.report(Part::Boot, message, help(boot, *bytes));
}

/// What a payload is served to where there are no roles.
const CALLER: &str = "this caller";

/// What to make shorter: the part that weighs most.
fn help(boot: &BootFacts, bytes: usize) -> String {
    let rules: usize = boot.rules.iter().map(String::len).sum();
    let branches = boot.workflow.iter();
    let workflow: usize = branches
        .map(|branch| branch.condition.len() + branch.text.len())
        .sum();
    let (part, weight) = if rules < workflow {
        ("the workflow", workflow)
    } else {
        ("the critical rules", rules)
    };
    if weight * 3 > bytes {
        format!(
            "shorten {part}, at least {weight} of the bytes: what holds for one tool belongs to its description, and what is read on occasion into a resource"
        )
    } else {
        "tell what is needed before the first call alone: what holds for one tool belongs to its description, and what is read on occasion into a resource".to_owned()
    }
}

#[cfg(test)]
mod tests {
    use crate::samples::{catalog, on_catalog};
    use crate::{BootFacts, BranchFacts, CatalogFacts, Fact, Finding, Part, Policy};

    fn on(boot: BootFacts, policy: &Policy) -> Vec<Finding> {
        let facts = CatalogFacts {
            boot: Fact::Seen(Some(boot)),
            ..catalog(Vec::new())
        };
        on_catalog("S003", &facts, policy)
    }

    fn serving(payloads: &[(&str, usize)]) -> BootFacts {
        let payloads = payloads.iter();
        BootFacts {
            payloads: payloads
                .map(|(role, bytes)| ((*role).to_owned(), *bytes))
                .collect(),
            ..BootFacts::default()
        }
    }

    #[test]
    fn the_heaviest_role_is_named() {
        let roles = serving(&[("clerk", 6001), ("guest", 900), ("admin", 8000)]);
        let found = on(roles, &Policy::strict());
        assert_eq!((found.len(), &found[0].part), (1, &Part::Boot));
        assert_eq!(
            found[0].message,
            "the boot payload for the role `admin` takes about 2000 tokens (8000 bytes at four a token), more than 1500, and so does that for 1 other role"
        );
        let alone = on(serving(&[("this caller", 6001)]), &Policy::strict());
        assert_eq!(
            alone[0].message,
            "the boot payload for this caller takes about 1501 tokens (6001 bytes at four a token), more than 1500"
        );
        assert!(alone[0].help.starts_with("tell what is needed before"));
    }

    #[test]
    fn the_heaviest_part_is_named() {
        let rules = BootFacts {
            rules: vec!["x".repeat(4000)],
            ..serving(&[("this caller", 6001)])
        };
        let found = on(rules, &Policy::strict());
        assert!(
            found[0]
                .help
                .starts_with("shorten the critical rules, at least 4000 of the bytes")
        );
        let workflow = BootFacts {
            workflow: vec![BranchFacts {
                condition: "x".repeat(2000),
                text: "x".repeat(1000),
            }],
            ..serving(&[("this caller", 6001)])
        };
        let found = on(workflow, &Policy::strict());
        assert!(
            found[0]
                .help
                .starts_with("shorten the workflow, at least 3000 of the bytes")
        );
    }

    #[test]
    fn the_limit_is_the_policys() {
        let at = |bytes| serving(&[("this caller", bytes)]);
        assert!(on(at(6000), &Policy::strict()).is_empty());
        let mut policy = Policy::strict();
        policy.limits.boot_tokens = 100;
        assert_eq!(on(at(401), &policy).len(), 1);
        let none = CatalogFacts {
            boot: Fact::Seen(None),
            ..catalog(Vec::new())
        };
        assert!(on_catalog("S003", &none, &Policy::strict()).is_empty());
    }
}
