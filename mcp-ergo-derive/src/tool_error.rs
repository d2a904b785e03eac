//! `#[derive(ToolError)]`.

mod attr;
mod message;
mod variant;

use proc_macro2::{Ident, TokenStream};
use quote::quote;
use syn::{Data, DeriveInput};

use crate::ctxt::Ctxt;
use variant::Variant;

pub(crate) fn expand(item: TokenStream) -> TokenStream {
    let ctxt = Ctxt::default();
    let input = match syn::parse2::<DeriveInput>(item) {
        Ok(input) => input,
        Err(error) => return error.to_compile_error(),
    };
    let ident = &input.ident;
    let variants: Vec<Variant<'_>> = match &input.data {
        Data::Enum(data) => data
            .variants
            .iter()
            .map(|variant| {
                let path = &variant.ident;
                Variant::read(
                    quote!(Self::#path),
                    path,
                    &variant.attrs,
                    &variant.fields,
                    &ctxt,
                )
            })
            .collect(),
        Data::Struct(data) => {
            vec![Variant::read(
                quote!(Self),
                ident,
                &input.attrs,
                &data.fields,
                &ctxt,
            )]
        }
        Data::Union(data) => {
            ctxt.error(data.union_token, "a union is no error", "use an enum");
            Vec::new()
        }
    };
    let policy = crate::policy::PolicyFile::read(&ctxt);
    for variant in &variants {
        variant.judge(&policy.policy, &ctxt);
    }
    let (generics, arguments, clauses) = input.generics.split_for_impl();
    let body = if ctxt.has_errors() {
        let checks = variants.iter().map(Variant::tool_checks);
        quote!(#(#checks)* ::core::unreachable!())
    } else if variants.is_empty() {
        // An error that cannot happen.
        quote!(match *self {})
    } else {
        // One bound for all variants: what is missing is missing once.
        let bound = if variants.iter().any(Variant::is_internal) {
            "Logged"
        } else {
            "Told"
        };
        let bound = Ident::new(bound, ident.span());
        let arms = variants.iter().map(|variant| variant.arm(&bound));
        quote!(match self { #(#arms)* })
    };
    let failure_modes = if ctxt.has_errors() {
        TokenStream::new()
    } else {
        let failure_modes = variants.iter().map(Variant::failure_modes);
        quote! {
            fn failure_modes() -> ::std::vec::Vec<::mcp_ergo::FailureMode> {
                let mut failure_modes = ::std::vec::Vec::new();
                #(failure_modes.extend(#failure_modes);)*
                failure_modes
            }
        }
    };
    let reported = ctxt.finish();
    quote! {
        #reported

        #[automatically_derived]
        #[allow(unused_variables, clippy::all, clippy::pedantic)]
        impl #generics ::mcp_ergo::ToolError for #ident #arguments #clauses {
            fn envelope(&self) -> ::mcp_ergo::Envelope {
                #body
            }

            #failure_modes
        }
    }
}
