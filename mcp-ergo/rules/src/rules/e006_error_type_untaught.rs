use crate::{Fact, Judge, Part, ToolFacts, names, rule::declare_rule};

declare_rule! {
    /// ## What it does
    ///
    /// Finds tools that can fail with anything but a `ToolError`.
    ///
    /// A string, `anyhow::Error` or a boxed error teaches nothing.
    ///
    /// ## Why it matters
    ///
    /// Such an error says what went wrong inside, and neither what to do next nor whether to try
    /// again.
    ///
    /// ## Bad
    ///
    /// ```rust,ignore
    /// fn get_invoice(ledger: &Ledger, invoice_id: InvoiceId) -> Result<Reply<Invoice>, anyhow::Error>
    /// ```
    ///
    /// ## Good
    ///
    /// ```rust,ignore
    /// fn get_invoice(ledger: &Ledger, invoice_id: InvoiceId) -> Result<Reply<Invoice>, LedgerError>
    /// ```
    ERROR_TYPE_UNTAUGHT, "E006", "error-type-untaught";
    own: Deny, foreign: Off, rubric: ErrorErgonomics, at: [Macro],
    evidence: [
        Practice("agent-ergonomics, F3; mcp-interface-design, phase 3: one envelope for every error"),
    ],
    check: Tool(check),
}

fn check(tool: &ToolFacts, judge: &mut Judge<'_>) {
    if tool.errors_taught == Fact::Seen(false) {
        judge.report(
            Part::ErrorType,
            format!(
                "{} fails with an error that teaches no next action",
                names::called(tool)
            ),
            "return an enum with `#[derive(ToolError)]`, each variant with a recovery and a hint",
        );
    }
}

#[cfg(test)]
mod tests {
    use crate::samples::{on_tool, tool};
    use crate::{Fact, Part, ToolFacts};

    #[test]
    fn errors_teach() {
        let fails = |taught| ToolFacts {
            errors_taught: taught,
            ..tool("get_invoice")
        };
        let found = on_tool("E006", &fails(Fact::Seen(false)));
        assert_eq!(found.len(), 1);
        assert_eq!(found[0].part, Part::ErrorType);
        assert_eq!(
            found[0].message,
            "`get_invoice` fails with an error that teaches no next action"
        );
        assert!(on_tool("E006", &fails(Fact::Seen(true))).is_empty());
        assert!(on_tool("E006", &fails(Fact::Unseen)).is_empty());
    }
}
