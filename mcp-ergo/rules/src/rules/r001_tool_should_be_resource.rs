use crate::{Class, Fact, Hints, Judge, Part, ToolFacts, answer, names, rule::declare_rule, words};

declare_rule! {
    /// ## What it does
    ///
    /// Finds tools that only hand out what a resource could: named `get_…`, without parameters,
    /// read-only, idempotent, closed to the world, and not answering with a list.
    ///
    /// A guide or a checklist is found without hints too: it is a text that somebody wrote once. What
    /// changes from one call to the next (a status, the time, a screenshot) is a tool.
    ///
    /// ## Why it matters
    ///
    /// A tool costs a turn each time, and its definition stands in every prompt. A resource has a URI: the
    /// host reads it into the context once, where it is wanted.
    ///
    /// Precision: 1 of 1 finding on 82 public servers was right when read, and after mending 11 of
    /// 11; missed: what never changes where no hint says so and the name does not call it a document
    /// (`get_server_info`).
    ///
    /// ## Bad
    ///
    /// ```json
    /// [
    ///   {
    ///     "name": "get_prices",
    ///     "title": "Get prices",
    ///     "description": "Get the price of an hour of work with its currency. Use when the user asks for it.",
    ///     "inputSchema": {
    ///       "type": "object",
    ///       "properties": {},
    ///       "additionalProperties": false
    ///     },
    ///     "outputSchema": {
    ///       "type": "object",
    ///       "properties": {"hour": {"type": "integer", "description": "Price of an hour in cents."}},
    ///       "required": ["hour"],
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
    ///   }
    /// ]
    /// ```
    ///
    /// ## Good
    ///
    /// ```json
    /// {
    ///   "tools": [
    ///     {
    ///       "name": "get_invoice",
    ///       "title": "Get invoice",
    ///       "description": "Get one invoice with its total. Use when an invoice id is known.",
    ///       "inputSchema": {
    ///         "type": "object",
    ///         "properties": {
    ///           "invoice_id": {
    ///             "type": "string",
    ///             "description": "Invoice id, e.g. 'inv_01H8XK'. The user gives it."
    ///           }
    ///         },
    ///         "required": ["invoice_id"],
    ///         "additionalProperties": false
    ///       },
    ///       "outputSchema": {
    ///         "type": "object",
    ///         "properties": {"total": {"type": "integer", "description": "Total in cents."}},
    ///         "required": ["total"],
    ///         "additionalProperties": false
    ///       },
    ///       "annotations": {
    ///         "readOnlyHint": true,
    ///         "destructiveHint": false,
    ///         "idempotentHint": true,
    ///         "openWorldHint": false
    ///       }
    ///     }
    ///   ],
    ///   "resources": [
    ///     {
    ///       "uri": "ledger://prices",
    ///       "name": "Prices",
    ///       "description": "Price of an hour of work, in cents.",
    ///       "mimeType": "application/json"
    ///     }
    ///   ]
    /// }
    /// ```
    TOOL_SHOULD_BE_RESOURCE, "R001", "tool-should-be-resource";
    own: Warn, foreign: Info, rubric: ToolVsResource, at: [Boot, Audit],
    evidence: [
        Practice("mcp-interface-design, phase 4 and examples: `get_prices()` forces a call every turn"),
    ],
    check: Tool(check),
}

/// Words of what changes from one call to the next: to ask again is the point of the tool. Sorted.
const VOLATILE: &[&str] = &[
    "active",
    "activity",
    "alerts",
    "clipboard",
    "connected",
    "console",
    "cookies",
    "current",
    "cursor",
    "date",
    "dialog",
    "errors",
    "events",
    "focused",
    "frame",
    "frames",
    "health",
    "history",
    "html",
    "last",
    "latest",
    "live",
    "load",
    "log",
    "logs",
    "memory",
    "messages",
    "metrics",
    "next",
    "notification",
    "notifications",
    "now",
    "open",
    "opened",
    "pending",
    "position",
    "process",
    "processes",
    "progress",
    "random",
    "recent",
    "running",
    "screen",
    "screenshot",
    "selected",
    "selection",
    "session",
    "sessions",
    "snapshot",
    "state",
    "states",
    "stats",
    "status",
    "text",
    "time",
    "today",
    "tree",
    "unread",
    "uptime",
    "usage",
    "weather",
];

/// Words that end the names of texts which somebody wrote once. Sorted.
#[rustfmt::skip] // one word a line otherwise
const DOCUMENTS: &[&str] = &[
    "changelog", "checklist", "conventions", "docs", "documentation", "glossary", "guide",
    "guidelines", "handbook", "instructions", "manual", "reference",
];

/// What a tool gets: `prices` of `get_prices`, `crm_get_prices` and `prices_get`.
fn object(words: &[String]) -> Option<&[String]> {
    let is_get = |word: &String| word == "get";
    match words {
        [verb, rest @ ..] if is_get(verb) => Some(rest),
        [_, verb, rest @ ..] if is_get(verb) && !rest.is_empty() => Some(rest),
        [rest @ .., verb] if is_get(verb) => Some(rest),
        _ => None,
    }
}

