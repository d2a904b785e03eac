//! What a model is shown of a catalog, and the way back from a shown name to the tool.

mod layout;

use std::borrow::Cow;

use mcp_ergo_rules::Favourites;

pub(crate) use layout::{ALL, Entry, FAVOURITE, Layout, instruction_in};

/// What stands between the parts of a shown name. A slash reads better, and most clients refuse it.
const SEPARATOR: &str = "__";

/// What a model is shown of a catalog.
///
/// A presentation changes the list, the names and the `instructions`, and nothing else: every tool that
/// a caller is served stays callable under its canonical name and under every name that a presentation
/// gives it.
///
/// ```
/// use mcp_ergo::Presentation;
///
/// let presentation = Presentation::favourites(["search_invoices", "get_invoice"]).max(10);
/// # let _ = presentation;
/// ```
///
/// Whether one helps hangs on the catalog and on the model: measure before shipping, with
/// `mcp-ergo sim`.
#[derive(Debug, Clone, PartialEq, Eq)]
#[must_use = "give it to the builder: `.presentation(presentation)`"]
pub struct Presentation {
    pub(crate) kind: Kind,
    pub(crate) separator: Separator,
}

/// How much of the catalog a credential is shown. Calls are the same under both.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Profile {
    /// The tools marked `core`.
    Core,
    /// The whole catalog, also where the server presents its core to others.
    Full,
}

/// Which of the three it is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Kind {
    Flat,
    Core,
    Favourites {
        /// Canonical names, the most used first.
        tools: Vec<String>,
        max: usize,
    },
}

/// What stands between the parts of a shown name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Separator {
    pub(crate) text: String,
    /// Why it is another than the usual one.
    pub(crate) reason: Option<String>,
}

impl Default for Presentation {
    fn default() -> Self {
        Self::flat()
    }
}

impl Presentation {
    const fn of(kind: Kind, separator: String) -> Self {
        Self {
            kind,
            separator: Separator {
                text: separator,
                reason: None,
            },
        }
    }

    /// Every tool under its own name.
    pub fn flat() -> Self {
        Self::of(Kind::Flat, SEPARATOR.to_owned())
    }

    /// The tools marked `core`, `_hello` and those marked `top`, under their own names. The rest is
    /// not listed and can be called. A credential with the whole catalog
    /// ([`Profile::Full`](crate::Profile)) is shown all of it.
    pub fn core() -> Self {
        Self::of(Kind::Core, SEPARATOR.to_owned())
    }

    /// The tools used most, by their canonical names, first and as `favourite__<tool>`; then the whole
    /// catalog as `all__<domain>__<tool>`, where a tool without a domain stands under the server's
    /// name; and the instruction to prefer the first, without which the two lists do not help.
    /// `_hello` and tools marked `top` keep their names.
    ///
    /// `mcp-ergo favourites suggest` finds them in the record of calls.
    pub fn favourites<S: Into<String>>(tools: impl IntoIterator<Item = S>) -> Self {
        let tools = tools.into_iter().map(Into::into).collect();
        let kind = Kind::Favourites {
            tools,
            max: Favourites::MOST,
        };
        Self::of(kind, SEPARATOR.to_owned())
    }

    /// Most favourites that boot accepts; 15 unless told.
    pub fn max(mut self, most: usize) -> Self {
        if let Kind::Favourites { max, .. } = &mut self.kind {
            *max = most;
        }
        self
    }

    /// What stands between the parts of a shown name, in place of `__`, and why. Most clients and model
    /// APIs take letters, digits, `_` and `-` in names and refuse the rest, a slash too.
    pub fn separator(mut self, separator: impl Into<String>, reason: impl Into<String>) -> Self {
        self.separator = Separator {
            text: separator.into(),
            reason: Some(reason.into()),
        };
        self
    }

    /// What a policy file asks for: favourites, or the whole catalog.
    pub(crate) fn of_policy(favourites: &Favourites) -> Self {
        if favourites.enabled && !favourites.tools.is_empty() {
            Self::favourites(&favourites.tools).max(favourites.max_favourites)
        } else {
            Self::flat()
        }
    }

    /// What a caller with this profile sees.
    pub(crate) fn within(&self, profile: Option<Profile>) -> Cow<'_, Self> {
        let kind = match (profile, &self.kind) {
            (Some(Profile::Core), _) => Kind::Core,
            (Some(Profile::Full), Kind::Core) => Kind::Flat,
            _ => return Cow::Borrowed(self),
        };
        Cow::Owned(Self {
            kind,
            separator: self.separator.clone(),
        })
    }
}
