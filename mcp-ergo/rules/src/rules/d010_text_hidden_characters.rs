use crate::prose::hidden;
use crate::texts::{self, Text};
use crate::{CatalogFacts, Judge, ToolFacts, rule::declare_rule};

declare_rule! {
    /// ## What it does
    ///
    /// Finds texts that hold characters which no reader sees.
    ///
    /// Those are zero-width, bidirectional and control characters, in every text that is served:
    /// titles, descriptions of tools, parameters, output fields, resources and prompts, and
    /// instructions. Line breaks and tabs are layout; joiners within a script or an emoji, and
    /// direction marks in a text that is written from right to left, have a job there.
    ///
    /// ## Why it matters
    ///
    /// What a reviewer cannot see, a model still reads: orders are smuggled in this way. Where
    /// nobody meant harm they came along with copied text, and a word that holds one equals no
    /// other word.
    ///
    /// ## Bad
    ///
    /// ```json
    /// {
    ///   "name": "get_invoice",
    ///   "title": "Get invoice",
    ///   "description": "Get one inv\u200Boice with its total. Use when an invoice id is known.",
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
    TEXT_HIDDEN_CHARACTERS, "D010", "text-hidden-characters";
    own: Deny, foreign: Deny, rubric: Selectability, at: [Macro, Boot, Audit],
    evidence: [
        Practice("mcpolish MP040: zero-width and bidirectional characters"),
    ],
    check: Tool(check), Catalog(check_catalog),
}

/// How much of the text before a character a message shows, in characters.
const SHOWN: usize = 20;

fn check(tool: &ToolFacts, judge: &mut Judge<'_>) {
    for text in texts::of_tool(tool, &TEXT_HIDDEN_CHARACTERS) {
        judge_text(&text, judge);
    }
}

fn check_catalog(catalog: &CatalogFacts, judge: &mut Judge<'_>) {
    for text in texts::of_server(catalog, &TEXT_HIDDEN_CHARACTERS) {
        judge_text(&text, judge);
    }
}

fn judge_text(text: &Text<'_>, judge: &mut Judge<'_>) {
    let found = hidden(text.served);
    let Some(first) = found.first() else {
        return;
    };
    let code = u32::from(first.character);
    let shown = before(text.served, first.start);
    let place = if shown.is_empty() {
        "at its very beginning".to_owned()
    } else {
        format!("after `{shown}`")
    };
    let more = match found.len() {
        1 => String::new(),
        count => format!(", and {} more like it", count - 1),
    };
    let message = format!(
        "{} (U+{code:04X}) stands in {} {place}{more}",
        first.name(),
        text.place()
    );
    judge.report(
        text.part(),
        message,
        "take it out: delete the words around it and type them anew",
    );
}

/// What a reader sees right before a place, on one line.
fn before(text: &str, end: usize) -> String {
    let all: Vec<char> = text[..end].chars().rev().take(SHOWN).collect();
    let shown: String = all.into_iter().rev().collect();
    let words: Vec<&str> = shown.split_whitespace().collect();
    words.join(" ").replace('`', "")
}

#[cfg(test)]
mod tests {
    use crate::samples::{catalog, on_catalog, on_tool, param, tool, tool_with};
    use crate::{CatalogFacts, Fact, Part, Policy, ToolFacts};

    #[test]
    fn what_is_hidden_is_named_with_its_place() {
        let found = on_tool(
            "D010",
            &ToolFacts {
                description: Fact::Seen(Some("Get one inv\u{200b}oice.\u{200b}".into())),
                ..tool("get_invoice")
            },
        );
        assert_eq!(found.len(), 1);
        assert_eq!(found[0].part, Part::Description);
        assert_eq!(
            found[0].message,
            "a zero-width space (U+200B) stands in the description of `get_invoice` after `Get one inv`, and 1 more like it"
        );
        assert!(found[0].help.starts_with("take it out"));
    }

    #[test]
    fn every_text_is_read() {
        let title = ToolFacts {
            title: Fact::Seen(Some("\u{feff}Get".into())),
            ..tool("get_invoice")
        };
        let found = on_tool("D010", &title);
        assert_eq!(found[0].part, Part::Title);
        assert!(
            found[0]
                .message
                .ends_with("the title of `get_invoice` at its very beginning")
        );
        let found = on_tool("D010", &tool_with(param("id", "Of\u{202e}it.")));
        assert_eq!(found[0].part, Part::ParamText(vec!["id".into()]));
        let facts = CatalogFacts {
            instructions: Fact::Seen(Some("Start\u{2060}.".into())),
            ..catalog(vec![title])
        };
        assert_eq!(on_catalog("D010", &facts, &Policy::audit()).len(), 2);
    }

    #[test]
    fn layout_and_other_scripts_pass() {
        for text in ["One\n\ttwo.", "Größe 👩\u{200d}💻", "می\u{200c}خواهم"] {
            let described = ToolFacts {
                description: Fact::Seen(Some(text.into())),
                ..tool("get_invoice")
            };
            assert!(on_tool("D010", &described).is_empty(), "{text}");
        }
    }
}
