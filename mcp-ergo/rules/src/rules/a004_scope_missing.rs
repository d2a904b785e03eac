use crate::{Class, Judge, Part, ToolFacts, names, predicate::is_blank, rule::declare_rule};

declare_rule! {
    /// ## What it does
    ///
    /// Finds tools that write or destroy and name no scope.
    ///
    /// A tool that reads and names none has the server's read scope.
    ///
    /// ## Why it matters
    ///
    /// A server can grant what has a name. Without a scope, whoever may read may also delete.
    ///
    /// ## Bad
    ///
    /// ```rust,ignore
    /// /// Void one invoice for good.
    /// #[tool(destructive, when = "the user withdraws an invoice")]
    /// fn void_invoice(ledger: &Ledger, invoice_id: InvoiceId) -> Result<Reply<Voided>, LedgerError> {
    ///     ledger.void(&invoice_id)
    /// }
    /// ```
    ///
    /// ## Good
    ///
    /// ```rust,ignore
    /// /// Void one invoice for good.
    /// #[tool(destructive, when = "the user withdraws an invoice", scope = "invoices:write")]
    /// fn void_invoice(ledger: &Ledger, invoice_id: InvoiceId) -> Result<Reply<Voided>, LedgerError> {
    ///     ledger.void(&invoice_id)
    /// }
    /// ```
    SCOPE_MISSING, "A004", "scope-missing";
    own: Deny, foreign: Off, rubric: LeastPrivilege, at: [Macro, Boot],
    evidence: [
        Practice("mcp-interface-design, phase 4: every write or delete has an explicit scope"),
    ],
    check: Tool(check),
}

fn check(tool: &ToolFacts, judge: &mut Judge<'_>) {
    let Some(class @ (Class::Write | Class::Destructive)) = tool.stated_class() else {
        return;
    };
    let Some(scope) = tool.scope.seen() else {
        return;
    };
    if scope.as_deref().is_none_or(is_blank) {
        let message = format!(
            "{} is classed `{}` and names no scope",
            names::called(tool),
            class.word()
        );
        let scope = format!("{}:write", names::things(tool));
        judge.report(
            Part::Scope,
            message,
            format!("add `scope = \"{scope}\"` to `#[tool(…)]`, and grant it with `.grant(\"{scope}\")` where it is wanted"),
        );
    }
}

#[cfg(test)]
mod tests {
    use crate::samples::{catalog, on_catalog, on_tool, tool};
    use crate::{Class, Fact, Part, Policy, ToolFacts};

    fn classed(class: Class, scope: Option<&str>) -> ToolFacts {
        ToolFacts {
            class: Fact::Seen(Some(class)),
            scope: Fact::Seen(scope.map(Into::into)),
            ..tool("void_invoice")
        }
    }

    #[test]
    fn what_writes_names_a_scope() {
        let found = on_tool("A004", &classed(Class::Destructive, None));
        assert_eq!(found.len(), 1);
        assert_eq!(found[0].part, Part::Scope);
        assert_eq!(
            found[0].message,
            "`void_invoice` is classed `destructive` and names no scope"
        );
        assert!(
            found[0].help.contains("scope = \"invoices:write\""),
            "{}",
            found[0].help
        );
        assert_eq!(on_tool("A004", &classed(Class::Write, Some(" "))).len(), 1);
    }

    #[test]
    fn reading_has_the_servers_and_a_foreign_server_shows_none() {
        assert!(on_tool("A004", &classed(Class::Read, None)).is_empty());
        assert!(on_tool("A004", &classed(Class::Write, Some("invoices:write"))).is_empty());
        let foreign = catalog(vec![classed(Class::Write, None)]);
        assert!(on_catalog("A004", &foreign, &Policy::audit()).is_empty());
    }
}
