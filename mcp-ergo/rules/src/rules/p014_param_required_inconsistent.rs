use crate::prose::{DefaultContext, calls_optional, is_english, stated_defaults, tells_omission};
use crate::{Fact, Judge, Kind, ParamFacts, Part, ToolFacts, did_you_mean, rule::declare_rule};

declare_rule! {
    /// ## What it does
    ///
    /// Finds parameters that are required in one place and not in another.
    ///
    /// A name in `required` that no property has; a required parameter with a default; a required
    /// parameter whose description calls it optional, or says what a call does without it. What is optional within the value, or under a
    /// condition, is another matter.
    ///
    /// ## Why it matters
    ///
    /// A model believes one of the two. Believing the text, it leaves the parameter out and is
    /// refused; believing the schema, it makes up a value for what nobody needs. A name that no
    /// property has cannot be given at all where nothing undeclared is accepted.
    ///
    /// Precision: 19 of 19 findings, all there were on 82 public servers, were right when read (after
    /// mending: 25 of 25); missed: a text that says what a call does without the parameter, which is
    /// read now, and defaults in words (`the default location is global`). Where a server fills in
    /// the default all the same, the schema is what is wrong.
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
    ///         "default": false,
    ///         "description": "Whether to return the line items too."
    ///       }
    ///     },
    ///     "required": ["invoice_id", "lines"],
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
    ///         "default": false,
    ///         "description": "Whether to return the line items too."
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
    PARAM_REQUIRED_INCONSISTENT, "P014", "param-required-inconsistent";
    own: Deny, foreign: Deny, rubric: SchemaStrictness, at: [Macro, Boot, Audit],
    evidence: [
        Practice("mcp-interface-design, quality rubric: required minimal and correct"),
        Practice("three of the surveyed linters ask that `required` names properties; agent-friend, `required_param_has_default`, `param_description_says_optional`"),
    ],
    check: Tool(check_root), Param(check),
}

fn check_root(tool: &ToolFacts, judge: &mut Judge<'_>) {
    let params = tool.params.seen().map_or(&[][..], Vec::as_slice);
    check_ghosts(&tool.ghosts, params, &Part::Params, "", judge);
}

fn check(param: &ParamFacts, judge: &mut Judge<'_>) {
    if param.ghosts.each().next().is_some() {
        let fields = param.fields.seen().map_or(&[][..], Vec::as_slice);
        let within = format!(" of `{}`", judge.path_text());
        check_ghosts(&param.ghosts, fields, &judge.here(), &within, judge);
    }
    // Items have no name to be required by.
    if param.required == Fact::Seen(true) && param.name != "[]" {
        check_default(param, judge);
        check_text(param, judge);
    }
}

/// Names that `required` has and `properties` has not.
fn check_ghosts(
    ghosts: &Fact<Vec<String>>,
    known: &[ParamFacts],
    part: &Part,
    within: &str,
    judge: &mut Judge<'_>,
) {
    for ghost in ghosts.seen().into_iter().flatten() {
        let known = known.iter().map(|param| param.name.as_str());
        let help = did_you_mean(ghost, known, || {
            format!("declare `{ghost}` under `properties`, or take it out of `required`")
        });
        judge.report(
            part.clone(),
            format!("`required`{within} names `{ghost}`, which no property has"),
            help,
        );
    }
}

fn check_default(param: &ParamFacts, judge: &mut Judge<'_>) {
    let Some(default) = param.default.present().filter(|default| *default != "null") else {
        return;
    };
    let message = format!(
        "`{}` is required, so its default `{default}` is never used",
        judge.path_text()
    );
    let help = "take it out of `required`, or drop the default";
    judge.report(judge.here(), message, help);
}

fn check_text(param: &ParamFacts, judge: &mut Judge<'_>) {
    let Some(text) = param.text.present().filter(|text| is_english(text)) else {
        return;
    };
    let compound = matches!(param.kind, Fact::Seen(Kind::Array | Kind::Object));
    let said = if calls_optional(text, &param.name, compound) {
        "calls it optional"
    } else if tells_omission(text) && !states_default(param, text) {
        "says what happens without it"
    } else {
        return;
    };
    let message = format!(
        "`{}` is required, and its description {said}",
        judge.path_text()
    );
    let help = judge.own_or(
        "make it an `Option<…>`, give it a default (`default = …` in `#[param(…)]`), or mend the text",
        "take it out of `required`, or mend the text",
    );
    judge.report(judge.text_here(), message, help);
}

