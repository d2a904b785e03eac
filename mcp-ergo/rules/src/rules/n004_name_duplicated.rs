use std::collections::BTreeMap;

use crate::{CatalogFacts, Judge, Part, rule::declare_rule};

declare_rule! {
    /// ## What it does
    ///
    /// Finds tools that share a name.
    ///
    /// ## Why it matters
    ///
    /// A client keeps one of them, the first or the last, or refuses the whole list. Which one is
    /// called is then not up to the model.
    ///
    /// ## Bad
    ///
    /// ```json
    /// [
    ///   {
    ///     "name": "get_invoice",
    ///     "title": "Get invoice",
    ///     "description": "Get one invoice with its total. Use when an invoice id is known.",
    ///     "inputSchema": {
    ///       "type": "object",
    ///       "properties": {
    ///         "invoice_id": {
    ///           "type": "string",
    ///           "description": "Invoice id, e.g. 'inv_01H8XK'. The user gives it."
    ///         }
    ///       },
    ///       "required": ["invoice_id"],
    ///       "additionalProperties": false
    ///     },
    ///     "outputSchema": {
    ///       "type": "object",
    ///       "properties": {"total": {"type": "integer", "description": "Total in cents."}},
    ///       "required": ["total"],
    ///       "additionalProperties": false
    ///     },
    ///     "annotations": {
    ///       "readOnlyHint": true,
    ///       "destructiveHint": false,
    ///       "idempotentHint": true,
    ///       "openWorldHint": false
    ///     }
    ///   },
    ///   {
    ///     "name": "get_invoice",
    ///     "title": "Get draft",
    ///     "description": "Get one draft with its total. Use when an invoice is not issued yet.",
    ///     "inputSchema": {
    ///       "type": "object",
    ///       "properties": {
    ///         "invoice_id": {
    ///           "type": "string",
    ///           "description": "Invoice id, e.g. 'inv_01H8XK'. The user gives it."
    ///         }
    ///       },
    ///       "required": ["invoice_id"],
    ///       "additionalProperties": false
    ///     },
    ///     "outputSchema": {
    ///       "type": "object",
    ///       "properties": {"total": {"type": "integer", "description": "Total in cents."}},
    ///       "required": ["total"],
    ///       "additionalProperties": false
    ///     },
    ///     "annotations": {
    ///       "readOnlyHint": true,
    ///       "destructiveHint": false,
    ///       "idempotentHint": true,
    ///       "openWorldHint": false
    ///     }
    ///   }
    /// ]
    /// ```
    ///
    /// ## Good
    ///
    /// ```json
    /// [
    ///   {
    ///     "name": "get_invoice",
    ///     "title": "Get invoice",
    ///     "description": "Get one invoice with its total. Use when an invoice id is known.",
    ///     "inputSchema": {
    ///       "type": "object",
    ///       "properties": {
    ///         "invoice_id": {
    ///           "type": "string",
    ///           "description": "Invoice id, e.g. 'inv_01H8XK'. The user gives it."
    ///         }
    ///       },
    ///       "required": ["invoice_id"],
    ///       "additionalProperties": false
    ///     },
    ///     "outputSchema": {
    ///       "type": "object",
    ///       "properties": {"total": {"type": "integer", "description": "Total in cents."}},
    ///       "required": ["total"],
    ///       "additionalProperties": false
    ///     },
    ///     "annotations": {
    ///       "readOnlyHint": true,
    ///       "destructiveHint": false,
    ///       "idempotentHint": true,
    ///       "openWorldHint": false
    ///     }
    ///   },
    ///   {
    ///     "name": "get_draft",
    ///     "title": "Get draft",
    ///     "description": "Get one draft with its total. Use when an invoice is not issued yet.",
    ///     "inputSchema": {
    ///       "type": "object",
    ///       "properties": {
    ///         "invoice_id": {
    ///           "type": "string",
    ///           "description": "Invoice id, e.g. 'inv_01H8XK'. The user gives it."
    ///         }
    ///       },
    ///       "required": ["invoice_id"],
    ///       "additionalProperties": false
    ///     },
    ///     "outputSchema": {
    ///       "type": "object",
    ///       "properties": {"total": {"type": "integer", "description": "Total in cents."}},
    ///       "required": ["total"],
    ///       "additionalProperties": false
    ///     },
    ///     "annotations": {
    ///       "readOnlyHint": true,
    ///       "destructiveHint": false,
    ///       "idempotentHint": true,
    ///       "openWorldHint": false
    ///     }
    ///   }
    /// ]
    /// ```
    NAME_DUPLICATED, "N004", "name-duplicated";
    own: Deny, foreign: Deny, rubric: Selectability, at: [Boot, Audit],
    evidence: [Spec("server/tools: names are unique within a server")],
    check: Catalog(check),
}

fn check(catalog: &CatalogFacts, judge: &mut Judge<'_>) {
    let mut bearers: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
    for (index, tool) in catalog.tools.iter().enumerate() {
        if let Some(name) = tool.name.seen() {
            bearers.entry(name).or_default().push(index);
        }
    }
    for (name, bearers) in bearers {
        if let [_, second, ..] = bearers[..] {
            judge.report_tool(
                catalog,
                second,
                Part::Name,
                format!("{} tools are called `{name}`", bearers.len()),
                "give each a name that says how it differs, or make one tool of them",
            );
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::Policy;
    use crate::samples::{catalog, on_catalog, tool};

    #[test]
    fn each_name_is_told_once() {
        let tools = ["a_b", "get_x", "a_b", "a_b", "get_x", "c_d"]
            .map(tool)
            .to_vec();
        let found = on_catalog("N004", &catalog(tools), &Policy::audit());
        assert_eq!(found.len(), 2);
        assert_eq!(found[0].message, "3 tools are called `a_b`");
        assert_eq!(found[0].tool, Some(2));
        assert_eq!(found[1].tool, Some(4));
    }

    #[test]
    fn alike_is_not_the_same() {
        let tools = ["get_x", "get_X", "get_xs"].map(tool).to_vec();
        assert!(on_catalog("N004", &catalog(tools), &Policy::strict()).is_empty());
    }
}
