use crate::{Fact, Judge, Kind, ParamFacts, rule::declare_rule, words};

declare_rule! {
    /// ## What it does
    ///
    /// Finds values of which the schema says next to nothing.
    ///
    /// Those are objects without properties, maps, arrays without `items`, and values of no type or
    /// of several.
    ///
    /// ## Why it matters
    ///
    /// A schema that takes anything lets a model send anything, and the failure shows only when the
    /// tool runs. What the tool expects is known to its author and to nobody else.
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
    ///       "changes": {
    ///         "type": "object",
    ///         "description": "What to change, e.g. {\"due\": \"2026-03-01\"}."
    ///       }
    ///     },
    ///     "required": ["invoice_id", "changes"],
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
    ///       "changes": {
    ///         "type": "object",
    ///         "properties": {
    ///           "due": {
    ///             "type": "string",
    ///             "format": "date",
    ///             "description": "New due date (ISO 8601)."
    ///           }
    ///         },
    ///         "required": ["due"],
    ///         "additionalProperties": false,
    ///         "description": "What to change."
    ///       }
    ///     },
    ///     "required": ["invoice_id", "changes"],
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
    PARAM_LOOSE, "P004", "param-loose";
    own: Deny, foreign: Warn, rubric: SchemaStrictness, at: [Macro, Boot, Audit],
    evidence: [
        Practice("mcp-interface-design, critical constraints; agent-ergonomics, F4"),
        Measured("5.1 % of 6,009 public tools have a loose object"),
        Provider("VS Code and OpenAI refuse an array without items, others a property without type"),
    ],
    check: Param(check),
}

fn check(param: &ParamFacts, judge: &mut Judge<'_>) {
    let path = judge.path_text();
    let type_name = words::pascal(&param.name);
    let (message, own, foreign) = match param.kind {
        Fact::Seen(Kind::Object) if param.fields.seen().is_some_and(Vec::is_empty) => (
            format!("`{path}` is an object of no known fields"),
            format!("write a struct with `#[derive(Param)]` for it, e.g. `struct {type_name} {{ … }}`"),
            "list its fields under `properties`, each with type and description, and set `additionalProperties` to false",
        ),
        Fact::Seen(Kind::Array) if param.items.is_absent() => (
            format!("`{path}` is an array of unknown items"),
            "give the items a type, e.g. `Vec<InvoiceId>`".to_owned(),
            "set `items` to the schema of one item",
        ),
        Fact::Seen(Kind::Untyped) => (
            format!("`{path}` has no single type"),
            "give it one type: a string, a number, a closed set, or a struct with `#[derive(Param)]`".to_owned(),
            "set `type` to one type, and make one parameter of each if it takes several",
        ),
        _ => return,
    };
    judge.report(judge.here(), message, judge.own_or(own, foreign.to_owned()));
}

#[cfg(test)]
mod tests {
    use crate::samples::{array, object, of_kind, on_param, param};
    use crate::{Fact, Kind, Part};

    #[test]
    fn each_loose_form_is_named() {
        for (loose, message) in [
            (
                object("meta", vec![]),
                "`meta` is an object of no known fields",
            ),
            (array("tags", None), "`tags` is an array of unknown items"),
            (
                of_kind("value", Kind::Untyped),
                "`value` has no single type",
            ),
            (
                array("rows", Some(object("[]", vec![]))),
                "`rows[]` is an object of no known fields",
            ),
        ] {
            let found = on_param("P004", loose);
            assert_eq!(found.len(), 1);
            assert_eq!(found[0].message, message);
            assert!(matches!(found[0].part, Part::Param(_)));
        }
    }

    #[test]
    fn what_is_typed_or_unseen_passes() {
        let mut deep = of_kind("node", Kind::Object);
        deep.fields = Fact::Unseen;
        for fine in [
            object("meta", vec![param("city", "Where.")]),
            array("tags", Some(of_kind("[]", Kind::String))),
            of_kind("list", Kind::Array),
            deep,
            param("x", "y"),
        ] {
            assert!(on_param("P004", fine).is_empty());
        }
    }
}
