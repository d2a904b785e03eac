//! From the names that a server presents back to those that tasks are written with.

use std::collections::HashSet;

use crate::sim::Task;

/// What a presented name stands for.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Name {
    pub(super) canonical: String,
    pub(super) favourite: bool,
}

/// The canonical name of each presented one.
///
/// `all__<domain>__<tool>` is `<tool>` of one server, and `<domain>__<tool>` of a gateway: the one that
/// the tasks know. `favourite__…` is whichever of those ends the same way.
pub(super) fn names(presented: &[&str], tasks: &[Task]) -> Vec<Name> {
    let known: HashSet<&str> = tasks
        .iter()
        .flat_map(|task| task.right.iter().map(|right| right.tool.as_str()))
        .collect();
    let read: Vec<Presented> = presented.iter().map(|name| Presented::read(name)).collect();
    // A task file is written for a server or for a gateway, not for one tool each.
    let gateway = read.iter().any(|name| match name {
        Presented::All { domain, tool } => known.contains(joined(domain, tool).as_str()),
        _ => false,
    });
    let names = read.iter().map(|name| Name {
        canonical: name.canonical(&read, gateway),
        favourite: matches!(name, Presented::Favourite(_)),
    });
    names.collect()
}

#[derive(Debug, Clone, Copy)]
enum Presented<'a> {
    Favourite(&'a str),
    All { domain: &'a str, tool: &'a str },
    Own(&'a str),
}

impl<'a> Presented<'a> {
    fn read(name: &'a str) -> Self {
        for separator in ["__", "/"] {
            if let Some((first, rest)) = name.split_once(separator) {
                match (first, rest.split_once(separator)) {
                    ("favourite", _) => return Self::Favourite(rest),
                    ("all", Some((domain, tool))) => return Self::All { domain, tool },
                    _ => {}
                }
            }
        }
        Self::Own(name)
    }

    fn canonical(self, all: &[Presented<'_>], gateway: bool) -> String {
        match self {
            Self::Own(name) => name.to_owned(),
            Self::All { domain, tool } if gateway => joined(domain, tool),
            Self::All { tool, .. } => tool.to_owned(),
            Self::Favourite(name) => {
                let named = name.replace('/', "__");
                let twin = all.iter().find(|other| match other {
                    Presented::All { domain, tool } => {
                        *tool == name || joined(domain, tool) == named
                    }
                    _ => false,
                });
                twin.map_or_else(|| name.to_owned(), |twin| twin.canonical(all, gateway))
            }
        }
    }
}

fn joined(domain: &str, tool: &str) -> String {
    format!("{domain}__{tool}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sim::Right;

    fn canonical(presented: &[&str], right: &str) -> Vec<String> {
        let task = Task {
            id: "t1".to_owned(),
            text: "do it".to_owned(),
            right: vec![Right {
                tool: right.to_owned(),
                action: None,
            }],
        };
        let names = names(presented, &[task]);
        names.into_iter().map(|name| name.canonical).collect()
    }

    const PRESENTED: [&str; 5] = [
        "_hello",
        "favourite__get_pods",
        "favourite__git__log",
        "all__k8s__get_pods",
        "all__git__log",
    ];

    #[test]
    fn one_server_knows_its_tools_by_their_own_names() {
        let names = canonical(&PRESENTED, "get_pods");
        assert_eq!(names, ["_hello", "get_pods", "log", "get_pods", "log"]);
    }

    #[test]
    fn a_gateway_knows_them_by_their_server_too() {
        let names = canonical(&PRESENTED, "k8s__get_pods");
        let gateway = [
            "_hello",
            "k8s__get_pods",
            "git__log",
            "k8s__get_pods",
            "git__log",
        ];
        assert_eq!(names, gateway);
    }

    #[test]
    fn slashes_separate_as_well_and_other_names_stay() {
        let presented = [
            "favourite/get_pods",
            "all/k8s/get_pods",
            "all_pods",
            "get__it",
        ];
        let names = canonical(&presented, "get_pods");
        assert_eq!(names, ["get_pods", "get_pods", "all_pods", "get__it"]);
    }

    #[test]
    fn only_favourites_are_favourites() {
        let names = names(&PRESENTED, &[]);
        let favourites: Vec<bool> = names.iter().map(|name| name.favourite).collect();
        assert_eq!(favourites, [false, true, true, false, false]);
    }
}
