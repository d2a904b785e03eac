use std::collections::BTreeSet;

use crate::meaning::{senses, words_of};
use crate::{Judge, Part, ToolFacts, names, rule::declare_rule, words};

declare_rule! {
    /// ## What it does
    ///
    /// Finds descriptions that repeat the name or the title and add nothing.
    ///
    /// Words that add nothing are not counted: "Use when you need to get an invoice" says no more than
    /// `get_invoice`.
    ///
    /// ## Why it matters
    ///
    /// The name has been read already. A description is there for what it leaves open: what comes back, by
    /// what it is found, and when another tool is the right one.
    ///
    /// Precision: 50 of 50 findings drawn at random from 41 public servers held back were right when read,
    /// 40 of them on one server; so were 113 of the 114 on 17 other servers; false alarms: a description
    /// that says what else only the title says; missed: a word that is implied by another (`press_key`:
    /// "press a keyboard key").
    ///
    /// ## Bad
    ///
    /// ```json
    /// {
    ///   "name": "get_invoice",
    ///   "title": "Get invoice",
    ///   "description": "Gets an invoice. Use when you need to get an invoice. Returns the invoice.",
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
    ///     "properties": {
    ///       "total": {
    ///         "type": "integer",
    ///         "description": "Total in cents."
    ///       }
    ///     },
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
    ///     "properties": {
    ///       "total": {
    ///         "type": "integer",
    ///         "description": "Total in cents."
    ///       }
    ///     },
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
    DESCRIPTION_TAUTOLOGICAL, "D005", "description-tautological";
    own: Deny, foreign: Warn, rubric: Selectability, at: [Macro, Boot, Audit],
    evidence: [
        Measured("TDQS: a description that repeats the name caps the grade of its purpose"),
        Practice("4 or 5 of 12 linters of tool catalogs refuse it"),
    ],
    check: Tool(check),
}

/// Bytes of a text that says more than a name can, whatever it says.
const LONG: usize = 400;

fn check(tool: &ToolFacts, judge: &mut Judge<'_>) {
    let (Some(name), Some(text)) = (tool.name.seen(), tool.description.present()) else {
        return;
    };
    // A name and a title do not hold what so many words could repeat.
    if text.len() > LONG {
        return;
    }
    let said = words_of(text);
    // A text without words repeats nothing; a blank one is D001's.
    if said.is_empty() {
        return;
    }
    let says_more_than = |known: &BTreeSet<String>| !senses(&said).is_subset(known);
    let mut known = senses(&words::split(name));
    // `Get a list of labels` says no more than `list_labels`, nor `List the labels` than `get_labels`.
    if ["get", "list"].iter().any(|verb| known.contains(*verb)) {
        known.extend(["get", "list"].map(str::to_owned));
    }
    let mut repeated = "name";
    if says_more_than(&known) {
        let title = tool.title.present().map_or("", String::as_str);
        known.extend(senses(&words_of(title)));
        if says_more_than(&known) {
            return;
        }
        repeated = "title";
    }
    let message = format!(
        "the description of {} says no more than its {repeated}",
        names::called(tool)
    );
    let help = judge.own_or(
        "say in the doc comment what the name leaves open, as in `Find invoices by customer or state`, and in `when` what it is used for",
        "say what the name leaves open, as in `Find invoices by customer or state`, and when to use it",
    );
    judge.report(Part::Description, message, help);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Fact;
    use crate::samples::{on_tool, tool};

    fn described(name: &str, title: &str, text: &str) -> ToolFacts {
        ToolFacts {
            title: Fact::Seen(Some(title.into())),
            description: Fact::Seen(Some(text.into())),
            ..tool(name)
        }
    }

    #[test]
    fn the_name_in_other_words_is_told() {
        let found = on_tool("D005", &described("get_invoice", "", "Gets an invoice."));
        assert_eq!(found.len(), 1);
        assert_eq!(found[0].part, Part::Description);
        assert_eq!(
            found[0].message,
            "the description of `get_invoice` says no more than its name"
        );
        assert!(found[0].help.contains("doc comment"));
        for (name, text) in [
            ("get_invoice", "Retrieve a specific invoice"),
            ("listProjects", "List all available projects."),
            ("list_projects", "Get a list of the projects."),
            ("get_team_files", "Get files associated with a team"),
            (
                "create-user",
                "Creates a new user\nwhen the user wants to create a user",
            ),
            ("delete_label", "This tool allows you to remove labels."),
            ("get_invoice", "get_invoice"),
            (
                "get_invoice",
                "Get an invoice. Use when needed. Returns the invoice.",
            ),
        ] {
            assert_eq!(
                on_tool("D005", &described(name, "", text)).len(),
                1,
                "{text}"
            );
        }
    }

    #[test]
    fn the_title_is_no_news_either() {
        let found = on_tool(
            "D005",
            &described(
                "get_invoice",
                "Get invoice with lines",
                "Get an invoice with its lines.",
            ),
        );
        assert_eq!(
            found[0].message,
            "the description of `get_invoice` says no more than its title"
        );
    }

    #[test]
    fn one_word_more_is_something() {
        for (name, text) in [
            ("get_invoice", "Get one invoice by its id."),
            ("get_invoice", "Get one invoice with its total."),
            ("get_projects", "Get the projects of a user."),
            (
                "list_projects",
                "List projects. Use when the user asks what there is to bill.",
            ),
            ("get_invoice", "获取发票"),
            ("get_invoice", ""),
            ("get_invoice", "…"),
        ] {
            assert!(
                on_tool("D005", &described(name, "", text)).is_empty(),
                "{text}"
            );
        }
        assert!(
            on_tool(
                "D005",
                &ToolFacts {
                    name: Fact::Unseen,
                    ..tool("x")
                }
            )
            .is_empty()
        );
    }
}
