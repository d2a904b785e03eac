//! Whether a presentation can be shown at all. Which tools it may name, the rules say.

use std::collections::HashMap;
use std::sync::Arc;

use mcp_ergo_rules::plural;

use super::boot_error::Report;
use super::frozen::Registry;
use super::view::View;
use crate::presentation::{Kind, Separator};

impl Registry {
    /// Reports what a list, its names or its instructions could not be made of.
    pub(super) fn check_presentation(self: &Arc<Self>, report: &mut Report) {
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
            // Whoever called the other by its own name would get this one.
            let own = self.called(&place.name).map(|other| other.def.name);
            if let Some(other) = own.filter(|other| *other != tool) {
                report.problem(
                    Some(self.tools[place.at].def),
                    format!(
                        "{tool} is presented as `{}`, by which {other} is called too",
                        place.name
                    ),
                    format!("rename {other}, or take the name out of its `formerly`"),
                );
            }
        }
        self.check_profiles(report);
    }

    /// A caller that is shown nothing never calls what it may.
    fn check_profiles(self: &Arc<Self>, report: &mut Report) {
        let no_core = !self.tools.iter().any(|tool| tool.def.core);
        for (called, grants) in &self.callers {
            // That nobody has a core is told once, of the catalog.
            if no_core && grants.profile.is_none() {
                continue;
            }
            let view = View::new(self.clone(), grants);
            let many = view.tools().count();
            if many > 0 && view.wire.is_empty() {
                report.problem(
                    None,
                    format!(
                        "the core profile lists nothing for {called}, which may call {}",
                        plural(many, "tool")
                    ),
                    "mark a tool that it may call with `core`, or show it the whole catalog: `.profile(Profile::Full)`",
                );
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
    } else if text.contains(|c: char| c.is_whitespace() || c.is_control()) {
        report.problem(
            None,
            format!("the separator {text:?} holds what no name may hold"),
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
