use std::collections::BTreeMap;

use crate::breadth::{everything_in, parted};
use crate::{CatalogFacts, Class, Judge, Part, ToolFacts, names, rule::declare_rule, words};

declare_rule! {
    /// ## What it does
    ///
    /// Finds scopes that grant everything, and scopes that reading and destroying share.
    ///
    /// A scope grants everything where it is called `*`, `admin`, `all`, `root`, `superuser`, `full` or
    /// `everything`, or ends in such a word: `invoices:*`. One that both a tool classed `read` and one
    /// classed `destructive` ask for is told once, at the tool that destroys.
    ///
    /// ## Why it matters
    ///
    /// A scope is what a person agrees to. Who wants an agent to look something up must not have to let
    /// it delete as well, and nobody can say what `admin` lets it do.
    ///
    /// ## Bad
    ///
    /// ```rust,ignore
    /// #[tool(read, when = "the user asks what is owed", scope = "invoices")]
    /// fn search_invoices(ledger: &Ledger) -> Reply<Page<Invoice>>
    ///
    /// #[tool(destructive, when = "the user withdraws an invoice", scope = "invoices")]
    /// fn void_invoice(ledger: &Ledger, invoice_id: InvoiceId) -> Reply<Invoice>
    /// ```
    ///
    /// ## Good
    ///
    /// ```rust,ignore
    /// #[tool(read, when = "the user asks what is owed", scope = "invoices:read")]
    /// fn search_invoices(ledger: &Ledger) -> Reply<Page<Invoice>>
    ///
    /// #[tool(destructive, when = "the user withdraws an invoice", scope = "invoices:void")]
    /// fn void_invoice(ledger: &Ledger, invoice_id: InvoiceId) -> Reply<Invoice>
    /// ```
    SCOPE_TOO_BROAD, "A005", "scope-too-broad";
    own: Deny, foreign: Off, rubric: LeastPrivilege, at: [Boot],
    evidence: [
        Practice("mcp-interface-design, phase 4: each tool has the narrowest scope that lets it work, and writes and deletes have their own"),
    ],
    check: Catalog(check),
}

/// The tools that ask for one scope.
#[derive(Debug, Default)]
struct Askers<'a> {
    reads: Option<&'a ToolFacts>,
    destroys: Option<(usize, &'a ToolFacts)>,
}

fn check(catalog: &CatalogFacts, judge: &mut Judge<'_>) {
    let mut shared: BTreeMap<&str, Askers<'_>> = BTreeMap::new();
    for (index, tool) in catalog.tools.iter().enumerate() {
        // A blank one is A004's.
        let scope = tool.scope.present().map(|scope| scope.trim());
        let Some(scope) = scope.filter(|scope| !scope.is_empty()) else {
            continue;
        };
        if everything_in(scope).is_some() {
            let message = format!(
                "{} asks for the scope `{scope}`, which grants everything",
                names::called(tool)
            );
            let narrow = narrow(scope, tool, &does(tool));
            let help = format!(
                "ask for what it does alone, e.g. `scope = \"{narrow}\"`, and grant that by `.grant(\"{narrow}\")`"
            );
            judge.report_tool(catalog, index, Part::Scope, message, help);
            continue;
        }
        if SCOPE_TOO_BROAD.is_excepted(&tool.allows) {
            continue;
        }
        let askers = shared.entry(scope).or_default();
        match tool.stated_class() {
            Some(Class::Read) => askers.reads = askers.reads.or(Some(tool)),
            Some(Class::Destructive) => {
                askers.destroys = askers.destroys.or(Some((index, tool)));
            }
            Some(Class::Write) | None => {}
        }
    }
    for (scope, askers) in shared {
        let (Some(reads), Some((index, destroys))) = (askers.reads, askers.destroys) else {
            continue;
        };
        let (reading, destroying) = (names::called(reads), names::called(destroys));
        let message = format!(
            "the scope `{scope}` covers reading ({reading}) and changing or removing what is there ({destroying})"
        );
        let help = format!(
            "split it: `scope = \"{}\"` for {reading}, `scope = \"{}\"` for {destroying}",
            narrow(scope, reads, "read"),
            narrow(scope, destroys, &does(destroys)),
        );
        judge.report_tool(catalog, index, Part::Scope, message, help);
    }
}

/// What a tool does, in the word that a scope has for it.
fn does(tool: &ToolFacts) -> String {
    let verb = tool.name.seen().and_then(|name| words::verb_of(name));
    match tool.stated_class() {
        Some(Class::Read) => "read".to_owned(),
        Some(Class::Destructive) => verb.unwrap_or_else(|| "write".to_owned()),
        Some(Class::Write) | None => "write".to_owned(),
    }
}

