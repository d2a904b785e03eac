//! What one parameter, field or type says of itself: `#[param(…)]` and its doc comment.

mod facts;
mod keyword;

use proc_macro2::{Span, TokenStream};
use quote::{ToTokens, quote, quote_spanned};
use syn::parse::{Parse, ParseStream};
use syn::spanned::Spanned;
use syn::{Attribute, Expr, ExprRange, Ident, LitStr, Path};

use crate::attr::{AllowEntry, Entry, Keys};
use crate::case::Case;
use crate::ctxt::Ctxt;
use crate::docs::Docs;
pub(crate) use facts::{Sight, Written};
use keyword::{between, bounds, ends, format, json, json_text, pattern};

/// The keys of `#[param(…)]` on an argument or a field.
pub(crate) const FIELD_KEYS: Keys = Keys {
    of: "param",
    known: &[
        "example", "from", "unit", "range", "len", "pattern", "format", "default", "name",
        "options", "check", "complete", "secret", "allow",
    ],
};

/// The keys of `#[param(…)]` on a type.
pub(crate) const TYPE_KEYS: Keys = Keys {
    of: "param",
    known: &[
        "example",
        "from",
        "unit",
        "range",
        "len",
        "pattern",
        "format",
        "rename_all",
        "no_display",
        "complete",
        "secret",
        "allow",
    ],
};

/// The keys of `#[param(…)]` on a variant.
pub(crate) const VARIANT_KEYS: Keys = Keys {
    of: "param",
    known: &["name"],
};

/// What is said of one value.
#[derive(Default)]
pub(crate) struct Says {
    pub(crate) docs: Docs,
    pub(crate) example: Option<TokenStream>,
    pub(crate) from: Option<From>,
    pub(crate) unit: Option<LitStr>,
    pub(crate) range: Option<ExprRange>,
    pub(crate) len: Option<ExprRange>,
    pub(crate) pattern: Option<LitStr>,
    pub(crate) format: Option<(LitStr, &'static str)>,
    pub(crate) default: Option<TokenStream>,
    /// The default as JSON text, where it is written as JSON.
    default_text: Option<String>,
    pub(crate) name: Option<LitStr>,
    pub(crate) options: Option<Path>,
    pub(crate) check: Option<Expr>,
    /// A function of a state that completes the value while it is typed.
    pub(crate) complete: Option<Path>,
    pub(crate) secret: bool,
    pub(crate) no_display: bool,
    pub(crate) rename_all: Option<Case>,
    pub(crate) allows: Vec<AllowEntry>,
    /// The keys that the author meant to give, well or badly.
    attempted: Vec<String>,
}

/// Who yields the value.
pub(crate) enum From {
    /// `from = search_invoices`
    Tool(Path),
    /// `from = user("…")`
    User(Option<LitStr>),
}

impl Parse for From {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        let path = input.call(Path::parse_mod_style)?;
        if input.is_empty() {
            return Ok(if path.is_ident("user") {
                Self::User(None)
            } else {
                Self::Tool(path)
            });
        }
        let content;
        syn::parenthesized!(content in input);
        let by = content.parse()?;
        if path.is_ident("user") {
            Ok(Self::User(Some(by)))
        } else {
            Err(input.error("not a source"))
        }
    }
}

impl Says {
    pub(crate) fn read(attributes: &[Attribute], keys: &Keys, ctxt: &Ctxt) -> Self {
        let mut says = Self {
            docs: Docs::read(attributes),
            ..Self::default()
        };
        let entries = keys.read_all(attributes, ctxt);
        says.attempted = entries.attempted();
        for entry in &entries.all {
            says.take(entry, ctxt);
        }
        says
    }

    fn take(&mut self, entry: &Entry, ctxt: &Ctxt) {
        match entry.name().as_str() {
            "example" => self.example = json(entry, ctxt),
            "default" => {
                self.default = json(entry, ctxt);
                self.default_text = json_text(entry);
            }
            "from" => {
                self.from = entry.value(
                    ctxt,
                    "the tool that yields the value, or `user`",
                    "search_invoices` or `from = user(\"the number on the letter\")",
                );
            }
            "unit" => self.unit = entry.text(ctxt),
            "range" => self.range = bounds(entry, ctxt),
            "len" => self.len = bounds(entry, ctxt),
            "pattern" => self.pattern = pattern(entry, ctxt),
            "format" => self.format = format(entry, ctxt),
            "name" => self.name = entry.text(ctxt),
            "options" => {
                self.options = entry.value(ctxt, "a function of the state", "Store::collections");
            }
            "check" => {
                self.check = entry.value(ctxt, "a function of the value", "is_working_day");
            }
            "complete" => {
                self.complete = entry.value(
                    ctxt,
                    "a function of the state and of what was typed",
                    "Store::invoice_ids",
                );
            }
            "secret" => self.secret = entry.flag(ctxt),
            "no_display" => self.no_display = entry.flag(ctxt),
            "rename_all" => {
                self.rename_all = entry.text(ctxt).and_then(|case| Case::read(&case, ctxt));
            }
            _ => self.allows.extend(AllowEntry::read(entry, ctxt)),
        }
    }

