use crate::{Judge, Level, Part, ToolFacts, predicate::is_longer_than, rule::declare_rule};

/// From here on older models of one provider refuse a description.
const REFUSED: usize = 1_024;
/// From here on a widely used client cuts it.
const CUT: usize = 2_048;

declare_rule! {
    /// ## What it does
    ///
    /// Finds descriptions over 350 characters.
    ///
    /// They are measured as they are served to the caller who sees most. On a foreign server that
    /// is worth a note, over 1,024 characters a warning, and over 2,048 an error.
    ///
    /// ## Why it matters
    ///
    /// Every description is read before every choice. What stands behind the second sentence is
    /// seldom read and always paid for, and clients cut long texts without saying so.
    ///
    /// ## Bad
    ///
    /// ```json
    /// {
    ///   "name": "get_invoice",
    ///   "title": "Get invoice",
    ///   "description": "Get one invoice with its total, its line items, the taxes that were added to each of them, the discounts that were taken off, the customer to whom it was sent, the address to which it was sent, the dates on which it was issued, changed, sent, seen and paid, the payments that were booked against it, and the notes that were left on it by whoever looked at it last. Use when an invoice id is known.",
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
    ///   "name": "get_invoice",
    ///   "title": "Get invoice",
    ///   "description": "Get one invoice with its line items and payments. Use when an invoice id is known.",
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
    DESCRIPTION_TOO_LONG, "D002", "description-too-long";
    own: Deny, foreign: Info, rubric: Selectability, at: [Macro, Boot, Audit],
    evidence: [
        Practice("agent-ergonomics, validator 5: at most 350 characters"),
        Provider("Claude Code cuts descriptions at 2,048 characters"),
        Provider("older OpenAI models take at most 1,024 characters"),
        Measured("31 % of 6,009 public tools are over 350, 2.4 % over 2,048"),
    ],
    check: Tool(check),
}

fn check(tool: &ToolFacts, judge: &mut Judge<'_>) {
    let Some(description) = tool.description.present() else {
        return;
    };
    let limit = judge.policy().limits.description;
    if !is_longer_than(description, limit) {
        return;
    }
    let length = description.chars().count();
    let (level, beyond) = if judge.policy().is_own() {
        (Level::Deny, format!("more than {limit}"))
    } else if length > CUT {
        (Level::Deny, format!("and clients cut it at {CUT}"))
    } else if length > REFUSED {
        (
            Level::Warn,
            format!("more than the {REFUSED} that some models take"),
        )
    } else {
        (Level::Info, format!("more than {limit}"))
    };
    let help = judge.own_or(
        format!(
            "cut at least {} characters: keep what the tool does and `when`, and move the rest into the texts of the parameters",
            length - limit
        ),
        format!(
            "cut it to {limit} characters: keep what the tool does and when to use it, and move the rest into the descriptions of the parameters"
        ),
    );
    let message = format!("the description is {length} characters long, {beyond}");
    judge.report_at(level, Part::Description, message, help);
}

#[cfg(test)]
mod tests {
    use crate::samples::{catalog, on_catalog, on_tool, tool};
    use crate::{Fact, Level, Policy, ToolFacts};

    fn of_length(length: usize) -> ToolFacts {
        ToolFacts {
            description: Fact::Seen(Some("ö".repeat(length))),
            ..tool("get_invoice")
        }
    }

    #[test]
    fn ones_own_limit_is_the_policys() {
        assert!(on_tool("D002", &of_length(350)).is_empty());
        let found = on_tool("D002", &of_length(360));
        assert_eq!(found.len(), 1);
        assert_eq!(found[0].level, Level::Deny);
        assert_eq!(
            found[0].message,
            "the description is 360 characters long, more than 350"
        );
        assert!(found[0].help.starts_with("cut at least 10 characters"));
    }

    #[test]
    fn a_foreign_one_is_judged_by_what_clients_do() {
        let level = |length| {
            let found = on_catalog("D002", &catalog(vec![of_length(length)]), &Policy::audit());
            found.first().map(|finding| finding.level)
        };
        assert_eq!(level(350), None);
        assert_eq!(level(351), Some(Level::Info));
        assert_eq!(level(1_025), Some(Level::Warn));
        assert_eq!(level(2_049), Some(Level::Deny));
    }

    #[test]
    fn a_level_that_the_policy_sets_wins() {
        let policy = Policy::audit().with_level("D002", Level::Warn).unwrap();
        let found = on_catalog("D002", &catalog(vec![of_length(3_000)]), &policy);
        assert_eq!(found[0].level, Level::Warn);
    }
}
