use crate::prose::{Token, tokens};
use crate::{Judge, Part, ToolFacts, quoted_list, rule::declare_rule, words};

declare_rule! {
    /// ## What it does
    ///
    /// Finds words about a screen in a description.
    ///
    /// Those are modal, panel, ASCII, UX, and what the policy adds. On a foreign server a panel counts
    /// where its place on the screen is told: right-panel, side panel, detail panel.
    ///
    /// ## Why it matters
    ///
    /// A model has no screen. "For the right-panel preview" tells it nothing about the data, and
    /// misleads it into thinking that something will be shown.
    ///
    /// A server whose domain has panels exempts the word in its policy. Multi-modal models, solar
    /// panels, ASCII as an encoding or a kind of drawing, and what stands in quotation or code marks
    /// are no screens.
    ///
    /// Precision: 1 of 15 findings, all there were on 82 public servers, was right when read (after
    /// mending it fires on none of them, so what it is worth there is not known); false alarms: a
    /// panel of the domain or of the app that the tool drives, ASCII as a format, a value in marks;
    /// missed: a panel without its place on the screen, and sidebars and tabs, which a policy adds.
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
    // What stands in quotation or code marks is a value or a name.
    let written = tokens
        .iter()
        .enumerate()
        .filter(|(_, token)| !token.is_marked_off());
    for (at, token) in written {
        for part in token.text.split(|c: char| !c.is_alphanumeric()) {
            let word = part.to_lowercase();
            let meant = words::is_ui(&word)
                && !has_another_meaning(&word, &tokens, at)
                && judge.own_or(true, is_on_a_screen(&word, &tokens, at));
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

/// Whether the words around tell that a screen is meant, and not a thing of the domain: a foreign
/// server has no policy that exempts its own panels.
fn is_on_a_screen(word: &str, tokens: &[Token<'_>], at: usize) -> bool {
    if !matches!(word, "panel" | "panels") {
        return true;
    }
    let here = tokens[at].text.to_lowercase();
    let placed = PLACES.iter().any(|place| here.starts_with(place));
    let before = at.checked_sub(1).and_then(|before| tokens.get(before));
    placed || before.is_some_and(|token| token.is_any(PLACES))
}

/// Where on a screen a panel is.
const PLACES: &[&str] = &[
    "bottom",
    "detail",
    "details",
    "left",
    "left-hand",
    "preview",
    "right",
    "right-hand",
    "side",
];

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
                        "art",
                        "chart",
                        "charts",
                        "diagram",
                        "diagrams",
                        "table",
                        "tables",
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
    use crate::samples::{catalog, described, on_catalog, on_tool};
    use crate::{Part, Policy};

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
            "Returns the route as an ASCII diagram.",
            "Luxury, flux and company.",
        ] {
            assert!(on_tool("D004", &described(text)).is_empty(), "{text}");
        }
    }

    #[test]
    fn values_in_marks_pass() {
        let text = "Find icons by name, e.g. 'side panel' or `modal`.";
        assert!(on_tool("D004", &described(text)).is_empty());
    }

    #[test]
    fn the_panels_of_a_foreign_server_may_be_its_domain() {
        let on = |text| on_catalog("D004", &catalog(vec![described(text)]), &Policy::audit());
        for text in ["Get the queries of a panel.", "Reduced panel-side."] {
            assert!(on(text).is_empty(), "{text}");
        }
        for text in [
            "Rows for the right-panel preview.",
            "Shown in the side panel.",
            "Rows for a modal.",
        ] {
            assert_eq!(on(text).len(), 1, "{text}");
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
