//! What a tool says of itself, for one caller.

use mcp_ergo_rules::wording::{Description, Wording as _};

use super::frozen::Registered;
use super::tool::ToolDef;
use crate::schema::Names;

impl Registered {
    /// The description. Clauses that name a tool which this caller is not served are left out.
    pub(crate) fn description(&self, names: &dyn Names) -> String {
        let def = self.def;
        let shown = |tool: &&'static str| names.shown(tool).map(str::to_owned);
        Description {
            capability: def.capability,
            when: def.when.to_vec(),
            after: def.after.iter().filter_map(shown).collect(),
            instead: def
                .instead
                .iter()
                .filter_map(|(tool, purpose)| Some((shown(tool)?, *purpose)))
                .collect(),
            not_for: def.not_for.to_vec(),
            returns: self.returns.as_deref(),
        }
        .render()
    }
}

impl ToolDef {
    /// The title on the wire: as written, or the name in words.
    pub(crate) fn title(&self) -> String {
        self.title
            .map_or_else(|| title_of(self.name), str::to_owned)
    }

    /// What the tool is about: the domain that it names, or that its name begins with, or the module
    /// that it lives in, since files are named after their object.
    pub(crate) fn domain(&self) -> Option<&'static str> {
        let in_name = || self.name.rsplit_once('-').map(|(domain, _)| domain);
        let module = || {
            let (_, last) = self.module.rsplit_once("::")?;
            // A module may be called by a keyword, and a domain is no Rust.
            Some(last.strip_prefix("r#").unwrap_or(last))
        };
        let found = self.domain.or_else(in_name).or_else(module);
        found.filter(|_| !self.is_boot_tool())
    }

    /// Whether this is `_hello`, which is about the server itself.
    pub(crate) fn is_boot_tool(&self) -> bool {
        std::ptr::eq(self, crate::hello::tool().0)
    }

    /// Whether its answers may say what a caller would get beyond what it holds.
    pub(crate) fn may_upgrade(&self) -> bool {
        self.account || self.is_boot_tool()
    }

    /// Every tool that the definition names, with the key that names it.
    pub(crate) fn references(&self) -> Vec<(&'static str, &'static str)> {
        let instead = self.instead.iter().map(|(tool, _)| ("instead", *tool));
        let after = self.after.iter().map(|tool| ("after", *tool));
        instead.chain(after).collect()
    }
}

/// `semarchy-project-list_patterns` → `Semarchy project: list patterns`
fn title_of(name: &str) -> String {
    let words = |part: &str| part.replace('_', " ").trim().to_owned();
    match name.rsplit_once('-') {
        Some((domain, action)) => {
            format!("{}: {}", words(&domain.replace('-', " ")), words(action)).to_uppercase_first()
        }
        None => words(name).to_uppercase_first(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn titles_read_as_words() {
        assert_eq!(title_of("search_invoices"), "Search invoices");
        assert_eq!(title_of("_hello"), "Hello");
        assert_eq!(
            title_of("semarchy-project-list_patterns"),
            "Semarchy project: list patterns"
        );
    }
}
