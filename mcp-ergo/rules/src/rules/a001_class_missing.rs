use crate::{Fact, Hints, Judge, Part, ToolFacts, names, quoted_list, rule::declare_rule};

declare_rule! {
    /// ## What it does
    ///
    /// Finds tools that are not classed as read, write or destructive.
    ///
    /// By hints, a class is known when all four are stated. A foreign server of which no tool states
    /// them gets one finding, not one for each tool.
    ///
    /// ## Why it matters
    ///
    /// A hint that is left out counts as the worst: not read-only, destructive, open to the world.
    /// Clients may then ask the user before every call, and stores refuse the server.
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
    CLASS_MISSING, "A001", "class-missing";
    own: Deny, foreign: Warn, rubric: LeastPrivilege, at: [Macro, Boot, Audit],
    evidence: [
        Practice("agent-ergonomics, F7; mcp-interface-design, phase 4"),
        Provider("claude.com reviews for readOnlyHint or destructiveHint; OpenAI's review refused tools without destructiveHint and openWorldHint"),
        Measured("87 of 165 public servers state no hint at all, 73 state them on every tool"),
    ],
    everywhere: "none of the server's {tools} states all four hints",
    check: Tool(check),
}

fn check(tool: &ToolFacts, judge: &mut Judge<'_>) {
    let unstated = match (&tool.class, &tool.hints) {
        (Fact::Seen(Some(_)), _) | (Fact::Unseen, Fact::Unseen) => return,
        (Fact::Seen(None), _) => Vec::new(),
        (Fact::Unseen, Fact::Seen(hints)) => {
            let unstated = unstated(*hints);
            if unstated.is_empty() {
                return;
            }
            unstated
        }
    };
    let name = names::called(tool);
    let message = if unstated.is_empty() {
        format!("{name} does not say whether it reads, writes or destroys")
    } else {
        format!("{name} leaves {} unstated", quoted_list(unstated, "and"))
    };
    let help = judge.own_or(
        "begin `#[tool(…)]` with `read`, `write` (only adds) or `destructive` (changes or removes what is there)",
        "state all four of `readOnlyHint`, `destructiveHint`, `idempotentHint` and `openWorldHint` under `annotations`",
    );
    judge.report(Part::Class, message, help);
}

fn unstated(hints: Hints) -> Vec<&'static str> {
    [
        ("readOnlyHint", hints.read_only),
        ("destructiveHint", hints.destructive),
        ("idempotentHint", hints.idempotent),
        ("openWorldHint", hints.open_world),
    ]
    .into_iter()
    .filter_map(|(name, hint)| hint.is_none().then_some(name))
    .collect()
}

#[cfg(test)]
mod tests {
    use crate::samples::{catalog, hints, on_catalog, on_tool, tool};
    use crate::{Class, Fact, Hints, Part, Policy, ToolFacts};

    fn hinted(hints: Hints) -> ToolFacts {
        ToolFacts {
            hints: Fact::Seen(hints),
            ..tool("get_invoice")
        }
    }

    #[test]
    fn a_missing_class_or_hint_is_named() {
        let found = on_tool(
            "A001",
            &ToolFacts {
                class: Fact::Seen(None),
                ..tool("get_invoice")
            },
        );
        assert_eq!(found.len(), 1);
        assert_eq!(found[0].part, Part::Class);
        assert_eq!(
            found[0].message,
            "`get_invoice` does not say whether it reads, writes or destroys"
        );
        let found = on_tool(
            "A001",
            &hinted(Hints {
                open_world: None,
                ..hints(Class::Read)
            }),
        );
        assert_eq!(
            found[0].message,
            "`get_invoice` leaves `openWorldHint` unstated"
        );
        assert_eq!(on_tool("A001", &hinted(Hints::default())).len(), 1);
    }

    #[test]
    fn a_class_answers_for_the_hints() {
        let classed = ToolFacts {
            class: Fact::Seen(Some(Class::Read)),
            ..hinted(Hints::default())
        };
        assert!(on_tool("A001", &classed).is_empty());
        assert!(
            on_tool(
                "A001",
                &ToolFacts {
                    hints: Fact::Unseen,
                    ..tool("a_b")
                }
            )
            .is_empty()
        );
    }

    #[test]
    fn a_foreign_server_without_hints_gets_one_finding() {
        let bare = catalog(vec![hinted(Hints::default()), hinted(Hints::default())]);
        let found = on_catalog("A001", &bare, &Policy::audit());
        assert_eq!(found.len(), 1);
        assert_eq!(found[0].tool, None);
        assert_eq!(
            found[0].message,
            "none of the server's 2 tools states all four hints; e.g. `get_invoice` leaves `readOnlyHint`, `destructiveHint`, `idempotentHint` and `openWorldHint` unstated"
        );
        assert_eq!(on_catalog("A001", &bare, &Policy::strict()).len(), 2);
        let mixed = catalog(vec![hinted(Hints::default()), tool("get_x")]);
        let found = on_catalog("A001", &mixed, &Policy::audit());
        assert_eq!(found.len(), 1);
        assert_eq!(found[0].tool, Some(0));
        assert!(on_catalog("A001", &catalog(vec![]), &Policy::audit()).is_empty());
    }
}
