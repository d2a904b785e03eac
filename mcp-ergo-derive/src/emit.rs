//! One value of a tool or of a struct, as generated code: its slot, its checks, its field.

use mcp_ergo_rules::{Finding, ParamFacts, Part};
use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, format_ident, quote, quote_spanned};
use syn::spanned::Spanned;
use syn::{GenericArgument, PathArguments, Type};

use crate::case::Case;
use crate::ctxt::Ctxt;
use crate::value::Says;

/// A parameter of a tool, or a field of a parameter type.
pub(crate) struct Value {
    pub(crate) ident: Ident,
    /// The name on the wire.
    pub(crate) name: String,
    pub(crate) ty: Type,
    pub(crate) says: Says,
    /// What stands inside `Option<…>`, where the type is written so.
    pub(crate) inner: Option<Type>,
    slot: Ident,
}

impl Value {
    pub(crate) fn new(index: usize, ident: Ident, ty: Type, says: Says, case: Option<Case>) -> Self {
        let rust = raw_free(&ident);
        let name = match (&says.name, case) {
            (Some(name), _) => name.value(),
            (None, Some(case)) => case.apply(&rust),
            (None, None) => rust,
        };
        let inner = inside_option(&ty);
        Self { ident, name, ty, says, inner, slot: format_ident!("__MCP_ERGO_{index}") }
    }

    /// Whether a call may leave it out.
    pub(crate) fn may_be_left_out(&self) -> bool {
        self.inner.is_some() || self.says.default.is_some()
    }

    pub(crate) fn slot(&self) -> &Ident {
        &self.slot
    }

    pub(crate) fn facts(&self) -> ParamFacts {
        self.says.facts(&self.name, self.inner.is_some())
    }

    /// The one place where the type's bound is asked for: a type that is no parameter is one error.
    pub(crate) fn slot_item(&self) -> TokenStream {
        let (slot, ty) = (&self.slot, &self.ty);
        let span = ty.span();
        let facts = quote!(#slot.facts);
        let checks = self.says.type_checks(&facts);
        let written_as_option = self.inner.is_some();
        let message = if written_as_option {
            "this `Option` is not the one of the standard library\nhelp: write `::core::option::Option<…>`"
        } else {
            "a value that may be left out is written as `Option<…>`, so that the macro sees it\nhelp: write `Option<T>` instead of an alias"
        };
        quote_spanned! {span=>
            static #slot: ::mcp_ergo::__private::ParamSlot<#ty> = ::mcp_ergo::__private::param_slot::<#ty>();
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
        let kind = if self.may_be_left_out() { quote!(optional) } else { quote!(required) };
        quote!(::mcp_ergo::Field::#kind(#name, #shape))
    }

    /// A finding about this value: settled by the compiler where the type may make up for it.
    pub(crate) fn report(&self, finding: &Finding, ctxt: &Ctxt) -> TokenStream {
        let at = match &finding.part {
            Part::ParamText(_) if !self.says.docs.is_empty() => self.says.docs.tokens.clone(),
            _ => self.ident.to_token_stream(),
        };
        let slot = &self.slot;
        let facts = quote!(::mcp_ergo::__private::facts_of(&#slot));
        let holds = match finding.rule.code {
            "P001" if self.says.docs.is_empty() => quote!(#facts.described),
            "P002" => quote!(#facts.example),
            "P003" => quote!(#facts.closed),
            "P019" => quote!(#facts.sourced || #facts.closed),
            _ => {
                ctxt.finding(finding, &at);
                return TokenStream::new();
            }
        };
        if finding.level != mcp_ergo_rules::Level::Deny {
            // The compiler can refuse on behalf of a type, but not warn.
            return TokenStream::new();
        }
        let text =
            mcp_ergo_rules::Rendered { finding, place: None, heading: false }.to_string();
        let span = at.into_iter().next().map_or_else(Span::call_site, |token| token.span());
        quote_spanned!(span=> const _: () = ::mcp_ergo::__private::require(#holds, #text);)
    }
}

/// `r#type` → `type`
pub(crate) fn raw_free(ident: &Ident) -> String {
    ident.to_string().trim_start_matches("r#").to_owned()
}

/// What stands inside `Option<…>`, by how it is written; the slot's check asks the compiler whether
/// it is the real one.
fn inside_option(ty: &Type) -> Option<Type> {
    let Type::Path(path) = ty else { return None };
    let last = path.path.segments.last().filter(|last| last.ident == "Option")?;
    let PathArguments::AngleBracketed(arguments) = &last.arguments else { return None };
    match (arguments.args.first(), arguments.args.len()) {
        (Some(GenericArgument::Type(inner)), 1) => Some(inner.clone()),
        _ => None,
    }
}
