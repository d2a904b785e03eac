use std::collections::BTreeSet;

use crate::prose::references;
use crate::texts::{self, Text};
use crate::vocabulary::{Fault, Vocabulary, is_dotted_name};
use crate::{CatalogFacts, Judge, ToolFacts, rule::declare_rule};

declare_rule! {
    /// ## What it does
    ///
    /// Finds texts that name a tool which this caller is not served.
    ///
    /// A text is the description of a tool, a parameter, an output field, a resource or a
    /// prompt, the hint of a failure, or the server's instructions. A name counts after call, use, see, with or proceed
    /// to, before the word tool, and in code marks, if it has the shape of the catalog's names or is
    /// close to one of them. Parameters and values of the catalog, names of files and hosts,
    /// functions of an SDK and ordinary hyphenated words are passed over. Where one tool is judged
    /// by itself, only a dotted name after such a word counts.
    ///
    /// ## Why it matters
    ///
    /// The model calls what it was told to call, gets "unknown tool", and searches. Texts go stale
    /// when a tool is renamed, loses its prefix, or is served in one mode only.
    ///
    /// Precision: 30 of 31 findings, all there were on 82 public servers, were right when read (after
    /// mending: 34 of 34); false alarms: a function of another API; missed: a short name with no word
    /// that sends the reader to it ("after `start` returned"). The reader was tuned on the same
    /// catalogs, so expect less elsewhere.
    ///
    /// ## Bad
    ///
    /// ```json
    /// [
    ///   {
    ///     "name": "get_invoice",
    ///     "title": "Get invoice",
    ///     "description": "Get one invoice with its total. Use when its id is known; call search_invoices to find it.",
    ///     "inputSchema": {
    ///       "type": "object",
    ///       "properties": {
    ///         "invoice_id": {
    ///           "type": "string",
    ///           "description": "Invoice id, e.g. 'inv_01H8XK'. The user gives it."
    ///         }
    ///       },
    ///       "required": ["invoice_id"],
    ///       "additionalProperties": false
    ///     },
    ///     "outputSchema": {
    ///       "type": "object",
    ///       "properties": {"total": {"type": "integer", "description": "Total in cents."}},
    ///       "required": ["total"],
    ///       "additionalProperties": false
    ///     },
    ///     "annotations": {
    ///       "readOnlyHint": true,
    ///       "destructiveHint": false,
    ///       "idempotentHint": true,
    ///       "openWorldHint": false
    ///     }
    ///   }
    /// ]
    /// ```
    ///
    /// ## Good
    ///
    /// ```json
    /// [
    ///   {
    ///     "name": "get_invoice",
    ///     "title": "Get invoice",
    ///     "description": "Get one invoice with its total. Use when its id is known; call find_invoices to find it.",
    ///     "inputSchema": {
    ///       "type": "object",
    ///       "properties": {
    ///         "invoice_id": {
    ///           "type": "string",
    ///           "description": "Invoice id, e.g. 'inv_01H8XK'. The user gives it."
    ///         }
    ///       },
    ///       "required": ["invoice_id"],
    ///       "additionalProperties": false
    ///     },
    ///     "outputSchema": {
    ///       "type": "object",
    ///       "properties": {"total": {"type": "integer", "description": "Total in cents."}},
    ///       "required": ["total"],
    ///       "additionalProperties": false
    ///     },
    ///     "annotations": {
    ///       "readOnlyHint": true,
    ///       "destructiveHint": false,
    ///       "idempotentHint": true,
    ///       "openWorldHint": false
    ///     }
    ///   },
    ///   {
    ///     "name": "find_invoices",
    ///     "title": "Find invoices",
    ///     "description": "Find the invoice of one order. Use when only the order is known.",
    ///     "inputSchema": {
    ///       "type": "object",
    ///       "properties": {"order": {"type": "string", "description": "Order to look up, e.g. 'A-17'."}},
    ///       "required": ["order"],
    ///       "additionalProperties": false
    ///     },
    ///     "outputSchema": {
    ///       "type": "object",
    ///       "properties": {"total": {"type": "integer", "description": "Total in cents."}},
    ///       "required": ["total"],
    ///       "additionalProperties": false
    ///     },
    ///     "annotations": {
    ///       "readOnlyHint": true,
    ///       "destructiveHint": false,
    ///       "idempotentHint": true,
    ///       "openWorldHint": false
    ///     }
    ///   }
    /// ]
    /// ```
    TEXT_NAMES_UNKNOWN_TOOL, "D009", "text-names-unknown-tool";
    own: Deny, foreign: Warn, rubric: Selectability, at: [Macro, Boot, Audit],
    evidence: [
        Practice("agent-ergonomics, F8 and P7"),
        Measured("41 places in 10 of 165 public servers, flagship ones among them"),
    ],
    check: Tool(check), Catalog(check_catalog),
}

