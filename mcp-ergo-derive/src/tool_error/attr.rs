//! The keys of `#[tool_error(…)]`.

use std::time::Duration;

use mcp_ergo_rules::Recovery;
use proc_macro2::Ident;
use syn::parse::{Parse, ParseStream};
use syn::punctuated::Punctuated;
use syn::{Attribute, LitStr, Path, Token};

use crate::attr::{AllowEntry, Entry, Keys};
use crate::ctxt::Ctxt;

const KEYS: Keys = Keys {
    of: "tool_error",
    known: &[
        "fix",
        "retry",
        "stop",
        "internal",
        "transparent",
        "hint",
        "next",
        "candidates",
        "after",
        "allow",
    ],
};

/// What `#[tool_error(…)]` says.
#[derive(Default)]
pub(super) struct Attr {
    pub(super) recovery: Option<(Recovery, Ident)>,
    pub(super) transparent: bool,
    pub(super) hint: Option<LitStr>,
    pub(super) next: Option<Next>,
    pub(super) candidates: Option<Ident>,
    pub(super) after: Option<After>,
    pub(super) allows: Vec<AllowEntry>,
    /// The keys that the author meant to give, well or badly; `None` without any attribute.
    pub(super) attempted: Option<Vec<String>>,
}

pub(super) enum After {
    Fixed(Duration),
    Field(Ident),
}

/// `next = search_invoices`, `next = get_plan(project_id)`
pub(super) struct Next {
    pub(super) path: Path,
    pub(super) fields: Vec<Ident>,
}

impl Parse for Next {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        let mut path = input.call(Path::parse_mod_style)?;
        // `get_invoice::call(id)` is how a reply names its next call.
        if path.segments.len() > 1
            && path
                .segments
                .last()
                .is_some_and(|last| last.ident == "call")
        {
            path.segments.pop();
            path.segments.pop_punct();
        }
        if input.is_empty() {
            return Ok(Self {
                path,
                fields: Vec::new(),
            });
        }
        let content;
        syn::parenthesized!(content in input);
        let fields = Punctuated::<FieldName, Token![,]>::parse_terminated(&content)?;
        Ok(Self {
            path,
            fields: fields.into_iter().map(|FieldName(field)| field).collect(),
        })
    }
}

/// A field by name, or by index in a tuple variant (`_0`).
struct FieldName(Ident);

impl Parse for FieldName {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        if input.peek(syn::LitInt) {
            let index: syn::LitInt = input.parse()?;
            return Ok(Self(Ident::new(&format!("_{index}"), index.span())));
        }
        input.parse().map(Self)
    }
}

impl Attr {
    pub(super) fn read(attributes: &[Attribute], ctxt: &Ctxt) -> Self {
        let mut attr = Self::default();
        let entries = KEYS.read_all(attributes, ctxt);
        if attributes
            .iter()
            .any(|attribute| attribute.path().is_ident(KEYS.of))
        {
            attr.attempted = Some(entries.attempted());
        }
        for entry in &entries.all {
            attr.take(entry, ctxt);
        }
        attr
    }

    fn take(&mut self, entry: &Entry, ctxt: &Ctxt) {
        match entry.name().as_str() {
            "fix" => self.recovery(Recovery::Fix, entry, ctxt),
            "retry" => self.recovery(Recovery::Retry, entry, ctxt),
            "stop" => self.recovery(Recovery::Stop, entry, ctxt),
            "internal" => self.recovery(Recovery::Internal, entry, ctxt),
            "transparent" => self.transparent = entry.flag(ctxt),
            "hint" => self.hint = entry.text(ctxt),
            "next" => {
                self.next = entry.value(
                    ctxt,
                    "a tool, with fields of the variant as its arguments",
                    "search_invoices` or `next = get_invoice(invoice_id)",
                );
            }
            "candidates" => {
                self.candidates = entry
                    .value(ctxt, "a field", "near")
                    .map(|FieldName(field)| field);
            }
            "after" => self.after = Self::delay(entry, ctxt),
            _ => self.allows.extend(AllowEntry::read(entry, ctxt)),
        }
    }

    fn recovery(&mut self, recovery: Recovery, entry: &Entry, ctxt: &Ctxt) {
        entry.flag(ctxt);
        match &self.recovery {
            Some((_, first)) => ctxt.error(
                &entry.key,
                format_args!("a failure has one recovery, and this one has `{first}` already"),
                "keep `fix` where another call mends it, `retry` where the same call may succeed \
                 later, `stop` where no call can",
            ),
            None => self.recovery = Some((recovery, entry.key.clone())),
        }
    }

    fn delay(entry: &Entry, ctxt: &Ctxt) -> Option<After> {
        if let crate::attr::Given::Value(tokens) = &entry.value
            && let Ok(text) = syn::parse2::<LitStr>(tokens.clone())
        {
            return crate::tool::duration(&text, ctxt).map(After::Fixed);
        }
        entry
            .value(
                ctxt,
                "a duration, or a field that is one",
                "\"500ms\"` or `after = opens_in",
            )
            .map(After::Field)
    }
}
