use crate::{Class, Fact, Hints, Judge, Part, ToolFacts, answer, names, rule::declare_rule, words};

declare_rule! {
    /// ## What it does
    ///
    /// Finds tools that only hand out what a resource could: named `get_…`, without parameters,
    /// read-only, idempotent, closed to the world, and not answering with a list.
    ///
    /// What changes from one call to the next (a status, the time, a screenshot) is a tool.
    ///
    /// ## Why it matters
    ///
    /// A tool costs a turn each time, and its definition stands in every prompt. A resource has a URI: the
    /// host reads it into the context once, where it is wanted.
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

fn check(tool: &ToolFacts, judge: &mut Judge<'_>) {
    let (Some(name), Some(params), Some(hints)) =
        (tool.name.seen(), tool.params.seen(), tool.hints.seen())
    else {
        return;
    };
    let reads = match tool.class {
        Fact::Seen(class) => class,
        Fact::Unseen => Hints::class(hints),
    } == Some(Class::Read);
    let fixed = hints.idempotent == Some(true) && hints.open_world == Some(false);
    if !(reads && fixed && params.is_empty()) {
        return;
    }
    let (_, phrase) = names::last_segment(name);
    let words = words::split(phrase);
    let Some(("get", object)) = words
        .split_first()
        .map(|(verb, rest)| (verb.as_str(), rest))
    else {
        return;
    };
    let is_volatile = |word: &String| VOLATILE.binary_search(&word.as_str()).is_ok();
    let is_list = tool
        .output
        .present()
        .is_some_and(answer::is_nothing_but_a_list);
    if object.is_empty() || object.iter().any(is_volatile) || is_list {
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
    use super::VOLATILE;
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
