//! The design spec of a server: every tool with its job, class, scope, schema and failures, the
//! resources and prompts, what was excepted and why, and the rubric's verdict.

mod cell;
mod failures;
mod rubric;
mod schemas;
mod tools;

use std::fmt;
use std::io;
use std::path::{Path, PathBuf};

use mcp_ergo_rules::{CatalogFacts, Fact, Finding, Policy, Presented};

use crate::audit::audit;
use crate::error::FailureMode;

/// The design spec of a server, as Markdown.
///
/// It holds no date and no version, so that it changes with the design alone: commit it, and let a
/// test hold it current.
///
/// ```no_run
/// # fn builder() -> mcp_ergo::Builder { mcp_ergo::Server::builder("ledger", "1.0.0") }
/// #[test]
/// fn the_design_spec_is_current() {
///     let spec = builder().boot().unwrap().spec();
///     let written = std::fs::read_to_string(spec.file_name()).unwrap_or_default();
///     assert_eq!(written, spec.to_string(), "write it anew with `spec.write_to(\".\")`");
/// }
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Spec {
    file_name: String,
    text: String,
}

impl Spec {
    /// The spec of a catalog that somebody else wrote, as far as its `tools/list` shows it. `name` is
    /// what to call the server where the catalog does not say.
    pub fn of_catalog(name: &str, catalog: &CatalogFacts, policy: &Policy) -> Self {
        Self::write(&Design {
            name: catalog.server.seen().map_or(name, String::as_str),
            catalog,
            findings: &audit(catalog, policy).findings,
            failure_modes: None,
            own: policy.is_own(),
        })
    }

    pub(crate) fn write(design: &Design<'_>) -> Self {
        Self {
            file_name: format!("mcp-interface-design-{}.md", file_stem(design.name)),
            text: design.to_string(),
        }
    }

    /// `mcp-interface-design-<server>.md`
    pub fn file_name(&self) -> &str {
        &self.file_name
    }

    /// Writes the spec into a folder, under [its name](Self::file_name), over one that is there.
    ///
    /// # Errors
    ///
    /// When the file cannot be written.
    pub fn write_to(&self, folder: impl AsRef<Path>) -> io::Result<PathBuf> {
        let path = folder.as_ref().join(&self.file_name);
        std::fs::write(&path, &self.text)?;
        Ok(path)
    }
}

impl fmt::Display for Spec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

/// Everything that a spec tells.
pub(crate) struct Design<'a> {
    /// What to call the server.
    pub(crate) name: &'a str,
    pub(crate) catalog: &'a CatalogFacts,
    pub(crate) findings: &'a [Finding],
    /// The ways to fail of each tool, resource and prompt, in the order of the catalog, by name or URI;
    /// `None` where nobody can see them.
    pub(crate) failure_modes: Option<Vec<(&'a str, Vec<FailureMode>)>>,
    /// Whether it is judged as a server of one's own.
    pub(crate) own: bool,
}

impl fmt::Display for Design<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "# MCP interface design: {}", cell::text(self.name))?;
        if let Some(instructions) = self.catalog.instructions.present() {
            writeln!(f, "\n> {}", cell::text(instructions))?;
        }
        self.presentation(f)?;
        tools::write(self, f)?;
        schemas::write(self, f)?;
        failures::write(self, f)?;
        self.resources(f)?;
        self.prompts(f)?;
        self.credentials(f)?;
        self.exceptions(f)?;
        rubric::write(self, f)
    }
}