fn check(tool: &ToolFacts, judge: &mut Judge<'_>) {
    // With the whole catalog at hand, `check_catalog` judges every text against it.
    if judge.catalog().is_some() {
        return;
    }
    for text in judged(tool) {
        let named = references(text.served)
            .into_iter()
            .filter(|named| named.is_sent_to() && is_dotted_name(named.name));
        for name in named.map(|named| named.name).collect::<BTreeSet<_>>() {
            let message = format!(
                "`{name}` stands in {}, yet no tool can have a dotted name",
                text.place()
            );
            judge.report(text.part(), message, help(judge, name, None));
        }
    }
}

fn check_catalog(catalog: &CatalogFacts, judge: &mut Judge<'_>) {
    let vocabulary = Vocabulary::of(catalog);
    for text in texts::of_server(catalog, &TEXT_NAMES_UNKNOWN_TOOL) {
        for (name, fault) in vocabulary.faults(text.served) {
            let message = message(&text.place(), name, fault);
            let help = help(judge, name, nearest(fault));
            judge.report(text.part(), message, help);
        }
    }
    let tools = catalog.tools.iter().enumerate();
    let of_tools = tools.flat_map(|(index, tool)| judged(tool).map(move |text| (index, text)));
    for (index, text) in of_tools.chain(texts::of_failures(catalog)) {
        for (name, fault) in vocabulary.faults(text.served) {
            let message = message(&text.place(), name, fault);
            let help = help(judge, name, nearest(fault));
            judge.report_tool(catalog, index, text.part(), message, help);
        }
    }
}

fn message(place: &str, name: &str, fault: Fault<'_>) -> String {
    match fault {
        Fault::Respelt(served) => {
            format!("`{name}` stands in {place}, yet the tool is called `{served}`")
        }
        Fault::Hidden => format!("`{name}` stands in {place}, yet this caller is not served it"),
        Fault::Unknown(_) => format!("`{name}` stands in {place}, yet no tool is called that"),
    }
}

fn nearest(fault: Fault<'_>) -> Option<&str> {
    match fault {
        Fault::Respelt(served) => Some(served),
        Fault::Hidden => None,
        Fault::Unknown(nearest) => nearest,
    }
}

fn mend(name: &str, nearest: Option<&str>) -> String {
    match nearest {
        Some(served) => format!("write `{served}`"),
        None => format!("take `{name}` out, or name a tool that is served"),
    }
}

/// A name in a text that a reader would take for a tool, and that no tool is served under.
#[doc(hidden)]
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StaleName {
    /// The name as it is written.
    pub name: String,
    /// What is wrong with it.
    pub message: String,
    /// What to write instead.
    pub help: String,
}

/// The stale names in texts that are no part of the catalog, such as answers; each text comes with
/// its place, as a message says it.
#[doc(hidden)]
pub fn stale_names<'t>(
    catalog: &CatalogFacts,
    texts: impl IntoIterator<Item = (&'t str, &'t str)>,
) -> Vec<StaleName> {
    let vocabulary = Vocabulary::of(catalog);
    let of_text = |(place, text): (&str, &'t str)| {
        let found = vocabulary.faults(text).into_iter();
        let stale = found.map(|(name, fault)| StaleName {
            name: name.to_owned(),
            message: message(place, name, fault),
            help: mend(name, nearest(fault)),
        });
        stale.collect::<Vec<_>>()
    };
    texts.into_iter().flat_map(of_text).collect()
}

fn help(judge: &Judge<'_>, name: &str, nearest: Option<&str>) -> String {
    let first = mend(name, nearest);
    judge.own_or(
        format!("{first}; `instead(…)`, `after(…)` and `from = …` take tools by path and cannot go stale"),
        first.clone(),
    )
}

