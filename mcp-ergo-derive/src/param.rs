//! `#[derive(Param)]`.

mod choice;
mod newtype;
mod record;

use proc_macro2::TokenStream;
use quote::{ToTokens, quote};
use syn::{Data, DeriveInput, Fields};

use crate::ctxt::Ctxt;
use crate::value::{Says, TYPE_KEYS};

/// What is said of a type that derives `Param`.
pub(crate) struct ParamType {
    pub(crate) input: DeriveInput,
    pub(crate) says: Says,
}

/// What a parameter type becomes.
pub(crate) struct Code {
    /// What the compiler has to check, also where something else is wrong.
    pub(crate) checks: TokenStream,
    pub(crate) implementation: TokenStream,
}

pub(crate) fn expand(item: TokenStream) -> TokenStream {
    let ctxt = Ctxt::default();
    let input = match syn::parse2::<DeriveInput>(item) {
        Ok(input) => input,
        Err(error) => return error.to_compile_error(),
    };
    let says = Says::read(&input.attrs, &TYPE_KEYS, &ctxt);
    if !input.generics.params.is_empty() {
        ctxt.error(
            &input.generics,
            "a parameter has one contract, and a generic type has many",
            "write the concrete type",
        );
    }
    let of = ParamType { input, says };
    let code = match &of.input.data {
        Data::Enum(data) => choice::expand(&of, data, &ctxt),
        Data::Struct(data) => match &data.fields {
            Fields::Named(fields) => record::expand(&of, fields, &ctxt),
            Fields::Unnamed(fields) if fields.unnamed.len() == 1 => {
                newtype::expand(&of, &fields.unnamed[0], &ctxt)
            }
            Fields::Unnamed(fields) => {
                ctxt.error(
                    fields,
                    "the values of a tuple have no names that a model could read",
                    "name the fields: `struct Address { street: String, city: String }`",
                );
                None
            }
            Fields::Unit => {
                ctxt.error(
                    &of.input.ident,
                    "a unit struct has no value that a caller could choose",
                    "use `bool`, or remove the parameter",
                );
                None
            }
        },
        Data::Union(data) => {
            ctxt.error(
                data.union_token,
                "a union has no JSON",
                "use a struct, or an enum without data",
            );
            None
        }
    };
    match code {
        Some(Code {
            checks,
            implementation,
        }) if !ctxt.has_errors() => {
            let warnings = ctxt.finish();
            quote! {
                #[allow(non_upper_case_globals, clippy::all, clippy::pedantic)]
                const _: () = {
                    #checks
                    #implementation
                };
                #warnings
            }
        }
        Some(Code { checks, .. }) if of.input.generics.params.is_empty() => {
            fallback(&of, &checks, ctxt)
        }
        _ => fallback(&of, &TokenStream::new(), ctxt),
    }
}

/// Implementations without bodies, so that one mistake in a type is one error.
fn fallback(of: &ParamType, checks: &TokenStream, ctxt: Ctxt) -> TokenStream {
    let errors = ctxt.finish();
    let ident = &of.input.ident;
    let (generics, arguments, filter) = of.input.generics.split_for_impl();
    let clauses = filter.map(ToTokens::to_token_stream);
    let private = quote!(::mcp_ergo::__private);
    let mut from_anything = of.input.generics.clone();
    from_anything.params.insert(0, syn::parse_quote!('de));
    let (de_generics, ..) = from_anything.split_for_impl();
    let display = of.display(&quote!(::core::unreachable!()));
    let display = if of.input.generics.params.is_empty() {
        display
    } else {
        TokenStream::new()
    };
    let param = if of.input.generics.params.is_empty() {
        quote! {
            #[automatically_derived]
            impl ::mcp_ergo::Param for #ident {
                // The most forgiving facts: the mistakes that matter are reported already.
                const FACTS: ::mcp_ergo::TypeFacts = ::mcp_ergo::TypeFacts {
                    described: true,
                    example: true,
                    sourced: true,
                    ..::mcp_ergo::TypeFacts::of(::mcp_ergo::TypeKind::Record)
                };
                fn shape() -> ::mcp_ergo::Shape { ::core::unreachable!() }
            }
        }
    } else {
        TokenStream::new()
    };
    let sources = of.says.source_tool().map(crate::emit::tool_check);
    quote! {
        #errors
        #sources
        #[allow(non_upper_case_globals, dead_code)]
        const _: () = {
            #checks
        };
        #[automatically_derived]
        impl #generics #private::serde::Serialize for #ident #arguments #clauses {
            fn serialize<S: #private::serde::Serializer>(&self, _: S) -> ::core::result::Result<S::Ok, S::Error> {
                ::core::unreachable!()
            }
        }
        #[automatically_derived]
        impl #de_generics #private::serde::Deserialize<'de> for #ident #arguments #clauses {
            fn deserialize<D: #private::serde::Deserializer<'de>>(_: D) -> ::core::result::Result<Self, D::Error> {
                ::core::unreachable!()
            }
        }
        #[automatically_derived]
        impl #generics #private::schemars::JsonSchema for #ident #arguments #clauses {
            fn schema_name() -> ::std::borrow::Cow<'static, ::core::primitive::str> { ::core::unreachable!() }
            fn json_schema(_: &mut #private::schemars::SchemaGenerator) -> #private::schemars::Schema {
                ::core::unreachable!()
            }
        }
        #param
        #display
    }
}

impl ParamType {
    /// The implementations that every parameter type has, around what differs.
    pub(crate) fn implement(
        &self,
        facts: &TokenStream,
        shape: &TokenStream,
        serialize: &TokenStream,
        deserialize: &TokenStream,
    ) -> TokenStream {
        let ident = &self.input.ident;
        let name = crate::emit::raw_free(ident);
        let private = quote!(::mcp_ergo::__private);
        let facts = self.says.on_facts(facts);
        let says = self.says.on_shape();
        quote! {
            #[automatically_derived]
            impl ::mcp_ergo::Param for #ident {
                const FACTS: ::mcp_ergo::TypeFacts = #facts;

                fn shape() -> ::mcp_ergo::Shape {
                    #shape #says
                }
            }

            #[automatically_derived]
            impl #private::schemars::JsonSchema for #ident {
                fn inline_schema() -> ::core::primitive::bool {
                    true
                }

                fn schema_name() -> ::std::borrow::Cow<'static, ::core::primitive::str> {
                    ::std::borrow::Cow::Borrowed(#name)
                }

                fn json_schema(_: &mut #private::schemars::SchemaGenerator) -> #private::schemars::Schema {
                    #private::json_schema::<Self>()
                }
            }

            #[automatically_derived]
            impl #private::serde::Serialize for #ident {
                fn serialize<__S: #private::serde::Serializer>(
                    &self,
                    __serializer: __S,
                ) -> ::core::result::Result<__S::Ok, __S::Error> {
                    #serialize
                }
            }

            #[automatically_derived]
            impl<'de> #private::serde::Deserialize<'de> for #ident {
                fn deserialize<__D: #private::serde::Deserializer<'de>>(
                    __deserializer: __D,
                ) -> ::core::result::Result<Self, __D::Error> {
                    #deserialize
                }
            }
        }
    }

    /// Display, unless the author writes it.
    pub(crate) fn display(&self, body: &TokenStream) -> TokenStream {
        if self.says.no_display {
            return TokenStream::new();
        }
        let ident = &self.input.ident;
        quote! {
            #[automatically_derived]
            impl ::core::fmt::Display for #ident {
                fn fmt(&self, __f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                    #body
                }
            }
        }
    }
}
