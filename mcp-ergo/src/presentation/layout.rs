//! A presentation of one catalog: the names in the order of the list.

use std::collections::HashMap;

use super::{Kind, Presentation};

/// Before a favourite's name.
pub(crate) const FAVOURITE: &str = "favourite";

/// Before the name of any tool.
pub(crate) const ALL: &str = "all";

/// A tool, as far as its presentation goes.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Entry<'a> {
    pub(crate) canonical: &'a str,
    /// The name within its domain: the canonical one, unless that says the domain.
    pub(crate) short: &'a str,
    pub(crate) domain: &'a str,
    pub(crate) core: bool,
    /// It keeps its name under every presentation.
    pub(crate) top: bool,
}

/// One place of the list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Listed {
    pub(crate) name: String,
    /// Which entry it shows.
    pub(crate) at: usize,
    pub(crate) favourite: bool,
}

/// A catalog as it is presented.
#[derive(Debug, Default)]
pub(crate) struct Layout {
    listed: Vec<Listed>,
    /// For each entry, the first place that shows it.
    first: Vec<Option<usize>>,
    by_name: HashMap<String, usize>,
    instruction: Option<String>,
}

impl Layout {
    /// Presents the entries, which stand in the order of the list.
    ///
    /// A favourite that no entry is called by is left out, and so is the second of one name: boot
    /// reports them (C004), and one caller may not be served them all.
    /// `group` is what a domain is called here: `domain`, or behind a gateway `server`.
    pub(crate) fn of(presentation: &Presentation, entries: &[Entry<'_>], group: &str) -> Self {
        let separator = &*presentation.separator.text;
        match &presentation.kind {
            Kind::Flat => Self::plain(entries, |_| true),
            Kind::Core => Self::plain(entries, |entry| entry.core || entry.top),
            Kind::Favourites { tools, .. } => Self::favourites(entries, tools, separator, group),
        }
    }

    fn plain(entries: &[Entry<'_>], is_listed: impl Fn(&Entry<'_>) -> bool) -> Self {
        let listed = entries.iter().enumerate();
        let listed = listed
            .filter(|(_, entry)| is_listed(entry))
            .map(|(at, entry)| own_name(at, entry));
        Self::new(listed.collect(), entries.len(), None)
    }

    fn favourites(entries: &[Entry<'_>], tools: &[String], separator: &str, group: &str) -> Self {
        let mut pinned: Vec<usize> = Vec::new();
        for tool in tools {
            let at = entries.iter().position(|entry| entry.canonical == tool);
            if let Some(at) = at.filter(|at| !entries[*at].top && !pinned.contains(at)) {
                pinned.push(at);
            }
        }
        let mut listed: Vec<Listed> = pinned
            .iter()
            .map(|&at| {
                let Entry { short, domain, .. } = entries[at];
                let mut alike = pinned
                    .iter()
                    .filter(|other| entries[**other].short == short);
                let name = if alike.nth(1).is_some() {
                    [FAVOURITE, domain, short].join(separator)
                } else {
                    [FAVOURITE, short].join(separator)
                };
                Listed {
                    name,
                    at,
                    favourite: true,
                }
            })
            .collect();
        let instruction = instruction(&listed, entries, separator, group);
        let tops = entries.iter().enumerate().filter(|(_, entry)| entry.top);
        listed.extend(tops.map(|(at, entry)| own_name(at, entry)));
        let rest = entries.iter().enumerate().filter(|(_, entry)| !entry.top);
        let mut rest: Vec<Listed> = rest
            .map(|(at, entry)| Listed {
                name: [ALL, entry.domain, entry.short].join(separator),
                at,
                favourite: false,
            })
            .collect();
        // What belongs together stands together.
        rest.sort_by(|left, right| left.name.cmp(&right.name));
        listed.extend(rest);
        Self::new(listed, entries.len(), instruction)
    }

    fn new(listed: Vec<Listed>, entries: usize, instruction: Option<String>) -> Self {
        let mut first = vec![None; entries];
        let mut by_name = HashMap::with_capacity(listed.len());
        for (place, Listed { name, at, .. }) in listed.iter().enumerate() {
            first[*at].get_or_insert(place);
            by_name.entry(name.clone()).or_insert(*at);
        }
        Self {
            listed,
            first,
            by_name,
            instruction,
        }
    }

    /// The list, in order.
    pub(crate) fn listed(&self) -> &[Listed] {
        &self.listed
    }

    /// The name that texts use for an entry, the favourite's where it is one; `None` where the entry is
    /// not listed.
    pub(crate) fn shown(&self, at: usize) -> Option<&str> {
        let place = (*self.first.get(at)?)?;
        Some(&self.listed[place].name)
    }

    /// The entry that is listed under this name.
    pub(crate) fn find(&self, name: &str) -> Option<usize> {
        self.by_name.get(name).copied()
    }

    /// What the list cannot say by itself: which of the two names of a tool to prefer.
    pub(crate) fn instruction(&self) -> Option<&str> {
        self.instruction.as_deref()
    }
}

fn own_name(at: usize, entry: &Entry<'_>) -> Listed {
    Listed {
        name: entry.canonical.to_owned(),
        at,
        favourite: false,
    }
}

/// The load-bearing sentence: the same two lists without it do worse than with it.
fn instruction(
    favourites: &[Listed],
    entries: &[Entry<'_>],
    separator: &str,
    group: &str,
) -> Option<String> {
    let first = favourites.first()?;
    let mut domains: Vec<&str> = entries
        .iter()
        .filter(|entry| !entry.top)
        .map(|entry| entry.domain)
        .collect();
    domains.sort_unstable();
    domains.dedup();
    let group = format!("<{group}>");
    let domain = match domains[..] {
        [only] => only,
        _ => &group,
    };
    let favourite = [FAVOURITE, "<tool>"].join(separator);
    let all = [ALL, domain, "<tool>"].join(separator);
    let first = &first.name;
    Some(format!(
        "{PREFER}{favourite}, e.g. {first}: those are the tools used most. Use {all}, the whole catalog, {ELSE}"
    ))
}

/// How the sentences that a presentation adds to the instructions begin and end.
const PREFER: &str = "PREFER ";
const ELSE: &str = "only if nothing in favourites fits.";

/// The sentences within some instructions that a presentation added.
pub(crate) fn instruction_in(instructions: &str) -> Option<&str> {
    let (_, after) = instructions.split_once(&format!("{PREFER}{FAVOURITE}"))?;
    let length = PREFER.len() + FAVOURITE.len();
    let begin = instructions.len() - after.len() - length;
    let end = after.find(ELSE)? + length + ELSE.len();
    instructions.get(begin..begin + end)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry<'a>(domain: &'a str, short: &'a str) -> Entry<'a> {
        Entry {
            canonical: short,
            short,
            domain,
            core: false,
            top: false,
        }
    }

    fn names(layout: &Layout) -> Vec<&str> {
        layout.listed().iter().map(|listed| &*listed.name).collect()
    }

    #[test]
    fn favourites_come_first_then_what_is_on_top_then_everything() {
        let mut entries = vec![
            entry("office", "_hello"),
            entry("invoices", "get_invoice"),
            entry("invoices", "search_invoices"),
            entry("customers", "search_customers"),
        ];
        entries[0].top = true;
        let presentation = Presentation::favourites(["search_invoices", "search_invoices", "none"]);
        let layout = Layout::of(&presentation, &entries, "domain");
        assert_eq!(
            names(&layout),
            [
                "favourite__search_invoices",
                "_hello",
                "all__customers__search_customers",
                "all__invoices__get_invoice",
                "all__invoices__search_invoices",
            ]
        );
        assert_eq!(layout.shown(2), Some("favourite__search_invoices"));
        assert_eq!(layout.shown(1), Some("all__invoices__get_invoice"));
        assert_eq!(layout.find("all__invoices__search_invoices"), Some(2));
        assert_eq!(layout.find("search_invoices"), None);
        assert_eq!(
            layout.instruction(),
            Some(
                "PREFER favourite__<tool>, e.g. favourite__search_invoices: those are the tools used most. Use all__<domain>__<tool>, the whole catalog, only if nothing in favourites fits."
            )
        );
    }

    #[test]
    fn two_favourites_of_one_short_name_say_where_they_belong() {
        let entries = [
            Entry {
                canonical: "wiki__search",
                ..entry("wiki", "search")
            },
            Entry {
                canonical: "mail__search",
                ..entry("mail", "search")
            },
            Entry {
                canonical: "mail__send",
                ..entry("mail", "send")
            },
        ];
        let presentation = Presentation::favourites(["mail__search", "wiki__search", "mail__send"]);
        let layout = Layout::of(&presentation, &entries, "domain");
        assert_eq!(
            names(&layout)[..3],
            [
                "favourite__mail__search",
                "favourite__wiki__search",
                "favourite__send"
            ]
        );
    }

    #[test]
    fn core_lists_what_is_marked_and_what_is_on_top() {
        let mut entries = [entry("a", "one"), entry("a", "two"), entry("a", "three")];
        entries[1].core = true;
        entries[2].top = true;
        let layout = Layout::of(&Presentation::core(), &entries, "domain");
        assert_eq!(names(&layout), ["two", "three"]);
        assert_eq!(layout.shown(0), None);
        assert_eq!(layout.instruction(), None);
    }

    #[test]
    fn a_separator_stands_in_every_name_and_in_the_instruction() {
        let entries = [entry("a", "one"), entry("a", "two")];
        let presentation = Presentation::favourites(["one"]).separator("/", "our client takes it");
        let layout = Layout::of(&presentation, &entries, "domain");
        assert_eq!(names(&layout), ["favourite/one", "all/a/one", "all/a/two"]);
        assert_eq!(
            layout.instruction(),
            Some(
                "PREFER favourite/<tool>, e.g. favourite/one: those are the tools used most. Use all/a/<tool>, the whole catalog, only if nothing in favourites fits."
            )
        );
    }

    #[test]
    fn an_instruction_is_found_again() {
        let entries = [entry("a", "one"), entry("a", "two")];
        let layout = Layout::of(&Presentation::favourites(["one"]), &entries, "domain");
        let own = layout.instruction().unwrap();
        let whole = format!("PREFER tea. {own} The end.");
        assert_eq!(instruction_in(&whole), Some(own));
        assert_eq!(instruction_in("PREFER favourite__<tool>."), None);
    }
}