/// The texts of a tool that may send a reader somewhere. A title is a name of the tool itself.
fn judged(tool: &ToolFacts) -> impl Iterator<Item = Text<'_>> {
    let all = texts::of_tool(tool, &TEXT_NAMES_UNKNOWN_TOOL).into_iter();
    all.filter(|text| !text.is_title())
}

#[cfg(test)]
mod tests {
    use crate::samples::{
        catalog, object, on_catalog, on_tool, param, tool, tool_described as described, tool_with,
    };
    use crate::{Allow, CatalogFacts, Fact, Finding, ParamFacts, Part, Policy, ToolFacts};

    fn on(text: &str, others: &[&str]) -> Vec<Finding> {
        let others = others.iter().map(|name| tool(name));
        let tools = std::iter::once(described("list_patterns", text))
            .chain(others)
            .collect();
        on_catalog("D009", &catalog(tools), &Policy::strict())
    }

    #[test]
    fn a_name_that_no_tool_has_is_found() {
        let found = on(
            "List them; call semarchy.catalog.search_patterns to filter.",
            &[],
        );
        assert_eq!(found.len(), 1);
        assert_eq!(
            (found[0].tool, &found[0].part),
            (Some(0), &Part::Description)
        );
        assert_eq!(
            found[0].message,
            "`semarchy.catalog.search_patterns` stands in the description of `list_patterns`, yet no tool is called that"
        );
        for text in [
            "Use get_pattern for one.",
            "See `search_patterns`.",
            "As told by the `list_filters` and `list_pattern_filters` tools.",
            "The search_patterns tool filters.",
            "Proceed to create_pattern.",
        ] {
            assert_eq!(on(text, &[]).len(), 1, "{text}");
        }
    }

    #[test]
    fn another_spelling_is_mended() {
        for text in [
            "Call search.patterns first.",
            "Call searchPatterns first.",
            "Call old_search_patterns first.",
            "Call semarchy.search_patterns first.",
        ] {
            let found = on(text, &["search_patterns"]);
            assert_eq!(found.len(), 1, "{text}");
            assert!(
                found[0]
                    .message
                    .ends_with("yet the tool is called `search_patterns`"),
                "{}",
                found[0].message
            );
            assert!(
                found[0].help.starts_with("write `search_patterns`;"),
                "{}",
                found[0].help
            );
        }
        let found = on("Call serch_patterns first.", &["search_patterns"]);
        assert!(
            found[0].help.starts_with("write `search_patterns`"),
            "{}",
            found[0].help
        );
    }

    #[test]
    fn more_or_less_than_a_served_name_is_mended() {
        for text in [
            "Take it from the acme-list-open-patterns command.",
            "See `acme_list_open_patterns`.",
        ] {
            let found = on(text, &["list_open_patterns"]);
            assert_eq!(found.len(), 1, "{text}");
            assert!(
                found[0].help.starts_with("write `list_open_patterns`"),
                "{text}"
            );
        }
        let found = on("With the drop_pattern_tool.", &["drop_pattern"]);
        assert!(found[0].help.starts_with("write `drop_pattern`"));
        let found = on(
            "Use `pattern_dry_run` first.",
            &["start_pattern_dry_run_job"],
        );
        assert!(
            found[0].message.ends_with("yet no tool is called that"),
            "{}",
            found[0].message
        );
        assert!(
            found[0]
                .help
                .starts_with("write `start_pattern_dry_run_job`")
        );
        for text in [
            "Set ACME_LIST_OPEN_PATTERNS to skip.",
            "Returns can_list_open_patterns.",
            "As the SDK function `list_pattern_values` does.",
        ] {
            assert!(on(text, &["list_open_patterns"]).is_empty(), "{text}");
        }
    }

    #[test]
    fn what_is_no_tool_passes() {
        for text in [
            "Use search_patterns, then list_patterns.",
            "See package.json and https://example.com/a.b_c for more.",
            "A read-only view; use fine-grained filters and up-to-date data.",
            "Use invoice_id to narrow it.",
            "Use application/json or src/main.rs.",
            "Call it with page_size or sort_by.",
            "Returns created_at and next_cursor.",
            "Find invoices by customer.",
            "Use the paging.next.after value, taken from rows.next_page.",
            "Calls to `change_pattern` and `search_path` are rejected.",
            "Use search_patterns/list_patterns first.",
            "Wraps SEARCH.PATTERNS of the server.",
        ] {
            assert!(on(text, &["search_patterns"]).is_empty(), "{text}");
        }
    }

