use crate::{Fact, Judge, ParamFacts, Part, ToolFacts, names, rule::declare_rule};

declare_rule! {
    /// ## What it does
    ///
    /// Finds inputs, and objects within them, that accept what they do not declare.
    ///
    /// That is every object whose `additionalProperties` is not false.
    ///
    /// ## Why it matters
    ///
    /// A misspelt optional parameter is then accepted and ignored: the call succeeds and does
    /// something else. A closed schema turns it into an error that names the parameter.
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
    ///     "required": ["invoice_id"]
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
    PARAMS_OPEN, "P005", "params-open";
    own: Deny, foreign: Info, rubric: SchemaStrictness, at: [Boot, Audit],
    evidence: [
        Practice("agent-ergonomics, P1.3; mcp-interface-design, phase 2"),
        Measured("59 % of 6,009 public tools leave additionalProperties out, 5.6 % set it to true"),
        Provider("the strict modes of OpenAI and Anthropic refuse it"),
    ],
    everywhere: "none of the server's {tools} refuses what it does not declare",
    check: Tool(check),
}

fn check(tool: &ToolFacts, judge: &mut Judge<'_>) {
    if tool.closed == Fact::Seen(false) {
        let message = format!(
            "{} accepts parameters that it does not declare",
            names::called(tool)
        );
        let help = help(judge);
        judge.report(Part::Params, message, help);
    }
    judge.each_param(&mut |param, judge| {
        // An object without fields is P004's.
        if param.closed == Fact::Seen(false) && has_fields(param) {
            let message = format!(
                "`{}` accepts fields that it does not declare",
                judge.path_text()
            );
            let help = help(judge);
            judge.report(judge.here(), message, help);
        }
    });
}

fn has_fields(param: &ParamFacts) -> bool {
    param.fields.seen().is_some_and(|fields| !fields.is_empty())
}

fn help(judge: &Judge<'_>) -> &'static str {
    judge.own_or(
        "set `additionalProperties` to false in its schema, or let `#[tool]` and `#[derive(Param)]` write the schema",
        "set `\"additionalProperties\": false`",
    )
}

#[cfg(test)]
mod tests {
    use crate::samples::{object, on_param, on_tool, param, tool};
    use crate::{Allow, Fact, ParamFacts, Part, ToolFacts};

    #[test]
    fn the_root_and_every_depth_count() {
        let open = ToolFacts {
            closed: Fact::Seen(false),
            ..tool("get_invoice")
        };
        let found = on_tool("P005", &open);
        assert_eq!(found.len(), 1);
        assert_eq!(found[0].part, Part::Params);
        assert_eq!(
            found[0].message,
            "`get_invoice` accepts parameters that it does not declare"
        );
        let inner = ParamFacts {
            closed: Fact::Seen(false),
            ..object("place", vec![param("city", "x")])
        };
        let found = on_param("P005", object("filter", vec![inner]));
        assert_eq!(found.len(), 1);
        assert_eq!(
            found[0].part,
            Part::Param(vec!["filter".into(), "place".into()])
        );
        assert_eq!(
            found[0].message,
            "`filter.place` accepts fields that it does not declare"
        );
    }

    #[test]
    fn loose_objects_are_another_rules_and_exceptions_hold() {
        let loose = ParamFacts {
            closed: Fact::Seen(false),
            ..object("meta", vec![])
        };
        assert!(on_param("P005", loose).is_empty());
        let allows = vec![Allow {
            rule: "params_open".into(),
            reason: "labels".into(),
        }];
        let inner = ParamFacts {
            closed: Fact::Seen(false),
            allows,
            ..object("labels", vec![param("city", "x")])
        };
        assert!(on_param("P005", inner).is_empty());
    }
}
