//! How often each tool is called.

use std::collections::{BTreeMap, BTreeSet};

use mcp_ergo_rules::plural;

/// The share of calls that the head of use makes up, in percent.
const HEAD: u64 = 80;

/// How often each tool was called, by its canonical name. Collected from pairs, of which those of one
/// tool are added up.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Calls(BTreeMap<String, u64>);

impl Calls {
    /// How often a tool was called.
    pub fn of(&self, tool: &str) -> u64 {
        self.0.get(tool).copied().unwrap_or(0)
    }

    /// The tools by calls, the most used first; of equals by name.
    pub fn ranked(&self) -> Vec<&str> {
        let mut ranked: Vec<(&str, u64)> = self.iter().collect();
        ranked.sort_by_key(|(tool, calls)| (std::cmp::Reverse(*calls), *tool));
        ranked.into_iter().map(|(tool, _)| tool).collect()
    }

    /// The head of use: the most used tools that together make up 80 % of the calls.
    pub fn head(&self) -> BTreeSet<&str> {
        let all: u64 = self.0.values().sum();
        let mut before = 0;
        let ranked = self.ranked().into_iter();
        ranked
            .take_while(|tool| {
                let open = before * 100 < all * HEAD;
                before += self.of(tool);
                open
            })
            .collect()
    }

    /// How much each tool is used, from 0 to 1: the logarithm of its calls against that of the most
    /// used.
    #[allow(
        clippy::cast_precision_loss,
        reason = "a logarithm of more than 2^53 calls differs in no digit"
    )]
    pub(crate) fn weight(&self, tool: &str) -> f64 {
        let most = self.0.values().copied().max().unwrap_or(0);
        let logarithm = |calls: u64| (1.0 + calls as f64).ln();
        if most == 0 {
            0.0
        } else {
            logarithm(self.of(tool)) / logarithm(most)
        }
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = (&str, u64)> {
        self.0.iter().map(|(tool, calls)| (tool.as_str(), *calls))
    }

    /// In words, for reports.
    pub(crate) fn summary(&self) -> String {
        let all: u64 = self.0.values().sum();
        let tools = plural(self.0.len(), "tool");
        format!("{all} calls of {tools}")
    }
}

impl<N: Into<String>> FromIterator<(N, u64)> for Calls {
    fn from_iter<I: IntoIterator<Item = (N, u64)>>(calls: I) -> Self {
        let mut all = BTreeMap::new();
        for (tool, calls) in calls {
            *all.entry(tool.into()).or_default() += calls;
        }
        Self(all)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_head_makes_up_four_fifths() {
        let calls: Calls = [("a", 50), ("b", 30), ("c", 15), ("d", 5)]
            .into_iter()
            .collect();
        assert_eq!(calls.head(), BTreeSet::from(["a", "b"]));
        let calls: Calls = [("a", 79), ("b", 2), ("c", 19)].into_iter().collect();
        assert_eq!(calls.head(), BTreeSet::from(["a", "c"]));
        assert!(Calls::default().head().is_empty());
    }

    #[test]
    fn calls_are_added_up_ranked_and_weighed() {
        let calls: Calls = [("b", 1), ("a", 1), ("a", 1)].into_iter().collect();
        assert_eq!((calls.of("a"), calls.of("b"), calls.of("c")), (2, 1, 0));
        assert_eq!(calls.ranked(), ["a", "b"]);
        assert!((calls.weight("a") - 1.0).abs() < 1e-12);
        assert!((calls.weight("b") - 2f64.ln() / 3f64.ln()).abs() < 1e-12);
        assert!(calls.weight("c").abs() < 1e-12);
    }
}
