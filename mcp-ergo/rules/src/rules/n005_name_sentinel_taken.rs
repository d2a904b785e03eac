use crate::{Judge, Part, ToolFacts, names, rule::declare_rule};

declare_rule! {
    /// ## What it does
    ///
    /// Finds names that begin with `_`, which is kept for the boot tool `_hello`.
    ///
    /// It is the last segment that counts: `semarchy-_hello` is the boot tool of a domain.
    ///
    /// ## Why it matters
    ///
    /// A leading `_` marks the one tool that a model calls first. A second one makes the mark
    /// worthless.
    ///
    /// ## Bad
    ///
    /// ```json
    /// {
    ///   "name": "_get_invoice",
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
    NAME_SENTINEL_TAKEN, "N005", "name-sentinel-taken";
    own: Deny, foreign: Info, rubric: Selectability, at: [Macro, Boot, Audit],
    evidence: [
        Practice("agent-ergonomics: the boot tool is the only one that begins with `_`"),
    ],
    check: Tool(check),
}

fn check(tool: &ToolFacts, judge: &mut Judge<'_>) {
    let Some(name) = tool.name.seen() else { return };
    let (domain, last) = names::last_segment(name);
    if last.starts_with('_') && last != "_hello" {
        let better = format!("{domain}{}", last.trim_start_matches('_'));
        judge.report(
            Part::Name,
            format!("the name `{name}` begins like the boot tool `_hello`"),
            names::rename(judge, &better),
        );
    }
}

#[cfg(test)]
mod tests {
    use crate::Part;
    use crate::samples::{on_tool, tool};

    #[test]
    fn only_the_boot_tool_may_begin_so() {
        let found = on_tool("N005", &tool("data-_secret"));
        assert_eq!(found.len(), 1);
        assert_eq!(found[0].part, Part::Name);
        assert!(found[0].message.contains("`data-_secret`"));
        assert!(found[0].help.contains("`data-secret`"), "{}", found[0].help);
        assert_eq!(on_tool("N005", &tool("_get_invoice")).len(), 1);
        for name in ["_hello", "semarchy-_hello", "get_invoice", "get_", "_-x"] {
            assert!(on_tool("N005", &tool(name)).is_empty(), "{name}");
        }
    }
}
