use std::collections::{BTreeMap, BTreeSet};

use super::p013_param_name_generic::is_generic;
use crate::prose::{Dimension, Unit, is_english, unit_of};
use crate::{CatalogFacts, Judge, Kind, Level, ParamFacts, Part, names, rule::declare_rule, words};

declare_rule! {
    /// ## What it does
    ///
    /// Finds parameters of one name that mean different things in different tools of a catalog.
    ///
    /// A different type, format or unit is denied on one's own server; a different meaning (a time here,
    /// a size there; SQL here, JQL there) is warned about; different values for an order or a level of
    /// detail are only mentioned, and other closed sets not at all, since `status` and `type` differ
    /// honestly. Fields of nested objects are left alone, and so are names that say nothing anyway and
    /// the `body` of a request.
    ///
    /// ## Why it matters
    ///
    /// A model that has learned `limit: 20` from one tool sends it to the next. One vocabulary makes what
    /// it has learned right everywhere.
    ///
    /// Precision: 29 of 50 findings drawn at random from 82 public servers were right when read (after
    /// mending: 29 of 29, and the rule fires on 41 of 73 names); false alarms: closed sets of `type`,
    /// `status`, `mode`, `action` or `sort` that differ honestly, the `body` of a request, points that
    /// are counted; missed: one `state` with two sets of words.
    ///
    /// ## Bad
    ///
    /// ```json
    /// [
    ///   {
    ///     "name": "get_revenue",
    ///     "title": "Get revenue",
    ///     "description": "Get the revenue of one year. Use when the user asks what came in.",
    ///     "inputSchema": {
    ///       "type": "object",
    ///       "properties": {"year": {"type": "integer", "description": "Year to sum up."}},
    ///       "required": ["year"],
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
    ///     "name": "get_costs",
    ///     "title": "Get costs",
    ///     "description": "Get the costs of one year. Use when the user asks where money went.",
    ///     "inputSchema": {
    ///       "type": "object",
    ///       "properties": {"year": {"type": "string", "description": "Year to sum up, e.g. '2026'."}},
    ///       "required": ["year"],
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
    ///     "name": "get_revenue",
    ///     "title": "Get revenue",
    ///     "description": "Get the revenue of one year. Use when the user asks what came in.",
    ///     "inputSchema": {
    ///       "type": "object",
    ///       "properties": {"year": {"type": "integer", "description": "Year to sum up."}},
    ///       "required": ["year"],
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
    ///     "name": "get_costs",
    ///     "title": "Get costs",
    ///     "description": "Get the costs of one year. Use when the user asks where money went.",
    ///     "inputSchema": {
    ///       "type": "object",
    ///       "properties": {"year": {"type": "integer", "description": "Year to sum up."}},
    ///       "required": ["year"],
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
    PARAM_VOCABULARY_CLASH, "P008", "param-vocabulary-clash";
    own: Deny, foreign: Info, rubric: SchemaStrictness, at: [Boot, Audit],
    evidence: [
        Practice("agent-ergonomics, P1.4: one vocabulary for shared parameters"),
    ],
    check: Catalog(check),
}

/// Languages of queries, each of which a string may be written in.
#[rustfmt::skip] // one word a line otherwise
const LANGUAGES: &[&str] = &[
    "CQL", "Cypher", "DSL", "GraphQL", "JMESPath", "JQL", "KQL", "LogQL", "Lucene", "MongoDB",
    "PromQL", "SPARQL", "SQL", "TraceQL", "XPath",
];

/// Words of names whose closed set has nothing to do with what a tool is about.
const SHARED: &[&str] = &["detail", "details", "direction", "order", "verbosity"];

/// Most values of a closed set that a message spells out.
const SPELLED: usize = 3;

/// One parameter of one tool.
struct Usage<'a> {
    tool: usize,
    param: &'a ParamFacts,
}

fn check(catalog: &CatalogFacts, judge: &mut Judge<'_>) {
    for (name, usages) in vocabulary(catalog) {
        if let Some((level, sides, help)) = clash(name, &usages) {
            let level = if judge.policy().is_own() {
                level
            } else {
                Level::Info
            };
            let said: Vec<String> = sides
                .iter()
                .map(|(what, tools)| format!("{what} in {}", told(catalog, tools)))
                .collect();
            let message = format!("`{name}` is {}", list(&said));
            // The side with the fewest tools is the one to mend.
            let fewest = sides.iter().min_by_key(|(_, tools)| tools.len());
            let at = fewest.map_or(0, |(_, tools)| tools[0]);
            let part = Part::Param(vec![name.to_owned()]);
            judge.report_tool_at(level, catalog, at, part, message, help);
        }
    }
}

