use crate::{
    CatalogFacts, Judge, Part, ToolFacts, answer, names, plural, rule::declare_rule, words,
};

declare_rule! {
    /// ## What it does
    ///
    /// Finds tools that list or search, and return a list at the root of their answer that cannot say
    /// that it was cut.
    ///
    /// Such an answer has a word beside the list: `truncated`, `next`, a cursor, `hasMore`, or the
    /// `total` together with a parameter that limits. Where nothing in the answer says that the server
    /// cuts by itself, a limit is asked for too.
    ///
    /// ## Why it matters
    ///
    /// A model that is shown 20 of 300 invoices without a word adds up 20 and reports a sum. A list
    /// that nobody limits fills the context window instead: clients cut an answer at 25,000 tokens.
    ///
    /// Precision: 11 of 12 findings, all there were on 82 public servers, were right when read; false
    /// alarms: a search whose description says that it returns the ten best.
    ///
    /// ## Bad
    ///
    /// ```json
    /// {
    ///   "name": "search_invoices",
    ///   "title": "Search invoices",
    ///   "description": "Find invoices of one customer, with id and total. Use when the user asks what is owed.",
    ///   "inputSchema": {
    ///     "type": "object",
    ///     "properties": {
    ///       "customer": {
    ///         "type": "string",
    ///         "description": "Customer to keep, e.g. 'Hotel Rose'; every customer when left out. The user gives it."
    ///       },
    ///       "limit": {
    ///         "type": "integer",
    ///         "minimum": 1,
    ///         "maximum": 50,
    ///         "default": 20,
    ///         "description": "Most invoices to return, from 1 to 50; 20 by default."
    ///       }
    ///     },
    ///     "additionalProperties": false
    ///   },
    ///   "outputSchema": {
    ///     "type": "object",
    ///     "properties": {
    ///       "invoices": {
    ///         "type": "array",
    ///         "items": {
    ///           "type": "object",
    ///           "properties": {
    ///             "id": {"type": "string", "description": "Invoice id."},
    ///             "total": {"type": "integer", "description": "Total in cents."}
    ///           },
    ///           "required": ["id", "total"],
    ///           "additionalProperties": false
    ///         },
    ///         "description": "The invoices, newest first."
    ///       }
    ///     },
    ///     "required": ["invoices"],
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
    ///   "name": "search_invoices",
    ///   "title": "Search invoices",
    ///   "description": "Find invoices of one customer, with id and total. Use when the user asks what is owed.",
    ///   "inputSchema": {
    ///     "type": "object",
    ///     "properties": {
    ///       "customer": {
    ///         "type": "string",
    ///         "description": "Customer to keep, e.g. 'Hotel Rose'; every customer when left out. The user gives it."
    ///       },
    ///       "limit": {
    ///         "type": "integer",
    ///         "minimum": 1,
    ///         "maximum": 50,
    ///         "default": 20,
    ///         "description": "Most invoices to return, from 1 to 50; 20 by default."
    ///       }
    ///     },
    ///     "additionalProperties": false
    ///   },
    ///   "outputSchema": {
    ///     "type": "object",
    ///     "properties": {
    ///       "invoices": {
    ///         "type": "array",
    ///         "items": {
    ///           "type": "object",
    ///           "properties": {
    ///             "id": {"type": "string", "description": "Invoice id."},
    ///             "total": {"type": "integer", "description": "Total in cents."}
    ///           },
    ///           "required": ["id", "total"],
    ///           "additionalProperties": false
    ///         },
    ///         "description": "The invoices, newest first."
    ///       },
    ///       "total": {"type": "integer", "description": "How many there are in all."},
    ///       "truncated": {"type": "boolean", "description": "Whether some are missing here."}
    ///     },
    ///     "required": ["invoices", "total", "truncated"],
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
    OUTPUT_UNCAPPED, "O003", "output-uncapped";
    own: Deny, foreign: Info, rubric: OutputStability, at: [Boot, Audit],
    evidence: [
        Measured("a proxy that pages what comes whole took Claude Haiku from 53 to 98 % of 15 tasks (7shep/mcp-linter)"),
        Measured("answers of 325,000 to 387,000 tokens (runpod-mcp#3, material-ui#46778)"),
        Provider("Claude Code cuts an answer at 25,000 tokens (github-mcp-server#425)"),
        Practice("@cyanheads/mcp-ts-core: a capped list discloses that it was cut"),
    ],
    check: Tool(check), Catalog(check_catalog),
}

