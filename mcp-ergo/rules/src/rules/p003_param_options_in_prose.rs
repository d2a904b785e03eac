use super::p007_param_switches_job::{PARAM_SWITCHES_JOB, switched_jobs};
use crate::prose::{OptionContext, options};
use crate::{Beyond, Fact, Judge, Kind, ParamFacts, quoted_list, rule::declare_rule, words};

declare_rule! {
    /// ## What it does
    ///
    /// Finds free strings whose description lists fixed options.
    ///
    /// What only looks like options is passed over: examples, open lists (`etc.`, `include`), values
    /// to which something may be appended, endings of files that a path may have, names of fields,
    /// conditions (`when mode is 'a' or 'b'`), values inside a JSON text, and references to the tool's
    /// own parameters.
    ///
    /// ## Why it matters
    ///
    /// A value that the schema refuses is never sent. A value that only the prose rules out is
    /// sent, fails, and costs a turn: a model that reads "one of `seml_only`, `docs_only`" invents
    /// `seml`.
    ///
    /// Precision: 49 of 50 findings drawn at random from 82 public servers were right when read
    /// (after mending: 49 of 49); false alarms: a field to sort by to which `desc` may be appended;
    /// missed: 3 sets on 50 tools that were passed over, keys announced after an example and a list
    /// in brackets behind a noun that says little. 40 of the 50 stand on one server whose schema
    /// repeats whole records, 30 of them on who made or changed something: true, and of little use.
    /// Of 105 further findings, all that the other servers have, none was wrong. The reader was tuned
    /// on the same catalogs, so expect less elsewhere.
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
    ///       "status": {
    ///         "type": "string",
    ///         "description": "State to keep, one of open, paid, void; every state when left out. E.g. 'open'."
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
    ///       "status": {
    ///         "type": "string",
    ///         "enum": ["open", "paid", "void"],
    ///         "description": "State to keep; every state when left out."
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
    PARAM_OPTIONS_IN_PROSE, "P003", "param-options-in-prose";
    own: Deny, foreign: Warn, rubric: SchemaStrictness, at: [Macro, Boot, Audit],
    evidence: [
        Practice("agent-ergonomics, F2; mcp-interface-design, critical constraints"),
        Measured("about 435 closed sets of 6,009 public tools stand in prose only"),
        Measured("AgentGauge: text and schema at odds about values cost models of 7 to 9 B 13 to 29 points of success"),
    ],
    check: Param(check),
}

/// The options that the text of a free string lists.
pub(super) fn listed(param: &ParamFacts, judge: &Judge<'_>) -> Option<Vec<String>> {
    let text = param.text.present()?;
    let free = match &param.kind {
        Fact::Seen(Kind::String) => is_free(param),
        Fact::Seen(Kind::Array) => {
            let items = param.items.present();
            items.is_some_and(|items| items.kind == Fact::Seen(Kind::String) && is_free(items))
        }
        _ => false,
    };
    if !free {
        return None;
    }
    let params = judge.tool().and_then(|tool| tool.params.seen());
    let context = OptionContext {
        name: param_name(param, judge.path()),
        params: params.map_or(&[], Vec::as_slice),
    };
    options(text, &context)
}

fn check(param: &ParamFacts, judge: &mut Judge<'_>) {
    let Some(values) = listed(param, judge) else {
        return;
    };
    // A set of jobs is split into tools, not closed.
    if judge.heeds(&PARAM_SWITCHES_JOB) && switched_jobs(param, judge).is_some() {
        return;
    }
    let name = param_name(param, judge.path());
    let list = quoted_list(values.iter().map(String::as_str), "and");
    let message = format!(
        "`{}` is a free string, yet its description lists its options: {list}",
        judge.path_text()
    );
    let variants: Vec<String> = values.iter().map(|value| words::pascal(value)).collect();
    let is_switch = values.len() == 2
        && ["true", "false"]
            .iter()
            .all(|state| values.iter().any(|value| value.eq_ignore_ascii_case(state)));
    let help = if is_switch {
        judge
            .own_or(
                "make it a `bool`",
                "make it a switch: `\"type\": \"boolean\"`",
            )
            .to_owned()
    } else {
        judge.own_or(
            format!(
                "make it a closed set: `#[derive(Param)] enum {} {{ {} }}`",
                words::pascal(name),
                variants.join(", ")
            ),
            format!(
                "close the set in the schema: `\"enum\": [{}]`",
                members(&values, param).join(", ")
            ),
        )
    };
    judge.report(judge.text_here(), message, help);
}

