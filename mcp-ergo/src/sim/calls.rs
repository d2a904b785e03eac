//! How often each tool is called.

use std::collections::{BTreeMap, BTreeSet};

use mcp_ergo_rules::plural;
use serde_json::Value;

use super::error::SimError;

/// The share of calls that the head of use makes up, in percent.
const HEAD: u64 = 80;

/// How often each tool was called, by its canonical name.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Calls(BTreeMap<String, u64>);

impl Calls {
    /// Reads a log with a JSON object on each line that has `tool`, the canonical name; other keys are
    /// passed over.
    ///
    /// # Errors
    ///
    /// When a line is no such object, or there is none.
    pub fn read(bytes: &[u8]) -> Result<Self, SimError> {
        let help = r#"write one call on each line: {"tool": "search_invoices"}"#;
        let text = std::str::from_utf8(bytes)
            .map_err(|error| SimError::new(format!("it is not UTF-8: {error}"), help))?;
        let mut calls = Self::default();
        for (number, line) in text
            .lines()
            .enumerate()
            .filter(|(_, line)| !line.trim().is_empty())
        {
            let wrong = |why: String| SimError::new(format!("line {}: {why}", number + 1), help);
            let json: Value =
                serde_json::from_str(line).map_err(|error| wrong(error.to_string()))?;
            let tool = json.get("tool").and_then(Value::as_str);
            let tool = tool.ok_or_else(|| wrong("there is no `tool`".to_owned()))?;
            *calls.0.entry(tool.to_owned()).or_default() += 1;
        }
        if calls.0.is_empty() {
            return Err(SimError::new("there are no calls in it", help));
        }
        Ok(calls)
    }

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
    /// Calls of the same tool are added up.
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
    fn a_log_is_counted_and_weighed() {
        let calls =
            Calls::read(b"{\"tool\": \"a\", \"at\": 1}\n\n{\"tool\": \"b\"}\n{\"tool\": \"a\"}")
                .unwrap();
        assert_eq!((calls.of("a"), calls.of("b"), calls.of("c")), (2, 1, 0));
        assert_eq!(calls.ranked(), ["a", "b"]);
        assert!((calls.weight("a") - 1.0).abs() < 1e-12);
        assert!((calls.weight("b") - 2f64.ln() / 3f64.ln()).abs() < 1e-12);
        assert!(calls.weight("c").abs() < 1e-12);
    }

    #[test]
    fn a_line_that_is_no_call_is_told() {
        let said = |bytes: &[u8]| Calls::read(bytes).unwrap_err().to_string();
        assert!(
            said(b"{\"tool\": \"a\"}\n{\"toll\": 1}").starts_with("line 2: there is no `tool`")
        );
        assert!(said(b"nonsense").starts_with("line 1: expected"));
        assert!(said(b"\n").starts_with("there are no calls in it"));
    }
}
