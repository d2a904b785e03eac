//! What a rule is.

use crate::{
    ALL, Allow, CatalogFacts, ErrorFacts, Judge, ParamFacts, PolicyError, PromptFacts,
    ResourceFacts, ToolFacts, did_you_mean,
};

/// How much a violation matters.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Level {
    /// Not judged.
    Off,
    /// Worth knowing.
    Info,
    /// Should be mended; nothing is refused.
    Warn,
    /// Refused: a compile error, a refusal to boot, a failed audit.
    Deny,
}

impl Level {
    /// Every level, from the one that matters least.
    pub const ALL: [Self; 4] = [Self::Off, Self::Info, Self::Warn, Self::Deny];

    /// The word in reports: `error`, `warning`, `note`.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Off => "off",
            Self::Info => "note",
            Self::Warn => "warning",
            Self::Deny => "error",
        }
    }

    /// The word in policy files: `off`, `info`, `warn`, `deny`.
    pub const fn key(self) -> &'static str {
        match self {
            Self::Off => "off",
            Self::Info => "info",
            Self::Warn => "warn",
            Self::Deny => "deny",
        }
    }
}

/// The line of the quality rubric that a rule belongs to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Rubric {
    /// Every name and description is enough to pick the tool by; no two overlap.
    Selectability,
    /// Every property typed, every closed set an enum, nothing undeclared accepted.
    SchemaStrictness,
    /// One envelope; every error names the bad value and the fix.
    ErrorErgonomics,
    /// Each tool classed; scopes minimal; destruction explicit.
    LeastPrivilege,
    /// Read-only addressable context is a resource; actions are tools.
    ToolVsResource,
    /// Return shapes are documented and named.
    OutputStability,
    /// Whether the server can be built at all; no line of the rubric.
    Wiring,
}

impl Rubric {
    /// The lines, in the order in which the rubric has them.
    pub const LINES: [Self; 6] = [
        Self::Selectability,
        Self::SchemaStrictness,
        Self::ErrorErgonomics,
        Self::LeastPrivilege,
        Self::ToolVsResource,
        Self::OutputStability,
    ];

    /// The name of the line, as reports and documents print it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Selectability => "Selectability",
            Self::SchemaStrictness => "Schema strictness",
            Self::ErrorErgonomics => "Error ergonomics",
            Self::LeastPrivilege => "Least privilege",
            Self::ToolVsResource => "Tool or resource",
            Self::OutputStability => "Output stability",
            Self::Wiring => "Wiring",
        }
    }
}

/// What speaks for a rule. `agent-ergonomics`, `mcp-interface-design` and `tool-presentation` are the
/// three design notes that the rules come from, with the section that asks for the rule.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Evidence {
    /// The Model Context Protocol asks for it.
    Spec(&'static str),
    /// A client or a model API refuses or mangles what breaks it.
    Provider(&'static str),
    /// Somebody measured the difference.
    Measured(&'static str),
    /// Those who build servers agree on it.
    Practice(&'static str),
}

impl Evidence {
    /// The word for its kind: `spec`, `provider`, `measured`, `practice`.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Spec(_) => "spec",
            Self::Provider(_) => "provider",
            Self::Measured(_) => "measured",
            Self::Practice(_) => "practice",
        }
    }

    /// Who says it, and what.
    pub const fn source(self) -> &'static str {
        match self {
            Self::Spec(source)
            | Self::Provider(source)
            | Self::Measured(source)
            | Self::Practice(source) => source,
        }
    }
}

/// A front end: where facts come from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Front {
    /// The macros, at compile time.
    Macro,
    /// The registry, before anything is served.
    Boot,
    /// The audit of somebody else's `tools/list`.
    Audit,
}

impl Front {
    /// The word in reports.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Macro => "macro",
            Self::Boot => "boot",
            Self::Audit => "audit",
        }
    }
}