/// Whether the text states a value, which is for P009 to say.
fn states_default(param: &ParamFacts, text: &str) -> bool {
    let Fact::Seen(kind) = param.kind else {
        return false;
    };
    let context = DefaultContext {
        name: &param.name,
        kind,
        options: param.options.present().map_or(&[], Vec::as_slice),
    };
    !stated_defaults(text, &context).is_empty()
}

#[cfg(test)]
mod tests {
    use crate::samples::{catalog, object, on_catalog, on_param, on_tool, param, tool};
    use crate::{Fact, ParamFacts, Part, Policy, ToolFacts};

    fn required(text: &str) -> ParamFacts {
        ParamFacts {
            required: Fact::Seen(true),
            ..param("customer_id", text)
        }
    }

    #[test]
    fn names_that_no_property_has_are_found_at_every_depth() {
        let facts = ToolFacts {
            ghosts: Fact::Seen(vec!["invoiceId".into(), "year".into()]),
            ..tool("get_invoice")
        };
        let found = on_tool("P014", &facts);
        assert_eq!(found.len(), 2);
        assert_eq!(found[0].part, Part::Params);
        assert_eq!(
            found[0].message,
            "`required` names `invoiceId`, which no property has"
        );
        assert_eq!(found[0].help, "did you mean `invoice_id`?");
        assert_eq!(
            found[1].help,
            "declare `year` under `properties`, or take it out of `required`"
        );
        let inner = ParamFacts {
            ghosts: Fact::Seen(vec!["city".into()]),
            ..object("address", vec![param("street", "x")])
        };
        let found = on_param("P014", object("customer", vec![inner]));
        assert_eq!(
            found[0].message,
            "`required` of `customer.address` names `city`, which no property has"
        );
    }

    #[test]
    fn a_default_of_what_is_required_is_never_used() {
        let with = |default: Option<&str>| ParamFacts {
            default: Fact::Seen(default.map(Into::into)),
            ..required("Customer id, e.g. 'c_1'.")
        };
        let found = on_param("P014", with(Some("\"c_1\"")));
        assert_eq!(found.len(), 1);
        assert_eq!(found[0].part, Part::Param(vec!["customer_id".into()]));
        assert_eq!(
            found[0].message,
            "`customer_id` is required, so its default `\"c_1\"` is never used"
        );
        for fine in [
            with(None),
            with(Some("null")),
            ParamFacts {
                required: Fact::Seen(false),
                ..with(Some("1"))
            },
            ParamFacts {
                required: Fact::Unseen,
                ..with(Some("1"))
            },
        ] {
            assert!(on_param("P014", fine).is_empty());
        }
    }

    #[test]
    fn what_is_required_is_not_called_optional() {
        let text = "Optional customer id, e.g. 'c_1'; every customer when left out.";
        let found = on_param("P014", required(text));
        assert_eq!(found.len(), 1);
        assert_eq!(found[0].part, Part::ParamText(vec!["customer_id".into()]));
        assert_eq!(
            found[0].message,
            "`customer_id` is required, and its description calls it optional"
        );
        assert!(found[0].help.starts_with("make it an `Option<…>`"));
        let mut facts = tool("list_invoices");
        facts.params = Fact::Seen(vec![required(text)]);
        let found = on_catalog("P014", &catalog(vec![facts]), &Policy::audit());
        assert_eq!(found[0].help, "take it out of `required`, or mend the text");
        let text = "Customer id, e.g. 'c_1'. If not given, every customer is kept.";
        assert_eq!(
            on_param("P014", required(text))[0].message,
            "`customer_id` is required, and its description says what happens without it"
        );
        for text in [
            "Customer id. Defaults to 'c_1' if not given.",
            "Customer id. If not given, ask the user.",
            "Customer id, with an optional prefix",
            "Optional when a name is given",
        ] {
            assert!(on_param("P014", required(text)).is_empty(), "{text}");
        }
    }
}
