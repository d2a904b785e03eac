//! Presented names, led back to the tools.

use std::collections::{HashMap, HashSet};

use crate::audit::{Presented, SEPARATORS, presented};

/// The tools that a log presents, by the groups that it says they belong to.
#[derive(Debug)]
pub(super) struct Folding<'a> {
    groups: HashMap<&'a str, HashSet<&'a str>>,
    /// Whether there are several groups, so that a tool is known by both names.
    many: bool,
}

impl<'a> Folding<'a> {
    /// Whatever these names tell.
    pub(super) fn of(names: impl Iterator<Item = &'a str>) -> Self {
        let mut groups: HashMap<&str, HashSet<&str>> = HashMap::new();
        for name in names {
            if let Presented::All { group, tool } = presented(name) {
                groups.entry(tool).or_default().insert(group);
            }
        }
        let all: HashSet<&str> = groups.values().flatten().copied().collect();
        Self {
            groups,
            many: all.len() > 1,
        }
    }

    /// The tool of a presented name: `get_x`, or `ledger__get_x` where the log has several groups.
    pub(super) fn canonical(&self, name: &str) -> String {
        match presented(name) {
            Presented::Top => name.to_owned(),
            Presented::All { group, tool } => self.named(group, tool),
            Presented::Favourite(own) => self.favourite(own),
        }
    }

    /// A favourite says its group only where two share a name.
    fn favourite(&self, own: &str) -> String {
        let with_group = SEPARATORS.iter().find_map(|separator| {
            let (group, tool) = own.split_once(separator)?;
            let known = self.groups.get(tool)?.contains(group);
            known.then(|| self.named(group, tool))
        });
        let only = || {
            let groups = self.groups.get(own)?;
            let mut groups = groups.iter();
            let (only, None) = (groups.next()?, groups.next()) else {
                return None;
            };
            Some(self.named(only, own))
        };
        with_group.or_else(only).unwrap_or_else(|| own.to_owned())
    }

    fn named(&self, group: &str, tool: &str) -> String {
        if self.many {
            format!("{group}{}{tool}", SEPARATORS[0])
        } else {
            tool.to_owned()
        }
    }
}

/// A canonical name in the one form that is compared: `k8s/get_pods` is `k8s__get_pods`.
pub(super) fn plain(name: &str) -> String {
    name.replace(SEPARATORS[1], SEPARATORS[0])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn folded(names: &[&str]) -> Vec<String> {
        let folding = Folding::of(names.iter().copied());
        names.iter().map(|name| folding.canonical(name)).collect()
    }

    #[test]
    fn one_server_is_not_named() {
        assert_eq!(
            folded(&[
                "_hello",
                "favourite__get_x",
                "all__a__get_x",
                "all/a/get_y",
                "get_z"
            ]),
            ["_hello", "get_x", "get_x", "get_y", "get_z"]
        );
        assert_eq!(folded(&["favourite/get_x"]), ["get_x"]);
    }

    #[test]
    fn of_several_servers_each_tool_says_its_own() {
        assert_eq!(
            folded(&[
                "all__a__get_x",
                "all__b__get_x",
                "all__b__get_y",
                "favourite__get_y",
                "favourite__a__get_x",
                // Nobody knows whose it is.
                "favourite__get_x",
                "favourite__get_z",
            ]),
            [
                "a__get_x", "b__get_x", "b__get_y", "b__get_y", "a__get_x", "get_x", "get_z"
            ]
        );
    }
}