/// A function that judges, by what it is given.
#[derive(Debug, Clone, Copy)]
#[non_exhaustive]
pub enum Check {
    /// Each tool by itself.
    Tool(fn(&ToolFacts, &mut Judge<'_>)),
    /// Each parameter, and each field and item within one.
    Param(fn(&ParamFacts, &mut Judge<'_>)),
    /// Each variant of an error type.
    Error(fn(&ErrorFacts, &mut Judge<'_>)),
    /// Each resource, and each resource template.
    Resource(fn(&ResourceFacts, &mut Judge<'_>)),
    /// Each prompt.
    Prompt(fn(&PromptFacts, &mut Judge<'_>)),
    /// What only the catalog as a whole shows.
    Catalog(fn(&CatalogFacts, &mut Judge<'_>)),
}

/// Where the rules are explained; each has its code for an anchor.
const PAGE: &str = "https://docs.rs/mcp-ergo/latest/mcp_ergo/rulebook/index.html";

/// A rule: one file, one static.
#[derive(Debug)]
pub struct Rule {
    /// Never reused.
    pub code: &'static str,
    /// Kebab-case.
    pub name: &'static str,
    /// The level on one's own server.
    pub own: Level,
    /// The level on a foreign one; `Off` where a foreign catalog cannot show it.
    pub foreign: Level,
    /// The line of the rubric.
    pub rubric: Rubric,
    /// Which front ends judge it.
    pub at: &'static [Front],
    /// What speaks for it.
    pub evidence: &'static [Evidence],
    /// What is said once of a foreign server where it holds of every tool: "none of the server's
    /// {tools} has a title".
    pub everywhere: Option<&'static str>,
    /// What it does, why it matters, a bad and a good example: Markdown.
    pub docs: &'static str,
    /// The file that holds it.
    pub file: &'static str,
    /// What judges, each by what it is given.
    pub checks: &'static [Check],
}

impl Rule {
    /// The rule called `name`, by code or by name.
    ///
    /// # Errors
    ///
    /// When no rule has that name; the nearest one is named.
    pub fn called(name: &str) -> Result<&'static Self, PolicyError> {
        let found = ALL.iter().copied().find(|rule| rule.is_called(name));
        found.ok_or_else(|| PolicyError {
            message: format!("no rule is called `{name}`"),
            help: match whole_code(name) {
                Some(rule) => format!("did you mean `{}`?", rule.code),
                None => did_you_mean(name, ALL.iter().map(|rule| rule.name), || {
                    "rules are named by code or by name, e.g. P003 or param-options-in-prose".into()
                }),
            },
        })
    }

    /// Whether `name` names this rule: its code, or its name with hyphens or underscores.
    pub fn is_called(&self, name: &str) -> bool {
        self.code.eq_ignore_ascii_case(name)
            || self.name.len() == name.len()
                && self
                    .name
                    .bytes()
                    .zip(name.bytes())
                    .all(|(own, given)| own == given || own == b'-' && given == b'_')
    }

    /// Whether one of the exceptions is made from this rule.
    pub(crate) fn is_excepted<'a>(&self, allows: impl IntoIterator<Item = &'a Allow>) -> bool {
        let mut allows = allows.into_iter();
        allows.any(|allow| self.is_called(&allow.rule))
    }

    /// The page that explains it.
    pub fn link(&self) -> String {
        format!("{PAGE}#{}", self.code.to_lowercase())
    }

    /// What the rule finds: the first sentence of its docs, as it reads after "Finds".
    pub fn finds(&self) -> String {
        let lines = self.docs.lines().map(str::trim);
        let paragraph: Vec<&str> = lines
            .skip_while(|line| line.is_empty() || line.starts_with('#'))
            .take_while(|line| !line.is_empty())
            .collect();
        let paragraph = paragraph.join(" ");
        let sentence = paragraph.split(". ").next().unwrap_or_default();
        let sentence = sentence.strip_prefix("Finds ").unwrap_or(sentence);
        sentence.trim_end_matches('.').to_owned()
    }
}

/// The rule whose code is `name` but for its zeros: `p3`, `P0003`.
fn whole_code(name: &str) -> Option<&'static Rule> {
    let digits = name.get(1..)?;
    let number: u16 = digits.parse().ok()?;
    let code = format!("{}{number:03}", name.get(..1)?);
    ALL.iter().copied().find(|rule| rule.is_called(&code))
}

impl PartialEq for Rule {
    fn eq(&self, other: &Self) -> bool {
        self.code == other.code
    }
}

impl Eq for Rule {}

/// Declares a rule: its docs, its metadata and its check in one place.
///
/// The docs become the page of rules for users; the examples in them are run.
macro_rules! declare_rule {
    (
        $(#[doc = $docs:literal])+
        $ident:ident, $code:literal, $name:literal;
        own: $own:ident, foreign: $foreign:ident, rubric: $rubric:ident,
        at: [$($front:ident),+],
        evidence: [$($kind:ident($source:literal)),+ $(,)?],
        $(everywhere: $everywhere:literal,)?
        check: $($subject:ident($check:path)),+ $(,)?
    ) => {
        $(#[doc = $docs])+
        pub static $ident: $crate::Rule = $crate::Rule {
            code: $code,
            name: $name,
            own: $crate::Level::$own,
            foreign: $crate::Level::$foreign,
            rubric: $crate::Rubric::$rubric,
            at: &[$($crate::Front::$front),+],
            evidence: &[$($crate::Evidence::$kind($source)),+],
            everywhere: [$(Some($everywhere),)? None][0],
            docs: concat!($($docs, "\n"),+),
            file: file!(),
            checks: &[$($crate::Check::$subject($check)),+],
        };
    };
}
pub(crate) use declare_rule;
