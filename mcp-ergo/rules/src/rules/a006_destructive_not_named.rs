use crate::meaning::{is_gesture, says_change, words_of};
use crate::prose::is_certainly_english;
use crate::{Class, Fact, Judge, Part, ToolFacts, names, rule::declare_rule, words};

declare_rule! {
    /// ## What it does
    ///
    /// Finds destructive tools whose name and description both hide that they destroy.
    ///
    /// Any word of changing, removing or sending is enough, and so is one that leaves the effect to the
    /// caller (`execute_sql`). Gestures of a browser (`click`, `type`) are passed over, as are names that
    /// only read, which the class already contradicts.
    ///
    /// ## Why it matters
    ///
    /// An agent will eventually call every tool that it is shown. What it takes for harmless it calls
    /// without asking.
    ///
    /// Precision: 38 of 40 findings, all there were on 82 public servers, were right when read (after
    /// mending: 38 of 39), nearly all of them tools that only add and hint that they destroy; false alarms:
    /// a change told by a word that elsewhere is a noun ("shifting"); missed: texts that speak of a
    /// request, and those too short to be told as English.
    ///
    /// ## Bad
    ///
    /// ```json
    /// {
    ///   "name": "sync_calendar",
    ///   "title": "Sync calendar",
    ///   "description": "Sync one calendar with the team. Use when the two have drifted apart.",
    ///   "inputSchema": {
    ///     "type": "object",
    ///     "properties": {
    ///       "calendar_id": {
    ///         "type": "string",
    ///         "description": "Calendar id, e.g. 'cal_7'. The user gives it."
    ///       }
    ///     },
    ///     "required": ["calendar_id"],
    ///     "additionalProperties": false
    ///   },
    ///   "outputSchema": {
    ///     "type": "object",
    ///     "properties": {
    ///       "events": {
    ///         "type": "integer",
    ///         "description": "How many events there are now."
    ///       }
    ///     },
    ///     "required": ["events"],
    ///     "additionalProperties": false
    ///   },
    ///   "annotations": {
    ///     "readOnlyHint": false,
    ///     "destructiveHint": true,
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
    ///   "name": "sync_calendar",
    ///   "title": "Sync calendar",
    ///   "description": "Sync one calendar with the team: events that the team has not are removed. Use when the two have drifted apart.",
    ///   "inputSchema": {
    ///     "type": "object",
    ///     "properties": {
    ///       "calendar_id": {
    ///         "type": "string",
    ///         "description": "Calendar id, e.g. 'cal_7'. The user gives it."
    ///       }
    ///     },
    ///     "required": ["calendar_id"],
    ///     "additionalProperties": false
    ///   },
    ///   "outputSchema": {
    ///     "type": "object",
    ///     "properties": {
    ///       "events": {
    ///         "type": "integer",
    ///         "description": "How many events there are now."
    ///       }
    ///     },
    ///     "required": ["events"],
    ///     "additionalProperties": false
    ///   },
    ///   "annotations": {
    ///     "readOnlyHint": false,
    ///     "destructiveHint": true,
    ///     "idempotentHint": true,
    ///     "openWorldHint": false
    ///   }
    /// }
    /// ```
    DESTRUCTIVE_NOT_NAMED, "A006", "destructive-not-named";
    own: Deny, foreign: Warn, rubric: LeastPrivilege, at: [Macro, Boot, Audit],
    evidence: [
        Practice("mcp-interface-design, quality rubric: destructive tools are explicit, never implicit"),
    ],
    check: Tool(check),
}

/// Whether the tool is classed so, or hints at it and at nothing else.
fn is_destructive(tool: &ToolFacts) -> bool {
    match &tool.class {
        Fact::Seen(class) => *class == Some(Class::Destructive),
        Fact::Unseen => tool
            .hints
            .seen()
            .is_some_and(|hints| hints.destructive == Some(true) && hints.read_only != Some(true)),
    }
}

