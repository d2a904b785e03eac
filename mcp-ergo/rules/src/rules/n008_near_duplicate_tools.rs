use std::collections::{BTreeMap, BTreeSet};

use crate::meaning::singular;
use crate::phrase::{Phrase, without_word};
use crate::{
    CatalogFacts, Fact, Judge, Kind, ParamFacts, Part, quoted_list, rule::declare_rule, words,
};

declare_rule! {
    /// ## What it does
    ///
    /// Finds tools of one verb and one object that are split by a word which ought to be a value:
    /// `search_open_invoices` and `search_paid_invoices`.
    ///
    /// The word is a value, or a switch, of a parameter that a tool on the same object takes, or both words
    /// are known as states. So is one that another tool filters by: `list_project_issues` beside a
    /// `list_issues` that takes `project_id`. Tools that ask for different things pass, for then the split
    /// is what keeps their schemas simple; so do words that name the object itself (`get_issue`,
    /// `get_project`).
    ///
    /// ## Why it matters
    ///
    /// One tool with a closed parameter is chosen once. With many near duplicates every state multiplies
    /// the catalog, and the question that crosses two of them has no tool.
    ///
    /// Precision: 2 of 2 findings, all there were on 82 public servers, were right when read; false alarms:
    /// none; missed: 8 of 9 groups found by reading 16 servers, split by words that no parameter takes
    /// (`specific`, `all`, the name of a product).
    ///
    /// ## Bad
    ///
    /// ```json
    /// [
    ///   {
    ///     "name": "search_open_invoices",
    ///     "title": "Search open invoices",
    ///     "description": "Find what one customer owes. Use when the user asks for a reminder.",
    ///     "inputSchema": {
    ///       "type": "object",
    ///       "properties": {
    ///         "customer_id": {
    ///           "type": "string",
    ///           "description": "Customer id, e.g. 'cus_7'. The user gives it."
    ///         }
    ///       },
    ///       "required": ["customer_id"],
    ///       "additionalProperties": false
    ///     },
    ///     "outputSchema": {
    ///       "type": "object",
    ///       "properties": {
    ///         "total": {
    ///           "type": "integer",
    ///           "description": "Sum of the invoices found, in cents."
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
    ///     "name": "search_paid_invoices",
    ///     "title": "Search paid invoices",
    ///     "description": "Find what came in from one customer. Use when the user asks for a receipt.",
    ///     "inputSchema": {
    ///       "type": "object",
    ///       "properties": {
    ///         "customer_id": {
    ///           "type": "string",
    ///           "description": "Customer id, e.g. 'cus_7'. The user gives it."
    ///         }
    ///       },
    ///       "required": ["customer_id"],
    ///       "additionalProperties": false
    ///     },
    ///     "outputSchema": {
    ///       "type": "object",
    ///       "properties": {
    ///         "total": {
    ///           "type": "integer",
    ///           "description": "Sum of the invoices found, in cents."
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
    ///     "name": "search_invoices",
    ///     "title": "Search invoices",
    ///     "description": "Find invoices of one customer by state. Use when the user asks what is owed or what came in.",
    ///     "inputSchema": {
    ///       "type": "object",
    ///       "properties": {
    ///         "customer_id": {
    ///           "type": "string",
    ///           "description": "Customer id, e.g. 'cus_7'. The user gives it."
    ///         },
    ///         "status": {
    ///           "type": "string",
    ///           "enum": ["open", "paid", "void"],
    ///           "description": "State to keep; every state when left out."
    ///         }
    ///       },
    ///       "required": ["customer_id"],
    ///       "additionalProperties": false
    ///     },
    ///     "outputSchema": {
    ///       "type": "object",
    ///       "properties": {
    ///         "total": {
    ///           "type": "integer",
    ///           "description": "Sum of the invoices found, in cents."
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
    NEAR_DUPLICATE_TOOLS, "N008", "near-duplicate-tools";
    own: Warn, foreign: Warn, rubric: Selectability, at: [Boot, Audit],
    evidence: [
        Practice("mcp-interface-design, phase 1: parameters over near-duplicate tools"),
        Measured("ToolScope, arXiv 2510.20036: merging what overlaps, with retrieval, gains 8 to 39 points of selection accuracy"),
    ],
    check: Catalog(check),
}

