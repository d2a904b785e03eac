//! Catalogs that show favourites twice: `favourite__x`, and `all__server__x` behind it.

use std::collections::BTreeSet;

use mcp_ergo_rules::{
    ALL, CATALOG_LARGE, CatalogFacts, Fact, Finding, INSTRUCTIONS_TOO_LONG, NAME_DUPLICATED,
    NAME_NOT_PORTABLE, Policy, PresentationFacts, Rule, ToolFacts, judge_catalog,
};

use crate::presentation::instruction_in;

/// The rules that look at the list as a client reads it: its length, its names and what is said of it.
/// Two servers behind one list may each have a tool `x`; what a client cannot tell apart is a presented
/// name that comes twice.
static PRESENTED: &[&Rule] = &[
    &CATALOG_LARGE,
    &INSTRUCTIONS_TOO_LONG,
    &NAME_DUPLICATED,
    &NAME_NOT_PORTABLE,
];

/// What stands between the parts of a presented name.
pub(crate) const SEPARATORS: [&str; 2] = ["__", "/"];

/// A name, by where it is presented.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Presented<'a> {
    /// Among the favourites: the tool.
    Favourite(&'a str),
    /// In the whole catalog: the tool, and the server or domain that it belongs to.
    All { group: &'a str, tool: &'a str },
    /// On top, under its own name.
    Top,
}

/// The findings of a catalog, and how many of its tools are shown a second time.
pub(super) fn judge(catalog: &CatalogFacts, policy: &Policy) -> (Vec<Finding>, usize) {
    match canonical(catalog, presented) {
        Some(folded) => judge_folded(catalog, folded, policy),
        None => (judge_catalog(catalog, policy), 0),
    }
}

/// The same where each tool stands as `server__tool` if it is not presented otherwise.
#[cfg(feature = "gateway")]
pub(super) fn judge_servers(catalog: &CatalogFacts, policy: &Policy) -> (Vec<Finding>, usize) {
    if let Some(folded) = canonical(catalog, presented) {
        return judge_folded(catalog, folded, policy);
    }
    judge_folded(catalog, folded(catalog, BTreeSet::new(), of_server), policy)
}

/// A name of which nothing is known but the server before it.
#[cfg(feature = "gateway")]
fn of_server(name: &str) -> Presented<'_> {
    match name.split_once("__") {
        Some((group, tool)) => Presented::All { group, tool },
        None => Presented::Top,
    }
}

/// Each tool once and under its own name, and the place that each has in the list.
type Folded = (CatalogFacts, Vec<usize>);

fn judge_folded(
    catalog: &CatalogFacts,
    (canonical, places): Folded,
    policy: &Policy,
) -> (Vec<Finding>, usize) {
    let (names, tools): (Vec<&Rule>, Vec<&Rule>) =
        ALL.iter().partition(|rule| PRESENTED.contains(rule));
    let without = |rules: Vec<&Rule>| rules.into_iter().fold(policy.clone(), Policy::without);
    let (about_tools, about_list) = (without(names), without(tools));
    let folded = catalog.tools.len() - places.len();
    let mut findings = judge_catalog(&canonical, &about_tools);
    for finding in &mut findings {
        finding.tool = finding.tool.and_then(|tool| places.get(tool).copied());
    }
    if folded > 0 {
        findings.extend(judge_catalog(&with_favourites(catalog), &about_list));
    } else {
        findings.extend(judge_catalog(catalog, &about_list));
    }
    (findings, folded)
}

/// The list as it is, known to begin with favourites.
fn with_favourites(catalog: &CatalogFacts) -> CatalogFacts {
    let listed = catalog.tools.iter().map(name);
    let instructions = catalog.instructions.present();
    let facts = PresentationFacts {
        // Which they are, and how many there may be, is for boot to say.
        presented: mcp_ergo_rules::Presented::Favourites {
            tools: Vec::new(),
            max: usize::MAX,
        },
        top: Vec::new(),
        listed: listed
            .map(|name| (name.to_owned(), name.to_owned()))
            .collect(),
        instruction: instructions.and_then(|text| instruction_in(text).map(str::to_owned)),
        separator: None,
    };
    CatalogFacts {
        presentation: Fact::Seen(facts),
        ..catalog.clone()
    }
}