/// Every name that several tools use for a parameter, without those that say nothing and those that
/// are excepted.
fn vocabulary(catalog: &CatalogFacts) -> BTreeMap<&str, Vec<Usage<'_>>> {
    let mut names: BTreeMap<&str, Vec<Usage<'_>>> = BTreeMap::new();
    for (tool, facts) in catalog.tools.iter().enumerate() {
        for param in facts.params.each() {
            // The body of a request is whatever its address takes.
            let says_nothing = is_generic(&param.name) || param.name == "body";
            let allows = facts.allows.iter().chain(&param.allows);
            if !says_nothing && !PARAM_VOCABULARY_CLASH.is_excepted(allows) {
                let usages = names.entry(&param.name).or_default();
                usages.push(Usage { tool, param });
            }
        }
    }
    names.retain(|_, usages| usages.len() > 1);
    names
}

/// What the tools say a name is, each with the tools that say so.
type Sides = Vec<(String, Vec<usize>)>;

/// The worst way in which the usages of a name differ.
fn clash(name: &str, usages: &[Usage<'_>]) -> Option<(Level, Sides, String)> {
    let apart = "or give what differs a name of its own";
    if let Some(sides) = sides(usages, |param| kind(param).map(str::to_owned)) {
        let help = format!("give `{name}` one type everywhere, {apart}");
        return Some((Level::Deny, sides, help));
    }
    if let Some(sides) = sides(usages, |param| Some(format!("a `{}`", format(param)?))) {
        let help = format!("give `{name}` one format everywhere, {apart}");
        return Some((Level::Deny, sides, help));
    }
    let unit = |param: &ParamFacts| {
        matches!(param.kind.seen(), Some(Kind::Integer | Kind::Number))
            .then(|| unit_of(param.text.present()?))
            .flatten()
    };
    if let Some(sides) = sides(usages, |param| Some(measure(unit(param)?))) {
        let measured: BTreeSet<_> = usages
            .iter()
            .filter_map(|usage| Some(format!("{:?}", unit(usage.param)?.dimension)))
            .collect();
        return Some(if measured.len() > 1 {
            let help = format!("name each after what it measures, {apart}");
            (Level::Warn, sides, help)
        } else {
            let help = format!("take `{name}` in one unit everywhere, {apart}");
            (Level::Deny, sides, help)
        });
    }
    if let Some(sides) = sides(usages, |param| Some(format!("{} text", language(param)?))) {
        let help = "name each after its language, as in `sql` and `promql`".to_owned();
        return Some((Level::Warn, sides, help));
    }
    let shared = words::split(name)
        .iter()
        .any(|word| SHARED.contains(&word.as_str()));
    let sides = enums(usages).filter(|_| shared)?;
    let help = format!("let `{name}` take the same values everywhere");
    Some((Level::Info, sides, help))
}

/// The usages by what is said of them, those that most tools share first; `None` where all agree.
fn sides(usages: &[Usage<'_>], said: impl Fn(&ParamFacts) -> Option<String>) -> Option<Sides> {
    let mut sides: Sides = Vec::new();
    for usage in usages {
        let Some(said) = said(usage.param) else {
            continue;
        };
        match sides.iter_mut().find(|(known, _)| *known == said) {
            Some((_, tools)) => tools.push(usage.tool),
            None => sides.push((said, vec![usage.tool])),
        }
    }
    sides.sort_by_key(|(_, tools)| std::cmp::Reverse(tools.len()));
    (sides.len() > 1).then_some(sides)
}

/// Results, rows and lines are all things that are counted.
fn measure(unit: Unit) -> String {
    match unit.dimension {
        Dimension::Things => "a count".to_owned(),
        _ => format!("in {}", unit.name),
    }
}

fn kind(param: &ParamFacts) -> Option<&'static str> {
    match param.kind.seen()? {
        Kind::String => Some("a string"),
        // Whole numbers are often declared as numbers; no model is led astray by it.
        Kind::Integer | Kind::Number => Some("a number"),
        Kind::Boolean => Some("a boolean"),
        Kind::Array => Some("an array"),
        Kind::Object => Some("an object"),
        Kind::Untyped => None,
    }
}

fn format(param: &ParamFacts) -> Option<&str> {
    let text = matches!(param.kind.seen(), Some(Kind::String));
    param.format.present().filter(|_| text).map(String::as_str)
}

/// The one language that a string is written in.
fn language(param: &ParamFacts) -> Option<&'static str> {
    if param.kind.seen() != Some(&Kind::String) || param.options.present().is_some() {
        return None;
    }
    let text = param.text.present().filter(|text| is_english(text))?;
    let tokens = crate::prose::tokens(text);
    let mut named = LANGUAGES
        .iter()
        .filter(|language| tokens.iter().any(|token| token.is(language)));
    named.next().filter(|_| named.next().is_none()).copied()
}

