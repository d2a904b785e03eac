use crate::{Class, Judge, Part, ToolFacts, names, predicate::is_blank, rule::declare_rule, words};

declare_rule! {
    /// ## What it does
    ///
    /// Finds tools whose verb says one thing and whose class another.
    ///
    /// Delete, send, pay, deploy, upload, update, store and overwrite are destructive; get, list,
    /// search and read only read. A verb that only adds says so with `additive = "reason"`. A foreign
    /// server cannot give a reason, so that its deploy, pay, send, store and upload may be classed as
    /// writing without one.
    ///
    /// ## Why it matters
    ///
    /// The user approves a call by its name, the client by its hints. Where they disagree, one of
    /// the two is deceived.
    ///
    /// Precision: 43 of 51 findings, all there were on 82 public servers, were right when read (after
    /// mending: 43 of 46, and 3 of 3 that are new); false alarms: a verb that is a noun in the name
    /// (`search_feedback`); missed: set, move and close, and `update` at the end of a name. They were
    /// judged by name, hints and description, not by what the tools do.
    ///
    /// ## Bad
    ///
    /// ```json
    /// {
    ///   "name": "delete_invoice",
    ///   "title": "Delete invoice",
    ///   "description": "Delete one invoice for good. Use when the user asks to remove it.",
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
    ///
    /// ## Good
    ///
    /// ```json
    /// {
    ///   "name": "delete_invoice",
    ///   "title": "Delete invoice",
    ///   "description": "Delete one invoice for good. Use when the user asks to remove it.",
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
    ///     "readOnlyHint": false,
    ///     "destructiveHint": true,
    ///     "idempotentHint": true,
    ///     "openWorldHint": false
    ///   }
    /// }
    /// ```
    CLASS_CONTRADICTS_NAME, "A003", "class-contradicts-name";
    own: Deny, foreign: Warn, rubric: LeastPrivilege, at: [Macro, Boot, Audit],
    evidence: [
        Practice("agent-ergonomics, P5.5; mcp-interface-design, phase 4"),
        Measured("codebase-memory-mcp#2118: 13 of 15 tools with the wrong hint"),
    ],
    check: Tool(check),
}

fn check(tool: &ToolFacts, judge: &mut Judge<'_>) {
    let (Some(class), Some(name)) = (tool.stated_class(), tool.name.seen()) else {
        return;
    };
    let verb = words::verb_of(name).or_else(|| words::last_destructive_verb(name));
    let Some(verb) = verb else {
        return;
    };
    let only_adds = tool
        .additive
        .present()
        .is_some_and(|reason| !is_blank(reason));
    // A foreign catalog has no place for the reason; what its verb may mean is believed.
    let only_adds = judge.own_or(only_adds, words::is_adding(&verb));
    let by_name = if words::is_destructive(&verb) {
        Class::Destructive
    } else if words::is_reading(&verb) {
        Class::Read
    } else {
        return;
    };
    // What says why it only adds may be classed as writing, never as reading.
    if class == by_name || class == Class::Write && only_adds {
        return;
    }
    let message = format!(
        "{} is classed `{}`, yet `{verb}` {}",
        names::called(tool),
        class.word(),
        if by_name == Class::Read {
            "only reads"
        } else {
            "changes or removes what is there"
        }
    );
    let help = help(class, by_name, &verb, judge);
    judge.report(Part::Class, message, help);
}

fn help(class: Class, by_name: Class, verb: &str, judge: &Judge<'_>) -> String {
    match by_name {
        Class::Read => judge.own_or(
            format!("class it `read`, or name it after what it changes instead of `{verb}`"),
            format!("set `readOnlyHint` to true, or name it after what it changes instead of `{verb}`"),
        ),
        _ if class == Class::Read => judge.own_or(
            "class it `destructive`, or name it after what it reads".to_owned(),
            "set `readOnlyHint` to false and `destructiveHint` to true, or name it after what it reads".to_owned(),
        ),
        _ => judge.own_or(
            "class it `destructive`, or say why it only adds: `additive = \"…\"`".to_owned(),
            "set `destructiveHint` to true, or name it after what it adds".to_owned(),
        ),
    }
}

#[cfg(test)]
mod tests {
    use crate::samples::{catalog, hints, on_catalog, on_tool, tool};
    use crate::{Class, Fact, Part, Policy, ToolFacts};

    fn classed(name: &str, class: Class) -> ToolFacts {
        ToolFacts {
            class: Fact::Seen(Some(class)),
            ..tool(name)
        }
    }

    #[test]
    fn the_verb_and_the_class_agree() {
        let found = on_tool("A003", &classed("delete_invoice", Class::Read));
        assert_eq!(found.len(), 1);
        assert_eq!(found[0].part, Part::Class);
        assert_eq!(
            found[0].message,
            "`delete_invoice` is classed `read`, yet `delete` changes or removes what is there"
        );
        let found = on_tool("A003", &classed("get_invoice", Class::Write));
        assert_eq!(
            found[0].message,
            "`get_invoice` is classed `write`, yet `get` only reads"
        );
        for name in [
            "send_mail",
            "pay_bill",
            "deploy_model",
            "security-store_secret",
            "slack_send_message",
        ] {
            assert_eq!(
                on_tool("A003", &classed(name, Class::Write)).len(),
                1,
                "{name}"
            );
            assert!(
                on_tool("A003", &classed(name, Class::Destructive)).is_empty(),
                "{name}"
            );
        }
    }

    #[test]
    fn a_reason_for_adding_excuses_writing_only() {
        let additive = |class| ToolFacts {
            additive: Fact::Seen(Some("appends to the log".into())),
            ..classed("store_note", class)
        };
        assert!(on_tool("A003", &additive(Class::Write)).is_empty());
        assert_eq!(on_tool("A003", &additive(Class::Read)).len(), 1);
    }

    #[test]
    fn a_foreign_upload_may_only_add() {
        let on = |name, class| {
            let facts = catalog(vec![classed(name, class)]);
            on_catalog("A003", &facts, &Policy::audit()).len()
        };
        for name in ["upload_photo", "deploy_preset", "send_mail"] {
            assert_eq!(on(name, Class::Write), 0, "{name}");
            assert_eq!(on(name, Class::Read), 1, "{name}");
        }
        assert_eq!(on("update_photo", Class::Write), 1);
        assert_eq!(on("sms_message_send", Class::Read), 1);
    }

    #[test]
    fn hints_stand_in_for_a_class_that_is_not_seen() {
        let hinted = ToolFacts {
            hints: Fact::Seen(hints(Class::Read)),
            ..tool("delete_invoice")
        };
        assert_eq!(on_tool("A003", &hinted).len(), 1);
        assert!(
            on_tool(
                "A003",
                &ToolFacts {
                    hints: Fact::Unseen,
                    ..hinted
                }
            )
            .is_empty()
        );
    }

    #[test]
    fn verbs_that_tell_nothing_pass() {
        for name in [
            "create_invoice",
            "list_updates",
            "find_and_replace",
            "post_status",
            "sync_calendar",
            "get_or_create",
        ] {
            assert!(
                on_tool("A003", &classed(name, Class::Read)).is_empty(),
                "{name}"
            );
        }
    }
}
