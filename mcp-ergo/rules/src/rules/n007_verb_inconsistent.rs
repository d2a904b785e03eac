use std::collections::{BTreeMap, BTreeSet};

use crate::phrase::{Phrase, with_verb};
use crate::{CatalogFacts, Fact, Judge, ParamFacts, Part, names, rule::declare_rule, words};

declare_rule! {
    /// ## What it does
    ///
    /// Finds two verbs of one meaning for one kind of object: get, fetch and retrieve; search and find;
    /// delete and remove; list and search where the search takes nothing that the list does not; and where
    /// two tools ask for the same, read and view, create and add, update and edit, run and execute, take
    /// and capture.
    ///
    /// A list beside a search with words of its own is two jobs, and so is deleting a label beside removing
    /// one from an issue; both pass.
    ///
    /// ## Why it matters
    ///
    /// Two verbs promise two jobs. A model that sees `get_invoice` beside `fetch_invoice` looks for a
    /// difference, and finds one that is not there.
    ///
    /// Precision: 2 of 2 findings, all there were on 82 public servers, were right when read; false alarms:
    /// none; missed: 6 of 7 pairs found by reading 16 servers, four of which bear the names of shell
    /// commands (`cat` beside `read_note`). Few servers mix verbs for one kind of object.
    ///
    /// ## Bad
    ///
    /// ```json
    /// [
    ///   {
    ///     "name": "get_invoice",
    ///     "title": "Get invoice",
    ///     "description": "Get one invoice with its total. Use when an invoice id is known.",
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
    ///       "properties": {
    ///         "total": {
    ///           "type": "integer",
    ///           "description": "Total in cents."
    ///         }
    ///       },
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
    ///     "name": "fetch_invoice_by_number",
    ///     "title": "Get invoice by number",
    ///     "description": "Get one invoice by the number on its paper. Use when the customer reads it out.",
    ///     "inputSchema": {
    ///       "type": "object",
    ///       "properties": {
    ///         "number": {
    ///           "type": "string",
    ///           "description": "Invoice number, e.g. '2026-117'. The user gives it."
    ///         }
    ///       },
    ///       "required": ["number"],
    ///       "additionalProperties": false
    ///     },
    ///     "outputSchema": {
    ///       "type": "object",
    ///       "properties": {
    ///         "total": {
    ///           "type": "integer",
    ///           "description": "Total in cents."
    ///         }
    ///       },
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
    ///     "description": "Get one invoice with its total. Use when an invoice id is known.",
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
    ///       "properties": {
    ///         "total": {
    ///           "type": "integer",
    ///           "description": "Total in cents."
    ///         }
    ///       },
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
    ///     "name": "get_invoice_by_number",
    ///     "title": "Get invoice by number",
    ///     "description": "Get one invoice by the number on its paper. Use when the customer reads it out.",
    ///     "inputSchema": {
    ///       "type": "object",
    ///       "properties": {
    ///         "number": {
    ///           "type": "string",
    ///           "description": "Invoice number, e.g. '2026-117'. The user gives it."
    ///         }
    ///       },
    ///       "required": ["number"],
    ///       "additionalProperties": false
    ///     },
    ///     "outputSchema": {
    ///       "type": "object",
    ///       "properties": {
    ///         "total": {
    ///           "type": "integer",
    ///           "description": "Total in cents."
    ///         }
    ///       },
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
    VERB_INCONSISTENT, "N007", "verb-inconsistent";
    own: Warn, foreign: Info, rubric: Selectability, at: [Boot, Audit],
    evidence: [
        Practice("mcpolish, MP012: get, fetch and retrieve in one server"),
    ],
    check: Catalog(check),
}

/// Verbs of one meaning, the plainest first.
const FAMILIES: &[&[&str]] = &[
    &["get", "fetch", "retrieve"],
    &["search", "find"],
    &["delete", "remove"],
    &["list", "search", "find"],
];

/// Verbs that mean the same where two tools ask for the same: `take_screenshot` and
/// `capture_screenshot`.
const TWINS: &[&[&str]] = &[
    &["get", "fetch", "retrieve", "read", "view"],
    &["create", "add", "make"],
    &["update", "edit", "modify"],
    &["run", "execute"],
    &["take", "capture"],
];

/// Parameters that cut a long answer into pages; they ask for nothing.
#[rustfmt::skip] // one word a line otherwise
const PAGING: &[&str] = &[
    "after", "before", "count", "cursor", "limit", "max_results", "next_page_token", "next_token",
    "offset", "page", "page_size", "page_token", "per_page", "size", "skip", "start", "top",
];

