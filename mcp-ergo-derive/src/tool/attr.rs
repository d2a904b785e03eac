//! The keys of `#[tool(…)]`.

use std::time::Duration;

use mcp_ergo_rules::Class;
use proc_macro2::{Ident, TokenStream};
use syn::{LitStr, Path};

use crate::attr::{AllowEntry, Entry, Keys, PathText};
use crate::case::Case;
use crate::ctxt::Ctxt;

const KEYS: Keys = Keys {
    of: "tool",
    known: &[
        "read",
        "write",
        "destructive",
        "when",
        "not_for",
        "instead",
        "after",
        "returns",
        "scope",
        "idempotent",
        "open_world",
        "additive",
        "workflow",
        "account",
        "core",
        "top",
        "name",
        "title",
        "domain",
        "formerly",
        "timeout",
        "rate",
        "rename_all",
        "allow",
    ],
};

/// What `#[tool(…)]` says.
#[derive(Default)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is a key that stands there or does not"
)]
pub(crate) struct ToolAttr {
    pub(crate) class: Option<(Class, Ident)>,
    pub(crate) when: Vec<LitStr>,
    pub(crate) not_for: Vec<LitStr>,
    pub(crate) instead: Vec<PathText>,
    pub(crate) after: Vec<Path>,
    pub(crate) returns: Option<LitStr>,
    pub(crate) scope: Option<LitStr>,
    pub(crate) idempotent: Option<Ident>,
    pub(crate) open_world: bool,
    pub(crate) additive: Option<LitStr>,
    pub(crate) workflow: bool,
    pub(crate) account: bool,
    pub(crate) core: bool,
    pub(crate) top: bool,
    pub(crate) name: Option<LitStr>,
    pub(crate) title: Option<LitStr>,
    pub(crate) domain: Option<LitStr>,
    pub(crate) formerly: Vec<LitStr>,
    pub(crate) timeout: Option<Duration>,
    pub(crate) rate: Option<Rate>,
    pub(crate) rename_all: Option<Case>,
    pub(crate) allows: Vec<AllowEntry>,
    /// The keys that the author meant to give, well or badly.
    pub(crate) attempted: Vec<String>,
}

impl ToolAttr {
    pub(crate) fn read(tokens: TokenStream, ctxt: &Ctxt) -> Self {
        let mut read = Self::default();
        let entries = KEYS.read(tokens, ctxt);
        read.attempted = entries.attempted();
        for entry in &entries.all {
            read.take(entry, ctxt);
        }
        read
    }

    fn take(&mut self, entry: &Entry, ctxt: &Ctxt) {
        match entry.name().as_str() {
            "read" => self.class(Class::Read, entry, ctxt),
            "write" => self.class(Class::Write, entry, ctxt),
            "destructive" => self.class(Class::Destructive, entry, ctxt),
            "when" => self.when.extend(entry.text(ctxt)),
            "not_for" => self.not_for.extend(entry.text(ctxt)),
            "instead" => self.instead.extend(entry.list(
                ctxt,
                "tools, each with what it is for",
                "get_invoice = \"for one invoice\"",
            )),
            "after" => self.after.extend(
                entry
                    .list::<PathOnly>(ctxt, "tools that come before", "create_plan")
                    .into_iter()
                    .map(|PathOnly(path)| path),
            ),
            "returns" => self.returns = entry.text(ctxt),
            "scope" => self.scope = entry.text(ctxt),
            "idempotent" => {
                self.idempotent = entry.flag(ctxt).then(|| entry.key.clone());
            }
            "open_world" => self.open_world = entry.flag(ctxt),
            "additive" => self.additive = entry.text(ctxt),
            "workflow" => self.workflow = entry.flag(ctxt),
            "account" => self.account = entry.flag(ctxt),
            "core" => self.core = entry.flag(ctxt),
            "top" => self.top = entry.flag(ctxt),
            "name" => self.name = entry.text(ctxt),
            "title" => self.title = entry.text(ctxt),
            "domain" => self.domain = entry.text(ctxt),
            "formerly" => self.formerly.extend(entry.text(ctxt)),
            "timeout" => self.timeout = entry.text(ctxt).and_then(|text| duration(&text, ctxt)),
            "rate" => self.rate = entry.text(ctxt).and_then(|text| Rate::read(&text, ctxt)),
            "rename_all" => {
                self.rename_all = entry.text(ctxt).and_then(|case| Case::read(&case, ctxt));
            }
            _ => self.allows.extend(AllowEntry::read(entry, ctxt)),
        }
    }

    fn class(&mut self, class: Class, entry: &Entry, ctxt: &Ctxt) {
        entry.flag(ctxt);
        match &self.class {
            Some((first, _)) => ctxt.error(
                &entry.key,
                format_args!(
                    "a tool has one class, and this one is `{}` already",
                    first.word()
                ),
                "keep `read` where it changes nothing, `write` where it only adds, `destructive` \
                 where it changes or removes what is there",
            ),
            None => self.class = Some((class, entry.key.clone())),
        }
    }
}

struct PathOnly(Path);

impl syn::parse::Parse for PathOnly {
    fn parse(input: syn::parse::ParseStream<'_>) -> syn::Result<Self> {
        input.call(Path::parse_mod_style).map(Self)
    }
}

/// `500ms`, `30s`, `2m`
pub(crate) fn duration(text: &LitStr, ctxt: &Ctxt) -> Option<Duration> {
    let given = text.value();
    let read = mcp_ergo_rules::duration(&given);
    if read.is_none() {
        ctxt.error(
            text,
            format_args!("`{given}` is not a duration"),
            mcp_ergo_rules::DURATION_HELP,
        );
    }
    read
}

/// How often one caller may call the tool.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Rate {
    pub(crate) calls: u32,
    /// The constructor of the runtime's own rate.
    pub(crate) unit: &'static str,
}

impl Rate {
    /// `10/m`
    fn read(text: &LitStr, ctxt: &Ctxt) -> Option<Self> {
        let given = text.value();
        let read = given.split_once('/').and_then(|(calls, unit)| {
            let calls = calls.trim().parse().ok().filter(|calls| *calls > 0)?;
            let unit = match unit.trim() {
                "s" => "per_second",
                "m" => "per_minute",
                "h" => "per_hour",
                _ => return None,
            };
            Some(Self { calls, unit })
        });
        if read.is_none() {
            ctxt.error(
                text,
                format_args!("`{given}` is not a rate"),
                "write a whole number of calls above 0 and the time that they may come in: `\"2/s\"`, \
                 `\"10/m\"` or `\"100/h\"`",
            );
        }
        read
    }
}
