//! What one parameter, field or type says of itself: `#[param(…)]` and its doc comment.

use mcp_ergo_rules::{Fact, Kind, ParamFacts, Source};
use proc_macro2::{Span, TokenStream};
use quote::{quote, quote_spanned};
use syn::parse::{Parse, ParseStream};
use syn::spanned::Spanned;
use syn::{
    Attribute, Expr, ExprLit, ExprRange, ExprUnary, Ident, Lit, LitInt, LitStr, Path, RangeLimits,
    UnOp,
};

use crate::attr::{AllowEntry, Entry, Given, Keys};
use crate::case::Case;
use crate::ctxt::Ctxt;
use crate::docs::Docs;

/// The keys of `#[param(…)]` on an argument or a field.
pub(crate) const FIELD_KEYS: Keys = Keys {
    of: "param",
    known: &[
        "example", "from", "unit", "range", "len", "pattern", "format", "default", "name", "options",
        "check", "secret", "allow",
    ],
};

/// The keys of `#[param(…)]` on a type.
pub(crate) const TYPE_KEYS: Keys = Keys {
    of: "param",
    known: &[
        "example", "from", "unit", "range", "len", "pattern", "format", "rename_all", "no_display",
        "secret", "allow",
    ],
};

/// The keys of `#[param(…)]` on a variant.
pub(crate) const VARIANT_KEYS: Keys = Keys { of: "param", known: &["name"] };

const FORMATS: &[(&str, &str)] = &[
    ("date-time", "DateTime"),
    ("date", "Date"),
    ("time", "Time"),
    ("duration", "Duration"),
    ("email", "Email"),
    ("hostname", "Hostname"),
    ("ipv4", "Ipv4"),
    ("ipv6", "Ipv6"),
    ("uuid", "Uuid"),
];

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
    pub(crate) name: Option<LitStr>,
    pub(crate) options: Option<Path>,
    pub(crate) check: Option<Expr>,
    pub(crate) secret: bool,
    pub(crate) no_display: bool,
    pub(crate) rename_all: Option<Case>,
    pub(crate) allows: Vec<AllowEntry>,
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
            return Ok(if path.is_ident("user") { Self::User(None) } else { Self::Tool(path) });
        }
        let content;
        syn::parenthesized!(content in input);
        let by = content.parse()?;
        if path.is_ident("user") { Ok(Self::User(Some(by))) } else { Err(input.error("not a source")) }
    }
}

impl Says {
    pub(crate) fn read(attributes: &[Attribute], keys: &Keys, ctxt: &Ctxt) -> Self {
        let mut says = Self { docs: Docs::read(attributes), ..Self::default() };
        for entry in keys.read_all(attributes, ctxt) {
            says.take(&entry, ctxt);
        }
        says
    }