/// Parameters that say what to search for.
const QUERIES: &[&str] = &[
    "keyword",
    "keywords",
    "q",
    "query",
    "search",
    "search_query",
    "search_term",
    "term",
    "text",
];

/// A tool whose verb has synonyms.
struct Bearer<'a> {
    tool: usize,
    name: &'a str,
    verb: String,
    params: &'a [ParamFacts],
}

impl Bearer<'_> {
    fn has(&self, param: &str) -> bool {
        self.params
            .iter()
            .any(|own| words::snake(&own.name) == param)
    }

    fn required(&self) -> usize {
        let required = self
            .params
            .iter()
            .filter(|own| own.required == Fact::Seen(true));
        required.count()
    }

    /// Whether it asks for the same as `other`, give or take what one of them may be asked.
    fn is_twin_of(&self, other: &Self) -> bool {
        let both = |family: &&[&str]| {
            let bears = |one: &Self| family.contains(&one.verb.as_str());
            bears(self) && bears(other)
        };
        if FAMILIES.iter().any(both) {
            return false;
        }
        let must = |one: &Self| {
            let own = one
                .params
                .iter()
                .filter(|own| own.required == Fact::Seen(true));
            own.map(|own| words::snake(&own.name))
                .collect::<BTreeSet<_>>()
        };
        let within = |one: &Self, other: &Self| {
            let mut own = one.params.iter().map(|own| words::snake(&own.name));
            own.all(|own| other.has(&own))
        };
        let (own, others) = (must(self), must(other));
        let (less, more) = (within(self, other), within(other, self));
        own == others && (less && more || !own.is_empty() && (less || more))
    }

    /// Whether it is the same job as that of `other`, under another verb.
    fn repeats(&self, other: &Self) -> bool {
        let asked = self.params.iter().map(|own| words::snake(&own.name));
        let mut asked = asked.filter(|own| PAGING.binary_search(&own.as_str()).is_err());
        match (self.verb.as_str(), other.verb.as_str()) {
            ("search" | "find", "list") => asked.all(|own| other.has(&own)),
            // Fetching with a query is searching by another name.
            ("fetch" | "retrieve" | "get", _) => {
                let searches = |one: &Self| QUERIES.iter().any(|query| one.has(query));
                searches(self) == searches(other)
            }
            // To remove one thing from another takes both.
            ("delete" | "remove", _) => self.required() == other.required(),
            _ => true,
        }
    }
}

fn check(catalog: &CatalogFacts, judge: &mut Judge<'_>) {
    let mut kinds: BTreeMap<(Vec<String>, Vec<String>), Vec<Bearer<'_>>> = BTreeMap::new();
    for (tool, facts) in catalog.tools.iter().enumerate() {
        let (Some(name), Some(params)) = (facts.name.seen(), facts.params.seen()) else {
            continue;
        };
        let Some(phrase) = Phrase::of(name).filter(|phrase| !phrase.object.is_empty()) else {
            continue;
        };
        let kind = phrase.kind();
        let Phrase { domain, verb, .. } = phrase;
        let bearer = Bearer {
            tool,
            name,
            verb,
            params,
        };
        kinds.entry((domain, kind)).or_default().push(bearer);
    }
    for bearers in kinds.values() {
        for family in FAMILIES {
            report_mixed(catalog, family, bearers, Bearer::repeats, judge);
        }
        for family in TWINS {
            report_mixed(catalog, family, bearers, Bearer::is_twin_of, judge);
        }
    }
}

