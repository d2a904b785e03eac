use crate::{Judge, ParamFacts, predicate::is_blank, prose, rule::declare_rule, words};

declare_rule! {
    /// ## What it does
    ///
    /// Finds parameters without a description, or with one that only repeats the name.
    ///
    /// Fields of nested objects count. Where the tool's own text explains the parameter in an
    /// `Args:` block, the help says to move it.
    ///
    /// ## Why it matters
    ///
    /// A model fills a parameter from its description. Several clients pass on the schema alone,
    /// and an `Args:` block far above it is easily overlooked.
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
    ///       },
    ///       "full": {"type": "boolean", "default": false}
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
    ///       },
    ///       "full": {
    ///         "type": "boolean",
    ///         "description": "Whether to return the line items too; without them by default.",
    ///         "default": false
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
    PARAM_UNDESCRIBED, "P001", "param-undescribed";
    own: Deny, foreign: Warn, rubric: SchemaStrictness, at: [Macro, Boot, Audit],
    evidence: [
        Practice("agent-ergonomics, F1; mcp-interface-design, phase 2"),
        Measured("15.4 % of 6,009 public tools have such a parameter"),
        Measured("2.9 % explain them in the tool's text instead"),
    ],
    check: Param(check),
}

fn check(param: &ParamFacts, judge: &mut Judge<'_>) {
    let Some(text) = param.text.seen() else {
        return;
    };
    // The text of an array describes its items too.
    if param.name == "[]" {
        return;
    }
    let text = text.as_deref().unwrap_or_default();
    let path = judge.path_text();
    if is_blank(text) {
        let in_block = judge
            .tool()
            .and_then(|tool| tool.description.present())
            .is_some_and(|whole| prose::describes_in_args_block(whole, &param.name));
        let message = format!("`{path}` has no description");
        let help = if in_block {
            judge.own_or(
                "move what the tool's own text says about it into a doc comment on the parameter",
                "move what the tool's `description` says about it into the parameter's own `description`",
            )
        } else {
            judge.own_or(
                "write a doc comment above it that says what the value means",
                "set its `description` to what the value means",
            )
        };
        judge.report(judge.here(), message, help);
    } else if repeats(text, &param.name) && !says_more(param) {
        let message = format!(
            "the description of `{path}` only repeats its name: \"{}\"",
            text.trim()
        );
        let help = "say what the value means, and what the tool does with it";
        judge.report(judge.text_here(), message, help);
    }
}

/// Bytes of a text that says more than a name can, whatever it says.
const LONG: usize = 200;

/// Whether every word of the text stands in the name already.
fn repeats(text: &str, name: &str) -> bool {
    if text.len() > LONG {
        return false;
    }
    let own = words::split(name);
    words::split(text).iter().all(|word| {
        words::is_filler(word)
            || own.iter().any(|own| {
                own == word
                    || own.strip_suffix('s') == Some(word)
                    || word.strip_suffix('s') == Some(own)
            })
    })
}

/// Whether something beside the text shows what the value is.
fn says_more(param: &ParamFacts) -> bool {
    param.example.seen() == Some(&true)
        || param.options.present().is_some()
        || param.format.present().is_some()
        || param.source.present().is_some()
}

#[cfg(test)]
mod tests {
    use crate::samples::{object, of_kind, on_param, on_tool, param, tool_with};
    use crate::{Fact, Kind, Part};

    #[test]
    fn none_blank_and_repeated_are_found() {
        let found = on_param("P001", of_kind("limit", Kind::Integer));
        assert_eq!(found.len(), 1);
        assert_eq!(found[0].part, Part::Param(vec!["limit".into()]));
        assert_eq!(found[0].message, "`limit` has no description");
        assert_eq!(on_param("P001", param("limit", " ")).len(), 1);
        let found = on_param("P001", param("customerIds", "The customer ids."));
        assert_eq!(found[0].part, Part::ParamText(vec!["customerIds".into()]));
        assert_eq!(
            found[0].message,
            "the description of `customerIds` only repeats its name: \"The customer ids.\""
        );
    }

    #[test]
    fn nested_fields_count() {
        let found = on_param(
            "P001",
            object("filter", vec![of_kind("from", Kind::String)]),
        );
        assert_eq!(found.len(), 1);
        assert_eq!(found[0].message, "`filter.from` has no description");
    }

    #[test]
    fn an_args_block_is_pointed_at() {
        let mut tool = tool_with(of_kind("full", Kind::Boolean));
        tool.description = Fact::Seen(Some(
            "Get it. Use when asked.\n\nArgs:\n    full: with line items".into(),
        ));
        assert!(
            on_tool("P001", &tool)[0]
                .help
                .starts_with("move what the tool's own text says")
        );
    }

    #[test]
    fn a_word_more_or_an_example_is_enough() {
        for text in ["Kind of report.", "Amount to refund.", "Größe"] {
            assert!(on_param("P001", param("amount", text)).is_empty(), "{text}");
        }
        assert!(on_param("P001", param("title", "Title, e.g. 'Minutes'.")).is_empty());
        let mut status = param("status", "Status.");
        status.options = Fact::Seen(Some(vec!["open".into(), "paid".into()]));
        assert!(on_param("P001", status).is_empty());
    }
}
