use crate::{Fact, Judge, Kind, ParamFacts, prose, rule::declare_rule, words};

declare_rule! {
    /// ## What it does
    ///
    /// Finds identifiers that say neither which tool yields them nor that the user gives them.
    ///
    /// Identifiers are known by name: `id`, `invoice_id`, `userIds`, `uuid`.
    ///
    /// ## Why it matters
    ///
    /// A model that lacks an identifier makes one up. One that reads "Find it with
    /// `search_invoices`" calls that tool.
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
    ///     "properties": {"invoice_id": {"type": "string", "description": "Invoice id, e.g. 'inv_01H8XK'."}},
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
    PARAM_SOURCE_UNKNOWN, "P019", "param-source-unknown";
    own: Deny, foreign: Info, rubric: SchemaStrictness, at: [Macro, Boot, Audit],
    evidence: [
        Practice("agent-ergonomics, P1.2: every id names the tool that lists it"),
    ],
    check: Param(check),
}

fn check(param: &ParamFacts, judge: &mut Judge<'_>) {
    let kinds = [Kind::String, Kind::Integer, Kind::Number, Kind::Array];
    let takes_id = param.kind.seen().is_none_or(|kind| kinds.contains(kind));
    let closed = param.options.present().is_some()
        || param
            .items
            .present()
            .is_some_and(|items| items.options.present().is_some());
    if !words::is_identifier(&param.name) || !takes_id || closed {
        return;
    }
    let known = match (&param.source, &param.text) {
        (Fact::Seen(source), _) => source.is_some(),
        (Fact::Unseen, Fact::Seen(text)) => {
            let text = text.as_deref().unwrap_or_default();
            let tools = judge.catalog().map_or(&[][..], |catalog| &catalog.tools);
            let served = tools.iter().filter_map(|tool| tool.name.seen());
            // A type of its own may declare its source where this front end cannot see.
            param.kind.seen().is_none() || prose::names_source(text, served.map(String::as_str))
        }
        (Fact::Unseen, Fact::Unseen) => true,
    };
    if known {
        return;
    }
    let message = format!(
        "`{}` does not say where its value comes from",
        judge.path_text()
    );
    let help = judge.own_or(
        "add `#[param(from = some_tool)]` with the tool that yields it, or `from = user(\"…\")` with what the user knows it by; on a type it holds wherever the type is used",
        "name the tool that yields it in the description: \"Find it with search_invoices.\", or say \"The user gives it.\"",
    );
    judge.report(judge.here(), message, help);
}

#[cfg(test)]
mod tests {
    use crate::samples::{catalog, of_kind, on_catalog, on_param, param, tool, tool_with};
    use crate::{Fact, Kind, ParamFacts, Part, Policy, Source};

    #[test]
    fn identifiers_name_their_source() {
        let found = on_param("P019", param("invoice_id", "Invoice id, e.g. 'inv_1'."));
        assert_eq!(found.len(), 1);
        assert_eq!(found[0].part, Part::Param(vec!["invoice_id".into()]));
        assert_eq!(
            found[0].message,
            "`invoice_id` does not say where its value comes from"
        );
        assert!(found[0].help.contains("from = some_tool"));
        assert_eq!(on_param("P019", of_kind("ids", Kind::Array)).len(), 1);
        assert_eq!(on_param("P019", of_kind("id", Kind::Integer)).len(), 1);
    }

    #[test]
    fn a_declared_source_outweighs_the_text() {
        let text = "Invoice id. Find it with search_invoices.";
        let declared = |source| ParamFacts {
            source: Fact::Seen(source),
            ..param("invoice_id", text)
        };
        assert!(on_param("P019", declared(Some(Source::User(String::new())))).is_empty());
        assert_eq!(on_param("P019", declared(None)).len(), 1);
        assert!(on_param("P019", param("invoice_id", text)).is_empty());
    }

    #[test]
    fn a_served_name_is_a_source_wherever_it_stands() {
        let tools = vec![
            tool_with(param("id", "Invoice id (list_x)")),
            tool("list_x"),
        ];
        assert!(on_catalog("P019", &catalog(tools), &Policy::strict()).is_empty());
    }

    #[test]
    fn other_names_and_kinds_pass() {
        let closed = ParamFacts {
            options: Fact::Seen(Some(vec!["a".into()])),
            ..param("id", "x")
        };
        let newtype = ParamFacts {
            kind: Fact::Unseen,
            ..param("id", "x")
        };
        for fine in [
            closed,
            newtype,
            param("grid", "x"),
            param("paid", "x"),
            of_kind("id", Kind::Boolean),
        ] {
            assert!(on_param("P019", fine).is_empty());
        }
    }
}