/// Reports the first tool of a family that does what a plainer verb does already.
fn report_mixed<'a>(
    catalog: &CatalogFacts,
    family: &[&str],
    bearers: &[Bearer<'a>],
    is_same: impl Fn(&Bearer<'a>, &Bearer<'a>) -> bool,
    judge: &mut Judge<'_>,
) {
    for (rank, verb) in family.iter().enumerate().skip(1) {
        let plainer = || {
            bearers
                .iter()
                .filter(|one| family[..rank].contains(&one.verb.as_str()))
        };
        let mut own = bearers.iter().filter(|one| one.verb == *verb);
        let mixed = own.find_map(|own| Some((own, plainer().find(|other| is_same(own, other))?)));
        let Some((own, other)) = mixed else { continue };
        let message = format!(
            "`{}` and `{}` have two verbs for one job: `{}` and `{}`",
            other.name, own.name, other.verb, own.verb
        );
        let better = with_verb(own.name, &own.verb, &other.verb);
        let is_free = |name: &String| {
            catalog
                .tools
                .iter()
                .all(|tool| tool.name.seen() != Some(name))
        };
        let help = match better.filter(is_free) {
            Some(better) => names::rename(judge, &better),
            None => "make one tool of the two, or say in the names how they differ".to_owned(),
        };
        judge.report_tool(catalog, own.tool, Part::Name, message, help);
        return;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::samples::{catalog, on_catalog, param, tool};
    use crate::{Finding, Policy, ToolFacts};

    fn taking(name: &str, params: &[&str]) -> ToolFacts {
        let required = |name: &&str| ParamFacts {
            required: Fact::Seen(true),
            ..param(name, "x")
        };
        ToolFacts {
            params: Fact::Seen(params.iter().map(required).collect()),
            ..tool(name)
        }
    }

    fn found(tools: Vec<ToolFacts>) -> Vec<Finding> {
        on_catalog("N007", &catalog(tools), &Policy::strict())
    }

    #[test]
    fn lists_are_sorted_without_repetition() {
        for list in [PAGING, QUERIES] {
            assert!(list.is_sorted_by(|one, next| one < next), "{list:?}");
        }
    }

    #[test]
    fn two_verbs_for_one_job_are_told() {
        let found = found(vec![tool("get_invoice"), tool("fetch_invoices")]);
        assert_eq!(found.len(), 1);
        assert_eq!((found[0].tool, &found[0].part), (Some(1), &Part::Name));
        assert_eq!(
            found[0].message,
            "`get_invoice` and `fetch_invoices` have two verbs for one job: `get` and `fetch`"
        );
        assert_eq!(
            found[0].help,
            "rename it to `get_invoices`, the function itself or by `name = \"get_invoices\"` in `#[tool(…)]`"
        );
    }

    #[test]
    fn a_name_that_is_taken_is_not_advised() {
        let found = found(vec![tool("retrieveInvoice"), tool("getInvoice")]);
        assert_eq!(
            found[0].help,
            "make one tool of the two, or say in the names how they differ"
        );
    }

    #[test]
    fn a_search_with_words_of_its_own_is_another_job() {
        let list = || taking("list_invoices", &["status"]);
        for (params, count) in [(&["query"][..], 0), (&["status", "limit"], 1), (&[], 1)] {
            let found = found(vec![taking("search_invoices", params), list()]);
            assert_eq!(found.len(), count, "{params:?}");
        }
        let fetched = taking("retrieve_notes", &["query"]);
        assert!(found(vec![taking("get_note", &["id"]), fetched]).is_empty());
    }

    #[test]
    fn removing_from_something_is_another_job() {
        let delete = || taking("delete_label", &["label"]);
        let from = taking("remove_label", &["issue", "label"]);
        assert!(found(vec![delete(), from]).is_empty());
        assert_eq!(
            found(vec![delete(), taking("remove_label", &["name"])]).len(),
            1
        );
    }

    #[test]
    fn twins_are_told_by_what_they_ask_for() {
        let take = || taking("take_snapshot", &["node", "scale"]);
        for (other, count) in [
            (taking("capture_snapshot", &["scale", "node"]), 1),
            (taking("capture_snapshot", &["scale"]), 0),
            (tool("capture_snapshot"), 0),
            (taking("capture_payment", &["scale", "node"]), 0),
        ] {
            assert_eq!(found(vec![take(), other]).len(), count);
        }
        let mut read = taking("read_letter", &["id", "page"]);
        if let Fact::Seen(params) = &mut read.params {
            params[1].required = Fact::Seen(false);
        }
        assert_eq!(found(vec![read, taking("view_letter", &["id"])]).len(), 1);
    }

    #[test]
    fn the_object_may_stand_before_the_verb() {
        let found = found(vec![tool("invoices-get"), tool("invoices-fetch")]);
        assert_eq!(
            found[0].message,
            "`invoices-get` and `invoices-fetch` have two verbs for one job: `get` and `fetch`"
        );
    }

    #[test]
    fn articles_make_no_difference() {
        let tools = ["get_page", "retrieve_a_page"].map(tool);
        assert_eq!(found(tools.to_vec()).len(), 1);
    }

    #[test]
    fn other_kinds_of_object_pass() {
        for names in [
            ["get_invoice", "fetch_customer"],
            ["get_invoice", "fetch_invoice_lines"],
            ["get_search_results", "fetch_search"],
            ["get", "fetch"],
            ["crm_get_user", "erp_fetch_user"],
            ["get_or_fetch_user", "fetch_user"],
        ] {
            assert!(found(names.map(tool).to_vec()).is_empty(), "{names:?}");
        }
    }
}
