use crate::{
    CatalogFacts, Judge, ParamFacts, Part, ToolFacts, answer, names, plural, quoted_list,
    rule::declare_rule, words,
};

declare_rule! {
    /// ## What it does
    ///
    /// Finds answers, and fields of answers, of which the output schema says nothing: objects without
    /// fields, maps, arrays without `items`, values of no type.
    ///
    /// Open may be the `args` of a next action, and the rows of a query in SQL or the like, whose columns
    /// are whatever the caller selects.
    ///
    /// ## Why it matters
    ///
    /// A schema that allows anything documents nothing. A model that plans two calls ahead has to know
    /// which field of the first answer goes into the second.
    ///
    /// Precision: 15 of 15 findings drawn at random from 41 public servers were right when read, and
    /// 20 of 24 others, most of them on other servers; false alarms: the rows of a query (mended
    /// where a parameter holds SQL or the like) and of tables in a page.
    ///
    /// ## Bad
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
    ///       "total": {"type": "integer", "description": "Total in cents."},
    ///       "customer": {"type": "object", "description": "Who owes it."}
    ///     },
    ///     "required": ["total", "customer"],
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
    ///       "total": {"type": "integer", "description": "Total in cents."},
    ///       "customer": {
    ///         "type": "object",
    ///         "properties": {"name": {"type": "string", "description": "Name on the invoice."}},
    ///         "required": ["name"],
    ///         "additionalProperties": false,
    ///         "description": "Who owes it."
    ///       }
    ///     },
    ///     "required": ["total", "customer"],
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
    OUTPUT_LOOSE, "O004", "output-loose";
    own: Deny, foreign: Info, rubric: OutputStability, at: [Boot, Audit],
    evidence: [
        Practice("mcp-interface-design, quality rubric: return shapes are documented and named, not free-form blobs"),
    ],
    check: Tool(check), Catalog(check_catalog),
}

/// The most fields that a message names.
const MOST_SHOWN: usize = 3;

/// The paths of what an answer says nothing of; an empty path is the answer as a whole.
fn loose(tool: &ToolFacts, answer: &ParamFacts) -> Vec<Vec<String>> {
    let mut found = Vec::new();
    if answer::is_loose(answer) {
        found.push(Vec::new());
    }
    answer::each_field(answer, &mut |path, field| {
        if answer::is_loose(field) && !is_of_next_action(path) && !is_selected(path, tool) {
            found.push(path.to_owned());
        }
    });
    found
}

/// Whether a path leads to the arguments of a next action, which hang on the tool that it names.
fn is_of_next_action(path: &[String]) -> bool {
    matches!(path, [.., action, args]
        if matches!(args.as_str(), "args" | "arguments") && words::snake(action).ends_with("next_action"))
}

/// Lists of what a query selects. Sorted.
const SELECTED: &[&str] = &["cells", "documents", "records", "results", "rows", "values"];

/// Words of parameters that hold a query in a language of its own. Sorted.
#[rustfmt::skip] // one word a line otherwise
const QUERIES: &[&str] = &[
    "aggregation", "cypher", "dql", "gql", "graphql", "kql", "pipeline", "projection", "soql",
    "sparql", "sql", "statement",
];

/// Whether a path leads to the rows of a query, whose columns are whatever the caller selects.
fn is_selected(path: &[String], tool: &ToolFacts) -> bool {
    let within = path.iter().rev().take_while(|name| *name == "[]").count();
    let list = (within > 0)
        .then(|| path.iter().rev().nth(within))
        .flatten();
    let asks = |param: &ParamFacts| {
        let mut words = words::split(&param.name).into_iter();
        words.any(|word| QUERIES.binary_search(&word.as_str()).is_ok())
    };
    list.is_some_and(|list| SELECTED.binary_search(&list.as_str()).is_ok())
        && tool.params.seen().into_iter().flatten().any(asks)
}

fn check(tool: &ToolFacts, judge: &mut Judge<'_>) {
    // A foreign catalog is judged as a whole.
    if judge.catalog().is_some() && !judge.policy().is_own() {
        return;
    }
    if let Some((part, message)) = told(tool) {
        judge.report(part, message, help(judge));
    }
}

fn check_catalog(catalog: &CatalogFacts, judge: &mut Judge<'_>) {
    if judge.policy().is_own() {
        return;
    }
    if let Some((loose, all)) = loose_answers(catalog) {
        let message = format!(
            "{loose} of {} with an output schema return values of which it says nothing",
            plural(all, "tool")
        );
        judge.report(Part::Catalog, message, help(judge));
        return;
    }
    for (index, tool) in catalog.tools.iter().enumerate() {
        if let Some((part, message)) = told(tool) {
            judge.report_tool(catalog, index, part, message, help(judge));
        }
    }
}

