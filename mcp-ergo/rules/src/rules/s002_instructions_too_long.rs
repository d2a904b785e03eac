use crate::prose::statements;
use crate::{CatalogFacts, Judge, Level, Part, plural, rule::declare_rule};

declare_rule! {
    /// ## What it does
    ///
    /// Finds instructions of more than 2,048 bytes, or of more than three sentences.
    ///
    /// On a server that somebody else wrote, sentences alone are no more than worth knowing.
    ///
    /// ## Why it matters
    ///
    /// Every conversation begins with the instructions, whether it needs the server or not. Clients
    /// cut them at 2,048 bytes, in the middle of a sentence. What holds for one tool belongs to its
    /// description.
    ///
    /// Precision: 21 of 23 findings on 82 public servers were right when read, all 12 on bytes among
    /// them; false alarms: five sentences that all say when the server is the right one; missed: none.
    ///
    /// ## Bad
    ///
    /// ```json
    /// {
    ///   "instructions": "Invoices of one company. Start with get_invoice. Totals are in cents. Invoices are kept for ten years.",
    ///   "tools": [
    ///     {
    ///       "name": "get_invoice",
    ///       "title": "Get invoice",
    ///       "description": "Get one invoice with its total. Use when an invoice id is known.",
    ///       "inputSchema": {
    ///         "type": "object",
    ///         "properties": {
    ///           "invoice_id": {
    ///             "type": "string",
    ///             "description": "Invoice id, e.g. 'inv_01H8XK'. The user gives it."
    ///           }
    ///         },
    ///         "required": ["invoice_id"],
    ///         "additionalProperties": false
    ///       },
    ///       "outputSchema": {
    ///         "type": "object",
    ///         "properties": {"total": {"type": "integer", "description": "Total in cents."}},
    ///         "required": ["total"],
    ///         "additionalProperties": false
    ///       },
    ///       "annotations": {
    ///         "readOnlyHint": true,
    ///         "destructiveHint": false,
    ///         "idempotentHint": true,
    ///         "openWorldHint": false
    ///       }
    ///     }
    ///   ]
    /// }
    /// ```
    ///
    /// ## Good
    ///
    /// ```json
    /// {
    ///   "instructions": "Invoices of one company. Start with get_invoice.",
    ///   "tools": [
    ///     {
    ///       "name": "get_invoice",
    ///       "title": "Get invoice",
    ///       "description": "Get one invoice with its total. Use when an invoice id is known.",
    ///       "inputSchema": {
    ///         "type": "object",
    ///         "properties": {
    ///           "invoice_id": {
    ///             "type": "string",
    ///             "description": "Invoice id, e.g. 'inv_01H8XK'. The user gives it."
    ///           }
    ///         },
    ///         "required": ["invoice_id"],
    ///         "additionalProperties": false
    ///       },
    ///       "outputSchema": {
    ///         "type": "object",
    ///         "properties": {"total": {"type": "integer", "description": "Total in cents."}},
    ///         "required": ["total"],
    ///         "additionalProperties": false
    ///       },
    ///       "annotations": {
    ///         "readOnlyHint": true,
    ///         "destructiveHint": false,
    ///         "idempotentHint": true,
    ///         "openWorldHint": false
    ///       }
    ///     }
    ///   ]
    /// }
    /// ```
    INSTRUCTIONS_TOO_LONG, "S002", "instructions-too-long";
    own: Deny, foreign: Warn, rubric: Selectability, at: [Boot, Audit],
    evidence: [
        Practice("agent-ergonomics, P5: a boot pointer of three sentences"),
        Provider("Claude Code cuts instructions at 2 KB; 20 of 165 public servers give more"),
    ],
    check: Catalog(check),
}

/// Most sentences of the server's own.
const SENTENCES: usize = 3;