    #[test]
    fn parameters_and_instructions_are_texts_too() {
        let field = param("pattern", "Name. Find it with search_patterns.");
        let facts = CatalogFacts {
            instructions: Fact::Seen(Some("Start with list_invoice.".into())),
            ..catalog(vec![
                ToolFacts {
                    params: tool_with(object("filter", vec![field])).params,
                    ..tool("list_patterns")
                },
                tool("list_invoices"),
            ])
        };
        let found = on_catalog("D009", &facts, &Policy::audit());
        assert_eq!(found.len(), 2);
        assert_eq!((found[0].tool, &found[0].part), (None, &Part::Instructions));
        assert_eq!(found[0].help, "write `list_invoices`");
        assert_eq!(
            found[1].part,
            Part::ParamText(vec!["filter".into(), "pattern".into()])
        );
        assert!(
            found[1]
                .message
                .contains("stands in the description of `filter.pattern`")
        );
    }

    #[test]
    fn a_tool_that_this_caller_lacks_is_hidden() {
        let facts = CatalogFacts {
            served: Fact::Seen(vec!["get_invoice".into()]),
            ..catalog(vec![
                described("get_invoice", "Get it. Use void_invoice to void."),
                tool("void_invoice"),
            ])
        };
        let found = on_catalog("D009", &facts, &Policy::strict());
        assert_eq!(found.len(), 1);
        assert!(
            found[0]
                .message
                .ends_with("yet this caller is not served it")
        );
    }

    #[test]
    fn one_tool_by_itself_is_judged_by_dots_alone() {
        let text = "List. Use get_pattern or call semarchy.catalog.search_patterns.";
        let found = on_tool("D009", &described("list_patterns", text));
        assert_eq!(found.len(), 1);
        assert!(
            found[0]
                .message
                .contains("`semarchy.catalog.search_patterns`")
        );
        for text in [
            "Use os.path.join() here.",
            "See example.co.uk.",
            "See package.json.",
        ] {
            assert!(
                on_tool("D009", &described("list_patterns", text)).is_empty(),
                "{text}"
            );
        }
    }

    #[test]
    fn hints_of_failures_are_judged_once() {
        let hint = (
            "NotFound".to_owned(),
            "find it with search_patterns".to_owned(),
        );
        let failing = |name: &str| ToolFacts {
            failure_hints: Fact::Seen(vec![hint.clone()]),
            ..tool(name)
        };
        let facts = catalog(vec![failing("list_patterns"), failing("get_pattern")]);
        let found = on_catalog("D009", &facts, &Policy::strict());
        assert_eq!(found.len(), 1);
        assert_eq!((found[0].tool, &found[0].part), (Some(0), &Part::ErrorType));
        assert_eq!(
            found[0].message,
            "`search_patterns` stands in the hint of `NotFound`, yet no tool is called that"
        );
    }

    #[test]
    fn texts_beside_the_catalog_are_read_the_same() {
        let facts = CatalogFacts {
            served: Fact::Seen(vec!["list_patterns".into()]),
            ..catalog(vec![tool("list_patterns"), tool("delete_pattern")])
        };
        let texts = [
            ("the outcome", "Call listPatterns or list_filter first."),
            ("the hint", "Use delete_pattern; list_patterns shows all."),
        ];
        let told: Vec<(String, String)> = super::stale_names(&facts, texts)
            .into_iter()
            .map(|stale| (stale.message, stale.help))
            .collect();
        let pair = |message: &str, help: &str| (message.to_owned(), help.to_owned());
        assert_eq!(
            told,
            [
                pair(
                    "`listPatterns` stands in the outcome, yet the tool is called `list_patterns`",
                    "write `list_patterns`"
                ),
                pair(
                    "`delete_pattern` stands in the hint, yet this caller is not served it",
                    "take `delete_pattern` out, or name a tool that is served"
                ),
            ]
        );
    }

    #[test]
    fn exceptions_hold() {
        let allows = vec![Allow {
            rule: "text_names_unknown_tool".into(),
            reason: "another server".into(),
        }];
        let field = ParamFacts {
            allows,
            ..param("pattern", "Find it with search_patterns.")
        };
        let facts = catalog(vec![ToolFacts {
            params: Fact::Seen(vec![field]),
            ..tool("list_patterns")
        }]);
        assert!(on_catalog("D009", &facts, &Policy::strict()).is_empty());
    }
}
