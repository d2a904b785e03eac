//! Catalogs that show favourites twice: `favourite__x`, and `all__server__x` behind it.

use std::collections::BTreeSet;

use mcp_ergo_rules::{
    ALL, CatalogFacts, EVERYTHING_FAVOURITE, FAVOURITE_UNKNOWN, Fact, Finding, NAME_DUPLICATED,
    NAME_NOT_PORTABLE, Policy, PresentationFacts, Rule, ToolFacts, judge_catalog,
};

/// The rules that look at names as a client reads them. Two servers behind one list may each have a
/// tool `x`; what a client cannot tell apart is a presented name that comes twice.
static PRESENTED: &[&Rule] = &[&NAME_DUPLICATED, &NAME_NOT_PORTABLE];

/// The rules that hold a presentation to what its author said of it, which a list does not show.
static CONFIGURED: &[&Rule] = &[&EVERYTHING_FAVOURITE, &FAVOURITE_UNKNOWN];

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
    let names = names.into_iter().chain(CONFIGURED.iter().copied());
    let (about_tools, about_names) = (without(names.collect()), without(tools));
    let mut findings = judge_catalog(&canonical, &about_tools);
    for finding in &mut findings {
        finding.tool = finding.tool.and_then(|tool| places.get(tool).copied());
    }
    findings.extend(judge_catalog(catalog, &about_names));
    (findings, catalog.tools.len() - places.len())
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
    let (mut favourites, mut listed) = (Vec::new(), Vec::new());
    for (place, tool) in catalog.tools.iter().enumerate() {
        let own = match presented(name(tool)) {
            // A favourite that comes twice is folded once.
            Presented::Favourite(own) if behind.remove(own) => {
                favourites.push(own.to_owned());
                listed.push((own.to_owned(), name(tool).to_owned()));
                continue;
            }
            Presented::Favourite(own) | Presented::All { tool: own, .. } => own,
            Presented::Top => name(tool),
        };
        served.insert(own);
        listed.push((own.to_owned(), name(tool).to_owned()));
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
        presentation: Fact::Seen(PresentationFacts {
            presented: match favourites.len() {
                0 => mcp_ergo_rules::Presented::Flat,
                max => mcp_ergo_rules::Presented::Favourites {
                    tools: favourites,
                    max,
                },
            },
            top: Vec::new(),
            listed,
            instruction: catalog.instructions.present().and_then(|it| preferring(it)),
            separator: None,
        }),
    };
    (canonical, places)
}

/// The sentences that say which of the two lists to prefer, whoever wrote them.
fn preferring(instructions: &str) -> Option<String> {
    let from = &instructions[instructions.find("PREFER favourite")?..];
    let end = from
        .find("fits.")
        .map_or(from.len(), |at| at + "fits.".len());
    Some(from[..end].to_owned())
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
    fn the_instruction_to_prefer_favourites_is_no_sentence_of_the_servers_own() {
        let on = |own: &str| {
            let told = "PREFER favourite/<tool>. Use all/<server>/<tool> only if nothing in favourites fits.";
            let catalog = CatalogFacts {
                instructions: Fact::Seen(Some(format!("{own} {told}"))),
                ..catalog(&["favourite/get_x", "all/a/get_x", "all/a/get_y"])
            };
            let (findings, _) = judge(&catalog, &Policy::strict());
            let long = findings.iter().filter(|it| it.rule.code == "S002");
            long.map(|finding| finding.message.clone())
                .collect::<Vec<_>>()
        };
        let three = "Invoices of one company. Start with get_x. Totals are in cents.";
        assert!(on(three).is_empty());
        assert_eq!(
            on(&format!("{three} Years are long.")),
            ["the instructions take 4 sentences, more than 3"]
        );
    }

    #[test]
    fn what_is_listed_is_counted_once() {
        let all: Vec<String> = (0..41).map(|at| format!("all__a__get_x{at}")).collect();
        let mut names: Vec<&str> = all.iter().map(String::as_str).collect();
        // A long list behind favourites is what they are for.
        names.push("favourite__get_x1");
        assert_eq!(found(&names, "C002").0, []);
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
    fn the_levels_of_the_policy_hold() {
        let policy = Policy::audit().with_level("N006", Level::Off).unwrap();
        let names = catalog(&["favourite/get_x", "all/a/get_x"]);
        let (findings, _) = judge(&names, &policy);
        assert!(findings.iter().all(|finding| finding.rule.code != "N006"));
    }
}