/// A scope about the same things, or about those of the tool where it names none, that lets do
/// nothing else.
fn narrow(scope: &str, tool: &ToolFacts, does: &str) -> String {
    let about = parted(scope).0;
    let things = about.trim_end_matches([':', '.', '/']);
    if things.is_empty() || everything_in(things).is_some() {
        format!("{}:{does}", names::things(tool))
    } else {
        format!("{about}{does}")
    }
}

#[cfg(test)]
mod tests {
    use crate::samples::{catalog, on_catalog, tool};
    use crate::{Allow, Class, Fact, Finding, Part, Policy, ToolFacts};

    fn asking(name: &str, class: Class, scope: &str) -> ToolFacts {
        ToolFacts {
            class: Fact::Seen(Some(class)),
            scope: Fact::Seen(Some(scope.into())),
            ..tool(name)
        }
    }

    fn on(tools: Vec<ToolFacts>) -> Vec<Finding> {
        on_catalog("A005", &catalog(tools), &Policy::strict())
    }

    #[test]
    fn a_scope_for_everything_is_told_at_each_tool() {
        let found = on(vec![
            asking("search_invoices", Class::Read, "billing:*"),
            asking("void_invoice", Class::Destructive, "billing:*"),
            asking("create_user", Class::Write, "admin"),
        ]);
        let told: Vec<(Option<usize>, &Part, &str)> = found
            .iter()
            .map(|finding| (finding.tool, &finding.part, finding.message.as_str()))
            .collect();
        assert_eq!(
            told,
            [
                (
                    Some(0),
                    &Part::Scope,
                    "`search_invoices` asks for the scope `billing:*`, which grants everything"
                ),
                (
                    Some(1),
                    &Part::Scope,
                    "`void_invoice` asks for the scope `billing:*`, which grants everything"
                ),
                (
                    Some(2),
                    &Part::Scope,
                    "`create_user` asks for the scope `admin`, which grants everything"
                ),
            ]
        );
        assert_eq!(
            found[1].help,
            "ask for what it does alone, e.g. `scope = \"billing:void\"`, and grant that by `.grant(\"billing:void\")`"
        );
        assert!(found[0].help.contains("\"billing:read\""));
        assert!(
            found[2].help.contains("\"users:write\""),
            "{}",
            found[2].help
        );
    }

    #[test]
    fn one_scope_for_reading_and_destroying_is_told_once() {
        let found = on(vec![
            asking("create_invoice", Class::Write, "invoices"),
            asking("get_invoice", Class::Read, "invoices"),
            asking("search_invoices", Class::Read, "invoices"),
            asking("void_invoice", Class::Destructive, "invoices"),
            asking("delete_invoice", Class::Destructive, "invoices"),
        ]);
        assert_eq!(found.len(), 1);
        assert_eq!((found[0].tool, &found[0].part), (Some(3), &Part::Scope));
        assert_eq!(
            found[0].message,
            "the scope `invoices` covers reading (`get_invoice`) and changing or removing what is there (`void_invoice`)"
        );
        assert_eq!(
            found[0].help,
            "split it: `scope = \"invoices:read\"` for `get_invoice`, `scope = \"invoices:void\"` for `void_invoice`"
        );
    }

    #[test]
    fn scopes_apart_pass() {
        let found = on(vec![
            asking("get_invoice", Class::Read, "invoices:read"),
            asking("create_invoice", Class::Write, "invoices:write"),
            asking("update_invoice", Class::Destructive, "invoices:write"),
            asking("void_invoice", Class::Destructive, "invoices:void"),
            asking("find_invoices", Class::Read, " "),
            asking("drop_invoices", Class::Destructive, " "),
            ToolFacts {
                scope: Fact::Seen(None),
                ..asking("list_invoices", Class::Read, "")
            },
            ToolFacts {
                scope: Fact::Unseen,
                ..asking("read_invoices", Class::Read, "")
            },
        ]);
        assert!(found.is_empty(), "{found:?}");
    }

    #[test]
    fn an_exception_on_either_tool_is_heeded() {
        let excepted = |tool: ToolFacts| ToolFacts {
            allows: vec![Allow {
                rule: "scope_too_broad".into(),
                reason: "the store knows one".into(),
            }],
            ..tool
        };
        let reads = || asking("get_invoice", Class::Read, "invoices");
        let destroys = || asking("void_invoice", Class::Destructive, "invoices");
        assert_eq!(on(vec![reads(), destroys()]).len(), 1);
        assert!(on(vec![excepted(reads()), destroys()]).is_empty());
        assert!(on(vec![reads(), excepted(destroys())]).is_empty());
        assert!(on(vec![excepted(asking("get_invoice", Class::Read, "*"))]).is_empty());
        assert_eq!(on(vec![excepted(reads()), reads(), destroys()]).len(), 1);
    }
}
