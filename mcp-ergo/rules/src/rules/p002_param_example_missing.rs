use super::p003_param_options_in_prose::listed;
use crate::{Fact, Judge, Kind, ParamFacts, rule::declare_rule};

declare_rule! {
    /// ## What it does
    ///
    /// Finds free strings, arrays and objects without an example.
    ///
    /// Closed sets, booleans, numbers, values of a standard format and strings with a default need
    /// none: there the schema shows a right value itself. An object is satisfied by the examples of
    /// its fields, an array by those of its items.
    ///
    /// ## Why it matters
    ///
    /// `id` may be `7`, `inv_7` or `INV-7`. One example says more about the shape of a value than a
    /// sentence, and it is what a small model copies.
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
    ///     "properties": {"customer": {"type": "string", "description": "Name of the customer to bill."}},
    ///     "required": ["customer"],
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
    ///       "customer": {
    ///         "type": "string",
    ///         "description": "Name of the customer to bill, e.g. 'Acme Ltd'."
    ///       }
    ///     },
    ///     "required": ["customer"],
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
    PARAM_EXAMPLE_MISSING, "P002", "param-example-missing";
    own: Deny, foreign: Info, rubric: SchemaStrictness, at: [Macro, Boot, Audit],
    evidence: [
        Practice("agent-ergonomics, P1.2"),
        Measured("8.5 % of 27,238 public parameters show one; leaving examples out did no significant harm in arXiv 2602.14878"),
        Measured("Anthropic, advanced tool use: 72 to 90 % on complex parameters, with examples in a field of the API"),
    ],
    check: Param(check),
}

fn check(param: &ParamFacts, judge: &mut Judge<'_>) {
    let wanting = match param.kind {
        // The array around it answers for a bare string.
        Fact::Seen(Kind::String) => param.name != "[]" && is_free(param),
        Fact::Seen(Kind::Object) => param.fields.seen().is_some_and(Vec::is_empty),
        Fact::Seen(Kind::Array) => match &param.items {
            Fact::Seen(Some(items)) => {
                items.kind == Fact::Seen(Kind::String) && is_free(items) && lacks_example(items)
            }
            Fact::Seen(None) => true,
            Fact::Unseen => false,
        },
        _ => false,
    };
    let shown_above = judge
        .outer()
        .iter()
        .any(|outer| outer.example == Fact::Seen(true));
    if !wanting || !lacks_example(param) || shown_above {
        return;
    }
    // A text that lists its options asks for a closed set, which P003 says and which needs none.
    if judge.policy().is_own() && listed(param, judge).is_some() {
        return;
    }
    let example = match param.kind.seen() {
        Some(Kind::Array) => "[\"…\"]",
        Some(Kind::Object) => "{\"…\": \"…\"}",
        _ => "…",
    };
    let message = format!("`{}` shows no example of a right value", judge.path_text());
    let help = if matches!(param.kind, Fact::Seen(Kind::String)) {
        judge.own_or(
            "add `#[param(example = \"…\")]`".to_owned(),
            "end the description with a right value: `…, e.g. '…'.`".to_owned(),
        )
    } else {
        judge.own_or(
            format!("add `#[param(example = {example})]`"),
            format!("end the description with a right value: `…, e.g. {example}.`"),
        )
    };
    judge.report(judge.here(), message, help);
}

fn lacks_example(param: &ParamFacts) -> bool {
    param.example == Fact::Seen(false)
}

/// Whether the schema shows no right value by itself.
fn is_free(param: &ParamFacts) -> bool {
    let default = param
        .default
        .present()
        .is_some_and(|default| !matches!(default.as_str(), "\"\"" | "null"));
    param.options == Fact::Seen(None) && param.format.present().is_none() && !default
}

#[cfg(test)]
mod tests {
    use crate::samples::{array, object, of_kind, on_param, param};
    use crate::{Fact, Kind, ParamFacts, Part};

    #[test]
    fn free_values_want_an_example() {
        let found = on_param("P002", param("customer", "Who pays."));
        assert_eq!(found.len(), 1);
        assert_eq!(found[0].part, Part::Param(vec!["customer".into()]));
        assert_eq!(
            found[0].message,
            "`customer` shows no example of a right value"
        );
        assert_eq!(found[0].help, "add `#[param(example = \"…\")]`");
        let found = on_param("P002", array("tags", Some(of_kind("[]", Kind::String))));
        assert_eq!(found.len(), 1);
        assert_eq!(found[0].help, "add `#[param(example = [\"…\"])]`");
        let pattern = ParamFacts {
            pattern: Fact::Seen(Some("^a$".into())),
            ..param("code", "Code of it.")
        };
        assert_eq!(on_param("P002", pattern).len(), 1);
    }

    #[test]
    fn what_shows_itself_needs_none() {
        let string = || param("customer", "Who pays.");
        for exempt in [
            param("customer", "Who pays, e.g. 'Acme'."),
            ParamFacts {
                options: Fact::Seen(Some(vec!["a".into()])),
                ..string()
            },
            ParamFacts {
                format: Fact::Seen(Some("date".into())),
                ..string()
            },
            ParamFacts {
                default: Fact::Seen(Some("\"main\"".into())),
                ..string()
            },
            ParamFacts {
                example: Fact::Seen(true),
                ..string()
            },
            ParamFacts {
                kind: Fact::Unseen,
                ..string()
            },
            of_kind("full", Kind::Boolean),
            of_kind("limit", Kind::Integer),
            array("limits", Some(of_kind("[]", Kind::Number))),
            array("tags", Some(param("[]", "Tag, e.g. 'x'."))),
            object("filter", vec![of_kind("limit", Kind::Integer)]),
        ] {
            assert!(on_param("P002", exempt.clone()).is_empty(), "{exempt:?}");
        }
    }

    #[test]
    fn leaves_are_judged_where_they_stand() {
        let found = on_param("P002", object("filter", vec![param("city", "Where.")]));
        assert_eq!(found.len(), 1);
        assert_eq!(
            found[0].part,
            Part::Param(vec!["filter".into(), "city".into()])
        );
        let rows = array("rows", Some(object("[]", vec![param("city", "Where.")])));
        assert_eq!(
            on_param("P002", rows.clone())[0].message,
            "`rows[].city` shows no example of a right value"
        );
        assert!(
            on_param(
                "P002",
                ParamFacts {
                    example: Fact::Seen(true),
                    ..rows
                }
            )
            .is_empty()
        );
    }
}
