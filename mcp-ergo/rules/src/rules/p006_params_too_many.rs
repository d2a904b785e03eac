use crate::{Judge, Part, ToolFacts, names, rule::declare_rule};

declare_rule! {
    /// ## What it does
    ///
    /// Finds tools with more than six parameters.
    ///
    /// ## Why it matters
    ///
    /// Every parameter is a decision. A tool that takes many usually does several jobs, or asks for
    /// what it could find out itself.
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
    ///       "lines": {
    ///         "type": "boolean",
    ///         "description": "Whether to return the line items too; without by default.",
    ///         "default": false
    ///       },
    ///       "taxes": {
    ///         "type": "boolean",
    ///         "description": "Whether to return the taxes too; without by default.",
    ///         "default": false
    ///       },
    ///       "notes": {
    ///         "type": "boolean",
    ///         "description": "Whether to return the notes too; without by default.",
    ///         "default": false
    ///       },
    ///       "payments": {
    ///         "type": "boolean",
    ///         "description": "Whether to return the payments too; without by default.",
    ///         "default": false
    ///       },
    ///       "history": {
    ///         "type": "boolean",
    ///         "description": "Whether to return the changes too; without by default.",
    ///         "default": false
    ///       },
    ///       "customer": {
    ///         "type": "boolean",
    ///         "description": "Whether to return the customer too; without by default.",
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
    ///       "lines": {
    ///         "type": "boolean",
    ///         "description": "Whether to return the line items too; without by default.",
    ///         "default": false
    ///       },
    ///       "taxes": {
    ///         "type": "boolean",
    ///         "description": "Whether to return the taxes too; without by default.",
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
    PARAMS_TOO_MANY, "P006", "params-too-many";
    own: Deny, foreign: Info, rubric: Selectability, at: [Macro, Boot, Audit],
    evidence: [
        Practice("mcp-interface-design, phase 2: at most six arguments"),
        Measured("20.3 % of 6,009 public tools take more than six; the median takes three"),
    ],
    check: Tool(check),
}

fn check(tool: &ToolFacts, judge: &mut Judge<'_>) {
    let Some(params) = tool.params.seen() else {
        return;
    };
    let limit = judge.policy().limits.params;
    if params.len() > limit {
        let message = format!(
            "{} takes {} parameters, more than {limit}",
            names::called(tool),
            params.len()
        );
        let help = judge.own_or(
            "split the tool by job, drop what it can find out itself, or put what belongs together into a struct with `#[derive(Param)]`",
            "split the tool by job, drop what it can find out itself, or group what belongs together in one object",
        );
        judge.report(Part::Params, message, help);
    }
}

#[cfg(test)]
mod tests {
    use crate::samples::{catalog, on_catalog, on_tool, param, tool};
    use crate::{Fact, Part, Policy, ToolFacts};

    fn with(count: usize) -> ToolFacts {
        let params = (0..count)
            .map(|at| param(&format!("p{at}"), "x, e.g. 'y'"))
            .collect();
        ToolFacts {
            params: Fact::Seen(params),
            ..tool("get_invoice")
        }
    }

    #[test]
    fn more_than_the_limit_is_too_many() {
        assert!(on_tool("P006", &with(6)).is_empty());
        let found = on_tool("P006", &with(7));
        assert_eq!(found.len(), 1);
        assert_eq!(found[0].part, Part::Params);
        assert_eq!(
            found[0].message,
            "`get_invoice` takes 7 parameters, more than 6"
        );
    }

    #[test]
    fn the_limit_is_the_policys() {
        let mut policy = Policy::strict();
        policy.limits.params = 2;
        let found = on_catalog("P006", &catalog(vec![with(3)]), &policy);
        assert!(found[0].message.ends_with("more than 2"));
    }
}
