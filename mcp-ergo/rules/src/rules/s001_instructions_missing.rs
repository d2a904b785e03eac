use crate::{CatalogFacts, Judge, Part, predicate::is_blank, rule::declare_rule};

declare_rule! {
    /// ## What it does
    ///
    /// Finds servers that give no instructions.
    ///
    /// `initialize` and `server/discover` carry them.
    ///
    /// ## Why it matters
    ///
    /// Instructions are the one text that a model reads before it reads any tool. Without a pointer
    /// to the first call it starts with whichever name sounds right.
    ///
    /// ## Bad
    ///
    /// ```json
    /// {
    ///   "instructions": "",
    ///   "tools": [
    ///     {
    ///       "name": "get_invoice",
    ///       "title": "Get invoice",
    ///       "description": "Get one invoice with its total. Use when an invoice id is known.",
    ///       "inputSchema": {
    ///         "type": "object",
    ///         "properties": {
    ///           "invoice_id": {
    ///             "type": "string",
    ///             "description": "Invoice id, e.g. 'inv_01H8XK'. The user gives it."
    ///           }
    ///         },
    ///         "required": ["invoice_id"],
    ///         "additionalProperties": false
    ///       },
    ///       "outputSchema": {
    ///         "type": "object",
    ///         "properties": {"total": {"type": "integer", "description": "Total in cents."}},
    ///         "required": ["total"],
    ///         "additionalProperties": false
    ///       },
    ///       "annotations": {
    ///         "readOnlyHint": true,
    ///         "destructiveHint": false,
    ///         "idempotentHint": true,
    ///         "openWorldHint": false
    ///       }
    ///     }
    ///   ]
    /// }
    /// ```
    ///
    /// ## Good
    ///
    /// ```json
    /// {
    ///   "instructions": "Invoices of one company. Start with get_invoice.",
    ///   "tools": [
    ///     {
    ///       "name": "get_invoice",
    ///       "title": "Get invoice",
    ///       "description": "Get one invoice with its total. Use when an invoice id is known.",
    ///       "inputSchema": {
    ///         "type": "object",
    ///         "properties": {
    ///           "invoice_id": {
    ///             "type": "string",
    ///             "description": "Invoice id, e.g. 'inv_01H8XK'. The user gives it."
    ///           }
    ///         },
    ///         "required": ["invoice_id"],
    ///         "additionalProperties": false
    ///       },
    ///       "outputSchema": {
    ///         "type": "object",
    ///         "properties": {"total": {"type": "integer", "description": "Total in cents."}},
    ///         "required": ["total"],
    ///         "additionalProperties": false
    ///       },
    ///       "annotations": {
    ///         "readOnlyHint": true,
    ///         "destructiveHint": false,
    ///         "idempotentHint": true,
    ///         "openWorldHint": false
    ///       }
    ///     }
    ///   ]
    /// }
    /// ```
    INSTRUCTIONS_MISSING, "S001", "instructions-missing";
    own: Deny, foreign: Info, rubric: Selectability, at: [Boot, Audit],
    evidence: [Practice("agent-ergonomics, F7: initialize returns no instructions")],
    check: Catalog(check),
}

fn check(catalog: &CatalogFacts, judge: &mut Judge<'_>) {
    let Some(instructions) = catalog.instructions.seen() else {
        return;
    };
    if instructions.as_deref().is_none_or(is_blank) {
        let message = judge.own_or(
            "the server does not say which tool to call first",
            "the server gives no instructions",
        );
        let help = judge.own_or(
            "add `.start_with(tool)` to the builder, and `.purpose(\"…\")` for what the server is for",
            "return `instructions` from `initialize`: what the server is for, and which tool to call first",
        );
        judge.report(Part::Instructions, message, help);
    }
}

#[cfg(test)]
mod tests {
    use crate::samples::{catalog, on_catalog, tool};
    use crate::{CatalogFacts, Fact, Part, Policy};

    fn instructed(instructions: Fact<Option<String>>) -> CatalogFacts {
        CatalogFacts {
            instructions,
            ..catalog(vec![tool("get_invoice")])
        }
    }

    #[test]
    fn none_and_blank_are_missing() {
        for instructions in [None, Some(" ".to_owned())] {
            let found = on_catalog(
                "S001",
                &instructed(Fact::Seen(instructions)),
                &Policy::strict(),
            );
            assert_eq!(found.len(), 1);
            assert_eq!(found[0].part, Part::Instructions);
            assert_eq!(
                found[0].message,
                "the server does not say which tool to call first"
            );
            assert!(found[0].help.contains(".start_with(tool)"));
        }
    }

    #[test]
    fn unseen_instructions_are_not_judged() {
        for instructions in [
            Fact::Unseen,
            Fact::Seen(Some("Start with get_invoice.".into())),
        ] {
            assert!(on_catalog("S001", &instructed(instructions), &Policy::audit()).is_empty());
        }
    }
}
