use crate::prose::{Token, tokens};
use crate::{Judge, Part, ToolFacts, quoted_list, rule::declare_rule, words};

declare_rule! {
    /// ## What it does
    ///
    /// Finds words about a screen in a description.
    ///
    /// Those are modal, panel, ASCII, UX, and what the policy adds.
    ///
    /// ## Why it matters
    ///
    /// A model has no screen. "For the right-panel preview" tells it nothing about the data, and
    /// misleads it into thinking that something will be shown.
    ///
    /// A server whose domain has panels exempts the word in its policy. Multi-modal models, solar
    /// panels and ASCII as an encoding are no screens.
    ///
    /// On 82 public servers with 2,742 tools it fires 15 times, 8 of them on Grafana's panels,
    /// which that server's policy would exempt.
    ///
    /// ## Bad
    ///
    /// ```json
    /// {
    ///   "name": "get_invoice",
    ///   "title": "Get invoice",
    ///   "description": "Get one invoice for the right-panel preview. Use when an invoice id is known.",
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
    DESCRIPTION_UI_SPEAK, "D004", "description-ui-speak";
    own: Deny, foreign: Info, rubric: Selectability, at: [Macro, Boot, Audit],
    evidence: [
        Practice("agent-ergonomics, F9 and validator 5"),
        Measured("fires on 2.2 % of 6,009 public tools, nearly all of which drive a screen"),
    ],
    check: Tool(check),
}

fn check(tool: &ToolFacts, judge: &mut Judge<'_>) {
    let Some(description) = tool.description.present() else {
        return;
    };
    let own = &judge.policy().words;
    let mut found: Vec<&str> = Vec::new();
    let tokens = tokens(description);
    for (at, token) in tokens.iter().enumerate() {
        for part in token.text.split(|c: char| !c.is_alphanumeric()) {
            let word = part.to_lowercase();
            let meant = words::is_ui(&word) && !has_another_meaning(&word, &tokens, at);
            let added = own.ui.contains(&word);
            if (meant || added) && !own.ui_exempt.contains(&word) && !found.contains(&part) {
                found.push(part);
            }
        }
    }
    if !found.is_empty() {
        let list = quoted_list(found.iter().copied(), "and");
        let exempt = judge.own_or(
            "; a word that names the domain goes into `ui_exempt` under `[words]` in mcp-ergo.toml",
            "",
        );
        judge.report(
            Part::Description,
            format!("the description speaks of a screen: {list}"),
            format!("say what the tool returns or changes; a model sees no screen{exempt}"),
        );
    }
}

/// Whether the words around tell that no screen is meant.
fn has_another_meaning(word: &str, tokens: &[Token<'_>], at: usize) -> bool {
    let here = tokens[at].text.to_lowercase();
    let beside = |offset: isize, words: &[&str]| {
        let index = at.checked_add_signed(offset);
        index
            .and_then(|index| tokens.get(index))
            .is_some_and(|token| token.is_any(words))
    };
    match word {
        // Multi-modal models, the modal split of traffic, modal verbs.
        "modal" | "modals" => {
            ["multi", "cross", "bi", "uni"]
                .iter()
                .any(|prefix| here.starts_with(prefix))
                || beside(-1, &["multi", "cross"])
                || beside(1, &["verb", "verbs", "split", "logic", "value"])
        }
        "panel" | "panels" => {
            beside(
                -1,
                &[
                    "solar",
                    "expert",
                    "photovoltaic",
                    "gene",
                    "lab",
                    "blood",
                    "review",
                ],
            ) || beside(1, &["of", "data", "discussion", "survey", "study"])
        }
        "ascii" => {
            here != "ascii"
                || beside(
                    -1,
                    &["printable", "only", "be", "non", "to", "lowercase", "plain"],
                )
                || beside(
                    1,
                    &[
                        "characters",
                        "character",
                        "chars",
                        "only",
                        "encoding",
                        "encoded",
                        "letters",
                        "digits",
                        "string",
                        "strings",
                        "text",
                        "codes",
                        "code",
                        "range",
                        "alphanumeric",
                    ],
                )
        }
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use crate::samples::{catalog, on_catalog, on_tool, tool};
    use crate::{Fact, Part, Policy, ToolFacts};

    fn described(text: &str) -> ToolFacts {
        ToolFacts {
            description: Fact::Seen(Some(text.into())),
            ..tool("get_invoice")
        }
    }

    #[test]
    fn words_about_a_screen_are_listed_once() {
        let text = "Rows for a list plus right-panel detail UX, panel by panel.";
        let found = on_tool("D004", &described(text));
        assert_eq!(found.len(), 1);
        assert_eq!(found[0].part, Part::Description);
        assert_eq!(
            found[0].message,
            "the description speaks of a screen: `panel` and `UX`"
        );
        for text in [
            "Full-screen edit modal.",
            "Get rich ASCII job telemetry.",
            "The panels.",
        ] {
            assert_eq!(on_tool("D004", &described(text)).len(), 1, "{text}");
        }
    }

    #[test]
    fn other_meanings_pass() {
        for text in [
            "Ask a multi-modal model.",
            "Names must be ASCII characters.",
            "Lists solar panels of a roof.",
            "Ask a panel of experts.",
            "Strips non-ASCII letters.",
            "Luxury, flux and company.",
        ] {
            assert!(on_tool("D004", &described(text)).is_empty(), "{text}");
        }
    }

    #[test]
    fn the_policy_adds_and_exempts() {
        let mut policy = Policy::strict();
        policy.words.ui.push("sidebar".into());
        policy.words.ui_exempt.push("panel".into());
        let facts = catalog(vec![described("A Grafana panel in the Sidebar.")]);
        let found = on_catalog("D004", &facts, &policy);
        assert_eq!(
            found[0].message,
            "the description speaks of a screen: `Sidebar`"
        );
    }
}