/// Words for the state of a thing.
#[rustfmt::skip] // one word a line otherwise
const STATES: &[&str] = &[
    "active", "approved", "archived", "cancelled", "closed", "completed", "deleted", "disabled",
    "done", "draft", "enabled", "expired", "failed", "finished", "inactive", "merged", "open",
    "overdue", "paid", "past", "pending", "published", "rejected", "resolved", "running", "stale",
    "stopped", "unpaid", "unread", "unresolved", "upcoming",
];

/// Parts of a parameter's name by which its values say how to answer, not what to look for.
#[rustfmt::skip] // one word a line otherwise
const SHAPING: &[&str] = &[
    "by", "columns", "detail", "details", "expand", "field", "fields", "format", "group",
    "include", "order", "output", "sort", "view",
];

/// A tool whose name has a word between the verb and the end of the object.
struct Split<'a> {
    tool: usize,
    name: &'a str,
    word: String,
    params: BTreeSet<&'a str>,
}

/// What is left of a name without that word: domain, verb, object.
type Stem = (Vec<String>, String, Vec<String>);

/// A parameter of a tool on the object, with the single words that it takes.
struct Holder<'a> {
    stem: Stem,
    name: &'a str,
    param: &'a str,
    words: BTreeSet<String>,
    params: BTreeSet<&'a str>,
}

/// A tool as it is, for those that its name is part of.
struct Whole<'a> {
    name: &'a str,
    params: &'a [ParamFacts],
}

impl Whole<'_> {
    /// The parameter by which it does all that `other` does: the one that the word in the other
    /// name is about (`list_project_issues` and the `project_id` of `list_issues`).
    fn stands_for<'a>(&self, other: &Split<'a>) -> Option<&'a str> {
        let takes = |name: &&str| self.params.iter().any(|own| own.name == **name);
        let is_asked = |own: &ParamFacts| {
            own.required != Fact::Seen(true) || other.params.contains(own.name.as_str())
        };
        if !other.params.iter().all(takes) || !self.params.iter().all(is_asked) {
            return None;
        }
        let is_about = |name: &&&str| match &words::split(name)[..] {
            [word] => *word == other.word,
            [word, id] => *word == other.word && id == "id",
            _ => false,
        };
        other.params.iter().find(is_about).copied()
    }
}

fn check(catalog: &CatalogFacts, judge: &mut Judge<'_>) {
    let Read {
        splits,
        holders,
        wholes,
    } = read(catalog);
    for (stem, tools) in &splits {
        let of_object = stem.2.last().and_then(|head| holders.get(head));
        let held = of_object.into_iter().flatten().find_map(|holder| {
            let split = split_by(tools, |word| holder.words.contains(word));
            let is_preset = |one: &&Split<'_>| one.params.is_subset(&holder.params);
            let preset = holder.stem == *stem && split.iter().all(is_preset);
            (split.len() > 1 || preset && !split.is_empty()).then_some((split, Some(holder)))
        });
        if held.is_none() && report_presets(catalog, stem, tools, &wholes, judge) {
            continue;
        }
        let found = held.or_else(|| {
            let split = split_by(tools, |word| STATES.binary_search(&word).is_ok());
            (split.len() > 1).then_some((split, None))
        });
        if let Some((split, holder)) = found {
            report(catalog, stem, &split, holder, judge);
        }
    }
}

/// What is read of a catalog.
#[derive(Default)]
struct Read<'a> {
    /// The tools by what is left of their names without one word.
    splits: BTreeMap<Stem, Vec<Split<'a>>>,
    /// Parameters by the last word of the object.
    holders: BTreeMap<String, Vec<Holder<'a>>>,
    /// The tools by their whole names.
    wholes: BTreeMap<Stem, Whole<'a>>,
}

