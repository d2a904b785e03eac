//! What is wrong with what is to be compared.

use std::collections::BTreeSet;

use mcp_ergo_rules::did_you_mean;

use super::Simulation;
use crate::sim::catalog::{Catalog, CatalogTool};
use crate::sim::error::{Mistake, SimError};
use crate::sim::showing::Showing;
use crate::sim::task::Task;

impl Simulation {
    pub(super) fn check(&self) -> Result<(), SimError> {
        let mut mistakes = self.missing();
        mistakes.extend(self.twice());
        mistakes.extend(self.unknown_favourites());
        if let Err(wrong) = Task::check(&self.tasks, &self.catalogs()) {
            mistakes.extend(wrong.mistakes);
        }
        SimError::unless_none(mistakes)
    }

    fn catalogs(&self) -> Vec<&Catalog> {
        self.variants.iter().map(|one| &one.catalog).collect()
    }

    fn tools(&self) -> impl Iterator<Item = &CatalogTool> {
        self.variants.iter().flat_map(|one| one.catalog.tools())
    }

    fn missing(&self) -> Vec<Mistake> {
        let shows = |showing| self.showings.contains(&showing);
        let prior = format!("a prior of {} is no weight", self.prior);
        let checks = [
            (
                self.tasks.is_empty(),
                "there are no tasks",
                "name a file of them",
            ),
            (
                self.pickers.is_empty(),
                "there is no picker",
                "name one, e.g. bm25",
            ),
            (
                self.showings.is_empty(),
                "there is no presentation",
                "name one, e.g. flat",
            ),
            (
                !self.prior.is_finite() || self.prior < 0.0,
                &*prior,
                "give a number from 0 on",
            ),
            (
                shows(Showing::Favourites) && self.favoured_tools().is_empty(),
                "no tool is a favourite",
                "name some by --favourites, in [presentation] of the policy file, or give a log of use by --usage",
            ),
            (
                shows(Showing::Core) && !self.tools().any(CatalogTool::is_core),
                "no tool is marked core",
                r#"mark some: `core` on #[tool], or "_meta": {"mcp-ergo/core": true} in the catalog"#,
            ),
        ];
        let wrong = checks.into_iter().filter(|(wrong, ..)| *wrong);
        wrong
            .map(|(_, message, help)| Mistake::new(message, help))
            .collect()
    }

    /// Names that are told apart in reports, and are one.
    fn twice(&self) -> Vec<Mistake> {
        let mut names = BTreeSet::new();
        let catalogs = self.variants.iter().map(|variant| {
            let message = format!("two catalogs are called `{}`", variant.name);
            (
                variant.name.clone(),
                message,
                "give their files different names",
            )
        });
        let showings = self.showings.iter().map(|showing| {
            let word = showing.word().to_owned();
            (
                format!("showing {word}"),
                format!("`{word}` is named twice"),
                "name it once",
            )
        });
        let pickers = self.pickers.iter().map(|picker| {
            let name = picker.name();
            (
                format!("picker {name}"),
                format!("two pickers are called `{name}`"),
                "name it once",
            )
        });
        let all = catalogs.chain(showings).chain(pickers);
        all.filter(|(name, ..)| !names.insert(name.clone()))
            .map(|(_, message, help)| Mistake::new(message, help))
            .collect()
    }

    fn unknown_favourites(&self) -> Vec<Mistake> {
        let known = |tool: &&String| self.tools().any(|one| one.name() == **tool);
        let unknown = self.favourites.iter().filter(|tool| !known(tool));
        let mistake = |tool: &String| {
            let names = self.tools().map(CatalogTool::name);
            let help = did_you_mean(tool, names, || {
                "name a tool of the catalog by its own name".to_owned()
            });
            let message = format!("no tool is called `{tool}`, which is to be a favourite");
            Mistake::new(message, help)
        };
        unknown.map(mistake).collect()
    }
}
