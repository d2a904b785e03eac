use crate::{Grammar, Judge, Part, ToolFacts, names, rule::declare_rule, words};

declare_rule! {
    /// ## What it does
    ///
    /// Finds names that fit almost any tool: `get`, `search`, `run`, `process_data`, `do_it`.
    ///
    /// A name that holds one word that says something passes: `search_invoices`, `brave_search`. Under
    /// `domain-verb_object` the domain says it.
    ///
    /// ## Why it matters
    ///
    /// A model that holds the tools of several servers chooses by name first. `get_data` answers to every
    /// request for data, and to none in particular.
    ///
    /// `search` and `fetch` pass on a server that has both: some clients ask a connector for tools
    /// of these names. A macro sees one tool at a time; there, `allow(name_generic = "…")` it.
    ///
    /// Precision: 13 of 15 findings drawn at random from 82 public servers were right when read (after
    /// mending: 13 of 13); false alarms: names that a client prescribes; missed: a lone verb or noun that
    /// says a little (`generate`, `batch`), most of which `name-not-a-verb-phrase` tells.
    ///
    /// ## Bad
    ///
    /// ```json
    /// {
    ///   "name": "get_data",
    ///   "title": "Find invoices",
    ///   "description": "Find invoices by the words in them. Use when the user asks for an invoice without its id.",
    ///   "inputSchema": {
    ///     "type": "object",
    ///     "properties": {
    ///       "query": {
    ///         "type": "string",
    ///         "description": "Words to look for, e.g. 'April'. The user gives them."
    ///       }
    ///     },
    ///     "required": ["query"],
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
    ///   "name": "search_invoices",
    ///   "title": "Find invoices",
    ///   "description": "Find invoices by the words in them. Use when the user asks for an invoice without its id.",
    ///   "inputSchema": {
    ///     "type": "object",
    ///     "properties": {
    ///       "query": {
    ///         "type": "string",
    ///         "description": "Words to look for, e.g. 'April'. The user gives them."
    ///       }
    ///     },
    ///     "required": ["query"],
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
    NAME_GENERIC, "N003", "name-generic";
    own: Deny, foreign: Warn, rubric: Selectability, at: [Macro, Boot, Audit],
    evidence: [
        Practice("mcp-interface-design, critical constraints: `get_data` is wrong"),
        Measured("173 names are borne by tools of several of 165 public servers, `search` by 7"),
    ],
    check: Tool(check),
}

/// Verbs that say how something is done and leave open what.
#[rustfmt::skip] // one word a line otherwise
const VERBS: &[&str] = &[
    "call", "check", "create", "delete", "describe", "do", "execute", "fetch", "find", "get",
    "handle", "invoke", "list", "load", "lookup", "make", "manage", "modify", "perform", "process",
    "query", "read", "retrieve", "run", "search", "send", "set", "show", "start", "stop", "submit",
    "update", "use", "view", "write",
];

/// Verbs that do not even say how.
const HOLLOW: &[&str] = &[
    "do", "execute", "handle", "make", "manage", "perform", "process", "run", "use",
];

/// Objects that are everything and nothing.
#[rustfmt::skip] // one word a line otherwise
const OBJECTS: &[&str] = &[
    "all", "anything", "content", "contents", "data", "everything", "info", "information", "it",
    "item", "items", "object", "objects", "resource", "resources", "result", "results",
    "something", "stuff", "thing", "things", "this",
];

/// Objects that only say that something is done, behind a hollow verb.
const DEEDS: &[&str] = &[
    "action",
    "actions",
    "operation",
    "operations",
    "request",
    "requests",
];

fn holds(list: &[&str], word: &str) -> bool {
    list.binary_search(&word).is_ok()
}

/// Whether a lonely verb is one that every server could offer.
pub(super) fn is_generic(phrase: &[String]) -> bool {
    let Some((verb, objects)) = phrase.split_first() else {
        return false;
    };
    let hollow = holds(HOLLOW, verb);
    let says_nothing = |word: &String| holds(OBJECTS, word) || hollow && holds(DEEDS, word);
    holds(VERBS, verb) && objects.iter().all(says_nothing)
}