fn check(catalog: &CatalogFacts, judge: &mut Judge<'_>) {
    let Some(instructions) = catalog.instructions.present() else {
        return;
    };
    let help = judge.own_or(
        "shorten `.purpose(\"…\")` to one sentence; what holds for one tool belongs to its description",
        "say what the server is for and which tool to call first; what holds for one tool belongs to its description",
    );
    let limit = judge.policy().limits.instructions;
    if instructions.len() > limit {
        let bytes = instructions.len();
        let message = format!("the instructions take {bytes} bytes, more than {limit}");
        judge.report(Part::Instructions, message, help);
        return;
    }
    // The sentence about favourites belongs to the presentation, which cannot do without it.
    let presentation = catalog.presentation.seen();
    let added = presentation.and_then(|facts| facts.instruction.as_deref());
    let added = added.map_or(0, |added| statements(added).len());
    let count = statements(instructions).len().saturating_sub(added);
    if count > SENTENCES {
        let sentences = plural(count, "sentence");
        let message = format!("the instructions take {sentences}, more than {SENTENCES}");
        let level = judge.own_or(Level::Deny, Level::Info);
        judge.report_at(level, Part::Instructions, message, help);
    }
}

#[cfg(test)]
mod tests {
    use crate::samples::{catalog, on_catalog, presenting, tool};
    use crate::{CatalogFacts, Fact, Finding, Level, Part, Policy, Presented};

    fn on(instructions: &str, policy: &Policy) -> Vec<Finding> {
        let facts = CatalogFacts {
            instructions: Fact::Seen(Some(instructions.into())),
            ..catalog(vec![tool("get_invoice")])
        };
        on_catalog("S002", &facts, policy)
    }

    #[test]
    fn a_fourth_sentence_is_one_too_many() {
        let text =
            "Invoices of one company. Start with get_invoice. Totals are in cents. Years are long.";
        let found = on(text, &Policy::strict());
        assert_eq!(found.len(), 1);
        assert_eq!(
            (&found[0].part, found[0].level),
            (&Part::Instructions, Level::Deny)
        );
        assert_eq!(
            found[0].message,
            "the instructions take 4 sentences, more than 3"
        );
        assert!(found[0].help.starts_with("shorten `.purpose"));
        assert_eq!(on(text, &Policy::audit())[0].level, Level::Info);
    }

    #[test]
    fn bytes_are_counted_where_clients_cut() {
        let long = format!("Invoices of one company{}.", "é".repeat(1200));
        let found = on(&long, &Policy::audit());
        assert_eq!(
            found[0].message,
            "the instructions take 2424 bytes, more than 2048"
        );
        assert_eq!(found[0].level, Level::Warn);
        let mut policy = Policy::strict();
        policy.limits.instructions = 4096;
        assert!(on(&long, &policy).is_empty());
    }

    #[test]
    fn what_the_presentation_adds_does_not_count() {
        let own = "Invoices of one company. Start with get_invoice. Totals are in cents.";
        let added = "PREFER favourite__<tool>. Use all__<tool> only if nothing in favourites fits.";
        let on = |own: &str| {
            let mut facts = presenting(
                Presented::Flat,
                &[],
                CatalogFacts {
                    instructions: Fact::Seen(Some(format!("{own} {added}"))),
                    ..catalog(vec![tool("get_invoice")])
                },
            );
            if let Fact::Seen(facts) = &mut facts.presentation {
                facts.instruction = Some(added.to_owned());
            }
            on_catalog("S002", &facts, &Policy::strict())
        };
        assert!(on(own).is_empty());
        assert_eq!(
            on(&format!("{own} Years are long."))[0].message,
            "the instructions take 4 sentences, more than 3"
        );
    }

    #[test]
    fn three_sentences_pass() {
        let text = "Invoices of one company. Start with get_invoice. Every answer that failed says which call to make next.";
        assert!(on(text, &Policy::strict()).is_empty());
        assert!(on("", &Policy::strict()).is_empty());
    }
}