fn help(judge: &Judge<'_>) -> &'static str {
    judge.own_or(
        "write a struct that derives `Serialize` and `JsonSchema` for it, with a doc comment on every field",
        "list the fields under `properties`, each with `type` and `description`; of a map make a list of objects with the key as a field",
    )
}

/// What is said of a tool that returns something loose, and of which part.
fn told(tool: &ToolFacts) -> Option<(Part, String)> {
    let loose = loose(tool, tool.output.present()?);
    let first = loose.first()?.clone();
    let called = names::called(tool);
    let paths: Vec<String> = loose.iter().map(|path| answer::spelt(path)).collect();
    let shown = quoted_list(paths.iter().take(MOST_SHOWN).map(String::as_str), "and");
    let message = match (paths.len(), paths.len().saturating_sub(MOST_SHOWN)) {
        _ if first.is_empty() => {
            format!("{called} returns a value of which its schema says nothing")
        }
        (1, _) => format!("{called} returns {shown}, of which its schema says nothing"),
        (_, 0) => format!("{called} returns values of which its schema says nothing: {shown}"),
        (_, more) => format!(
            "{called} returns values of which its schema says nothing: {shown}, and {more} more"
        ),
    };
    Some((Part::Output(first), message))
}

/// How many of the tools with an output schema have a loose one, where those are most of them.
fn loose_answers(catalog: &CatalogFacts) -> Option<(usize, usize)> {
    let (mut all, mut count) = (0, 0);
    for tool in &catalog.tools {
        if let Some(answer) = tool.output.present() {
            all += 1;
            count += usize::from(!loose(tool, answer).is_empty());
        }
    }
    (count > 1 && count * 2 > all).then_some((count, all))
}

#[cfg(test)]
mod tests {
    use crate::samples::{array, catalog, object, of_kind, on_catalog, on_tool, param, tool};
    use crate::{Beyond, Fact, Kind, ParamFacts, Part, Policy, ToolFacts};

    fn returning(output: ParamFacts) -> ToolFacts {
        ToolFacts {
            output: Fact::Seen(Some(output)),
            ..tool("get_invoice")
        }
    }

    #[test]
    fn each_loose_value_is_named() {
        let found = on_tool(
            "O004",
            &returning(object(
                "",
                vec![
                    object("meta", vec![]),
                    array("rows", Some(of_kind("[]", Kind::Untyped))),
                    array("tags", None),
                    of_kind("raw", Kind::Untyped),
                ],
            )),
        );
        assert_eq!(found.len(), 1);
        assert_eq!(found[0].part, Part::Output(vec!["meta".into()]));
        assert_eq!(
            found[0].message,
            "`get_invoice` returns values of which its schema says nothing: `meta`, `rows[]` and `tags`, and 1 more"
        );
        let whole = on_tool("O004", &returning(object("", vec![])));
        assert_eq!(
            whole[0].message,
            "`get_invoice` returns a value of which its schema says nothing"
        );
        assert!(whole[0].help.starts_with("write a struct that derives"));
    }

    #[test]
    fn the_arguments_of_a_next_action_are_open() {
        let action = |name| object(name, vec![object("args", vec![]), param("tool", "Tool.")]);
        let blockers = array("blockers", Some(object("[]", vec![action("nextAction")])));
        let answer = object("", vec![action("next_action"), blockers]);
        assert!(on_tool("O004", &returning(answer)).is_empty());
        let other = object("", vec![action("request")]);
        assert_eq!(on_tool("O004", &returning(other)).len(), 1);
    }

    #[test]
    fn the_rows_of_a_query_are_open() {
        use super::{QUERIES, SELECTED};
        assert!(QUERIES.is_sorted() && SELECTED.is_sorted());
        let rows = |param: &str| {
            let row = array("[]", Some(of_kind("[]", Kind::Untyped)));
            let mut tool = returning(object("", vec![array("rows", Some(row))]));
            tool.params = Fact::Seen(vec![self::param(param, "What to select.")]);
            on_tool("O004", &tool).len()
        };
        assert_eq!(rows("sql"), 0);
        assert_eq!(rows("query"), 1);
        let mut tool = returning(object("", vec![object("meta", vec![])]));
        tool.params = Fact::Seen(vec![param("sql", "What to select.")]);
        assert_eq!(on_tool("O004", &tool).len(), 1);
    }

    #[test]
    fn a_union_says_several_things() {
        let union = ParamFacts {
            beyond: Fact::Seen(vec![Beyond::Keyword("anyOf".into())]),
            ..of_kind("result", Kind::Untyped)
        };
        assert!(on_tool("O004", &returning(object("", vec![union]))).is_empty());
        assert!(on_tool("O004", &tool("get_invoice")).is_empty());
    }

    #[test]
    fn most_of_a_foreign_server_is_one_finding() {
        let loose = || returning(object("", vec![]));
        let found = on_catalog("O004", &catalog(vec![loose(), loose()]), &Policy::audit());
        assert_eq!((found.len(), found[0].tool), (1, None));
        assert_eq!(
            found[0].message,
            "2 of 2 tools with an output schema return values of which it says nothing"
        );
    }
}
