//! One variant of an error type.

use mcp_ergo_rules::{ErrorFacts, Fact, FieldFacts, Part, Policy, Recovery, judge_error};
use proc_macro2::{Ident, TokenStream};
use quote::{ToTokens, format_ident, quote, quote_spanned};
use syn::spanned::Spanned;
use syn::{Attribute, Fields, LitStr, Path};

use super::attr::{After, Attr, Next};
use super::message::Message;
use crate::attr::AllowEntry;
use crate::ctxt::Ctxt;
use crate::emit::{duration, option, raw_free};

/// Words that name what nobody may read.
const SECRETS: &[&str] = &[
    "secret",
    "password",
    "passwd",
    "token",
    "api_key",
    "apikey",
    "credential",
    "private_key",
];

/// One variant, read.
pub(crate) struct Variant<'a> {
    pattern: TokenStream,
    ident: &'a Ident,
    fields: &'a Fields,
    field_names: Vec<String>,
    message: Option<Message>,
    attr: Attr,
    sources: Vec<String>,
}

impl<'a> Variant<'a> {
    pub(crate) fn read(
        pattern: TokenStream,
        ident: &'a Ident,
        attributes: &'a [Attribute],
        fields: &'a Fields,
        ctxt: &Ctxt,
    ) -> Self {
        let field_names: Vec<String> = fields
            .iter()
            .enumerate()
            .map(|(index, field)| {
                field
                    .ident
                    .as_ref()
                    .map_or_else(|| index.to_string(), raw_free)
            })
            .collect();
        let sources = fields
            .iter()
            .zip(&field_names)
            .filter(|(field, name)| {
                *name == "source"
                    || field.attrs.iter().any(|attribute| {
                        ["from", "source"]
                            .iter()
                            .any(|own| attribute.path().is_ident(own))
                    })
            })
            .map(|(_, name)| name.clone())
            .collect();
        let variant = Self {
            pattern,
            ident,
            fields,
            field_names,
            message: Message::read(attributes),
            attr: Attr::read(attributes, ctxt),
            sources,
        };
        variant.check(ctxt);
        variant
    }

    /// Keys that disagree, and fields that are not there.
    fn check(&self, ctxt: &Ctxt) {
        if self.attr.transparent {
            if let Some((_, key)) = &self.attr.recovery {
                ctxt.error(
                    key,
                    "`transparent` takes the recovery from the error inside",
                    "keep one of the two",
                );
            }
            // thiserror says the same of its own `transparent`.
            let told = self
                .message
                .as_ref()
                .is_some_and(|message| message.transparent);
            if self.fields.len() != 1 && !told {
                ctxt.error(
                    self.ident,
                    "`transparent` hands on the one error inside",
                    "give the variant one field that derives ToolError",
                );
            }
        }
        let mut named: Vec<&Ident> = self.attr.candidates.iter().collect();
        if let Some(next) = &self.attr.next {
            named.extend(&next.fields);
        }
        if let Some(After::Field(field)) = &self.attr.after {
            named.push(field);
        }
        for field in named {
            let name = raw_free(field).trim_start_matches('_').to_owned();
            let plain = raw_free(field);
            if !self.field_names.contains(&name) && !self.field_names.contains(&plain) {
                let near =
                    mcp_ergo_rules::nearest(&plain, self.field_names.iter().map(String::as_str));
                let help = match near {
                    Some(near) => format!("did you mean `{near}`?"),
                    None => "add the field, or name one that is there".to_owned(),
                };
                ctxt.error(
                    field,
                    format_args!("`{}` has no field `{plain}`", self.ident),
                    help,
                );
            }
        }
    }

    pub(crate) fn judge(&self, policy: &Policy, ctxt: &Ctxt) {
        if self.attr.transparent {
            return;
        }
        for mut finding in judge_error(&self.facts(), policy) {
            match (finding.rule.code, &self.attr.attempted) {
                (code, Some(attempted)) if is_echo(code, attempted) => continue,
                // Without any attribute both are missing, which is one mistake.
                ("E001", None) => continue,
                ("E003", None) => finding
                    .help
                    .push_str("; then say what to do next: `hint = \"…\"`"),
                _ => {}
            }
            let at = match (&finding.part, &self.message) {
                (
                    Part::Message,
                    Some(Message {
                        text: Some(text), ..
                    }),
                ) => text.to_token_stream(),
                _ => self.ident.to_token_stream(),
            };
            ctxt.finding(&finding, &at);
        }
    }