fn read(catalog: &CatalogFacts) -> Read<'_> {
    let mut all = Read::default();
    for (tool, facts) in catalog.tools.iter().enumerate() {
        let (Some(name), Some(own)) = (facts.name.seen(), facts.params.seen()) else {
            continue;
        };
        let Some(phrase) = Phrase::of(name) else {
            continue;
        };
        let (domain, kind) = object_last(&phrase);
        let Some((head, between)) = kind.split_last() else {
            continue;
        };
        let params: BTreeSet<&str> = own.iter().map(|param| param.name.as_str()).collect();
        let stem = |object| (domain.to_vec(), phrase.verb.clone(), object);
        for (at, word) in between.iter().enumerate() {
            let mut rest = kind.clone();
            rest.remove(at);
            all.splits.entry(stem(rest)).or_default().push(Split {
                tool,
                name,
                word: word.clone(),
                params: params.clone(),
            });
        }
        let whole = Whole { name, params: own };
        all.wholes.entry(stem(kind.clone())).or_insert(whole);
        for param in own {
            let words = words_taken_by(param);
            if !words.is_empty() {
                all.holders.entry(head.clone()).or_default().push(Holder {
                    stem: stem(kind.clone()),
                    name,
                    param: &param.name,
                    words,
                    params: params.clone(),
                });
            }
        }
    }
    all
}

/// The domain of a name, and its object with the noun behind the state: `issues-get-open` is about
/// open issues.
fn object_last(phrase: &Phrase) -> (&[String], Vec<String>) {
    let kind = phrase.kind();
    match (&kind[..], phrase.domain.split_last()) {
        ([state], Some((noun, domain))) if STATES.binary_search(&state.as_str()).is_ok() => {
            (domain, vec![state.clone(), singular(noun)])
        }
        _ => (&phrase.domain, kind),
    }
}

/// The tools whose word is a value and that ask for the same as the first of them, one a word.
fn split_by<'t, 'a>(tools: &'t [Split<'a>], is_value: impl Fn(&str) -> bool) -> Vec<&'t Split<'a>> {
    let mut split: Vec<&Split<'_>> = Vec::new();
    for one in tools.iter().filter(|one| is_value(&one.word)) {
        let fits = |other: &&Split<'_>| other.params == one.params && other.word != one.word;
        if split.iter().all(fits) {
            split.push(one);
        }
    }
    split
}

/// The single words that a parameter takes: its options, or its own name where it is a switch.
fn words_taken_by(param: &ParamFacts) -> BTreeSet<String> {
    let name = words::split(&param.name);
    if name
        .iter()
        .any(|word| SHAPING.binary_search(&word.as_str()).is_ok())
    {
        return BTreeSet::new();
    }
    let items = param
        .items
        .present()
        .and_then(|items| items.options.present());
    let options = param.options.present().or(items).into_iter().flatten();
    let single = options.filter_map(|option| <[String; 1]>::try_from(words::split(option)).ok());
    let switch = match &name[..] {
        [word] => Some(word),
        [ahead, word] if ahead == "is" || ahead == "only" => Some(word),
        _ => None,
    };
    let switch = switch.filter(|_| param.kind == Fact::Seen(Kind::Boolean));
    single.flatten().chain(switch.cloned()).collect()
}

