use crate::prose::{Statement, belongs_to_description, has_trigger, is_english, statements};
use crate::{Judge, Part, ToolFacts, names, plural, rule::declare_rule, words};

declare_rule! {
    /// ## What it does
    ///
    /// Finds descriptions of more than two sentences.
    ///
    /// A third may say what is returned. Headings, lists, fragments of one or two words and the
    /// blocks of a docstring are no sentences.
    ///
    /// ## Why it matters
    ///
    /// A model reads every description before it picks one tool. What the tool does and when to use
    /// it takes two sentences; what follows hides them, and belongs to the parameters, the output
    /// or the errors.
    ///
    /// Precision: 49 of 50 findings drawn at random from 82 public servers were right when read, and 16
    /// more from other servers; of the 49 the advice named 8 times a sentence that has to stay (after
    /// mending: none). False alarms: three short sentences that each say what the call does; missed:
    /// texts in which "the user provides" was taken for a result (mended).
    ///
    /// ## Bad
    ///
    /// ```json
    /// {
    ///   "name": "get_invoice",
    ///   "title": "Get invoice",
    ///   "description": "Get one invoice with its total. Use when an invoice id is known. Invoices are kept for ten years. Totals are rounded to whole cents.",
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
    DESCRIPTION_RAMBLING, "D006", "description-rambling";
    own: Warn, foreign: Info, rubric: Selectability, at: [Macro, Boot, Audit],
    evidence: [
        Practice("agent-ergonomics, P4: capability, trigger and sequencing in at most two sentences"),
        Measured("arXiv 2602.14878: augmented descriptions cost 67 % more steps and made 16.7 % of tasks worse"),
    ],
    check: Tool(check),
}

fn check(tool: &ToolFacts, judge: &mut Judge<'_>) {
    let readable = tool.description.present().filter(|text| is_english(text));
    let Some(description) = readable else {
        return;
    };
    let statements = statements(description);
    let limit = judge.policy().limits.sentences;
    let tells_result = statements.iter().any(|statement| statement.tells_result);
    if statements.len() <= limit + usize::from(tells_result) {
        return;
    }
    let beside = if tells_result {
        " and the one about the result"
    } else {
        ""
    };
    let message = format!(
        "the description of {} takes {}, more than {limit}{beside}",
        names::called(tool),
        plural(statements.len(), "sentence"),
    );
    let rest = stray(tool, &statements).map_or_else(
        || "formats, limits and examples belong".to_owned(),
        |opening| format!("what begins with `{opening}` belongs"),
    );
    let help = judge.own_or(
        format!("keep one sentence in the doc comment and leave the rest to `when`, `instead` and `returns`; {rest} to a parameter or a field, or nowhere"),
        format!("say what it does and when to use it; {rest} to a parameter or an output field, or nowhere"),
    );
    judge.report(Part::Description, message, help);
}

/// The first words, on one line, of the first sentence that says neither what the tool does, nor
/// when to use it, nor what it returns, nor what to beware of.
fn stray(tool: &ToolFacts, statements: &[Statement<'_>]) -> Option<String> {
    let verb = tool.name.seen().and_then(|name| words::verb_of(name));
    let does_the_job = |text: &str| {
        let first = text.split_whitespace().next().and_then(words::imperative);
        first.is_some() && first == verb
    };
    let stays = |statement: &&Statement<'_>| {
        let text = statement.text;
        statement.tells_result
            || has_trigger(text, |_| false)
            || belongs_to_description(text)
            || does_the_job(text)
    };
    let sentence = statements.iter().skip(1).find(|rest| !stays(rest))?.text;
    let words: Vec<&str> = sentence.split_whitespace().take(4).collect();
    let opening = words.join(" ").replace('`', "");
    Some(opening.trim_end_matches(['.', ',', ':', ';']).to_owned())
}

#[cfg(test)]
mod tests {
    use crate::samples::{catalog, described, on_catalog, on_tool};
    use crate::{Part, Policy};

    #[test]
    fn a_third_sentence_is_one_too_many() {
        let text = "Get one invoice. Use when its id is known. Totals are in cents, not in euros.";
        let found = on_tool("D006", &described(text));
        assert_eq!(found.len(), 1);
        assert_eq!(found[0].part, Part::Description);
        assert_eq!(
            found[0].message,
            "the description of `get_invoice` takes 3 sentences, more than 2"
        );
        assert!(
            found[0].help.contains("`Totals are in cents`"),
            "{}",
            found[0].help
        );
    }

    #[test]
    fn a_third_may_say_what_is_returned() {
        let text =
            "Find invoices by state. Returns up to 50 matches. Use get_invoice for one of them.";
        assert!(on_tool("D006", &described(text)).is_empty());
        let more = format!("{text} Closed years are left out.");
        let found = on_tool("D006", &described(&more));
        assert_eq!(
            found[0].message,
            "the description of `get_invoice` takes 4 sentences, more than 2 and the one about the result"
        );
    }

    #[test]
    fn the_help_names_no_sentence_that_has_to_stay() {
        for (text, named) in [
            (
                "Get one invoice. It cannot be undone. Totals are in cents, not in euros.",
                "what begins with `Totals are in cents` belongs",
            ),
            (
                "One invoice. Gets it by its id. To send one, use send_invoice. Closed years are left out.",
                "what begins with `Closed years are left` belongs",
            ),
            (
                "Get one invoice. It cannot be undone. To send one, use send_invoice.",
                "formats, limits and examples belong",
            ),
        ] {
            let found = on_tool("D006", &described(text));
            assert!(found[0].help.contains(named), "{}", found[0].help);
        }
    }

    #[test]
    fn lists_blocks_and_other_languages_pass() {
        for text in [
            "Get one invoice. Use when its id is known. Read-only.",
            "Find invoices:\n- by state. It is fast.\n- by id. It is faster.\n",
            "Find invoices.\n\nArgs:\n  id: The id. It is long. Take it from the list.",
            "获取发票。 Get 发票的所有详细信息。 Now 查询所有信息。 And 状态信息。",
            "Browse rows of a collection (jobs, audit, …). Use when the user asks; use get_row for one.",
            "",
        ] {
            assert!(on_tool("D006", &described(text)).is_empty(), "{text}");
        }
    }

    #[test]
    fn the_limit_is_the_policys() {
        let mut policy = Policy::audit();
        policy.limits.sentences = 1;
        let text = "Get one invoice. Use when its id is known.";
        let found = on_catalog("D006", &catalog(vec![described(text)]), &policy);
        assert!(found[0].message.ends_with("more than 1"));
        assert!(found[0].help.starts_with("say what it does"));
    }
}