/// Verbs of tools that return as many as there are. Sorted.
const LISTING: &[&str] = &["browse", "enumerate", "find", "list", "query", "search"];

fn check(tool: &ToolFacts, judge: &mut Judge<'_>) {
    // A foreign catalog is judged as a whole.
    if judge.catalog().is_some() && !judge.policy().is_own() {
        return;
    }
    if let Some(fault) = Listing::of(tool).and_then(Listing::fault) {
        judge.report(whole_answer(), fault.message(tool), fault.help(judge));
    }
}

fn check_catalog(catalog: &CatalogFacts, judge: &mut Judge<'_>) {
    if judge.policy().is_own() {
        return;
    }
    let listings = || catalog.tools.iter().filter_map(Listing::of);
    let all = listings().count();
    let faulty = listings().filter_map(Listing::fault).count();
    if faulty > 1 && faulty * 2 > all {
        let message = format!(
            "{faulty} of {} that list or search return a list that cannot say that it was cut",
            plural(all, "tool")
        );
        let help = "add `total` and `truncated` or `next` beside each list, and take a `limit` with a default and a maximum";
        judge.report(Part::Catalog, message, help);
        return;
    }
    for (index, tool) in catalog.tools.iter().enumerate() {
        if let Some(fault) = Listing::of(tool).and_then(Listing::fault) {
            let (message, help) = (fault.message(tool), fault.help(judge));
            judge.report_tool(catalog, index, whole_answer(), message, help);
        }
    }
}

const fn whole_answer() -> Part {
    Part::Output(Vec::new())
}

/// A tool that lists or searches, and whose answer has a list at its root.
struct Listing<'a> {
    list: &'a str,
    /// The parameter that bounds how much comes back.
    limit: Option<&'a str>,
    says: answer::Says,
}

/// Why a list cannot say that it was cut.
enum Fault<'a> {
    Silent { list: &'a str, limit: &'a str },
    Unlimited { list: &'a str },
}

impl<'a> Listing<'a> {
    fn of(tool: &'a ToolFacts) -> Option<Self> {
        let verb = words::verb_of(tool.name.seen()?)?;
        let output = tool.output.present()?;
        LISTING.binary_search(&verb.as_str()).ok()?;
        Some(Self {
            list: &answer::root_list(output)?.name,
            limit: answer::limit(tool.params.seen()?).map(|limit| limit.name.as_str()),
            says: answer::Says::of(output),
        })
    }

    fn fault(self) -> Option<Fault<'a>> {
        let list = self.list;
        match self.limit {
            _ if self.says.cut => None,
            Some(_) if self.says.total => None,
            Some(limit) => Some(Fault::Silent { list, limit }),
            None => Some(Fault::Unlimited { list }),
        }
    }
}

impl Fault<'_> {
    fn message(&self, tool: &ToolFacts) -> String {
        let called = names::called(tool);
        let spelt = |list: &str| match list {
            "" => "its list".to_owned(),
            name => format!("`{name}`"),
        };
        match self {
            Self::Silent { list, limit } => format!(
                "{called} takes `{limit}`, yet its answer cannot say that {} was cut",
                spelt(list)
            ),
            Self::Unlimited { list } => {
                format!("{called} returns {} whole, however long it is", spelt(list))
            }
        }
    }

    fn help(&self, judge: &Judge<'_>) -> &'static str {
        judge.own_or(
            "return `Reply<Page<…>>`, which says how many there are in all, and take `limit: u32` with `#[param(default = 20, range = 1..=50)]`",
            match self {
                Self::Silent { .. } => "add `total`, `truncated` or `next` beside it",
                Self::Unlimited { .. } => {
                    "take a `limit` with a default and a maximum, and add `total` and `truncated` beside it"
                }
            },
        )
    }
}

