use crate::prose::placeholder;
use crate::texts::{self, Text};
use crate::wording::Wording;
use crate::{CatalogFacts, Judge, Part, ToolFacts, rule::declare_rule};

declare_rule! {
    /// ## What it does
    ///
    /// Finds texts that somebody still meant to write.
    ///
    /// Those hold TODO, TBD, FIXME or xxx in place of words, "lorem ipsum", or "description goes
    /// here", in every text that is served: titles, descriptions of tools, parameters, output
    /// fields, resources and prompts, and instructions. A tool that looks for TODO comments may say
    /// so.
    ///
    /// ## Why it matters
    ///
    /// The text is the interface. Where it was never written, a model guesses.
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
    ///         "description": "TODO: say where it comes from, e.g. 'inv_01H8XK'. The user gives it."
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
    TEXT_PLACEHOLDER, "D011", "text-placeholder";
    own: Deny, foreign: Warn, rubric: Selectability, at: [Macro, Boot, Audit],
    evidence: [Practice("mcp-toolgauge MCP015: placeholder")],
    check: Tool(check), Catalog(check_catalog),
}

fn check(tool: &ToolFacts, judge: &mut Judge<'_>) {
    for text in texts::of_tool(tool, &TEXT_PLACEHOLDER) {
        judge_text(&text, judge);
    }
}

fn check_catalog(catalog: &CatalogFacts, judge: &mut Judge<'_>) {
    for text in texts::of_server(catalog, &TEXT_PLACEHOLDER) {
        judge_text(&text, judge);
    }
}

fn judge_text(text: &Text<'_>, judge: &mut Judge<'_>) {
    let Some(shown) = placeholder(text.served) else {
        return;
    };
    // A tool for things to do may be called that.
    if text.is_title() && shown == "TODO" {
        return;
    }
    let shown = shown.one_line();
    judge.report(
        text.part(),
        format!("`{shown}` stands in {} in place of words", text.place()),
        match text.part() {
            Part::Title => "write what the tool is called where people read it",
            Part::Description => "write what the tool does, and when to use it",
            Part::Instructions => "write what the server is for, and which tool to call first",
            Part::Resource(_) | Part::Output(_) => "write what it holds",
            Part::Prompt(_) => "write what the prompt is for",
            Part::CriticalRule(_) => "write what holds for every call",
            Part::Branch(_) => "write when it is taken, and which tool to call then",
            _ => "write what the value means, and where it comes from",
        },
    );
}

#[cfg(test)]
mod tests {
    use crate::samples::{catalog, described, on_catalog, on_tool, param, tool, tool_with};
    use crate::{CatalogFacts, Fact, Part, Policy, ToolFacts};

    #[test]
    fn what_was_never_written_is_named() {
        let found = on_tool("D011", &described("Get one invoice. TODO: say when."));
        assert_eq!(found.len(), 1);
        assert_eq!(found[0].part, Part::Description);
        assert_eq!(
            found[0].message,
            "`TODO` stands in the description of `get_invoice` in place of words"
        );
        assert_eq!(
            found[0].help,
            "write what the tool does, and when to use it"
        );
        let found = on_tool("D011", &tool_with(param("amount", "tbd")));
        assert!(
            found[0]
                .message
                .starts_with("`tbd` stands in the description of `amount`")
        );
        let facts = CatalogFacts {
            instructions: Fact::Seen(Some("Lorem ipsum dolor sit amet.".into())),
            ..catalog(vec![tool("get_invoice")])
        };
        let found = on_catalog("D011", &facts, &Policy::audit());
        assert_eq!((found[0].tool, &found[0].part), (None, &Part::Instructions));
    }

    #[test]
    fn what_tools_look_for_passes() {
        for text in ["Find TODO comments.", "Create a todo.", ""] {
            assert!(on_tool("D011", &described(text)).is_empty(), "{text}");
        }
        let titled = ToolFacts {
            title: Fact::Seen(Some("TODO".into())),
            ..tool("list_todos")
        };
        assert!(on_tool("D011", &titled).is_empty());
    }
}
