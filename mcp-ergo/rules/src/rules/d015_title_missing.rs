use crate::{Judge, Part, ToolFacts, names, predicate::is_blank, rule::declare_rule, words};

declare_rule! {
    /// ## What it does
    ///
    /// Finds tools without a title on the wire.
    ///
    /// It may stand as `title` or among the annotations.
    ///
    /// ## Why it matters
    ///
    /// Clients show the title where a user is asked to approve a call. Without one the user
    /// approves `inv_srch_v2`.
    ///
    /// ## Bad
    ///
    /// ```json
    /// {
    ///   "name": "get_invoice",
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
    TITLE_MISSING, "D015", "title-missing";
    own: Deny, foreign: Warn, rubric: Selectability, at: [Boot, Audit],
    evidence: [
        Practice("agent-ergonomics, F7"),
        Provider("the directory of claude.com connectors asks for a title on every tool"),
    ],
    everywhere: "none of the server's {tools} has a title",
    check: Tool(check),
}

fn check(tool: &ToolFacts, judge: &mut Judge<'_>) {
    let Some(title) = tool.title.seen() else {
        return;
    };
    if title.as_deref().is_none_or(is_blank) {
        let message = format!("{} has no title", names::called(tool));
        let name = tool.name.seen().map_or("get_invoice", String::as_str);
        let title = title_of(name);
        let help = judge.own_or(
            format!("write `title = \"{title}\"` in `#[tool(…)]`"),
            format!("set `title` to what a user would call it, e.g. \"{title}\""),
        );
        judge.report(Part::Title, message, help);
    }
}

/// `Get invoice`, from `get_invoice`.
fn title_of(name: &str) -> String {
    let words = words::split(name).join(" ");
    let mut chars = words.chars();
    chars
        .next()
        .into_iter()
        .flat_map(char::to_uppercase)
        .chain(chars)
        .collect()
}

#[cfg(test)]
mod tests {
    use crate::samples::{catalog, on_catalog, on_tool, tool};
    use crate::{Fact, Part, Policy, ToolFacts};

    #[test]
    fn a_title_is_suggested() {
        let facts = ToolFacts {
            title: Fact::Seen(None),
            ..tool("search_openInvoices")
        };
        let found = on_tool("D015", &facts);
        assert_eq!(found.len(), 1);
        assert_eq!(found[0].part, Part::Title);
        assert_eq!(found[0].message, "`search_openInvoices` has no title");
        assert!(
            found[0].help.contains("title = \"Search open invoices\""),
            "{}",
            found[0].help
        );
        let found = on_catalog("D015", &catalog(vec![facts]), &Policy::audit());
        assert!(found[0].help.contains("set `title`"));
    }

    #[test]
    fn blank_is_missing_and_unseen_is_not() {
        let blank = ToolFacts {
            title: Fact::Seen(Some(" ".into())),
            ..tool("a_b")
        };
        assert_eq!(on_tool("D015", &blank).len(), 1);
        let unseen = ToolFacts {
            title: Fact::Unseen,
            ..tool("a_b")
        };
        assert!(on_tool("D015", &unseen).is_empty());
    }
}