/// The catalog with each tool once; `None` where nothing is shown twice.
fn canonical(catalog: &CatalogFacts, presented: impl Fn(&str) -> Presented<'_>) -> Option<Folded> {
    let names = || catalog.tools.iter().map(name);
    let behind: BTreeSet<&str> = names()
        .filter_map(|name| match presented(name) {
            Presented::All { tool, .. } => Some(tool),
            _ => None,
        })
        .collect();
    let is_second =
        |name| matches!(presented(name), Presented::Favourite(own) if behind.contains(own));
    let shown_twice = names().any(is_second);
    shown_twice.then(|| folded(catalog, behind.clone(), presented))
}

/// The catalog without the favourites that stand `behind` too.
fn folded<'a>(
    catalog: &'a CatalogFacts,
    mut behind: BTreeSet<&'a str>,
    presented: impl Fn(&'a str) -> Presented<'a>,
) -> Folded {
    let names = || catalog.tools.iter().map(name);
    let mut served: BTreeSet<&str> = names().collect();
    let (mut tools, mut places) = (Vec::new(), Vec::new());
    for (place, tool) in catalog.tools.iter().enumerate() {
        let own = match presented(name(tool)) {
            // A favourite that comes twice is folded once.
            Presented::Favourite(own) if behind.remove(own) => continue,
            Presented::Favourite(own) | Presented::All { tool: own, .. } => own,
            Presented::Top => name(tool),
        };
        served.insert(own);
        tools.push(ToolFacts {
            name: Fact::Seen(own.to_owned()),
            ..tool.clone()
        });
        places.push(place);
    }
    let canonical = CatalogFacts {
        tools,
        served: Fact::Seen(served.into_iter().map(str::to_owned).collect()),
        server: catalog.server.clone(),
        instructions: catalog.instructions.clone(),
        resources: catalog.resources.clone(),
        prompts: catalog.prompts.clone(),
        credentials: catalog.credentials.clone(),
        boot: catalog.boot.clone(),
        // The rest of it is seen as if it were flat.
        presentation: Fact::Unseen,
    };
    (canonical, places)
}

fn name(tool: &ToolFacts) -> &str {
    tool.name.seen().map_or("", String::as_str)
}

/// Takes a name apart, whatever separates its parts.
pub(crate) fn presented(name: &str) -> Presented<'_> {
    let found = SEPARATORS.iter().find_map(|separator| {
        let after = |word| name.strip_prefix(word)?.strip_prefix(separator);
        let whole = |tool: &&str| !tool.is_empty();
        if let Some(tool) = after("favourite").filter(whole) {
            return Some(Presented::Favourite(tool));
        }
        let (group, tool) = after("all")?.split_once(separator)?;
        whole(&tool).then_some(Presented::All { group, tool })
    });
    found.unwrap_or(Presented::Top)
}

#[cfg(test)]
mod tests {
    use mcp_ergo_rules::Level;

    use super::*;

    fn catalog(names: &[&str]) -> CatalogFacts {
        let tool = |name: &&str| ToolFacts {
            name: Fact::Seen((*name).to_owned()),
            description: Fact::Seen(None),
            ..ToolFacts::default()
        };
        CatalogFacts {
            tools: names.iter().map(tool).collect(),
            ..CatalogFacts::default()
        }
    }

    fn found(names: &[&str], code: &str) -> (Vec<Option<usize>>, usize) {
        let (findings, folded) = judge(&catalog(names), &Policy::audit());
        let mut places: Vec<_> = findings
            .iter()
            .filter(|finding| finding.rule.code == code)
            .map(|finding| finding.tool)
            .collect();
        places.sort_unstable();
        (places, folded)
    }

