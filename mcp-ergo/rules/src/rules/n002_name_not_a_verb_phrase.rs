use super::n003_name_generic::is_generic;
use crate::{
    Class, Grammar, Judge, Part, Policy, ToolFacts, names, prose, rule::declare_rule, words,
};

declare_rule! {
    /// ## What it does
    ///
    /// Finds names that hold no verb, and verbs that stand alone without an object.
    ///
    /// ## Why it matters
    ///
    /// A model picks a tool for what it does. `invoice_details` says what there is, `export` says
    /// neither what is exported nor where to; both have to be looked up before they can be chosen.
    ///
    /// Words that the rule does not know pass, and a lonely verb that any server could offer
    /// (`search`) is name-generic's. Under `domain-verb_object` the domain is the object,
    /// and a noun may stand for getting it: `project-status`.
    ///
    /// Precision: 31 of 31 findings, which is all there were on 82 public servers, were right when
    /// read. The advice was worse than the finding: 15 times it made a getter of what manages, or a
    /// verb of what is a noun (`compute`); it now follows the description. Missed: 2 names on 50 tools that
    /// were passed over, a noun that the rule does not know and one behind a hyphen. The lists were
    /// tuned on the same catalogs.
    ///
    /// ## Bad
    ///
    /// ```json
    /// {
    ///   "name": "invoice_details",
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
    ///
    /// ## Good
    ///
    /// ```json
    /// {
    ///   "name": "get_invoice_details",
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
    NAME_NOT_A_VERB_PHRASE, "N002", "name-not-a-verb-phrase";
    own: Deny, foreign: Warn, rubric: Selectability, at: [Macro, Boot, Audit],
    evidence: [
        Practice("mcp-interface-design, phase 1: every tool name is a verb phrase"),
    ],
    check: Tool(check),
}

fn check(tool: &ToolFacts, judge: &mut Judge<'_>) {
    let Some(name) = tool.name.seen() else { return };
    // What is outside the grammar has no phrase to judge; N001 says so.
    let grammar = judge.policy().grammar;
    if grammar != Grammar::VerbObject || !names::is_grammatical(name, grammar) {
        return;
    }
    let phrase = words::split(name);
    let Some(first) = phrase.first() else { return };
    if words::is_noun(first) && !holds_verb(&phrase, judge.policy()) {
        let message = format!("the name `{name}` says what there is, not what the tool does");
        let help = match verb_meant(tool) {
            Some(verb) => names::rename_like(judge, "begin with a verb", &format!("{verb}_{name}")),
            None => names::rename_like(
                judge,
                "begin with a verb that says what is done",
                "search_invoices",
            ),
        };
        judge.report(Part::Name, message, help);
    } else if is_lonely(&phrase, judge.policy()) {
        let message =
            format!("the name `{name}` is one word, and does not say what is done to what");
        let help = names::rename_like(judge, "write a verb and what it acts on", "search_invoices");
        judge.report(Part::Name, message, help);
    }
}

/// The verb that belongs in the name: the one that the description begins with, or `get` for a tool
/// that only reads. `Add or remove …` and a tool that says neither leave it open.
fn verb_meant(tool: &ToolFacts) -> Option<String> {
    let description = tool.description.present().map_or("", String::as_str);
    let tokens = prose::tokens(description);
    let first = tokens.first().map(|token| token.text.to_lowercase());
    if let Some(verb) = first.filter(|word| words::is_verb(word)) {
        let several = tokens
            .get(1)
            .is_some_and(|next| next.is_any(&["and", "or"]) || next.is_mark_of(",/"));
        return (!several).then_some(verb);
    }
    (tool.stated_class() == Some(Class::Read)).then(|| "get".to_owned())
}

/// Whether a verb stands without the object that it needs. One that any server could offer
/// (`search`) is N003's.
fn is_lonely(phrase: &[String], policy: &Policy) -> bool {
    let [verb] = phrase else { return false };
    policy.is_verb(verb) && !words::is_intransitive(verb) && !is_generic(phrase)
}

/// Whether one of the words is meant as a verb. `record` is one in `record_event` and none in
/// `record_details` or `user_record`.
fn holds_verb(phrase: &[String], policy: &Policy) -> bool {
    phrase.iter().enumerate().any(|(at, word)| {
        let next = phrase.get(at + 1);
        let noun = words::is_noun(word) && next.is_none_or(|next| words::is_tail(next));
        // The last word may be a noun for all that it looks like a verb, yet `invoice_search` is
        // understood, and an unknown reading passes.
        policy.is_verb(word) && !noun
    })
}

#[cfg(test)]
mod tests {
    use crate::samples::{catalog, on_catalog, on_tool, tool};
    use crate::{Fact, Grammar, Part, Policy};

    #[test]
    fn nouns_and_lonely_verbs_are_named() {
        let found = on_tool("N002", &tool("invoice_details"));
        assert_eq!(found.len(), 1);
        assert_eq!(found[0].part, Part::Name);
        assert_eq!(
            found[0].message,
            "the name `invoice_details` says what there is, not what the tool does"
        );
        assert!(
            found[0].help.contains("`get_invoice_details`"),
            "{}",
            found[0].help
        );
        let found = on_tool("N002", &tool("export"));
        assert_eq!(
            found[0].message,
            "the name `export` is one word, and does not say what is done to what"
        );
        for name in [
            "user_record",
            "record_details",
            "order_status",
            "data",
            "convert",
        ] {
            assert_eq!(on_tool("N002", &tool(name)).len(), 1, "{name}");
        }
    }

    #[test]
    fn the_verb_is_the_one_that_is_meant() {
        let help = |text: &str| {
            let mut tool = tool("invoice_rules");
            tool.description = Fact::Seen(Some(text.into()));
            tool.hints = Fact::Unseen;
            on_tool("N002", &tool)[0].help.clone()
        };
        assert!(help("Manage rules of invoices.").contains("`manage_invoice_rules`"));
        for text in ["Add or remove rules.", "Rules of invoices.", ""] {
            assert!(
                help(text).contains("a verb that says what is done"),
                "{text}"
            );
        }
    }

    #[test]
    fn phrases_and_unknown_words_pass() {
        for name in [
            "get_invoice",
            "record_event",
            "order_pizza",
            "invoice_search",
            "deactivate_user",
            "frobnicate",
            "frobnicate_widget",
            "undo",
            "search",
            "_hello",
            "getInvoice",
            "whoami",
            "sql_query",
        ] {
            assert!(on_tool("N002", &tool(name)).is_empty(), "{name}");
        }
        let mut policy = Policy::strict();
        policy.grammar = Grammar::DomainVerbObject;
        for name in [
            "project-status",
            "jobs-queue",
            "semarchy-project-next_action",
        ] {
            assert!(
                on_catalog("N002", &catalog(vec![tool(name)]), &policy).is_empty(),
                "{name}"
            );
        }
    }

    #[test]
    fn the_policy_teaches_verbs() {
        let mut policy = Policy::strict();
        assert_eq!(
            on_catalog("N002", &catalog(vec![tool("invoice_yeet")]), &policy).len(),
            1
        );
        policy.words.verbs.push("yeet".into());
        assert!(on_catalog("N002", &catalog(vec![tool("invoice_yeet")]), &policy).is_empty());
    }
}
