//! Newtypes: a name, an example and a source for a plain value.

use mcp_ergo_rules::{Fact, ParamFacts, Part};
use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};
use syn::Type;
use syn::spanned::Spanned;

use super::{Code, ParamType};
use crate::ctxt::Ctxt;
use crate::emit::inside_option;
use crate::value::{Sight, Written};

pub(super) fn expand(of: &ParamType, field: &syn::Field, ctxt: &Ctxt) -> Option<Code> {
    let ty = &crate::emit::ungrouped(&field.ty);
    judge(of, ty, ctxt);
    if inside_option(ty).is_some() {
        ctxt.error(
            ty,
            "a newtype holds a value, and an `Option` may hold none",
            "write `Option` where the newtype is used",
        );
        return None;
    }
    let span = ty.span();
    let private = quote!(::mcp_ergo::__private);
    let slot = quote_spanned! {span=>
        static __MCP_ERGO_INNER: ::mcp_ergo::__private::ParamSlot<#ty> = <#ty as ::mcp_ergo::Param>::SLOT;
        const _: () = ::mcp_ergo::__private::require_sound(::mcp_ergo::__private::facts_of(&__MCP_ERGO_INNER));
        const _: () = ::mcp_ergo::__private::require(
            !::mcp_ergo::__private::facts_of(&__MCP_ERGO_INNER).optional,
            "a newtype holds a value, and this may hold none\nhelp: write `Option` where the newtype is used",
        );
    };
    let facts = quote!(#private::facts_of(&__MCP_ERGO_INNER));
    let checks = of.says.type_checks(&facts);
    let serialize = quote!(#private::serde::Serialize::serialize(&(__MCP_ERGO_INNER.put)(&self.0), __serializer));
    let deserialize = quote! {
        let __value = <#private::serde_json::Value as #private::serde::Deserialize>::deserialize(__deserializer)?;
        (__MCP_ERGO_INNER.decode)(__value)
            .map(Self)
            .map_err(<__D::Error as #private::serde::de::Error>::custom)
    };
    let implement = of.implement(
        &facts,
        &quote!((__MCP_ERGO_INNER.shape)()),
        &serialize,
        &deserialize,
    );
    let display = if is_list(ty) {
        TokenStream::new()
    } else {
        of.display(&quote_spanned!(span=> ::mcp_ergo::__private::Shown::show(&self.0, __f)))
    };
    Some(Code {
        checks: quote!(#slot #checks),
        implementation: quote!(#implement #display),
    })
}

/// A list has no Display to lend.
fn is_list(ty: &Type) -> bool {
    matches!(ty, Type::Path(path) if path.path.segments.last().is_some_and(|last| last.ident == "Vec"))
}

/// The rules over what a newtype says of itself. What is missing may come with each use, so only
/// what is wrong is reported here; the name on the wire comes with the use too.
fn judge(of: &ParamType, ty: &Type, ctxt: &Ctxt) {
    let policy = crate::policy::PolicyFile::read(ctxt);
    let name = crate::emit::raw_free(&of.input.ident);
    let facts = ParamFacts {
        // Each use says that for itself.
        required: Fact::Unseen,
        default: Fact::Unseen,
        ..of.says.facts(&name, false, Written::of(ty), Sight::Seen)
    };
    for finding in mcp_ergo_rules::judge_fields(&[facts], &policy.policy) {
        let of_use = match finding.rule.code {
            "P001" => of.says.docs.is_empty(),
            code => matches!(code, "P002" | "P003" | "P011" | "P012" | "P017" | "P019"),
        };
        if of_use {
            continue;
        }
        let at = match finding.part {
            Part::ParamText(_) if !of.says.docs.is_empty() => of.says.docs.tokens.clone(),
            _ => quote::ToTokens::to_token_stream(&of.input.ident),
        };
        ctxt.finding(&finding, &at);
    }
}