/// The values as an `enum` holds them. Where the type has `null`, so must the `enum`.
fn members(values: &[String], param: &ParamFacts) -> Vec<String> {
    let quoted = values.iter().map(|value| format!("\"{value}\""));
    let nullable = param.beyond.each().any(
        |beyond| matches!(beyond, Beyond::Types(kinds) if kinds.iter().any(|kind| kind == "null")),
    );
    quoted.chain(nullable.then(|| "null".to_owned())).collect()
}

/// Whether the schema leaves the value open. A pattern or a format closes it in its own way.
fn is_free(param: &ParamFacts) -> bool {
    param.options == Fact::Seen(None)
        && param.pattern.present().is_none()
        && param.format.present().is_none()
}

/// Items bear the name of their array.
fn param_name<'a>(param: &'a ParamFacts, path: &'a [String]) -> &'a str {
    if param.name == "[]" {
        path.iter()
            .rev()
            .find(|name| *name != "[]")
            .map_or("[]", String::as_str)
    } else {
        &param.name
    }
}

#[cfg(test)]
mod tests {
    use crate::samples::{
        array, catalog, of_kind, on_catalog, on_param, on_tool, param, tool_with,
    };
    use crate::{Beyond, Fact, Kind, ParamFacts, Part, Policy};

    const TEXT: &str = "Export profile, one of docs_only, seml_only, all.";

    #[test]
    fn the_enum_is_written_out() {
        let found = on_param("P003", param("profile", TEXT));
        assert_eq!(found.len(), 1);
        assert_eq!(found[0].part, Part::ParamText(vec!["profile".into()]));
        assert_eq!(
            found[0].message,
            "`profile` is a free string, yet its description lists its options: `docs_only`, `seml_only` and `all`"
        );
        assert_eq!(
            found[0].help,
            "make it a closed set: `#[derive(Param)] enum Profile { DocsOnly, SemlOnly, All }`"
        );
        let foreign = catalog(vec![tool_with(param("profile", TEXT))]);
        let found = on_catalog("P003", &foreign, &Policy::audit());
        assert_eq!(
            found[0].help,
            "close the set in the schema: `\"enum\": [\"docs_only\", \"seml_only\", \"all\"]`"
        );
    }

    #[test]
    fn null_and_switches_are_advised_on() {
        let audited = |param| {
            let foreign = catalog(vec![tool_with(param)]);
            on_catalog("P003", &foreign, &Policy::audit())[0]
                .help
                .clone()
        };
        let nullable = ParamFacts {
            beyond: Fact::Seen(vec![Beyond::Types(vec!["string".into(), "null".into()])]),
            ..param("state", "One of open, closed.")
        };
        assert!(audited(nullable).contains("[\"open\", \"closed\", null]"));
        let switch = param("archived", "Accepted values: true, false.");
        assert!(audited(switch).contains("\"boolean\""));
    }

    #[test]
    fn arrays_of_strings_count() {
        let mut profiles = array("profiles", Some(of_kind("[]", Kind::String)));
        profiles.text = Fact::Seen(Some(TEXT.into()));
        assert_eq!(on_param("P003", profiles).len(), 1);
        let items = array("profiles", Some(param("[]", TEXT)));
        assert!(on_param("P003", items)[0].help.contains("enum Profiles {"));
    }

    #[test]
    fn what_the_schema_closes_passes() {
        let open = || param("profile", TEXT);
        for closed in [
            ParamFacts {
                options: Fact::Seen(Some(vec!["all".into()])),
                ..open()
            },
            ParamFacts {
                options: Fact::Unseen,
                ..open()
            },
            ParamFacts {
                pattern: Fact::Seen(Some("^(a|b)$".into())),
                ..open()
            },
            ParamFacts {
                kind: Fact::Seen(Kind::Integer),
                ..open()
            },
            ParamFacts {
                kind: Fact::Unseen,
                ..open()
            },
        ] {
            assert!(on_param("P003", closed.clone()).is_empty(), "{closed:?}");
        }
    }

    #[test]
    fn references_to_parameters_pass() {
        let mut tool = tool_with(param("range", "Give one of start, end."));
        tool.params = Fact::Seen(vec![
            param("range", "Give one of start, end."),
            param("start", "x"),
            param("end", "y"),
        ]);
        assert!(on_tool("P003", &tool).is_empty());
    }
}
