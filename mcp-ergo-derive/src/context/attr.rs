//! The keys of `#[resource(…)]` and `#[prompt(…)]`.

use std::time::Duration;

use proc_macro2::{Span, TokenStream, TokenTree};
use quote::{ToTokens, quote};
use syn::{Lit, LitStr};

use super::Kind;
use crate::attr::{AllowEntry, Entry, Keys};
use crate::case::Case;
use crate::ctxt::Ctxt;

const OF_RESOURCE: Keys = Keys {
    of: "resource",
    known: &[
        "mime",
        "scope",
        "name",
        "title",
        "audience",
        "priority",
        "ttl",
        "timeout",
        "rename_all",
        "allow",
    ],
};

const OF_PROMPT: Keys = Keys {
    of: "prompt",
    known: &["scope", "name", "title", "timeout", "rename_all", "allow"],
};

/// What `#[resource(…)]` or `#[prompt(…)]` says.
#[derive(Default)]
pub(super) struct ContextAttr {
    /// The URI, or the template, of a resource.
    pub(super) uri: Option<LitStr>,
    pub(super) mime: Option<LitStr>,
    pub(super) scope: Option<LitStr>,
    pub(super) name: Option<LitStr>,
    pub(super) title: Option<LitStr>,
    /// `User` or `Assistant`.
    pub(super) audience: Option<&'static str>,
    pub(super) priority: Option<f32>,
    pub(super) ttl: Option<Duration>,
    pub(super) timeout: Option<Duration>,
    pub(super) rename_all: Option<Case>,
    pub(super) allows: Vec<AllowEntry>,
    /// The keys that the author meant to give, well or badly.
    pub(super) attempted: Vec<String>,
}

impl ContextAttr {
    pub(super) fn read(kind: Kind, tokens: TokenStream, ctxt: &Ctxt) -> Self {
        let mut read = Self::default();
        let (keys, tokens) = match kind {
            Kind::Prompt => (OF_PROMPT, tokens),
            Kind::Resource => {
                let (uri, rest) = uri(tokens, ctxt);
                read.uri = uri;
                (OF_RESOURCE, rest)
            }
        };
        let entries = keys.read(tokens, ctxt);
        read.attempted = entries.attempted();
        for entry in &entries.all {
            read.take(entry, ctxt);
        }
        read
    }

    fn take(&mut self, entry: &Entry, ctxt: &Ctxt) {
        match entry.name().as_str() {
            "mime" => self.mime = entry.text(ctxt).filter(|mime| is_mime(mime, ctxt)),
            "scope" => self.scope = entry.text(ctxt),
            "name" => self.name = entry.text(ctxt),
            "title" => self.title = entry.text(ctxt),
            "audience" => self.audience = entry.text(ctxt).and_then(|who| audience(&who, ctxt)),
            "priority" => self.priority = priority(entry, ctxt),
            "ttl" => self.ttl = duration(entry, ctxt),
            "timeout" => self.timeout = duration(entry, ctxt),
            "rename_all" => {
                self.rename_all = entry.text(ctxt).and_then(|case| Case::read(&case, ctxt));
            }
            _ => self.allows.extend(AllowEntry::read(entry, ctxt)),
        }
    }
}

fn duration(entry: &Entry, ctxt: &Ctxt) -> Option<Duration> {
    let text = entry.text(ctxt)?;
    crate::tool::duration(&text, ctxt)
}

/// The URI that stands before the keys, and what stands behind it.
fn uri(tokens: TokenStream, ctxt: &Ctxt) -> (Option<LitStr>, TokenStream) {
    const EXAMPLE: &str =
        "write `#[resource(\"catalog://prices/current\", mime = \"application/json\")]`";
    let mut trees = tokens.clone().into_iter();
    let Some(first) = trees.next() else {
        let message = "`#[resource]` names no URI";
        ctxt.error_at(Span::call_site(), message, EXAMPLE);
        return (None, TokenStream::new());
    };
    let Ok(uri) = syn::parse2::<LitStr>(first.to_token_stream()) else {
        let meant = matches!(&first, TokenTree::Ident(key) if key == "uri");
        ctxt.error(
            first,
            "`#[resource]` begins with the URI, in quotes",
            EXAMPLE,
        );
        // A key that was made up for it is one mistake.
        let parts = crate::attr::split(tokens).into_iter();
        let rest = parts.skip(usize::from(meant)).map(|part| quote!(#part,));
        return (None, rest.collect());
    };
    let mut rest = trees.clone();
    match rest.next() {
        None => (Some(uri), TokenStream::new()),
        Some(TokenTree::Punct(comma)) if comma.as_char() == ',' => (Some(uri), rest.collect()),
        Some(other) => {
            ctxt.error(
                other,
                "a comma is missing behind the URI",
                "separate the URI and the keys by commas",
            );
            (Some(uri), trees.collect())
        }
    }
}

/// `type/subtype`, with or without parameters.
fn is_mime(mime: &LitStr, ctxt: &Ctxt) -> bool {
    let given = mime.value();
    let essence = given.split(';').next().unwrap_or_default();
    let plain = |part: &str| {
        !part.is_empty()
            && part
                .chars()
                .all(|c| c.is_ascii_alphanumeric() || "!#$&-^_.+".contains(c))
    };
    let is_mime = essence
        .split_once('/')
        .is_some_and(|(kind, rest)| plain(kind) && plain(rest));
    if !is_mime {
        ctxt.error(
            mime,
            format_args!("`{given}` is not a MIME type"),
            "write one, e.g. `application/json`, `text/markdown` or `image/png`",
        );
    }
    is_mime
}

fn audience(who: &LitStr, ctxt: &Ctxt) -> Option<&'static str> {
    match who.value().as_str() {
        "user" => Some("User"),
        "assistant" => Some("Assistant"),
        other => {
            ctxt.error(
                who,
                format_args!("a resource is for no audience called `{other}`"),
                "write `\"user\"` or `\"assistant\"`, or leave it out where it is for both",
            );
            None
        }
    }
}

fn priority(entry: &Entry, ctxt: &Ctxt) -> Option<f32> {
    let given: Lit = entry.value(ctxt, "a number from 0 to 1", "0.8")?;
    let read = match &given {
        Lit::Float(number) => number.base10_parse::<f32>().ok(),
        Lit::Int(number) => number.base10_parse::<f32>().ok(),
        _ => None,
    };
    let priority = read.filter(|priority| (0.0..=1.0).contains(priority));
    if priority.is_none() {
        ctxt.error(
            &given,
            format_args!("`{}` is no priority", given.to_token_stream()),
            "write a number from 0, where it is optional, to 1, where nothing goes without it",
        );
    }
    priority
}
