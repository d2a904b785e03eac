//! Whether a presentation can be shown at all. Which tools it may name, the rules say.

use std::collections::HashMap;

use super::boot_error::Report;
use super::frozen::Registry;
use crate::presentation::{Kind, Separator};

impl Registry {
    /// Reports what a list, its names or its instructions could not be made of.
    pub(super) fn check_presentation(&self, report: &mut Report) {
        check_separator(&self.presentation.separator, report);
        let places: Vec<usize> = (0..self.tools.len()).collect();
        let layout = self.layout(&self.presentation, &places);
        self.check_first_call(report);
        let mut listed: HashMap<&str, &str> = HashMap::new();
        for place in layout.listed() {
            let tool = self.tools[place.at].def.name;
            match listed.insert(&place.name, tool) {
                Some(other) if other != tool => report.problem(
                    Some(self.tools[place.at].def),
                    format!("{tool} and {other} are both presented as `{}`", place.name),
                    "rename one of them",
                ),
                _ => {}
            }
        }
    }

    /// A core profile without the first call has no way in.
    fn check_first_call(&self, report: &mut Report) {
        if self.presentation.kind != Kind::Core {
            return;
        }
        let first = self
            .opening
            .start_with
            .and_then(|first| self.find(first.name()));
        let Some(first) = first.filter(|first| !first.def.core && !first.is_on_top()) else {
            return;
        };
        report.problem(
            Some(first.def),
            format!(
                "the instructions start with {}, which the core profile does not list",
                first.def.name
            ),
            "mark it `core`: `#[tool(read, core, …)]`",
        );
    }
}

fn check_separator(separator: &Separator, report: &mut Report) {
    let Separator { text, reason } = separator;
    if text.is_empty() {
        report.problem(
            None,
            "the parts of presented names have no separator",
            "leave `.separator(…)` out: `__` is taken by every client",
        );
    } else if reason
        .as_ref()
        .is_some_and(|reason| reason.trim().is_empty())
    {
        report.problem(
            None,
            format!("the separator `{text}` is given without a reason"),
            format!(
                "say which clients take it: `.separator(\"{text}\", \"the one client that connects takes it\")`; `__` is taken by every client"
            ),
        );
    }
}
