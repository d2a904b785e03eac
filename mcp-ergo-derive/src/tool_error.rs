//! `#[derive(ToolError)]`.

mod message;
mod variant;

use proc_macro2::TokenStream;
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
        let arms = variants.iter().map(Variant::arm);
        quote!(match self { #(#arms)* })
    };
    let reported = ctxt.finish();
    quote! {
        #reported

        #[automatically_derived]
        #[allow(unused_variables, clippy::used_underscore_binding)]
        impl #generics ::mcp_ergo::ToolError for #ident #arguments #clauses {
            fn envelope(&self) -> ::mcp_ergo::Envelope {
                #body
            }
        }
    }
}
