use crate::prose::shout;
use crate::{Judge, Part, ToolFacts, names, rule::declare_rule};

declare_rule! {
    /// ## What it does
    ///
    /// Finds descriptions that shout orders which are not about the tool.
    ///
    /// Those are MUST, ALWAYS, NEVER, IMPORTANT, CRITICAL and MANDATORY before an order about the
    /// conversation: what to tell the user, how to answer, what to do after the call. A capital
    /// word about the tool's own call and values is left alone.
    ///
    /// ## Why it matters
    ///
    /// A description is there to pick a tool by. An order in it is obeyed in every conversation,
    /// whether the tool is called or not, drowns out the other tools, and reads like an attack to
    /// whoever guards the model.
    ///
    /// Precision: 4 of 5 findings on 82 public servers were right when read (after mending: 4 of 4);
    /// false alarms: "important for AI assistants" before a word on when to call the tool; missed:
    /// orders in a list under a heading, as in "output formatting requirements".
    ///
    /// ## Bad
    ///
    /// ```json
    /// {
    ///   "name": "get_invoice",
    ///   "title": "Get invoice",
    ///   "description": "Get one invoice with its total. You MUST tell the user its total. Use when an invoice id is known; returns cents.",
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
    ///   "description": "Get one invoice. Use when an invoice id is known. Returns its total in cents.",
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
    DESCRIPTION_SHOUTS, "D013", "description-shouts";
    own: Warn, foreign: Info, rubric: Selectability, at: [Macro, Boot, Audit],
    evidence: [
        Practice("mcpolish MP041: operator instructions in the text"),
        Practice("tool-presentation: orders to the reader stand in the instructions"),
    ],
    check: Tool(check),
}

fn check(tool: &ToolFacts, judge: &mut Judge<'_>) {
    let Some(description) = tool.description.present() else {
        return;
    };
    let params: Vec<&str> = tool.param_names().collect();
    let Some(word) = shout(description, &params) else {
        return;
    };
    let message = format!(
        "the description of {} shouts an order that is not about its call: `{word}`",
        names::called(tool)
    );
    let help = judge.own_or(
        "say what the tool does; what comes after the call goes into the answer: its sentence, and `.next(…)`",
        "say what the tool does; what comes after the call goes into the result of the call, and what holds for the whole server into its instructions",
    );
    judge.report(Part::Description, message, help);
}

#[cfg(test)]
mod tests {
    use crate::Part;
    use crate::samples::{described, on_tool};

    #[test]
    fn orders_about_the_conversation_are_refused() {
        let found = on_tool("D013", &described("Get it. You MUST tell the user first."));
        assert_eq!(found.len(), 1);
        assert_eq!(found[0].part, Part::Description);
        assert_eq!(
            found[0].message,
            "the description of `get_invoice` shouts an order that is not about its call: `MUST`"
        );
        assert!(found[0].help.contains("`.next(…)`"));
    }

    #[test]
    fn capitals_about_the_call_pass() {
        for text in [
            "Get it. The `invoice_id` MUST be an open one.",
            "PREFER favourite__get_invoice.",
            "WARNING: deletes the invoice.",
            "",
        ] {
            assert!(on_tool("D013", &described(text)).is_empty(), "{text}");
        }
    }
}