fn check(tool: &ToolFacts, judge: &mut Judge<'_>) {
    let (Some(name), Some(text)) = (tool.name.seen(), tool.description.present()) else {
        return;
    };
    if !is_destructive(tool) {
        return;
    }
    let phrase = words::split(name);
    let reads = words::verb_of(name).is_some_and(|verb| words::is_reading(&verb));
    let by_hand = phrase.iter().any(|word| is_gesture(word));
    // Of a text in another language it cannot be told what it says.
    if reads
        || by_hand
        || says_change(&phrase)
        || says_change(&words_of(text))
        || !is_certainly_english(text)
    {
        return;
    }
    let message = format!(
        "{} {}, yet neither its name nor its description says what it changes or removes",
        names::called(tool),
        judge.own_or("is classed `destructive`", "hints that it is destructive")
    );
    let help = judge.own_or(
        "say it in the doc comment, as in `…: entries that are no longer there are removed`, or class it `write` if it only adds",
        "say it in the description, as in `…: entries that are no longer there are removed`, or set `destructiveHint` to `false` if it removes nothing",
    );
    judge.report(Part::Description, message, help);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::samples::{catalog, on_catalog, on_tool, tool};
    use crate::{Hints, Policy};

    fn destructive(name: &str, text: &str) -> ToolFacts {
        ToolFacts {
            description: Fact::Seen(Some(text.into())),
            class: Fact::Seen(Some(Class::Destructive)),
            ..tool(name)
        }
    }

    #[test]
    fn hidden_destruction_is_told() {
        let hidden = destructive("sync_calendar", "Sync the calendar with the team.");
        let found = on_tool("A006", &hidden);
        assert_eq!(found.len(), 1);
        assert_eq!(found[0].part, Part::Description);
        assert_eq!(
            found[0].message,
            "`sync_calendar` is classed `destructive`, yet neither its name nor its description says what it changes or removes"
        );
        assert!(found[0].help.contains("doc comment"));
        let foreign = ToolFacts {
            class: Fact::Unseen,
            hints: Fact::Seen(Hints {
                destructive: Some(true),
                ..Hints::default()
            }),
            ..hidden
        };
        let found = on_catalog("A006", &catalog(vec![foreign]), &Policy::audit());
        assert!(
            found[0]
                .message
                .starts_with("`sync_calendar` hints that it is destructive, yet")
        );
        assert!(found[0].help.contains("`destructiveHint`"));
    }

    #[test]
    fn what_is_said_is_not_hidden() {
        for (name, text) in [
            ("delete_invoice", "Handle an invoice of the team."),
            ("kv_set", "Handle the key with care."),
            (
                "sync_calendar",
                "Sync the calendar; old events are removed.",
            ),
            ("sync_calendar", "Sync the calendar. Cannot be undone."),
            ("finish_task", "Finish one task for good, with the team."),
            ("run_sql", "Run what is given on the server."),
            ("run", "Run a shell command on the server."),
            ("browser_click", "Click on the page."),
            ("get_invoice", "Get the invoice."),
            ("sync_calendar", "Sincroniza o calendário."),
            ("sync_calendar", "同步日历"),
            ("sync_calendar", ""),
        ] {
            assert!(
                on_tool("A006", &destructive(name, text)).is_empty(),
                "{name}: {text}"
            );
        }
    }

    #[test]
    fn other_classes_and_texts_that_are_not_seen_pass() {
        let hidden = || destructive("sync_calendar", "Sync the calendar with the team.");
        for tool in [
            ToolFacts {
                class: Fact::Seen(Some(Class::Write)),
                ..hidden()
            },
            ToolFacts {
                class: Fact::Seen(None),
                ..hidden()
            },
            ToolFacts {
                description: Fact::Unseen,
                ..hidden()
            },
            ToolFacts {
                description: Fact::Seen(None),
                ..hidden()
            },
        ] {
            assert!(on_tool("A006", &tool).is_empty());
        }
    }
}