fn check(tool: &ToolFacts, judge: &mut Judge<'_>) {
    let Some(name) = tool.name.seen() else { return };
    let in_domain = judge.policy().grammar == Grammar::DomainVerbObject && name.contains('-');
    let phrase = words::split(name);
    let passes = in_domain || names::is_sentinel(name) || is_prescribed(name, judge);
    if passes || !is_generic(&phrase) {
        return;
    }
    let verb = &phrase[0];
    let (advice, example) = if holds(HOLLOW, verb) {
        (
            "say what is really done, and to what",
            "import_invoices".to_owned(),
        )
    } else {
        ("say what it acts on", format!("{verb}_invoices"))
    };
    let message = format!("the name `{name}` fits almost any tool");
    let help = names::rename_like(judge, advice, &example);
    judge.report(Part::Name, message, help);
}

/// Whether the name is not the author's to choose: some clients ask a connector for two tools,
/// called `search` and `fetch`.
fn is_prescribed(name: &str, judge: &Judge<'_>) -> bool {
    const PAIR: [&str; 2] = ["search", "fetch"];
    let tools = judge.catalog().map_or(&[][..], |catalog| &catalog.tools);
    let serves = |name| {
        tools
            .iter()
            .any(|tool| tool.name.seen().is_some_and(|known| known == name))
    };
    PAIR.contains(&name) && PAIR.into_iter().all(serves)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Policy;
    use crate::samples::{catalog, on_catalog, on_tool, tool};

    #[test]
    fn lists_are_sorted_without_repetition() {
        for list in [VERBS, HOLLOW, OBJECTS, DEEDS] {
            assert!(list.is_sorted_by(|one, next| one < next), "{list:?}");
        }
        assert!(HOLLOW.iter().all(|verb| holds(VERBS, verb)));
    }

    #[test]
    fn the_pair_that_a_client_asks_for_keeps_its_names() {
        let pair = catalog(vec![tool("search"), tool("fetch")]);
        assert!(on_catalog("N003", &pair, &Policy::audit()).is_empty());
        let alone = catalog(vec![tool("fetch"), tool("get_page")]);
        assert_eq!(on_catalog("N003", &alone, &Policy::audit()).len(), 1);
    }

    #[test]
    fn names_that_fit_any_tool_are_told() {
        let found = on_tool("N003", &tool("get_data"));
        assert_eq!(found.len(), 1);
        assert_eq!(found[0].part, Part::Name);
        assert_eq!(found[0].message, "the name `get_data` fits almost any tool");
        assert_eq!(
            found[0].help,
            "say what it acts on, e.g. `get_invoices`, in the function's name or by `name = \"…\"` in `#[tool(…)]`"
        );
        let found = on_tool("N003", &tool("do_it"));
        assert!(found[0].help.starts_with("say what is really done"));
        for name in [
            "get",
            "search",
            "run",
            "process_data",
            "getData",
            "get-all-info",
            "list_all",
            "perform_action",
            "RunOperation",
        ] {
            assert_eq!(on_tool("N003", &tool(name)).len(), 1, "{name}");
        }
    }

    #[test]
    fn one_word_that_says_something_is_enough() {
        for name in [
            "search_invoices",
            "brave_search",
            "get_user_info",
            "list_actions",
            "execute_sql",
            "run_query",
            "import_data",
            "undo",
            "ping",
            "get_request",
            "data",
            "_get",
            "",
            "größe",
        ] {
            assert!(on_tool("N003", &tool(name)).is_empty(), "{name}");
        }
    }

    #[test]
    fn a_domain_says_what_it_is_about() {
        let mut policy = Policy::strict();
        policy.grammar = Grammar::DomainVerbObject;
        for (name, count) in [("data-get", 0), ("billing-get_data", 0), ("get_data", 1)] {
            let found = on_catalog("N003", &catalog(vec![tool(name)]), &policy);
            assert_eq!(found.len(), count, "{name}");
        }
    }
}