    /// The calls that put everything said here onto a shape.
    pub(crate) fn on_shape(&self) -> TokenStream {
        let mut calls = TokenStream::new();
        if !self.docs.is_empty() {
            let docs = self.docs.expr();
            calls.extend(quote!(.meaning(#docs)));
        }
        if let Some(unit) = &self.unit {
            calls.extend(quote!(.unit(#unit)));
        }
        if let Some(range) = &self.range {
            calls.extend(between(range));
        }
        if let Some(len) = &self.len {
            let (least, most) = ends(len);
            calls.extend(quote!(.length(#least, #most)));
        }
        if let Some(pattern) = &self.pattern {
            calls.extend(quote!(.pattern(#pattern)));
        }
        if let Some((_, format)) = &self.format {
            let format = Ident::new(format, Span::call_site());
            calls.extend(quote!(.format(::mcp_ergo::Format::#format)));
        }
        if let Some(example) = &self.example {
            calls.extend(quote!(.example(#example)));
        }
        match &self.from {
            Some(From::Tool(tool)) => {
                calls.extend(quote!(.from_tool(<#tool as ::mcp_ergo::ToolCall>::NAME)));
            }
            Some(From::User(by)) => {
                let by = by.as_ref().map(LitStr::value).unwrap_or_default();
                calls.extend(quote!(.from_user(#by)));
            }
            None => {}
        }
        if let Some(default) = &self.default {
            calls.extend(quote!(.default_value(#default)));
        }
        if self.secret {
            calls.extend(quote!(.secret()));
        }
        if let Some(complete) = &self.complete {
            let span = complete.span();
            calls.extend(quote_spanned! {span=>
                .completed_by(::mcp_ergo::__private::Completer {
                    need: || ::mcp_ergo::__private::need_to_complete(&#complete),
                    complete: |__states, __typed| {
                        ::mcp_ergo::__private::complete_by(__states, __typed, #complete)
                    },
                })
            });
        }
        for AllowEntry { rule, reason } in &self.allows {
            calls.extend(quote!(.allow(#rule, #reason)));
        }
        calls
    }

    /// The type's facts, with what is said here on top.
    pub(crate) fn on_facts(&self, facts: &TokenStream) -> TokenStream {
        let mut fields = TokenStream::new();
        if !self.docs.is_empty() {
            let docs = self.docs.expr();
            fields.extend(quote!(described: !::mcp_ergo::rules::predicate::is_blank(#docs),));
        }
        if self.example.is_some() || self.format.is_some() || self.secret {
            fields.extend(quote!(example: true,));
        }
        if self.from.is_some() {
            fields.extend(quote!(sourced: true,));
        }
        quote!(::mcp_ergo::TypeFacts { #fields ..#facts })
    }

    /// The tool that yields the value.
    pub(crate) fn source_tool(&self) -> Option<&Path> {
        match &self.from {
            Some(From::Tool(tool)) => Some(tool),
            _ => None,
        }
    }

    /// Refuses keys that the type cannot take: `range` on a string.
    pub(crate) fn type_checks(&self, facts: &TokenStream) -> TokenStream {
        let mut checks = TokenStream::new();
        let mut check = |at: Option<TokenStream>, is: &str, message: &str| {
            let Some(at) = at else { return };
            // The first token: spans of several are joined by nightly alone.
            let span = at
                .into_iter()
                .next()
                .map_or_else(Span::call_site, |token| token.span());
            let is = Ident::new(is, span);
            checks.extend(quote_spanned! {span=>
                const _: () = ::mcp_ergo::__private::require(::mcp_ergo::__private::#is(#facts), #message);
            });
        };
        check(
            self.range.as_ref().map(ToTokens::to_token_stream),
            "is_numeric",
            "`range` bounds numbers, and this is none\nhelp: write `len = 1..=80` for characters or items",
        );
        check(
            self.len.as_ref().map(ToTokens::to_token_stream),
            "has_length",
            "`len` bounds characters or items, and this has neither\nhelp: write `range = 1..=50` for a number",
        );
        check(
            self.pattern.as_ref().map(ToTokens::to_token_stream),
            "is_text",
            "`pattern` is for free strings, and this is none\nhelp: remove it",
        );
        check(
            self.format.as_ref().map(|(lit, _)| lit.to_token_stream()),
            "is_text",
            "`format` is for free strings, and this is none\nhelp: remove it",
        );
        check(
            self.options.as_ref().map(ToTokens::to_token_stream),
            "is_text",
            "`options` narrows a free string to a closed set, and this is none\nhelp: make the parameter a `String` or a newtype of one",
        );
        checks
    }
}