impl Design<'_> {
    /// A tool's name in code, or its place where it has none.
    fn tool_name(&self, index: usize) -> String {
        let name = self
            .catalog
            .tools
            .get(index)
            .and_then(|tool| tool.name.seen());
        match name {
            Some(name) if !name.trim().is_empty() => cell::code(name),
            _ => format!("tool {index}"),
        }
    }

    /// What a model is shown, where that is not simply everything.
    fn presentation(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Some(facts) = self.catalog.presentation.seen() else {
            return Ok(());
        };
        let listed = |tools: &[String]| {
            let names: Vec<String> = tools.iter().map(|tool| cell::code(tool)).collect();
            names.join(", ")
        };
        match &facts.presented {
            Presented::Flat => return Ok(()),
            Presented::Core { tools } => writeln!(
                f,
                "\n## Presentation\n\nThe core profile: {}. The rest can be called.",
                listed(tools)
            )?,
            Presented::Favourites { tools, max } => writeln!(
                f,
                "\n## Presentation\n\nFavourites first, {max} at most: {}. Then the whole catalog.",
                listed(tools)
            )?,
        }
        if !facts.top.is_empty() {
            writeln!(f, "Under their own names: {}.", listed(&facts.top))?;
        }
        if let Some((separator, reason)) = &facts.separator {
            let (separator, reason) = (cell::code(separator), cell::text(reason));
            writeln!(f, "Names are joined by {separator}: {reason}.")?;
        }
        Ok(())
    }

    fn resources(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "\n## Resources\n")?;
        match &self.catalog.resources {
            Fact::Unseen => writeln!(f, "UNSEEN: the list of resources was not given."),
            Fact::Seen(resources) if resources.is_empty() => writeln!(f, "None."),
            Fact::Seen(resources) => {
                writeln!(f, "| URI | type | holds |\n|---|---|---|")?;
                for resource in resources {
                    let shown = |fact: &Fact<Option<String>>| match fact.present() {
                        Some(text) => cell::text(text),
                        None => "–".to_owned(),
                    };
                    let (mime, holds) = (shown(&resource.mime_type), shown(&resource.description));
                    writeln!(f, "| {} | {mime} | {holds} |", cell::code(&resource.uri))?;
                }
                Ok(())
            }
        }
    }

    /// What the server itself runs with. Nobody else can see it.
    fn credentials(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Some(credentials) = self.catalog.credentials.seen() else {
            return Ok(());
        };
        writeln!(f, "\n## Credentials\n")?;
        if credentials.is_empty() {
            return writeln!(f, "None is declared.");
        }
        writeln!(f, "| credential | can do |\n|---|---|")?;
        for credential in credentials {
            let scopes: Vec<String> = credential
                .scopes
                .iter()
                .map(|scope| cell::code(scope))
                .collect();
            let name = cell::text(&credential.name);
            writeln!(f, "| {name} | {} |", scopes.join(", "))?;
        }
        Ok(())
    }

    fn prompts(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "\n## Prompts\n")?;
        match &self.catalog.prompts {
            Fact::Unseen => writeln!(f, "UNSEEN: the list of prompts was not given."),
            Fact::Seen(prompts) if prompts.is_empty() => writeln!(f, "None."),
            Fact::Seen(prompts) => {
                writeln!(f, "| prompt | for | arguments |\n|---|---|---|")?;
                for prompt in prompts {
                    let purpose = prompt.description.present();
                    let purpose = purpose.map_or_else(|| "–".to_owned(), |text| cell::text(text));
                    let arguments = prompt.arguments.each();
                    let names: Vec<String> = arguments.map(|(name, _)| cell::code(name)).collect();
                    let (name, names) = (cell::code(&prompt.name), names.join(", "));
                    writeln!(f, "| {name} | {purpose} | {names} |")?;
                }
                Ok(())
            }
        }
    }

    fn exceptions(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "\n## Exceptions\n")?;
        let mut rows = Vec::new();
        for resource in self.catalog.resources.each() {
            let uri = cell::code(&resource.uri);
            let allows = resource.allows.iter();
            rows.extend(allows.map(|allow| format!("| {uri} | {} |", excepted(allow))));
        }
        for prompt in self.catalog.prompts.each() {
            let name = cell::code(&prompt.name);
            let allows = prompt.allows.iter();
            rows.extend(allows.map(|allow| format!("| {name} | {} |", excepted(allow))));
        }
        for (index, tool) in self.catalog.tools.iter().enumerate() {
            let name = self.tool_name(index);
            for allow in &tool.allows {
                rows.push(format!("| {name} | {} |", excepted(allow)));
            }
            for param in tool.params.each() {
                collect_exceptions(param, &name, &mut Vec::new(), &mut rows);
            }
        }
        if rows.is_empty() {
            return writeln!(f, "None.");
        }
        writeln!(f, "| where | rule | reason |\n|---|---|---|")?;
        rows.iter().try_for_each(|row| writeln!(f, "{row}"))
    }
}

