use std::collections::{BTreeMap, BTreeSet};

use crate::predicate::is_blank;
use crate::wording::Wording;
use crate::{CatalogFacts, Judge, Part, quoted_list, rule::declare_rule};

declare_rule! {
    /// ## What it does
    ///
    /// Finds tools of one server that share their description.
    ///
    /// Case, white space and full stops at the end make no difference.
    ///
    /// ## Why it matters
    ///
    /// The model has nothing but names to choose between them. Usually one text was copied and never
    /// written anew, so that it is wrong for one of the two.
    ///
    /// Precision: 5 of 5 findings, all there were on 82 public servers and all on one, were right when
    /// read; false alarms: none; missed: none.
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
    ///       "properties": {
    ///         "total": {
    ///           "type": "integer",
    ///           "description": "Total in cents."
    ///         }
    ///       },
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
    ///       "properties": {
    ///         "total": {
    ///           "type": "integer",
    ///           "description": "Total in cents."
    ///         }
    ///       },
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
    ///       "properties": {
    ///         "total": {
    ///           "type": "integer",
    ///           "description": "Total in cents."
    ///         }
    ///       },
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
    ///     "description": "Get one draft as it stands. Use when an invoice is not issued yet.",
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
    ///       "properties": {
    ///         "total": {
    ///           "type": "integer",
    ///           "description": "Total in cents."
    ///         }
    ///       },
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
    DESCRIPTION_DUPLICATED, "D007", "description-duplicated";
    own: Deny, foreign: Deny, rubric: Selectability, at: [Boot, Audit],
    evidence: [
        Measured("1 of 1,543 public tools: exact duplicates are rare and always wrong"),
        Practice("6 of 12 linters of tool catalogs look for them"),
    ],
    check: Catalog(check),
}

fn check(catalog: &CatalogFacts, judge: &mut Judge<'_>) {
    let mut bearers: BTreeMap<String, Vec<(usize, &str)>> = BTreeMap::new();
    for (index, tool) in catalog.tools.iter().enumerate() {
        if let (Some(name), Some(text)) = (tool.name.seen(), tool.description.present()) {
            let text = text.one_line().to_lowercase();
            if !is_blank(&text) {
                bearers.entry(text).or_default().push((index, name));
            }
        }
    }
    for bearers in bearers.values() {
        let [_, (second, _), ..] = bearers[..] else {
            continue;
        };
        let names: BTreeSet<&str> = bearers.iter().map(|(_, name)| *name).collect();
        // Two tools of one name are N004's.
        if names.len() < 2 {
            continue;
        }
        let list = quoted_list(bearers.iter().map(|(_, name)| *name), "and");
        let message = format!("{list} have the same description");
        let help = judge.own_or(
            "say in each doc comment what this tool does and the others do not, or make one tool of them",
            "say in each what this tool does and the others do not, or make one tool of them",
        );
        judge.report_tool(catalog, second, Part::Description, message, help);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Policy;
    use crate::samples::{catalog, on_catalog, tool_described as described};

    #[test]
    fn each_text_is_told_once() {
        let tools = vec![
            described("get_a", "Get one of them."),
            described("get_b", "get one\n  of them"),
            described("get_c", "Get another."),
            described("get_d", "Get one of them"),
        ];
        let found = on_catalog("D007", &catalog(tools), &Policy::audit());
        assert_eq!(found.len(), 1);
        assert_eq!(
            (found[0].tool, &found[0].part),
            (Some(1), &Part::Description)
        );
        assert_eq!(
            found[0].message,
            "`get_a`, `get_b` and `get_d` have the same description"
        );
    }

    #[test]
    fn blank_texts_and_twins_are_for_other_rules() {
        for tools in [
            vec![described("get_a", ""), described("get_b", " \n")],
            vec![described("get_a", "."), described("get_b", ".")],
            vec![described("get_a", "Get it."), described("get_a", "Get it.")],
            vec![described("get_a", "Get a."), described("get_b", "Get b.")],
        ] {
            assert!(on_catalog("D007", &catalog(tools), &Policy::strict()).is_empty());
        }
    }
}