fn check(tool: &ToolFacts, judge: &mut Judge<'_>) {
    let (Some(name), Some(params), Some(hints)) =
        (tool.name.seen(), tool.params.seen(), tool.hints.seen())
    else {
        return;
    };
    let (_, phrase) = names::last_segment(name);
    let words = words::split(phrase);
    let Some(object) = object(&words).filter(|_| params.is_empty()) else {
        return;
    };
    let class = match tool.class {
        Fact::Seen(class) => class,
        Fact::Unseen => Hints::class(hints),
    };
    let fixed = hints.idempotent == Some(true) && hints.open_world == Some(false);
    let document = object
        .last()
        .is_some_and(|last| DOCUMENTS.binary_search(&last.as_str()).is_ok());
    let reads = if document {
        hints.read_only != Some(false) && !matches!(class, Some(Class::Write | Class::Destructive))
    } else {
        class == Some(Class::Read) && fixed
    };
    if !reads {
        return;
    }
    let is_volatile = |word: &String| VOLATILE.binary_search(&word.as_str()).is_ok();
    let is_list = tool
        .output
        .present()
        .is_some_and(answer::is_nothing_but_a_list);
    let volatile = !document && object.iter().any(is_volatile);
    if object.is_empty() || volatile || is_list {
        return;
    }
    let message = format!(
        "{} takes no parameters and only reads: what it hands out could be a resource",
        names::called(tool)
    );
    let help = format!(
        "offer it as a resource with a URI of its own, e.g. `data://{}`, which a host reads once instead of in every turn",
        object.join("-")
    );
    judge.report(Part::Tool, message, help);
}

#[cfg(test)]
mod tests {
    use super::{DOCUMENTS, VOLATILE};
    use crate::samples::{array, hints, object, of_kind, on_tool, param, tool};
    use crate::{Class, Fact, Hints, Kind, Part, ToolFacts};

    fn bare(name: &str) -> ToolFacts {
        ToolFacts {
            params: Fact::Seen(vec![]),
            output: Fact::Seen(Some(object("", vec![param("hour", "Price.")]))),
            ..tool(name)
        }
    }

    #[test]
    fn words_are_sorted() {
        assert!(VOLATILE.is_sorted_by(|one, next| one < next));
        assert!(DOCUMENTS.is_sorted_by(|one, next| one < next));
    }

    #[test]
    fn stable_context_is_a_resource() {
        let found = on_tool("R001", &bare("get_prices"));
        assert_eq!(found.len(), 1);
        assert_eq!(found[0].part, Part::Tool);
        assert_eq!(
            found[0].message,
            "`get_prices` takes no parameters and only reads: what it hands out could be a resource"
        );
        assert_eq!(
            found[0].help,
            "offer it as a resource with a URI of its own, e.g. `data://prices`, which a host reads once instead of in every turn"
        );
        let undocumented = ToolFacts {
            output: Fact::Seen(None),
            ..bare("billing-get_price_list")
        };
        assert_eq!(on_tool("R001", &undocumented).len(), 1);
    }

    #[test]
    fn the_verb_may_stand_behind_a_prefix_or_last() {
        for name in ["crm_getPrices", "crm_get_prices", "prices_get"] {
            let found = on_tool("R001", &bare(name));
            assert!(found[0].help.contains("`data://prices`"), "{name}");
        }
        for name in [
            "users-get-current",
            "get_status_get",
            "price_list_get_by_year",
        ] {
            assert!(on_tool("R001", &bare(name)).is_empty(), "{name}");
        }
    }

    #[test]
    fn a_document_needs_no_hints() {
        let guide = |hints| ToolFacts {
            class: Fact::Unseen,
            hints: Fact::Seen(hints),
            ..bare("get_billing_guide")
        };
        assert_eq!(on_tool("R001", &guide(Hints::default())).len(), 1);
        let open = Hints {
            read_only: Some(true),
            open_world: Some(true),
            ..Hints::default()
        };
        assert_eq!(on_tool("R001", &guide(open)).len(), 1);
        assert!(on_tool("R001", &guide(hints(Class::Write))).is_empty());
    }

    #[test]
    fn what_changes_is_a_tool() {
        for name in [
            "get_status",
            "get_current_user",
            "getLogs",
            "get_time",
            "list_prices",
            "get",
            "_hello",
            "read_prices",
            "get_open_tabs",
        ] {
            assert!(on_tool("R001", &bare(name)).is_empty(), "{name}");
        }
    }

    #[test]
    fn lists_parameters_and_the_open_world_pass() {
        let row = object("[]", vec![param("id", "Id.")]);
        let list = ToolFacts {
            output: Fact::Seen(Some(object(
                "",
                vec![
                    array("prices", Some(row)),
                    of_kind("total_count", Kind::Integer),
                ],
            ))),
            ..bare("get_prices")
        };
        let asking = ToolFacts {
            params: Fact::Seen(vec![param("year", "Year.")]),
            ..bare("get_prices")
        };
        let open = ToolFacts {
            hints: Fact::Seen(Hints {
                open_world: Some(true),
                ..hints(Class::Read)
            }),
            ..bare("get_prices")
        };
        let unstated = ToolFacts {
            hints: Fact::Seen(Hints::default()),
            ..bare("get_prices")
        };
        for passing in [list, asking, open, unstated] {
            assert!(on_tool("R001", &passing).is_empty(), "{passing:?}");
        }
    }
}