    #[test]
    fn names_are_taken_apart() {
        let in_ledger = Presented::All {
            group: "ledger",
            tool: "get_x",
        };
        for (name, wanted) in [
            ("favourite__get_x", Presented::Favourite("get_x")),
            ("all__ledger__get_x", in_ledger),
            ("all/ledger/get_x", in_ledger),
            ("all__get_x", Presented::Top),
            ("all__ledger__", Presented::Top),
            ("favourite__", Presented::Top),
            ("favourites__x", Presented::Top),
            ("", Presented::Top),
        ] {
            assert_eq!(presented(name), wanted, "{name}");
        }
    }

    #[test]
    fn a_favourite_is_judged_once_and_where_the_whole_catalog_has_it() {
        let names = [
            "_hello",
            "favourite__get_x",
            "all__a__get_x",
            "all__a__get_y",
        ];
        let (places, folded) = found(&names, "D001");
        assert_eq!((places, folded), (vec![Some(0), Some(2), Some(3)], 1));
        let slashes = ["favourite/get_x", "all/a/get_x"];
        assert_eq!(found(&slashes, "N006").0, [Some(0), Some(1)]);
        assert_eq!(found(&slashes, "D001").0, [Some(1)]);
    }

    #[test]
    fn two_servers_may_have_one_name_and_a_list_may_not() {
        let names = ["favourite__get_x", "all__a__get_x", "all__b__get_x"];
        assert_eq!(found(&names, "N004"), (vec![], 1));
        let twice = ["favourite__get_x", "favourite__get_x", "all__a__get_x"];
        assert_eq!(found(&twice, "N004"), (vec![Some(1)], 1));
    }

    #[test]
    fn other_names_with_double_underscores_are_left_alone() {
        let names = ["favourite__get_x", "get_y", "all__a__get_z"];
        assert_eq!(found(&names, "D001").1, 0);
    }

    #[test]
    fn a_list_is_as_long_as_a_client_sees_it() {
        let whole = |count| (0..count).map(|at| format!("all__a__get_{at}"));
        let said = |count| {
            let mut names = vec!["favourite__get_0".to_owned()];
            names.extend(whole(count));
            let names: Vec<&str> = names.iter().map(String::as_str).collect();
            let (findings, _) = judge(&catalog(&names), &Policy::audit());
            let large = findings.iter().find(|finding| finding.rule.code == "C002");
            large.map(|finding| finding.message.clone())
        };
        assert_eq!(said(127), None, "128 names with favourites first");
        assert_eq!(
            said(128).as_deref(),
            Some(
                "the server presents 129 tools at once, and VS Code, OpenAI and Gemini stop at 128"
            )
        );
    }

    #[test]
    fn the_sentences_of_the_presentation_are_not_the_authors() {
        let said = |own: &str| {
            let names = catalog(&["favourite__get_x", "all__a__get_x", "all__a__get_y"]);
            let instructions = format!(
                "{own} PREFER favourite__<tool>, e.g. favourite__get_x: those are the tools used most. Use all__a__<tool>, the whole catalog, only if nothing in favourites fits."
            );
            let catalog = CatalogFacts {
                instructions: Fact::Seen(Some(instructions)),
                ..names
            };
            let (findings, _) = judge(&catalog, &Policy::audit());
            findings.iter().any(|finding| finding.rule.code == "S002")
        };
        assert!(!said("One is one. Two is two. Three is three."));
        assert!(said(
            "One is one. Two is two. Three is three. Four is four."
        ));
    }

    #[test]
    fn the_levels_of_the_policy_hold() {
        let policy = Policy::audit().with_level("N006", Level::Off).unwrap();
        let names = catalog(&["favourite/get_x", "all/a/get_x"]);
        let (findings, _) = judge(&names, &policy);
        assert!(findings.iter().all(|finding| finding.rule.code != "N006"));
    }
}
