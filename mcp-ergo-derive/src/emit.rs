//! One value of a tool or of a struct, as generated code: its slot, its checks, its field.

use std::time::Duration;

use mcp_ergo_rules::{Finding, Level, ParamFacts, Part, Rendered};
use proc_macro2::{Delimiter, Group, Ident, Span, TokenStream, TokenTree};
use quote::{ToTokens, format_ident, quote, quote_spanned};
use syn::spanned::Spanned;
use syn::{GenericArgument, PathArguments, Type};

use crate::case::Case;
use crate::ctxt::Ctxt;
use crate::value::{Says, Sight, Written};

/// A parameter of a tool, or a field of a parameter type.
pub(crate) struct Value {
    pub(crate) ident: Ident,
    /// The name on the wire.
    pub(crate) name: String,
    pub(crate) ty: Type,
    pub(crate) says: Says,
    /// What stands inside `Option<…>`, where the type is written so.
    pub(crate) inner: Option<Type>,
    /// A type of the standard library, by how it is written: judged here and now.
    written: Option<Written>,
    slot: Ident,
}

impl Value {
    pub(crate) fn new(
        index: usize,
        ident: Ident,
        ty: Type,
        says: Says,
        case: Option<Case>,
    ) -> Self {
        let rust = raw_free(&ident);
        let name = match (&says.name, case) {
            (Some(name), _) => name.value(),
            (None, Some(case)) => case.apply(&rust),
            (None, None) => rust,
        };
        let inner = inside_option(&ty);
        let written = Written::of(&ty);
        Self {
            ident,
            name,
            ty,
            says,
            inner,
            written,
            slot: format_ident!("__MCP_ERGO_{index}"),
        }
    }

    /// Whether a call may leave it out.
    pub(crate) fn may_be_left_out(&self) -> bool {
        self.inner.is_some() || self.says.default.is_some()
    }

    /// Whether its type is one of the standard library that says nothing of itself.
    pub(crate) fn is_plain(&self) -> bool {
        self.written.is_some_and(Written::is_whole)
    }

    pub(crate) fn slot(&self) -> &Ident {
        &self.slot
    }

    pub(crate) fn facts(&self, sight: Sight) -> ParamFacts {
        self.says
            .facts(&self.name, self.inner.is_some(), self.written, sight)
    }

