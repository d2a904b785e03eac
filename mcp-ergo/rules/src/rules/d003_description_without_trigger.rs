use crate::{Judge, Part, ToolFacts, names, predicate::is_blank, prose, rule::declare_rule};

declare_rule! {
    /// ## What it does
    ///
    /// Finds descriptions that say what the tool does and never when to use it.
    ///
    /// Use when, use after, not for, use another tool instead: any of them will do.
    ///
    /// ## Why it matters
    ///
    /// Two tools that do much the same are told apart by when each is right. A model that finds no
    /// such word picks by the sound of the name.
    ///
    /// Texts in other scripts than Latin are not judged.
    ///
    /// Precision: 54 of 60 findings drawn at random from 82 public servers were right when read (after
    /// mending: 54 of 56, and 38 of 40 drawn anew); false alarms: what must be known first, what it
    /// does not support, "starting point"; missed: "instead of" said of what comes back, another tool
    /// that only finds an argument. The reader was tuned on the same catalogs, so expect less
    /// elsewhere.
    ///
    /// ## Bad
    ///
    /// ```json
    /// {
    ///   "name": "get_invoice",
    ///   "title": "Get invoice",
    ///   "description": "Get one invoice with its total.",
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
    DESCRIPTION_WITHOUT_TRIGGER, "D003", "description-without-trigger";
    own: Deny, foreign: Warn, rubric: Selectability, at: [Macro, Boot, Audit],
    evidence: [
        Practice("agent-ergonomics, P4"),
        Measured("arXiv 2602.14878: 89.3 % of 856 tools say nothing about when to use them"),
        Measured("arXiv 2602.14878: purpose with guidelines did best in one ablation (finance, GPT-4.1); no combination did everywhere"),
    ],
    everywhere: "none of the server's {tools} says when to use it",
    check: Tool(check),
}

fn check(tool: &ToolFacts, judge: &mut Judge<'_>) {
    // A missing description is D001's.
    let Some(description) = tool.description.present().filter(|text| !is_blank(text)) else {
        return;
    };
    let is_param = |name: &str| tool.param_names().any(|param| param == name);
    let says_when = || !prose::is_english(description) || prose::has_trigger(description, is_param);
    if tool.trigger.seen().copied().unwrap_or_else(says_when) {
        return;
    }
    let message = format!(
        "{} says what it does, never when to use it",
        names::called(tool)
    );
    let help = judge.own_or(
        "add `when = \"the user asks …\"` to `#[tool(…)]`, or `not_for = \"…\"`, `instead(other_tool = \"for …\")` or `after(other_tool)`",
        "add a sentence to `description`: \"Use when the user asks …\", \"Not for …\" or \"Use other_tool for …\"",
    );
    judge.report(Part::Description, message, help);
}

#[cfg(test)]
mod tests {
    use crate::samples::{described, on_tool};
    use crate::{Fact, Part};

    #[test]
    fn a_text_without_trigger_is_found() {
        let found = on_tool("D003", &described("Get one invoice."));
        assert_eq!(found.len(), 1);
        assert_eq!(found[0].part, Part::Description);
        assert_eq!(
            found[0].message,
            "`get_invoice` says what it does, never when to use it"
        );
        assert!(found[0].help.contains("`when = "));
    }

    #[test]
    fn what_the_author_declared_outweighs_the_text() {
        let mut facts = described("Get one invoice.");
        facts.trigger = Fact::Seen(true);
        assert!(on_tool("D003", &facts).is_empty());
        let mut facts = described("Get one invoice. Use when its id is known.");
        assert!(on_tool("D003", &facts).is_empty());
        facts.trigger = Fact::Seen(false);
        assert_eq!(on_tool("D003", &facts).len(), 1);
    }

    #[test]
    fn a_text_in_another_script_is_not_read() {
        assert!(on_tool("D003", &described("查询存储信息")).is_empty());
    }

    #[test]
    fn a_missing_text_is_another_rules() {
        assert!(on_tool("D003", &described(" ")).is_empty());
    }
}
