//! Structs of parameters.

use mcp_ergo_rules::judge_fields;
use proc_macro2::TokenStream;
use quote::{format_ident, quote};
use syn::FieldsNamed;

use super::{Code, ParamType};
use crate::ctxt::Ctxt;
use crate::emit::{Value, option};
use crate::policy::PolicyFile;
use crate::value::{FIELD_KEYS, Says};

pub(super) fn expand(of: &ParamType, fields: &FieldsNamed, ctxt: &Ctxt) -> Option<Code> {
    if fields.named.is_empty() {
        ctxt.error(
            fields,
            "a struct without fields has no value that a caller could choose",
            "add the fields, or remove the parameter",
        );
        return None;
    }
    let values: Vec<Value> = fields
        .named
        .iter()
        .enumerate()
        .filter_map(|(index, field)| {
            let says = Says::read(&field.attrs, &FIELD_KEYS, ctxt);
            refuse_state(&says, ctxt);
            let ident = field.ident.clone()?;
            Some(Value::new(
                index,
                ident,
                crate::emit::ungrouped(&field.ty),
                says,
                of.says.rename_all,
            ))
        })
        .collect();
    refuse_repeats(&values, ctxt);
    let deferred = judge(&values, ctxt);
    Some(implement(of, &values, &deferred))
}

/// Two keys need what only a tool has.
fn refuse_state(says: &Says, ctxt: &Ctxt) {
    if let Some(options) = &says.options {
        ctxt.error(
            options,
            "`options` reads the state of a server, and a field has none",
            "make it a parameter of the tool, or an enum that derives Param",
        );
    }
    if let Some(check) = &says.check {
        ctxt.error(
            check,
            "`check` is for parameters of a tool",
            "put it on the parameter that holds this struct",
        );
    }
}

fn refuse_repeats(values: &[Value], ctxt: &Ctxt) {
    for (at, value) in values.iter().enumerate() {
        if values[..at].iter().any(|before| before.name == value.name) {
            ctxt.error(
                &value.ident,
                format_args!("two fields are named `{}` on the wire", value.name),
                "give one of them another `name`",
            );
        }
    }
}

fn judge(values: &[Value], ctxt: &Ctxt) -> TokenStream {
    let policy = PolicyFile::read(ctxt);
    let values: Vec<&Value> = values.iter().collect();
    let (_, deferred) =
        crate::emit::judge(&values, ctxt, |facts| judge_fields(&facts, &policy.policy));
    deferred
}

fn implement(of: &ParamType, values: &[Value], deferred: &TokenStream) -> Code {
    let slots = values.iter().map(Value::slot_item);
    let fields = values.iter().map(Value::field);
    let facts = quote!(::mcp_ergo::TypeFacts::of(::mcp_ergo::TypeKind::Record));
    let shape = quote! {
        ::mcp_ergo::__private::once_within::<Self>(|| ::mcp_ergo::Shape::record([#(#fields),*]))
    };
    let inner = values.iter().map(Value::slot);
    let ident = &of.input.ident;
    let implementation = of.implement(&facts, &shape, &serialize(values), &deserialize(of, values));
    let implementation = quote! {
        #implementation

        #[automatically_derived]
        impl ::mcp_ergo::Form for #ident {
            type Fields = ::mcp_ergo::__private::Fields<{
                true #(&& ::mcp_ergo::__private::facts_of(&#inner).fits_a_form())*
            }>;
        }
    };
    Code {
        checks: quote!(#(#slots)* #deferred),
        implementation,
    }
}

/// Absent values are absent.
fn serialize(values: &[Value]) -> TokenStream {
    let entries = values.iter().map(|value| {
        let (slot, ident, name) = (value.slot(), &value.ident, &value.name);
        quote! {
            let __value = (#slot.put)(&self.#ident);
            if !__value.is_null() {
                ::mcp_ergo::__private::serde::ser::SerializeMap::serialize_entry(&mut __map, #name, &__value)?;
            }
        }
    });
    quote! {
        let mut __map = ::mcp_ergo::__private::serde::Serializer::serialize_map(
            __serializer,
            ::core::option::Option::None,
        )?;
        #(#entries)*
        ::mcp_ergo::__private::serde::ser::SerializeMap::end(__map)
    }
}

fn deserialize(of: &ParamType, values: &[Value]) -> TokenStream {
    let private = quote!(::mcp_ergo::__private);
    let ident = &of.input.ident;
    let locals: Vec<_> = (0..values.len())
        .map(|index| format_ident!("__f{index}"))
        .collect();
    let names: Vec<&String> = values.iter().map(|value| &value.name).collect();
    let idents = values.iter().map(|value| &value.ident);
    let decoded = values.iter().zip(&locals).map(|(value, local)| {
        let (slot, name) = (value.slot(), &value.name);
        let default = option(value.says.default.as_ref());
        quote! {
            match #local.or_else(|| #default) {
                ::core::option::Option::Some(__value) => {
                    (#slot.decode)(__value).map_err(<__A::Error as #private::serde::de::Error>::custom)?
                }
                ::core::option::Option::None => (#slot.absent)().ok_or_else(|| {
                    <__A::Error as #private::serde::de::Error>::missing_field(#name)
                })?,
            }
        }
    });
    quote! {
        struct __Visitor;

        impl<'de> #private::serde::de::Visitor<'de> for __Visitor {
            type Value = #ident;

            fn expecting(&self, __f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                ::core::fmt::Formatter::write_str(__f, "an object")
            }

            fn visit_map<__A: #private::serde::de::MapAccess<'de>>(
                self,
                mut __map: __A,
            ) -> ::core::result::Result<#ident, __A::Error> {
                #(let mut #locals: ::core::option::Option<#private::serde_json::Value> = ::core::option::Option::None;)*
                while let ::core::option::Option::Some(__key) = #private::serde::de::MapAccess::next_key::<::std::string::String>(&mut __map)? {
                    match __key.as_str() {
                        #(#names => #locals = #private::serde::de::MapAccess::next_value(&mut __map)?,)*
                        __other => {
                            return ::core::result::Result::Err(
                                <__A::Error as #private::serde::de::Error>::unknown_field(__other, &[#(#names),*]),
                            );
                        }
                    }
                }
                ::core::result::Result::Ok(#ident { #(#idents: #decoded),* })
            }
        }

        #private::serde::Deserializer::deserialize_map(__deserializer, __Visitor)
    }
}