    /// The one place where the type's bound is asked for: a type that is no parameter is one error.
    pub(crate) fn slot_item(&self) -> TokenStream {
        let (slot, ty) = (&self.slot, &self.ty);
        let span = ty.span();
        let checks = self.says.type_checks(&quote!(#slot.facts));
        let written_as_option = self.inner.is_some();
        let message = if written_as_option {
            "this `Option` is not the one of the standard library\nhelp: write `::core::option::Option<…>`"
        } else {
            "a value that may be left out is written as `Option<…>`, so that the macro sees it\nhelp: write `Option<T>` instead of an alias"
        };
        quote_spanned! {span=>
            static #slot: ::mcp_ergo::__private::ParamSlot<#ty> = <#ty as ::mcp_ergo::Param>::SLOT;
            const _: () = ::mcp_ergo::__private::require_sound(::mcp_ergo::__private::facts_of(&#slot));
            const _: () = ::mcp_ergo::__private::require(
                ::mcp_ergo::__private::facts_of(&#slot).optional == #written_as_option,
                #message,
            );
            #checks
        }
    }

    /// The field of the shape.
    pub(crate) fn field(&self) -> TokenStream {
        let (slot, name) = (&self.slot, &self.name);
        let says = self.says.on_shape();
        let mut shape = quote!((#slot.shape)()#says);
        if let Some(options) = &self.says.options {
            shape = quote!(::mcp_ergo::__private::options_of(#shape, __states, #options));
        }
        let kind = if self.may_be_left_out() {
            quote!(optional)
        } else {
            quote!(required)
        };
        quote!(::mcp_ergo::Field::#kind(#name, #shape))
    }

    /// A finding about this value: settled by the compiler where the type may make up for it.
    pub(crate) fn report(&self, finding: &Finding, sight: Sight, ctxt: &Ctxt) -> TokenStream {
        if self.says.was_attempted(finding.rule.code) {
            return TokenStream::new();
        }
        let at = match &finding.part {
            Part::ParamText(_) if !self.says.docs.is_empty() => self.says.docs.tokens.clone(),
            _ => match &self.says.name {
                Some(written) if is_about_name(finding) => written.to_token_stream(),
                _ => self.ident.to_token_stream(),
            },
        };
        let holds = match finding.rule.code {
            "P001" if self.says.docs.is_empty() => quote!(described),
            "P001" => quote!(says_more()),
            "P002" => quote!(example),
            "P003" => quote!(closed),
            "P019" => quote!(is_sourced()),
            _ if sight == Sight::Worst => return TokenStream::new(),
            _ => {
                ctxt.finding(finding, &at);
                return TokenStream::new();
            }
        };
        if self.written.is_some_and(Written::is_whole) {
            return match sight {
                Sight::Seen => {
                    ctxt.finding(finding, &at);
                    self.is_really()
                }
                Sight::Worst => TokenStream::new(),
            };
        }
        // The compiler can refuse on behalf of a type, but not warn.
        if sight == Sight::Seen || finding.level != Level::Deny {
            return TokenStream::new();
        }
        self.require(finding, &at, &holds)
    }

    /// A finding that stands unless what the compiler knows of the type holds.
    pub(crate) fn require(
        &self,
        finding: &Finding,
        at: &TokenStream,
        holds: &TokenStream,
    ) -> TokenStream {
        let text = rendered(finding);
        let slot = &self.slot;
        let span = first_span(at.clone());
        quote_spanned! {span=>
            const _: () = ::mcp_ergo::__private::require(
                ::mcp_ergo::__private::facts_of(&#slot).#holds,
                #text,
            );
        }
    }

    /// Stands behind what was judged by the way the type is written.
    fn is_really(&self) -> TokenStream {
        let slot = &self.slot;
        let span = self.ty.span();
        quote_spanned! {span=>
            const _: () = ::mcp_ergo::__private::require(
                ::mcp_ergo::__private::facts_of(&#slot).is_plain(),
                "this type bears the name of one of the standard library, and is judged like it\nhelp: give it another name, or write it with its path: `self::String`",
            );
        }
    }
}

/// An option as it is written.
pub(crate) fn option(value: Option<impl ToTokens>) -> TokenStream {
    if let Some(value) = value {
        quote!(::core::option::Option::Some(#value))
    } else {
        quote!(::core::option::Option::None)
    }
}

/// A span of time as it is written.
pub(crate) fn duration(time: Duration) -> TokenStream {
    let millis = u64::try_from(time.as_millis()).unwrap_or(u64::MAX);
    quote!(::core::time::Duration::from_millis(#millis))
}

/// A finding as the compiler prints it behind its own heading.
pub(crate) fn rendered(finding: &Finding) -> String {
    let rendered = Rendered {
        finding,
        place: None,
        heading: false,
    };
    rendered.to_string()
}

/// Whether a finding is about the name on the wire, wherever that is written.
fn is_about_name(finding: &Finding) -> bool {
    finding.rule.code == "P017"
}

/// Asks the compiler whether a path names a tool, where nothing else mentions it.
pub(crate) fn tool_check(path: &syn::Path) -> TokenStream {
    let span = path.span();
    quote_spanned! {span=>
        const _: &::core::primitive::str = <#path as ::mcp_ergo::ToolCall>::NAME;
    }
}

/// The span of the first token: spans of several are joined by nightly alone.
fn first_span(tokens: TokenStream) -> Span {
    tokens
        .into_iter()
        .next()
        .map_or_else(Span::call_site, |token| token.span())
}

/// What the rules say of values and their types: each as it is seen, then as it is at worst where
/// only the compiler knows the type.
pub(crate) fn judge(
    values: &[&Value],
    ctxt: &Ctxt,
    findings: impl Fn(Vec<ParamFacts>) -> Vec<Finding>,
) -> (Vec<Finding>, TokenStream) {
    let mut of_others = Vec::new();
    let mut deferred = TokenStream::new();
    for sight in [Sight::Seen, Sight::Worst] {
        let facts = values.iter().map(|value| value.facts(sight)).collect();
        for finding in findings(facts) {
            let name = match &finding.part {
                Part::Param(path) | Part::ParamText(path) => path.first(),
                _ => None,
            };
            match values.iter().find(|value| Some(&value.name) == name) {
                Some(value) => deferred.extend(value.report(&finding, sight, ctxt)),
                None if sight == Sight::Seen => of_others.push(finding),
                None => {}
            }
        }
    }
    (of_others, deferred)
}

/// `r#type` → `type`
pub(crate) fn raw_free(ident: &Ident) -> String {
    ident.to_string().trim_start_matches("r#").to_owned()
}

/// A type as it is written, also where a `macro_rules!` hands it on as `$t:ty` and so in a group that
/// nobody sees.
pub(crate) fn ungrouped(ty: &Type) -> Type {
    fn without_groups(tokens: TokenStream) -> TokenStream {
        let trees = tokens.into_iter();
        trees
            .map(|tree| match tree {
                TokenTree::Group(group) if group.delimiter() == Delimiter::None => {
                    without_groups(group.stream())
                }
                TokenTree::Group(group) => {
                    let inside = without_groups(group.stream());
                    let mut bare = Group::new(group.delimiter(), inside);
                    bare.set_span(group.span());
                    TokenTree::Group(bare).into()
                }
                tree => tree.into(),
            })
            .collect()
    }
    // `&$t` with `dyn A + B` needs its group.
    syn::parse2(without_groups(ty.to_token_stream())).unwrap_or_else(|_| ty.clone())
}

/// What stands inside `Option<…>`, by how it is written; the slot's check asks the compiler whether
/// it is the real one.
pub(crate) fn inside_option(ty: &Type) -> Option<Type> {
    let Type::Path(path) = ty else { return None };
    let last = path
        .path
        .segments
        .last()
        .filter(|last| last.ident == "Option")?;
    let PathArguments::AngleBracketed(arguments) = &last.arguments else {
        return None;
    };
    match (arguments.args.first(), arguments.args.len()) {
        (Some(GenericArgument::Type(inner)), 1) => Some(inner.clone()),
        _ => None,
    }
}