fn collect_exceptions(
    param: &mcp_ergo_rules::ParamFacts,
    tool: &str,
    path: &mut Vec<String>,
    rows: &mut Vec<String>,
) {
    path.push(param.name.clone());
    for allow in &param.allows {
        let place = cell::code(&cell::path(path));
        rows.push(format!("| {tool}: {place} | {} |", excepted(allow)));
    }
    for inner in param.inner() {
        collect_exceptions(inner, tool, path, rows);
    }
    path.pop();
}

fn excepted(allow: &mcp_ergo_rules::Allow) -> String {
    let rule = allow.rule.replace('_', "-");
    format!("{rule} | {}", cell::text(&allow.reason))
}

/// A server's name as part of a file's name.
fn file_stem(server: &str) -> String {
    let plain = |c: char| {
        if c.is_alphanumeric() || matches!(c, '-' | '_' | '.') {
            c
        } else {
            '-'
        }
    };
    let stem: String = server.chars().take(80).map(plain).collect();
    let stem = stem.trim_matches(['-', '.']);
    if stem.is_empty() { "server" } else { stem }.to_owned()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::catalog_facts;

    fn spec(value: &serde_json::Value) -> Spec {
        Spec::of_catalog("server", &catalog_facts(value).unwrap(), &Policy::audit())
    }

    #[test]
    fn a_foreign_catalog_shows_what_the_wire_shows() {
        let list = json!({
            "serverInfo": {"name": "Billing / EU"},
            "instructions": "Start with\nget_invoice.",
            "resources": [{"uri": "catalog://prices/current", "mimeType": "text/csv"}],
            "tools": [{
                "name": "get_invoice",
                "description": "Get one invoice | with total. Use when its id is known.",
                "inputSchema": {
                    "type": "object",
                    "properties": {
                        "id": {"type": "string", "pattern": "^inv_\\d+$", "description": "Invoice id."},
                        "filter": {
                            "type": "object",
                            "properties": {"state": {"enum": ["open", "paid"], "default": "open"}},
                        },
                        "pages": {"type": "array", "items": {"type": "integer", "minimum": 1}},
                    },
                    "required": ["id"],
                },
            }],
        });
        let spec = spec(&list);
        assert_eq!(spec.file_name(), "mcp-interface-design-Billing---EU.md");
        let text = spec.to_string();
        for line in [
            "> Start with get_invoice.",
            "| `get_invoice` | Get one invoice \\| with total. | UNSEEN | UNSEEN |",
            "| `id` | string matching `^inv_\\d+$` | yes | Invoice id. |",
            "| `filter.state` | `open`, `paid`; default `\"open\"` | no |  |",
            "| `pages[]` | integer from 1 | yes |  |",
            "| `catalog://prices/current` | text/csv | – |",
        ] {
            assert!(text.contains(line), "{line}\n\n{text}");
        }
        assert!(text.contains("Error ergonomics | UNSEEN"), "{text}");
    }

    #[test]
    fn file_names_are_plain() {
        assert_eq!(file_stem("ledger"), "ledger");
        assert_eq!(file_stem("../../etc"), "etc");
        assert_eq!(file_stem("  "), "server");
    }
}
