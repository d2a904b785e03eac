use crate::{Judge, Part, ToolFacts, names, rule::declare_rule};

declare_rule! {
    /// ## What it does
    ///
    /// Finds tools that document no shape of what they return.
    ///
    /// ## Why it matters
    ///
    /// A model that plans two calls ahead has to know which field of the first answer goes into the
    /// second.
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
    ///   "annotations": {
    ///     "readOnlyHint": true,
    ///     "destructiveHint": false,
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
    OUTPUT_SCHEMA_MISSING, "O001", "output-schema-missing";
    own: Deny, foreign: Info, rubric: OutputStability, at: [Macro, Boot, Audit],
    evidence: [
        Practice("mcp-interface-design, phase 2: a documented, stable output shape"),
        Measured("24.5 % of 6,009 public tools have an output schema"),
    ],
    everywhere: "none of the server's {tools} documents what it returns",
    check: Tool(check),
}

fn check(tool: &ToolFacts, judge: &mut Judge<'_>) {
    if tool.output.is_absent() {
        let message = format!("{} does not document what it returns", names::called(tool));
        let help = judge.own_or(
            "return `Reply<T>` with a struct `T` that derives `Serialize` and `JsonSchema`, a doc comment on every field",
            "add an `outputSchema` that lists the fields of the result",
        );
        judge.report(Part::Output(Vec::new()), message, help);
    }
}

#[cfg(test)]
mod tests {
    use crate::samples::{on_tool, tool};
    use crate::{Fact, Part, ToolFacts};

    #[test]
    fn a_shape_is_documented() {
        let found = on_tool(
            "O001",
            &ToolFacts {
                output: Fact::Seen(None),
                ..tool("get_invoice")
            },
        );
        assert_eq!(found.len(), 1);
        assert_eq!(found[0].part, Part::Output(vec![]));
        assert_eq!(
            found[0].message,
            "`get_invoice` does not document what it returns"
        );
        assert!(on_tool("O001", &tool("get_invoice")).is_empty());
        assert!(
            on_tool(
                "O001",
                &ToolFacts {
                    output: Fact::Unseen,
                    ..tool("a_b")
                }
            )
            .is_empty()
        );
    }
}
