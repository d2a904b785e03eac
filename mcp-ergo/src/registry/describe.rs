//! A tool's description, rendered for one caller from its parts.

use super::tool::ToolDef;
use crate::prose::Prose as _;
use crate::schema::Names;

impl ToolDef {
    /// Capability, trigger and sequencing, result: two sentences, three with `returns`. Clauses that
    /// name a tool which this caller is not served are left out.
    pub(crate) fn description(&self, names: &dyn Names) -> String {
        let mut sentences = Vec::new();
        let capability = self.capability.one_line();
        if !capability.is_empty() {
            sentences.push(capability);
        }
        let clauses = self.trigger_clauses(names);
        if !clauses.is_empty() {
            sentences.push(clauses.join("; ").to_uppercase_first());
        }
        if let Some(returns) = self.returns {
            sentences.push(format!(
                "Returns {}",
                without("returns ", returns).to_lowercase_first()
            ));
        }
        let ended: Vec<String> = sentences.iter().map(|sentence| sentence.ended()).collect();
        ended.join(" ")
    }

    fn trigger_clauses(&self, names: &dyn Names) -> Vec<String> {
        let mut clauses: Vec<String> = self
            .when
            .iter()
            .map(|when| format!("use when {}", without("use when ", when)))
            .collect();
        let after: Vec<String> = self
            .after
            .iter()
            .filter_map(|tool| names.shown(tool))
            .map(str::to_owned)
            .collect();
        if !after.is_empty() {
            clauses.push(format!(
                "use after {}",
                crate::schema::natural_list(&after, "or")
            ));
        }
        for (tool, purpose) in self.instead {
            if let Some(tool) = names.shown(tool) {
                clauses.push(format!("use {tool} {}", purpose.one_line()));
            }
        }
        clauses.extend(
            self.not_for
                .iter()
                .map(|other| format!("not for {}", other.one_line())),
        );
        clauses
    }

    /// The title on the wire: as written, or the name in words.
    pub(crate) fn title(&self) -> String {
        self.title
            .map_or_else(|| title_of(self.name), str::to_owned)
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

/// The text without the words that the rendering puts before it.
fn without(opening: &str, text: &str) -> String {
    let text = text.one_line();
    match text.get(..opening.len()) {
        Some(start) if start.eq_ignore_ascii_case(opening) => text[opening.len()..].to_owned(),
        _ => text,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_that_the_rendering_adds_are_not_said_twice() {
        assert_eq!(without("use when ", "Use when it rains."), "it rains");
        assert_eq!(without("returns ", "the ids"), "the ids");
        assert_eq!(without("returns ", "größe"), "größe");
    }

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