    fn facts(&self) -> ErrorFacts {
        let attr = &self.attr;
        let mut facts = ErrorFacts {
            name: self.ident.to_string(),
            recovery: Fact::Seen(attr.recovery.as_ref().map(|(recovery, _)| *recovery)),
            hint: Fact::Seen(attr.hint.as_ref().map(LitStr::value)),
            candidates: Fact::Seen(attr.candidates.is_some()),
            fields: Fact::Seen(
                self.field_names
                    .iter()
                    .map(|name| self.field_facts(name))
                    .collect(),
            ),
            allows: AllowEntry::facts(&attr.allows),
            ..ErrorFacts::default()
        };
        match &self.message {
            Some(message) if message.by_function => {}
            Some(message) => {
                facts.message = Fact::Seen(message.text.as_ref().map(LitStr::value));
                facts.shown = Fact::Seen(message.shown.clone());
                facts.debugged = Fact::Seen(message.debugged.clone());
            }
            // thiserror itself says that the message is missing.
            None => {}
        }
        facts
    }

    fn field_facts(&self, name: &str) -> FieldFacts {
        let is = |ident: &Ident| {
            let given = raw_free(ident);
            given == name || given.strip_prefix('_') == Some(name)
        };
        let attr = &self.attr;
        let lower = name.to_lowercase();
        FieldFacts {
            name: name.to_owned(),
            source: self.sources.iter().any(|source| source == name),
            machinery: attr.candidates.as_ref().is_some_and(is)
                || matches!(&attr.after, Some(After::Field(field)) if is(field)),
            secret: SECRETS.iter().any(|secret| lower.contains(secret)),
        }
    }

    /// Whether it is logged and never shown.
    pub(crate) fn is_internal(&self) -> bool {
        matches!(self.attr.recovery, Some((Recovery::Internal, _)))
    }

    /// The tools that are named, for the compiler to check where nothing else names them.
    pub(crate) fn tool_checks(&self) -> TokenStream {
        self.attr
            .next
            .iter()
            .map(|next| crate::emit::tool_check(&next.path))
            .collect()
    }

