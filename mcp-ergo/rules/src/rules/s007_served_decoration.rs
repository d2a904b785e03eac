use crate::prose::decoration;
use crate::texts::{self, Text};
use crate::{CatalogFacts, Judge, rule::declare_rule};

declare_rule! {
    /// ## What it does
    ///
    /// Finds texts that are decorated for the eye.
    ///
    /// Those are boxes and trees of lines, banners, progress bars and rows of emoji, in every text
    /// that is served. Tables, headings, arrows and single signs say something and are left alone.
    ///
    /// ## Why it matters
    ///
    /// A model sees no picture: a box costs a token for almost every stroke, in every conversation,
    /// and tells nothing that a word would not.
    ///
    /// ## Bad
    ///
    /// ```json
    /// {
    ///   "name": "get_invoice",
    ///   "title": "Get invoice",
    ///   "description": "🧾🧾🧾 Get one invoice with its total. Use when an invoice id is known.",
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
    SERVED_DECORATION, "S007", "served-decoration";
    own: Deny, foreign: Warn, rubric: OutputStability, at: [Boot, Audit],
    evidence: [Practice("agent-ergonomics, F5 and P6: boxes, bars and trees cost tokens and add nothing for a model")],
    check: Catalog(check),
}

/// Most characters of a drawing that a message shows.
const SHOWN: usize = 20;

fn check(catalog: &CatalogFacts, judge: &mut Judge<'_>) {
    for text in texts::of_server(catalog, &SERVED_DECORATION) {
        if let Some(message) = message(&text) {
            judge.report(text.part(), message, HELP);
        }
    }
    for (index, tool) in catalog.tools.iter().enumerate() {
        for text in texts::of_tool(tool, &SERVED_DECORATION) {
            if let Some(message) = message(&text) {
                judge.report_tool(catalog, index, text.part(), message, HELP);
            }
        }
    }
}

const HELP: &str = "take it out, and say in words what it shows";

fn message(text: &Text<'_>) -> Option<String> {
    let found = decoration(text.served)?;
    let shown: String = found.drawn.chars().take(SHOWN).collect();
    let cut = if shown.len() < found.drawn.len() {
        "…"
    } else {
        ""
    };
    Some(format!(
        "{} stands in {}: `{shown}{cut}`",
        found.what,
        text.place()
    ))
}

#[cfg(test)]
mod tests {
    use crate::samples::{catalog, described, on_catalog, param, tool_with};
    use crate::{Allow, CatalogFacts, Fact, Part, Policy, ToolFacts};

    #[test]
    fn drawing_is_shown_where_it_stands() {
        let facts = CatalogFacts {
            instructions: Fact::Seen(Some("Ready ████░░░░ 50%".into())),
            ..catalog(vec![
                described("Get one.\n==============================\n"),
                tool_with(param("id", "🚀🎉✨ Of it.")),
            ])
        };
        let found = on_catalog("S007", &facts, &Policy::strict());
        let told: Vec<(&Part, &str)> = found
            .iter()
            .map(|finding| (&finding.part, finding.message.as_str()))
            .collect();
        let id = Part::ParamText(vec!["id".into()]);
        assert_eq!(
            told,
            [
                (
                    &Part::Instructions,
                    "a progress bar stands in the server's instructions: `████░░░░`"
                ),
                (
                    &Part::Description,
                    "a banner stands in the description of `get_invoice`: `====================…`"
                ),
                (
                    &id,
                    "a row of emoji stands in the description of `id`: `🚀🎉✨`"
                ),
            ]
        );
        assert_eq!(found[0].help, super::HELP);
    }

    #[test]
    fn plain_text_and_exceptions_pass() {
        let excepted = ToolFacts {
            allows: vec![Allow {
                rule: "served_decoration".into(),
                reason: "it draws".into(),
            }],
            ..described("┌──┐")
        };
        let facts = catalog(vec![excepted, described("| a | b |\n|---|---|")]);
        assert!(on_catalog("S007", &facts, &Policy::strict()).is_empty());
    }
}
