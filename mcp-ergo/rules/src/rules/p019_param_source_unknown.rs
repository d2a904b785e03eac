use crate::{Fact, Judge, Kind, ParamFacts, prose, rule::declare_rule, words};

declare_rule! {
    /// ## What it does
    ///
    /// Finds identifiers that say neither which tool yields them nor that the user gives them.
    ///
    /// Identifiers are known by name: `id`, `invoice_id`, `userIds`, `uuid`. The parameter's own text
    /// says it, or a sentence of the tool's: "Use `list_folders` to find the folder id." Passed over
    /// are those that are marked as read-only, and optional ones deep inside an object, which a model
    /// leaves out.
    ///
    /// ## Why it matters
    ///
    /// A model that lacks an identifier makes one up. One that reads "Find it with
    /// `search_invoices`" calls that tool.
    ///
    /// Precision: 15 of 50 findings drawn at random from 82 public servers were right when read
    /// (after mending: 13 of 13, and 45 of 50 of a new draw, of which two kinds are mended as well:
    /// 47 of 50 now); false alarms: optional parts of records
    /// that an API's own schema repeats and nobody sends, values marked as read-only, a source named
    /// in the tool's description, text that is not English; still there: an id whose example shows
    /// how it is put together, and ids that the caller makes up. Missed: 2 parameters on 50 tools
    /// that were passed over (`project_gid`; an id or a list of them), and optional ids deep in an
    /// object that is meant to be sent.
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
            // A type of its own may declare its source where this front end cannot see.
            param.kind.seen().is_none()
                || !prose::is_english(text)
                || prose::is_read_only(text)
                || is_left_out(param, text, judge)
                || is_told(param, text, judge)
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

/// Whether the text, or the tool's, says which tool yields the value or who gives it.
fn is_told(param: &ParamFacts, text: &str, judge: &Judge<'_>) -> bool {
    let tools = judge.catalog().map_or(&[][..], |catalog| &catalog.tools);
    let served = tools.iter().filter_map(|tool| tool.name.seen());
    let served = served.map(String::as_str);
    let description = judge.tool().and_then(|tool| tool.description.present());
    prose::names_source(text, served.clone())
        || description.is_some_and(|description| {
            prose::tells_where_to_find(description, &param.name, &served)
        })
}

/// Whether the value is an optional part of a part of a record, such as who changed it last. Nobody
/// makes that up: it is left out.
///
/// `Required when …` in the text outweighs the schema.
fn is_left_out(param: &ParamFacts, text: &str, judge: &Judge<'_>) -> bool {
    let depth = judge.path().iter().filter(|name| *name != "[]").count();
    let optional = param.required == Fact::Seen(false);
    optional && depth > 2 && !prose::tokens(text).iter().any(|token| token.is("required"))
}

#[cfg(test)]
mod tests {
    use crate::samples::{
        catalog, object, of_kind, on_catalog, on_param, on_tool, param, tool, tool_with,
    };
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
    fn the_tool_tells_where_to_find_it() {
        let mut tool = tool_with(param("folder_id", "Folder id."));
        tool.description = Fact::Seen(Some("Use list_folders to find the folder id.".into()));
        assert!(on_tool("P019", &tool).is_empty());
    }

    #[test]
    fn parts_of_a_record_are_left_out() {
        let id = |required| ParamFacts {
            required: Fact::Seen(required),
            ..param("id", "Who changed it.")
        };
        let deep = |id| object("page", vec![object("editor", vec![id])]);
        assert!(on_param("P019", deep(id(false))).is_empty());
        assert_eq!(on_param("P019", deep(id(true))).len(), 1);
        let needed = ParamFacts {
            required: Fact::Seen(false),
            ..param("id", "Editor id. Required when the editor is a person.")
        };
        assert_eq!(on_param("P019", deep(needed)).len(), 1);
        let owner = object("page", vec![id(false)]);
        assert_eq!(on_param("P019", owner).len(), 1);
        assert!(on_param("P019", param("id", "Page id. Read-only.")).is_empty());
        assert!(on_param("P019", param("id", "ページの識別子")).is_empty());
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
