use crate::prose::{SelfTalk, self_talk};
use crate::wording::Wording;
use crate::{Judge, Part, ToolFacts, quoted_list, rule::declare_rule};

declare_rule! {
    /// ## What it does
    ///
    /// Finds descriptions that talk of the tool instead of saying what it does.
    ///
    /// "This tool allows you to create an invoice" says no more than "Create an invoice"; simply,
    /// easily and powerful say nothing at all.
    ///
    /// ## Why it matters
    ///
    /// A list of tools is read from the left: clients and search indexes show the first words
    /// alone. Where those are "This tool allows you to", all tools look alike.
    ///
    /// Precision: 11 of 12 findings on 82 public servers were right when read (after mending: 11 of 11);
    /// false alarms: "simply never", which warns; missed: sentences after the first that begin with
    /// "this tool" and say it again.
    ///
    /// ## Bad
    ///
    /// ```json
    /// {
    ///   "name": "get_invoice",
    ///   "title": "Get invoice",
    ///   "description": "This tool allows you to get one invoice with its total. Use when an invoice id is known.",
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
    DESCRIPTION_SELF_TALK, "D012", "description-self-talk";
    own: Warn, foreign: Info, rubric: Selectability, at: [Macro, Boot, Audit],
    evidence: [
        Practice("mcpolish MP025: useless qualifiers (simply, powerful)"),
        Practice("agent-friend: description_this_tool, description_allows_you_to"),
    ],
    check: Tool(check),
}

fn check(tool: &ToolFacts, judge: &mut Judge<'_>) {
    let Some(description) = tool.description.present() else {
        return;
    };
    let found = self_talk(description);
    let mut shown: Vec<String> = Vec::new();
    for talk in &found {
        let (SelfTalk::Opening(text, _) | SelfTalk::Praise(text)) = talk;
        let text = text.one_line();
        if !shown.contains(&text) {
            shown.push(text);
        }
    }
    let help = match found.first() {
        None => return,
        Some(SelfTalk::Opening(_, Some(begun))) => {
            format!("say what it does: `{begun} …`")
        }
        Some(SelfTalk::Opening(_, None)) => "say what it does: verb and object".to_owned(),
        Some(SelfTalk::Praise(_)) => {
            "leave it out, or say what it stands for: a number, a limit, a kind of result"
                .to_owned()
        }
    };
    let list = quoted_list(shown.iter().map(String::as_str), "and");
    judge.report(
        Part::Description,
        format!("the description talks of the tool and not of its job: {list}"),
        help,
    );
}

#[cfg(test)]
mod tests {
    use crate::Part;
    use crate::samples::{described, on_tool};

    #[test]
    fn self_talk_is_listed_once_with_a_better_beginning() {
        let text = "This tool allows you to simply get one invoice, simply and seamlessly.";
        let found = on_tool("D012", &described(text));
        assert_eq!(found.len(), 1);
        assert_eq!(found[0].part, Part::Description);
        assert_eq!(
            found[0].message,
            "the description talks of the tool and not of its job: `This tool allows you to`, `simply` and `seamlessly`"
        );
        let found = on_tool("D012", &described("This tool\nretrieves one invoice."));
        assert_eq!(found[0].help, "say what it does: `Retrieve one invoice …`");
        let found = on_tool("D012", &described("Get it with a powerful engine."));
        assert!(found[0].help.starts_with("leave it out"));
    }

    #[test]
    fn words_about_the_job_pass() {
        for text in [
            "Get one invoice. Use this tool when its id is known.",
            "This tool requires a login.",
            "",
        ] {
            assert!(on_tool("D012", &described(text)).is_empty(), "{text}");
        }
    }
}
