use crate::{Judge, Part, ToolFacts, names, rule::declare_rule};

declare_rule! {
    /// ## What it does
    ///
    /// Finds hints that exclude each other: read-only and destructive at once.
    ///
    /// ## Why it matters
    ///
    /// A client believes one of the two. If it believes the first, it deletes without asking.
    ///
    /// ## Bad
    ///
    /// ```json
    /// {
    ///   "name": "get_invoice",
    ///   "title": "Get invoice",
    ///   "description": "Get one invoice with its total. Use when an invoice id is known.",
    ///   "inputSchema": {
    ///     "type": "object",
    ///     "properties": {
    ///       "invoice_id": {
    ///         "type": "string",
    ///         "description": "Invoice id, e.g. 'inv_01H8XK'. The user gives it."
    ///       }
    ///     },
    ///     "required": ["invoice_id"],
    ///     "additionalProperties": false
    ///   },
    ///   "outputSchema": {
    ///     "type": "object",
    ///     "properties": {"total": {"type": "integer", "description": "Total in cents."}},
    ///     "required": ["total"],
    ///     "additionalProperties": false
    ///   },
    ///   "annotations": {
    ///     "readOnlyHint": true,
    ///     "destructiveHint": true,
    ///     "idempotentHint": true,
    ///     "openWorldHint": false
    ///   }
    /// }
    /// ```
    ///
    /// ## Good
    ///
    /// ```json
    /// {
    ///   "name": "get_invoice",
    ///   "title": "Get invoice",
    ///   "description": "Get one invoice with its total. Use when an invoice id is known.",
    ///   "inputSchema": {
    ///     "type": "object",
    ///     "properties": {
    ///       "invoice_id": {
    ///         "type": "string",
    ///         "description": "Invoice id, e.g. 'inv_01H8XK'. The user gives it."
    ///       }
    ///     },
    ///     "required": ["invoice_id"],
    ///     "additionalProperties": false
    ///   },
    ///   "outputSchema": {
    ///     "type": "object",
    ///     "properties": {"total": {"type": "integer", "description": "Total in cents."}},
    ///     "required": ["total"],
    ///     "additionalProperties": false
    ///   },
    ///   "annotations": {
    ///     "readOnlyHint": true,
    ///     "destructiveHint": false,
    ///     "idempotentHint": true,
    ///     "openWorldHint": false
    ///   }
    /// }
    /// ```
    CLASS_CONTRADICTED, "A002", "class-contradicted";
    own: Deny, foreign: Deny, rubric: LeastPrivilege, at: [Boot, Audit],
    evidence: [
        Measured("0.55 % of the tools in Glama's registry contradict their hints in text; none of 6,009 public tools does so in the hints alone"),
        Spec("destructiveHint is meaningful only where readOnlyHint is false"),
    ],
    check: Tool(check),
}

fn check(tool: &ToolFacts, judge: &mut Judge<'_>) {
    let Some(hints) = tool.hints.seen() else {
        return;
    };
    if hints.read_only == Some(true) && hints.destructive == Some(true) {
        let message = format!(
            "{} claims to be read-only and destructive at once",
            names::called(tool)
        );
        let help = judge.own_or(
            "write one class in `#[tool(…)]`, and the hints follow from it: `read`, `write` or `destructive`",
            "set `destructiveHint` to false if it changes nothing, or `readOnlyHint` to false if it does",
        );
        judge.report(Part::Class, message, help);
    }
}

#[cfg(test)]
mod tests {
    use crate::samples::{hints, on_tool, tool};
    use crate::{Class, Fact, Hints, Part, ToolFacts};

    #[test]
    fn only_both_at_once_contradict() {
        let hinted = |hints| ToolFacts {
            hints: Fact::Seen(hints),
            ..tool("get_invoice")
        };
        let both = Hints {
            destructive: Some(true),
            ..hints(Class::Read)
        };
        let found = on_tool("A002", &hinted(both));
        assert_eq!(found.len(), 1);
        assert_eq!(found[0].part, Part::Class);
        assert_eq!(
            found[0].message,
            "`get_invoice` claims to be read-only and destructive at once"
        );
        for class in [Class::Read, Class::Write, Class::Destructive] {
            assert!(on_tool("A002", &hinted(hints(class))).is_empty());
        }
        assert!(
            on_tool(
                "A002",
                &hinted(Hints {
                    destructive: None,
                    ..both
                })
            )
            .is_empty()
        );
    }
}