    /// The arm that makes the envelope. Every field is bound under its own name, `_0` in tuples.
    pub(crate) fn arm(&self, bound: &Ident) -> TokenStream {
        let pattern = self.bound_pattern();
        if let (true, Some(field)) = (self.attr.transparent, self.fields.iter().next()) {
            let (inner, ty) = (self.bound_names().into_iter().next(), &field.ty);
            // Word for word as `failure_modes` names the bound: what is missing is told once.
            return quote_spanned!(ty.span()=> #pattern => <#ty as ::mcp_ergo::ToolError>::envelope(#inner),);
        }
        // At the type's name, which is what lacks a message.
        let span = bound.span();
        let error = quote_spanned!(span=> ::mcp_ergo::__private::#bound::message(self));
        let hint = self.hint();
        let name = self.ident.to_string();
        let mut envelope = match self.attr.recovery {
            Some((Recovery::Internal, _)) => {
                let cause = quote_spanned!(span=> ::mcp_ergo::__private::Logged::cause(self));
                return quote!(#pattern => ::mcp_ergo::Envelope::internal(#cause).named(#name),);
            }
            Some((Recovery::Retry, _)) => quote!(::mcp_ergo::Envelope::retry(#error, #hint)),
            Some((Recovery::Stop, _)) => quote!(::mcp_ergo::Envelope::stop(#error, #hint)),
            Some((Recovery::Fix, _)) | None => quote!(::mcp_ergo::Envelope::fix(#error, #hint)),
        };
        if let Some(candidates) = &self.attr.candidates {
            envelope.extend(quote!(.candidates(#candidates)));
        }
        if let Some(Next { path, fields }) = &self.attr.next {
            envelope.extend(next_call(path, fields));
        }
        match &self.attr.after {
            Some(After::Fixed(delay)) => {
                let delay = duration(*delay);
                envelope.extend(quote!(.after(#delay)));
            }
            Some(After::Field(field)) => {
                let span = field.span();
                envelope.extend(quote_spanned!(span=> .after(*#field)));
            }
            None => {}
        }
        quote!(#pattern => #envelope.named(#name),)
    }

    /// The ways to fail that this variant stands for: itself, or those of the error that it passes
    /// on.
    pub(crate) fn failure_modes(&self) -> TokenStream {
        let attr = &self.attr;
        if let (true, Some(inner)) = (attr.transparent, self.fields.iter().next()) {
            let ty = &inner.ty;
            return quote_spanned!(ty.span()=> <#ty as ::mcp_ergo::ToolError>::failure_modes());
        }
        let name = self.ident.to_string();
        let internal = self.is_internal();
        let text = |text: Option<&LitStr>| text.map(LitStr::value).unwrap_or_default();
        let error = text(
            self.message
                .as_ref()
                .and_then(|message| message.text.as_ref()),
        );
        let hint = text(attr.hint.as_ref());
        let recovery = match attr.recovery {
            Some((Recovery::Retry, _)) => quote!(Retry),
            Some((Recovery::Stop | Recovery::Internal, _)) => quote!(Stop),
            Some((Recovery::Fix, _)) | None => quote!(Fix),
        };
        let next = attr.next.as_ref();
        let next =
            option(next.map(|Next { path, .. }| quote!(<#path as ::mcp_ergo::ToolCall>::NAME)));
        let candidates = attr.candidates.is_some();
        quote! {
            ::core::option::Option::Some(::mcp_ergo::FailureMode {
                name: #name,
                error: #error,
                hint: #hint,
                recovery: ::mcp_ergo::Recovery::#recovery,
                next: #next,
                candidates: #candidates,
                internal: #internal,
            })
        }
    }

    /// A hint may name the fields: `"wait until {opens_at}"`, `"read {0} again"`.
    fn hint(&self) -> TokenStream {
        match &self.attr.hint {
            Some(hint) if hint.value().contains(['{', '}']) => {
                let hint = LitStr::new(&super::message::by_binding(&hint.value()), hint.span());
                quote!(::std::format!(#hint))
            }
            Some(hint) => quote!(#hint),
            None => quote!(""),
        }
    }

    fn bound_names(&self) -> Vec<Ident> {
        self.fields
            .iter()
            .enumerate()
            .map(|(index, field)| {
                field.ident.clone().unwrap_or_else(|| {
                    let span = field.ty.span();
                    format_ident!("_{index}", span = span)
                })
            })
            .collect()
    }

    fn bound_pattern(&self) -> TokenStream {
        let pattern = &self.pattern;
        let names = self.bound_names();
        match self.fields {
            Fields::Named(_) => quote!(#pattern { #(#names),* }),
            Fields::Unnamed(_) => quote!(#pattern(#(#names),*)),
            Fields::Unit => quote!(#pattern),
        }
    }
}

/// Whether what the rule misses was meant to be there: a key with a slip in it is reported by
/// itself.
fn is_echo(code: &str, attempted: &[String]) -> bool {
    let keys: &[&str] = match code {
        "E001" => &["hint"],
        "E003" => &["fix", "retry", "stop", "internal", "transparent"],
        "E007" => &["candidates"],
        _ => return false,
    };
    attempted.iter().any(|key| keys.contains(&key.as_str()))
}

/// `.next(get_plan::call(id))`, where a missing or wrong argument is the path's or the field's
/// fault.
fn next_call(path: &Path, fields: &[Ident]) -> TokenStream {
    let arguments = fields.iter().map(|field| {
        let span = field.span();
        // In two steps, so that a wrong type is the field's and not the argument of `clone`.
        quote_spanned!(span=> { let __cloned = ::core::clone::Clone::clone(#field); __cloned })
    });
    let span = path.span();
    quote_spanned!(span=> .next(<#path>::call(#(#arguments),*)))
}