/// Reports the tools that another one stands for already; `false` where there is none.
fn report_presets(
    catalog: &CatalogFacts,
    stem: &Stem,
    tools: &[Split<'_>],
    wholes: &BTreeMap<Stem, Whole<'_>>,
    judge: &mut Judge<'_>,
) -> bool {
    let Some(whole) = wholes.get(stem) else {
        return false;
    };
    let preset = |one| Some((one, whole.stands_for(one)?));
    let presets: Vec<(&Split<'_>, &str)> = tools.iter().filter_map(preset).collect();
    let Some((first, _)) = presets.first() else {
        return false;
    };
    let message = format!(
        "{} {} nothing that `{}` does not do by {}",
        quoted_list(presets.iter().map(|(one, _)| one.name), "and"),
        if presets.len() > 1 { "do" } else { "does" },
        whole.name,
        quoted_list(presets.iter().map(|(_, param)| *param), "and")
    );
    let help = format!(
        "leave {} to `{}`",
        if presets.len() > 1 { "them" } else { "it" },
        whole.name
    );
    judge.report_tool(catalog, first.tool, Part::Name, message, help);
    true
}

fn report(
    catalog: &CatalogFacts,
    stem: &Stem,
    split: &[&Split<'_>],
    holder: Option<&Holder<'_>>,
    judge: &mut Judge<'_>,
) {
    let Some(first) = split.first() else { return };
    let names = quoted_list(split.iter().map(|one| one.name), "and");
    let words = || split.iter().map(|one| one.word.as_str());
    let values = quoted_list(words(), "and");
    let which = holder.map_or_else(String::new, |holder| {
        let takes = if split.len() > 1 {
            "are values"
        } else {
            "is a value"
        };
        format!(", which {takes} of `{}` in `{}`", holder.param, holder.name)
    });
    let message = if split.len() > 1 {
        format!("{names} differ by one word alone: {values}{which}")
    } else {
        format!("the name {names} holds {values}{which}")
    };
    let help = match holder.filter(|holder| holder.stem == *stem) {
        Some(holder) => format!("leave it to `{}`, by `{}`", holder.name, holder.param),
        None => format!(
            "make one tool of them, e.g. `{}`, with a closed parameter that takes {}",
            without_word(first.name, &first.word),
            quoted_list(words(), "or")
        ),
    };
    judge.report_tool(catalog, first.tool, Part::Name, message, help);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::samples::{array, catalog, of_kind, on_catalog, param, tool};
    use crate::{Finding, Policy, ToolFacts};

    fn taking(name: &str, params: Vec<ParamFacts>) -> ToolFacts {
        ToolFacts {
            params: Fact::Seen(params),
            ..tool(name)
        }
    }

    fn closed(name: &str, options: &[&str]) -> ParamFacts {
        let options = options.iter().map(|option| (*option).to_owned()).collect();
        ParamFacts {
            options: Fact::Seen(Some(options)),
            ..param(name, "x")
        }
    }

    fn found(tools: Vec<ToolFacts>) -> Vec<Finding> {
        on_catalog("N008", &catalog(tools), &Policy::strict())
    }

    #[test]
    fn lists_are_sorted_without_repetition() {
        for list in [STATES, SHAPING] {
            assert!(list.is_sorted_by(|one, next| one < next), "{list:?}");
        }
    }

    #[test]
    fn values_of_a_sibling_in_names_are_told() {
        let found = found(vec![
            taking("search_open_invoices", vec![]),
            taking("search_paid_invoices", vec![]),
            taking(
                "search_invoices",
                vec![closed("status", &["open", "paid", "void"])],
            ),
        ]);
        assert_eq!(found.len(), 1);
        assert_eq!((found[0].tool, &found[0].part), (Some(0), &Part::Name));
        assert_eq!(
            found[0].message,
            "`search_open_invoices` and `search_paid_invoices` differ by one word alone: `open` and `paid`, which are values of `status` in `search_invoices`"
        );
        assert_eq!(found[0].help, "leave it to `search_invoices`, by `status`");
    }

    #[test]
    fn a_preset_of_another_tool_is_told() {
        let found = found(vec![
            taking("list_flagged_users", vec![]),
            taking("list_users", vec![of_kind("is_flagged", Kind::Boolean)]),
        ]);
        assert_eq!(
            found[0].message,
            "the name `list_flagged_users` holds `flagged`, which is a value of `is_flagged` in `list_users`"
        );
    }

    #[test]
    fn a_filter_of_another_tool_is_told() {
        let list = || {
            let filters = ["project_id", "team_id", "limit"];
            taking("list_papers", filters.map(|name| param(name, "x")).to_vec())
        };
        let by =
            |name, own: &[&str]| taking(name, own.iter().map(|name| param(name, "x")).collect());
        let found = found(vec![
            by("list_project_papers", &["project_id", "limit"]),
            by("list_team_papers", &["team_id"]),
            by("list_draft_papers", &["limit"]),
            by("list_user_papers", &["user_id"]),
            list(),
        ]);
        assert_eq!(found.len(), 1);
        assert_eq!(
            found[0].message,
            "`list_project_papers` and `list_team_papers` do nothing that `list_papers` does not do by `project_id` and `team_id`"
        );
        assert_eq!(found[0].help, "leave them to `list_papers`");
    }

    #[test]
    fn what_another_tool_must_be_told_keeps_them_apart() {
        let must = ParamFacts {
            required: Fact::Seen(true),
            ..param("year", "x")
        };
        let tools = vec![
            taking("list_project_papers", vec![param("project_id", "x")]),
            taking("list_papers", vec![must, param("project_id", "x")]),
        ];
        assert!(found(tools).is_empty());
    }

    #[test]
    fn the_noun_may_stand_before_the_verb() {
        let tools = ["rounds-get-active", "rounds-get-upcoming"].map(|name| taking(name, vec![]));
        let found = found(tools.to_vec());
        assert_eq!(
            found[0].message,
            "`rounds-get-active` and `rounds-get-upcoming` differ by one word alone: `active` and `upcoming`"
        );
        assert!(found[0].help.contains("`rounds-get`"), "{}", found[0].help);
    }

    #[test]
    fn states_need_no_sibling() {
        let tools = ["listOpenIssues", "listClosedIssues"].map(|name| taking(name, vec![]));
        let found = found(tools.to_vec());
        assert_eq!(
            found[0].message,
            "`listOpenIssues` and `listClosedIssues` differ by one word alone: `open` and `closed`"
        );
        assert_eq!(
            found[0].help,
            "make one tool of them, e.g. `listIssues`, with a closed parameter that takes `open` or `closed`"
        );
    }

    #[test]
    fn options_of_the_items_of_a_list_count() {
        let items = closed("[]", &["email", "sms"]);
        let tools = vec![
            taking("send_email_reminder", vec![]),
            taking("send_sms_reminder", vec![]),
            taking("schedule_reminder", vec![array("channels", Some(items))]),
        ];
        assert_eq!(found(tools).len(), 1);
    }

    #[test]
    fn what_asks_for_other_things_is_another_tool() {
        let list = || taking("list_campaigns", vec![closed("channel", &["email", "sms"])]);
        let create = |name, own| taking(name, vec![param(own, "x")]);
        let tools = vec![
            create("create_email_campaign", "subject"),
            create("create_sms_campaign", "sender"),
            list(),
        ];
        assert!(found(tools).is_empty());
        let preset = taking("list_sms_campaigns", vec![param("country", "x")]);
        assert!(found(vec![preset, list()]).is_empty());
    }

    #[test]
    fn one_and_all_are_not_two_words() {
        let tools = ["get_open_invoice", "get_open_invoices"].map(|name| taking(name, vec![]));
        assert!(found(tools.to_vec()).is_empty());
    }

    #[test]
    fn other_words_pass() {
        let by =
            |name: &str, options: &[&str]| taking("list_comments", vec![closed(name, options)]);
        for (names, sibling) in [
            // Objects, not values of one.
            (
                ["get_issue", "get_project"],
                by("type", &["issue", "project"]),
            ),
            // How to answer, not what to look for.
            (
                ["list_issue_comments", "list_pull_comments"],
                by("sort_by", &["issue", "pull"]),
            ),
            // Of another object.
            (
                ["get_text_styles", "get_paint_styles"],
                by("type", &["text", "paint"]),
            ),
            // Of no object.
            (["open", "close"], by("type", &["open", "close"])),
        ] {
            let [one, other] = names.map(|name| taking(name, vec![]));
            assert!(found(vec![one, other, sibling]).is_empty(), "{names:?}");
        }
    }
}