/// Closed sets of which neither holds the other.
fn enums(usages: &[Usage<'_>]) -> Option<Sides> {
    let set = |param: &ParamFacts| -> BTreeSet<String> {
        let values = param.options.present().into_iter().flatten();
        values.map(|value| value.to_lowercase()).collect()
    };
    let sets: Vec<BTreeSet<String>> = usages
        .iter()
        .map(|usage| set(usage.param))
        .filter(|set| !set.is_empty())
        .collect();
    let first = sets.first()?;
    let differs = |set: &BTreeSet<String>| !set.is_subset(first) && !first.is_subset(set);
    sets.iter().any(differs).then_some(())?;
    sides(usages, |param| {
        let values = param.options.present()?;
        let spelled = values
            .iter()
            .take(SPELLED)
            .map(|value| format!("`{value}`"));
        let spelled: Vec<String> = spelled.collect();
        let more = if values.len() > SPELLED { " …" } else { "" };
        Some(format!("one of {}{more}", spelled.join(", ")))
    })
}

/// `` `list_jobs` and 2 more tools ``
fn told(catalog: &CatalogFacts, tools: &[usize]) -> String {
    let name = |tool: usize| names::called(&catalog.tools[tool]);
    match tools {
        [] => String::new(),
        [only] => name(*only),
        [one, other] => format!("{} and {}", name(*one), name(*other)),
        [one, rest @ ..] => format!("{} and {} more tools", name(*one), rest.len()),
    }
}

fn list(sides: &[String]) -> String {
    match sides {
        [] => String::new(),
        [only] => only.clone(),
        [head @ .., tail] => format!("{}, and {tail}", head.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::samples::{array, catalog, of_kind, on_catalog, param, tool};
    use crate::{Allow, Fact, Finding, Policy, ToolFacts};

    fn using(name: &str, param: ParamFacts) -> ToolFacts {
        ToolFacts {
            params: Fact::Seen(vec![param]),
            ..tool(name)
        }
    }

    fn own(params: Vec<ParamFacts>) -> Vec<Finding> {
        let names = ["list_jobs", "search_docs", "get_note", "get_page"];
        let tools = names
            .iter()
            .zip(params)
            .map(|(name, param)| using(name, param));
        on_catalog("P008", &catalog(tools.collect()), &Policy::strict())
    }

    fn number(name: &str, text: &str) -> ParamFacts {
        ParamFacts {
            kind: Fact::Seen(Kind::Integer),
            ..param(name, text)
        }
    }

    fn closed(values: &[&str]) -> ParamFacts {
        ParamFacts {
            options: Fact::Seen(Some(values.iter().map(ToString::to_string).collect())),
            ..param("sort_order", "Which comes first.")
        }
    }

    #[test]
    fn word_lists_are_sorted() {
        assert!(LANGUAGES.is_sorted() && SHARED.is_sorted());
    }

    #[test]
    fn a_name_has_one_type() {
        let found = own(vec![
            number("limit", "Most rows."),
            param("limit", "Most rows, e.g. '20'."),
            of_kind("limit", Kind::Number),
        ]);
        assert_eq!(found.len(), 1);
        assert_eq!((found[0].level, found[0].tool), (Level::Deny, Some(1)));
        assert_eq!(found[0].part, Part::Param(vec!["limit".into()]));
        assert_eq!(
            found[0].message,
            "`limit` is a number in `list_jobs` and `get_note`, and a string in `search_docs`"
        );
        assert_eq!(
            found[0].help,
            "give `limit` one type everywhere, or give what differs a name of its own"
        );
        let found = own(vec![array("ids", None), param("ids", "Ids.")]);
        assert_eq!(found.len(), 1);
    }

    #[test]
    fn a_name_has_one_format_and_one_unit() {
        let dated = |format: &str| ParamFacts {
            format: Fact::Seen(Some(format.into())),
            ..param("since", "First day.")
        };
        let found = own(vec![
            dated("date"),
            dated("date-time"),
            param("since", "When."),
        ]);
        assert_eq!(
            found[0].message,
            "`since` is a `date` in `list_jobs`, and a `date-time` in `search_docs`"
        );
        let found = own(vec![
            number("timeout", "How long to wait in seconds."),
            number("timeout", "How long to wait in milliseconds."),
        ]);
        assert_eq!(found[0].level, Level::Deny);
        assert_eq!(
            found[0].message,
            "`timeout` is in seconds in `list_jobs`, and in milliseconds in `search_docs`"
        );
    }

    #[test]
    fn a_name_has_one_meaning() {
        let found = own(vec![
            number("limit", "Most results to return."),
            number("limit", "Most characters of the text."),
        ]);
        assert_eq!(found[0].level, Level::Warn);
        assert_eq!(
            found[0].message,
            "`limit` is a count in `list_jobs`, and in characters in `search_docs`"
        );
        let counted = ["Most results to return.", "Most rows.", "Maximum lines"];
        assert!(own(counted.map(|text| number("limit", text)).to_vec()).is_empty());
        let found = own(vec![
            param("query", "SQL to run."),
            param("query", "Query in PromQL."),
            param("query", "Words to look for."),
        ]);
        assert_eq!(found[0].level, Level::Warn);
        assert_eq!(
            found[0].message,
            "`query` is SQL text in `list_jobs`, and PromQL text in `search_docs`"
        );
    }

    #[test]
    fn two_closed_sets_are_only_mentioned() {
        let found = own(vec![
            closed(&["asc", "desc"]),
            closed(&["newest", "oldest", "largest", "smallest"]),
        ]);
        assert_eq!(found[0].level, Level::Info);
        assert_eq!(
            found[0].message,
            "`sort_order` is one of `asc`, `desc` in `list_jobs`, and one of `newest`, `oldest`, `largest` … in `search_docs`"
        );
        assert_eq!(
            found[0].help,
            "let `sort_order` take the same values everywhere"
        );
        let status = |values: &[&str]| ParamFacts {
            name: "status".into(),
            ..closed(values)
        };
        assert!(own(vec![status(&["open", "done"]), status(&["draft", "sent"])]).is_empty());
        assert!(
            own(vec![
                closed(&["asc", "desc"]),
                closed(&["asc", "desc", "none"])
            ])
            .is_empty()
        );
    }

    #[test]
    fn what_agrees_or_is_not_seen_passes() {
        let unseen = ParamFacts {
            name: "limit".into(),
            ..ParamFacts::default()
        };
        assert!(own(vec![number("limit", "Most rows."), unseen]).is_empty());
        assert!(
            own(vec![
                number("limit", "Most rows."),
                of_kind("limit", Kind::Untyped)
            ])
            .is_empty()
        );
        assert!(
            own(vec![
                param("value", "Text."),
                of_kind("value", Kind::Object)
            ])
            .is_empty()
        );
        let format = ParamFacts {
            format: Fact::Seen(Some("date".into())),
            ..param("since", "First day.")
        };
        assert!(own(vec![format, param("since", "First day.")]).is_empty());
    }

    #[test]
    fn an_exception_takes_a_usage_out() {
        let excepted = ParamFacts {
            allows: vec![Allow {
                rule: "param_vocabulary_clash".into(),
                reason: "as the old API has it".into(),
            }],
            ..param("limit", "Most rows.")
        };
        assert!(own(vec![number("limit", "Most rows."), excepted]).is_empty());
    }

    #[test]
    fn a_foreign_catalog_is_only_told() {
        let tools = vec![
            using("list_jobs", number("limit", "Most rows.")),
            using("search_docs", param("limit", "Most rows.")),
        ];
        let found = on_catalog("P008", &catalog(tools), &Policy::audit());
        assert_eq!(found[0].level, Level::Info);
    }
}
