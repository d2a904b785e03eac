use crate::{Judge, Part, ToolFacts, names, predicate::is_blank, rule::declare_rule};

declare_rule! {
    /// ## What it does
    ///
    /// Finds tools that have no description, or a blank one.
    ///
    /// ## Why it matters
    ///
    /// A model picks a tool by its name and description, and nothing else. Without a description it
    /// guesses, or passes the tool over.
    ///
    /// ## Bad
    ///
    /// ```json
    /// {
    ///   "name": "get_invoice",
    ///   "title": "Get invoice",
    ///   "description": "",
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
    DESCRIPTION_MISSING, "D001", "description-missing";
    own: Deny, foreign: Deny, rubric: Selectability, at: [Macro, Boot, Audit],
    evidence: [
        Practice("agent-ergonomics, mcp-interface-design"),
        Practice("11 of 12 linters of tool catalogs ask for one"),
    ],
    check: Tool(check),
}

fn check(tool: &ToolFacts, judge: &mut Judge<'_>) {
    let Some(description) = tool.description.seen() else {
        return;
    };
    if description.as_deref().is_none_or(is_blank) {
        let message = format!("{} has no description", names::called(tool));
        let help = judge.own_or(
            "write a doc comment that says what the tool does, and `when = \"…\"` in `#[tool(…)]` for when to use it",
            "set `description` to what the tool does and when to use it",
        );
        judge.report(Part::Description, message, help);
    }
}

#[cfg(test)]
mod tests {
    use crate::samples::{on_tool, tool};
    use crate::{Fact, Part};

    #[test]
    fn none_and_blank_are_missing() {
        for description in [None, Some(String::new()), Some(" \n\t".to_owned())] {
            let mut facts = tool("get_invoice");
            facts.description = Fact::Seen(description);
            let found = on_tool("D001", &facts);
            assert_eq!(found.len(), 1);
            assert_eq!(found[0].part, Part::Description);
            assert_eq!(found[0].message, "`get_invoice` has no description");
            assert!(found[0].help.contains("doc comment"));
        }
    }

    #[test]
    fn one_word_is_a_description() {
        let mut facts = tool("get_invoice");
        facts.description = Fact::Seen(Some("x".into()));
        assert!(on_tool("D001", &facts).is_empty());
    }
}