    fn take(&mut self, entry: &Entry, ctxt: &Ctxt) {
        match entry.name().as_str() {
            "example" => self.example = json(entry, ctxt),
            "default" => self.default = json(entry, ctxt),
            "from" => self.from = entry.value(ctxt, "search_invoices` or `from = user(\"…\")"),
            "unit" => self.unit = entry.text(ctxt),
            "range" => self.range = bounds(entry, ctxt),
            "len" => self.len = bounds(entry, ctxt),
            "pattern" => self.pattern = pattern(entry, ctxt),
            "format" => self.format = format(entry, ctxt),
            "name" => self.name = entry.text(ctxt).filter(|name| portable(name, ctxt)),
            "options" => self.options = entry.value(ctxt, "Store::collections"),
            "check" => self.check = entry.value(ctxt, "is_working_day"),
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
            Some(From::Tool(tool)) => calls.extend(
                quote!(.from_tool(<#tool as ::mcp_ergo::__private::ToolPath>::NAME)),
            ),
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
        if self.example.is_some() || self.format.is_some() {
            fields.extend(quote!(example: true,));
        }
        if self.from.is_some() {
            fields.extend(quote!(sourced: true,));
        }
        quote!(::mcp_ergo::TypeFacts { #fields ..#facts })
    }

    /// The facts of this value when nothing is known of its type: the worst case. What the type may
    /// make up for is settled by the compiler afterwards.
    pub(crate) fn facts(&self, name: &str, optional: bool) -> ParamFacts {
        let text = self.docs.text();
        ParamFacts {
            name: name.to_owned(),
            kind: Fact::Seen(if self.range.is_some() { Kind::Number } else { Kind::String }),
            text: if self.docs.is_empty() || text.is_some() {
                Fact::Seen(text.filter(|text| !text.is_empty()))
            } else {
                Fact::Unseen
            },
            required: Fact::Seen(!optional && self.default.is_none()),
            default: Fact::Seen(self.default.as_ref().map(ToString::to_string)),
            example: Fact::Seen(self.example.is_some() || self.default.is_some()),
            options: Fact::Seen(self.options.as_ref().map(|_| Vec::new())),
            pattern: Fact::Seen(self.pattern.as_ref().map(LitStr::value)),
            format: Fact::Seen(self.format.as_ref().map(|(_, name)| (*name).to_owned())),
            source: Fact::Seen(self.from.as_ref().map(|from| match from {
                From::Tool(path) => Source::Tool(
                    path.segments.last().map(|last| last.ident.to_string()).unwrap_or_default(),
                ),
                From::User(by) => Source::User(by.as_ref().map(LitStr::value).unwrap_or_default()),
            })),
            allows: AllowEntry::facts(&self.allows),
            ..ParamFacts::default()
        }
    }

    /// Refuses keys that the type cannot take: `range` on a string.
    pub(crate) fn type_checks(&self, facts: &TokenStream) -> TokenStream {
        let private = quote!(::mcp_ergo::__private);
        let mut checks = TokenStream::new();
        let mut check = |at: Option<Span>, holds: TokenStream, message: &str| {
            if let Some(span) = at {
                checks.extend(quote_spanned! {span=>
                    const _: () = #private::require(#holds, #message);
                });
            }
        };
        check(
            self.range.as_ref().map(Spanned::span),
            quote!(#private::is_numeric(#facts)),
            "`range` bounds numbers, and this is none\nhelp: write `len = 1..=80` for characters or items",
        );
        check(
            self.len.as_ref().map(Spanned::span),
            quote!(#private::has_length(#facts)),
            "`len` bounds characters or items, and this has neither\nhelp: write `range = 1..=50` for a number",
        );
        check(
            self.pattern.as_ref().map(Spanned::span),
            quote!(#private::is_text(#facts)),
            "`pattern` is for free strings, and this is none\nhelp: remove it",
        );
        check(
            self.format.as_ref().map(|(lit, _)| lit.span()),
            quote!(#private::is_text(#facts)),
            "`format` is for free strings, and this is none\nhelp: remove it",
        );
        check(
            self.options.as_ref().map(Spanned::span),
            quote!(#private::is_text(#facts)),
            "`options` narrows a free string to a closed set, and this is none\nhelp: make the parameter a `String` or a newtype of one",
        );
        checks
    }
}

/// Any JSON, or an expression of the parameter's type.
fn json(entry: &Entry, ctxt: &Ctxt) -> Option<TokenStream> {
    let Given::Value(tokens) = &entry.value else {
        ctxt.error(
            entry.tokens(),
            format_args!("`{}` wants a value", entry.key),
            format_args!("write `{0} = \"…\"`, `{0} = 20` or any other JSON", entry.key),
        );
        return None;
    };
    if tokens.is_empty() {
        ctxt.error_at(
            entry.span(),
            format_args!("`{}` wants a value", entry.key),
            format_args!("write `{0} = \"…\"`, `{0} = 20` or any other JSON", entry.key),
        );
        return None;
    }
    // A path is an expression of Rust; everything else reads as JSON.
    let is_rust = syn::parse2::<Expr>(tokens.clone()).is_ok_and(|expr| {
        matches!(expr, Expr::Path(_) | Expr::Call(_) | Expr::MethodCall(_) | Expr::Struct(_) | Expr::Macro(_))
    });
    Some(if is_rust {
        quote!(::mcp_ergo::__private::to_json(&#tokens))
    } else {
        quote!(::mcp_ergo::__private::serde_json::json!(#tokens))
    })
}

fn bounds(entry: &Entry, ctxt: &Ctxt) -> Option<ExprRange> {
    let range: Expr = entry.value(ctxt, "1..=50")?;
    match range {
        Expr::Range(range)
            if (range.start.is_some() || range.end.is_some())
                && (range.end.is_none() || matches!(range.limits, RangeLimits::Closed(_))) =>
        {
            Some(range)
        }
        other => {
            ctxt.error(
                &other,
                format_args!("`{}` wants bounds that are both included", entry.key),
                format_args!("write `{0} = 1..=50`, `{0} = 1..` or `{0} = ..=50`", entry.key),
            );
            None
        }
    }
}

/// The two ends as options.
fn ends(range: &ExprRange) -> (TokenStream, TokenStream) {
    let end = |expr: &Option<Box<Expr>>| match expr {
        Some(expr) => quote!(::core::option::Option::Some(#expr)),
        None => quote!(::core::option::Option::None),
    };
    (end(&range.start), end(&range.end))
}

/// A literal is as wide as it needs to be; anything else has a type of its own.
fn between(range: &ExprRange) -> TokenStream {
    let bound = |expr: &Expr| match expr {
        Expr::Lit(ExprLit { lit: Lit::Int(int), .. }) if int.suffix().is_empty() => {
            let int = LitInt::new(&format!("{}i128", int.base10_digits()), int.span());
            quote!(#int)
        }
        Expr::Unary(ExprUnary { op: UnOp::Neg(minus), expr, .. }) => match &**expr {
            Expr::Lit(ExprLit { lit: Lit::Int(int), .. }) if int.suffix().is_empty() => {
                let int = LitInt::new(&format!("{}i128", int.base10_digits()), int.span());
                quote!(#minus #int)
            }
            _ => quote!(#minus #expr),
        },
        other => quote!(#other),
    };
    let least = range.start.as_deref().map(bound).map(|least| quote!(.at_least(#least)));
    let most = range.end.as_deref().map(bound).map(|most| quote!(.at_most(#most)));
    quote!(#least #most)
}

fn pattern(entry: &Entry, ctxt: &Ctxt) -> Option<LitStr> {
    let pattern = entry.text(ctxt)?;
    if let Err(error) = regex_lite::Regex::new(&pattern.value()) {
        ctxt.error(
            &pattern,
            format_args!("`{}` is not a regular expression: {error}", pattern.value()),
            "write one without look-around or back-references, e.g. `^inv_[0-9A-Z]+$`",
        );
        return None;
    }
    Some(pattern)
}

fn format(entry: &Entry, ctxt: &Ctxt) -> Option<(LitStr, &'static str)> {
    let lit = entry.text(ctxt)?;
    let given = lit.value();
    let found = FORMATS.iter().find(|(keyword, _)| *keyword == given).map(|(_, name)| *name);
    if found.is_none() {
        let all = mcp_ergo_rules::quoted_list(FORMATS.iter().map(|(keyword, _)| *keyword), "and");
        ctxt.error(
            &lit,
            format_args!("the format `{given}` is not one that every client knows"),
            format_args!("the portable ones are {all}; write `pattern = \"…\"` for anything else"),
        );
    }
    found.map(|name| (lit, name))
}

/// Property names outside of this are refused by at least one model API.
fn portable(name: &LitStr, ctxt: &Ctxt) -> bool {
    let text = name.value();
    let fits = (1..=64).contains(&text.len())
        && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'-');
    if !fits {
        ctxt.error(
            name,
            format_args!("`{text}` is a name that model APIs refuse"),
            "use 1 to 64 ASCII letters, digits, underscores and hyphens",
        );
    }
    fits
}