#[cfg(test)]
mod tests {
    use super::LISTING;
    use crate::samples::{array, catalog, object, of_kind, on_catalog, on_tool, param, tool};
    use crate::{Fact, Kind, ParamFacts, Part, Policy, ToolFacts};

    fn listing(name: &str, params: &[&str], beside: &[&str]) -> ToolFacts {
        let row = object("[]", vec![param("id", "Id.")]);
        let mut fields = vec![array("invoices", Some(row))];
        fields.extend(beside.iter().map(|name| of_kind(name, Kind::Integer)));
        let params = params.iter().map(|name| of_kind(name, Kind::Integer));
        ToolFacts {
            params: Fact::Seen(params.collect()),
            output: Fact::Seen(Some(object("", fields))),
            ..tool(name)
        }
    }

    #[test]
    fn verbs_are_sorted() {
        assert!(LISTING.is_sorted());
    }

    #[test]
    fn a_list_says_that_it_was_cut() {
        let found = on_tool("O003", &listing("search_invoices", &["limit"], &[]));
        assert_eq!(found.len(), 1);
        assert_eq!(found[0].part, Part::Output(vec![]));
        assert_eq!(
            found[0].message,
            "`search_invoices` takes `limit`, yet its answer cannot say that `invoices` was cut"
        );
        for beside in ["total", "truncated", "nextCursor", "has_more"] {
            let tool = listing("search_invoices", &["limit"], &[beside]);
            assert!(on_tool("O003", &tool).is_empty(), "{beside}");
        }
    }

    #[test]
    fn a_list_is_limited_or_says_that_the_server_cuts() {
        for beside in [&[][..], &["total"]] {
            let found = on_tool("O003", &listing("list_invoices", &["customer"], beside));
            assert_eq!(
                found[0].message,
                "`list_invoices` returns `invoices` whole, however long it is"
            );
            assert!(found[0].help.starts_with("return `Reply<Page<…>>`"));
        }
        let page = listing("list_invoices", &[], &["total", "truncated", "next"]);
        assert!(on_tool("O003", &page).is_empty());
    }

    #[test]
    fn a_foreign_server_is_told_what_to_add() {
        let list = catalog(vec![listing("list_invoices", &["page_size"], &["took_ms"])]);
        let found = on_catalog("O003", &list, &Policy::audit());
        assert_eq!(
            found[0].help,
            "add `total`, `truncated` or `next` beside it"
        );
    }

    #[test]
    fn most_lists_of_a_foreign_server_are_one_finding() {
        let lists = catalog(vec![
            listing("list_invoices", &["limit"], &[]),
            listing("find_invoices", &[], &[]),
            listing("search_invoices", &["limit"], &["total"]),
        ]);
        let found = on_catalog("O003", &lists, &Policy::audit());
        assert_eq!((found.len(), found[0].tool), (1, None));
        assert_eq!(
            found[0].message,
            "2 of 3 tools that list or search return a list that cannot say that it was cut"
        );
        assert_eq!(on_catalog("O003", &lists, &Policy::strict()).len(), 2);
    }

    #[test]
    fn what_is_no_list_passes() {
        assert!(on_tool("O003", &listing("get_invoice", &[], &[])).is_empty());
        assert!(on_tool("O003", &listing("create_invoice", &[], &[])).is_empty());
        let without = |output: Fact<Option<ParamFacts>>| ToolFacts {
            output,
            ..listing("list_invoices", &[], &[])
        };
        for output in [
            Fact::Unseen,
            Fact::Seen(None),
            Fact::Seen(Some(object("", vec![param("text", "All of it.")]))),
        ] {
            assert!(on_tool("O003", &without(output)).is_empty());
        }
    }
}
