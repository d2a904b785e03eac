use crate::{Grammar, Judge, Part, ToolFacts, names, rule::declare_rule, words};

declare_rule! {
    /// ## What it does
    ///
    /// Finds names outside the grammar of the policy.
    ///
    /// The grammars are `verb_object` (`search_invoices`) and `domain-verb_object` (`data-browse`,
    /// `semarchy-project-list_patterns`).
    ///
    /// ## Why it matters
    ///
    /// Names of one shape can be read, compared and guessed. A model that has seen
    /// `search_invoices` and `get_invoice` knows where to look for the third; one odd spelling
    /// among them costs a wrong call.
    ///
    /// The boot tool `_hello` is exempt: its name is meant to stand out.
    ///
    /// ## Bad
    ///
    /// ```json
    /// {
    ///   "name": "getInvoice",
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
    NAME_UNGRAMMATICAL, "N001", "name-ungrammatical";
    own: Deny, foreign: Warn, rubric: Selectability, at: [Macro, Boot, Audit],
    evidence: [
        Practice("agent-ergonomics, tool naming standard"),
        Practice("64 % of the tools of 165 public servers are in snake case"),
    ],
    check: Tool(check),
}

fn check(tool: &ToolFacts, judge: &mut Judge<'_>) {
    let Some(name) = tool.name.seen() else { return };
    let grammar = judge.policy().grammar;
    if names::is_sentinel(name) || names::is_grammatical(name, grammar) {
        return;
    }
    let message = if name.is_empty() {
        "the tool's name is empty".to_owned()
    } else {
        format!("the name `{name}` is not of the form `{}`", grammar.word())
    };
    let domain = matches!(grammar, Grammar::DomainVerbObject)
        && judge.policy().is_own()
        && names::is_grammatical(name, Grammar::VerbObject);
    let help = match suggestion(name, grammar) {
        // A Rust function cannot bear a hyphen.
        _ if domain => format!(
            "add its domain to `#[tool(…)]`: `domain = \"billing\"` makes it `billing-{name}`"
        ),
        Some(better) => names::rename(judge, &better),
        None => format!("name the tool like {}", names::models(grammar)),
    };
    judge.report(Part::Name, message, help);
}

/// The same words in the policy's grammar, where there are enough of them.
fn suggestion(name: &str, grammar: Grammar) -> Option<String> {
    let better = match grammar {
        Grammar::VerbObject => names::verb_object(name),
        Grammar::DomainVerbObject => {
            let words = words::split(name);
            let (first, rest) = words.split_first()?;
            // `search_invoices` keeps both its words: the object becomes the domain.
            if words::is_verb(first) {
                format!("{}-{first}", rest.join("_"))
            } else {
                format!("{first}-{}", rest.join("_"))
            }
        }
    };
    names::is_grammatical(&better, grammar).then_some(better)
}

#[cfg(test)]
mod tests {
    use crate::samples::{catalog, on_catalog, on_tool, tool};
    use crate::{Grammar, Part, Policy};

    fn under(grammar: Grammar, name: &str) -> Option<String> {
        let mut policy = Policy::strict();
        policy.grammar = grammar;
        let mut found = on_catalog("N001", &catalog(vec![tool(name)]), &policy);
        assert!(found.len() <= 1);
        found
            .pop()
            .map(|finding| format!("{}; {}", finding.message, finding.help))
    }

    #[test]
    fn other_spellings_are_named_with_the_right_one() {
        let found = on_tool("N001", &tool("getInvoice"));
        assert_eq!(found.len(), 1);
        assert_eq!(found[0].part, Part::Name);
        assert_eq!(
            found[0].message,
            "the name `getInvoice` is not of the form `verb_object`"
        );
        assert!(found[0].help.contains("`get_invoice`"), "{}", found[0].help);
        for name in [
            "get-invoice",
            "account.elevate",
            "Get Invoice",
            "get__invoice",
            "get_",
            "",
            "größe_lesen",
        ] {
            assert_eq!(on_tool("N001", &tool(name)).len(), 1, "{name}");
        }
    }

    #[test]
    fn each_grammar_takes_its_own() {
        for name in [
            "search_invoices",
            "search",
            "get_invoice_v2",
            "_hello",
            "_other",
        ] {
            assert_eq!(under(Grammar::VerbObject, name), None, "{name}");
        }
        for name in [
            "data-browse",
            "semarchy-project-list_patterns",
            "semarchy-project-next_action",
            "project-status",
            "semarchy-_hello",
        ] {
            assert_eq!(under(Grammar::DomainVerbObject, name), None, "{name}");
        }
        let said = under(Grammar::DomainVerbObject, "search_invoices").unwrap();
        assert!(
            said.contains("`domain-verb_object`") && said.contains("`billing-search_invoices`"),
            "{said}"
        );
        assert!(under(Grammar::DomainVerbObject, "data-Browse").is_some());
    }
}
