//! Closed sets: enums without data.

use mcp_ergo_rules::{Jobs, PARAM_SWITCHES_JOB};
use proc_macro2::TokenStream;
use quote::{ToTokens, format_ident, quote};
use syn::{DataEnum, Fields, Ident, Variant};

use super::{Code, ParamType};
use crate::attr::AllowEntry;
use crate::case::Case;
use crate::ctxt::Ctxt;
use crate::docs::Docs;
use crate::emit::raw_free;
use crate::policy::PolicyFile;
use crate::value::{Says, VARIANT_KEYS};

/// One value of the set.
struct Choice<'a> {
    ident: &'a Ident,
    value: String,
    docs: Docs,
}

pub(super) fn expand(of: &ParamType, data: &DataEnum, ctxt: &Ctxt) -> Option<Code> {
    if data.variants.is_empty() {
        ctxt.error(
            &of.input.ident,
            "a closed set without values accepts nothing",
            "add its values as variants",
        );
        return None;
    }
    let case = of.says.rename_all.unwrap_or(Case::Snake);
    let choices: Vec<Choice<'_>> = data
        .variants
        .iter()
        .filter_map(|variant| read(variant, case, ctxt))
        .collect();
    refuse_repeats(&choices, ctxt);

    let idents: Vec<&Ident> = choices.iter().map(|choice| choice.ident).collect();
    let values: Vec<&String> = choices.iter().map(|choice| &choice.value).collect();
    let jobs = jobs(of, &choices, ctxt);
    let meanings = choices.iter().map(|choice| choice.docs.expr());
    let private = quote!(::mcp_ergo::__private);
    let facts = quote! {
        ::mcp_ergo::TypeFacts {
            closed: true,
            jobs: ::mcp_ergo::rules::Jobs::#jobs,
            ..::mcp_ergo::TypeFacts::formatted()
        }
    };
    let shape =
        quote!(::mcp_ergo::Shape::choice([#(::mcp_ergo::Choice::new(#values, #meanings)),*]));
    let text = quote!(match self { #(Self::#idents => #values),* });
    let serialize = quote!(#private::serde::Serializer::serialize_str(__serializer, #text));
    let deserialize = quote! {
        let __text = <::std::string::String as #private::serde::Deserialize>::deserialize(__deserializer)?;
        match __text.as_str() {
            #(#values => ::core::result::Result::Ok(Self::#idents),)*
            __other => ::core::result::Result::Err(#private::unknown_choice(__other, &[#(#values),*])),
        }
    };
    let implement = of.implement(&facts, &shape, &serialize, &deserialize);
    let display = of.display(&quote!(::core::fmt::Formatter::pad(__f, #text)));
    Some(Code {
        checks: TokenStream::new(),
        implementation: quote!(#implement #display),
    })
}

/// What the values say of jobs, for the tools whose parameter has this type.
fn jobs(of: &ParamType, choices: &[Choice<'_>], ctxt: &Ctxt) -> Ident {
    let values: Vec<String> = choices.iter().map(|choice| choice.value.clone()).collect();
    let policy = &PolicyFile::read(ctxt).policy;
    let excepted = AllowEntry::except(&of.says.allows, &PARAM_SWITCHES_JOB);
    let jobs = if excepted {
        Jobs::None
    } else {
        mcp_ergo_rules::jobs(&values, policy)
    };
    format_ident!("{jobs:?}")
}

fn read<'a>(variant: &'a Variant, case: Case, ctxt: &Ctxt) -> Option<Choice<'a>> {
    if !matches!(variant.fields, Fields::Unit) {
        ctxt.error(
            &variant.fields,
            format_args!(
                "`{}` carries data, and a closed set is a set of words",
                variant.ident
            ),
            "write one tool for each variant, or a plain enum beside optional parameters",
        );
        return None;
    }
    let says = Says::read(&variant.attrs, &VARIANT_KEYS, ctxt);
    let value = says
        .name
        .as_ref()
        .map_or_else(|| case.apply(&raw_free(&variant.ident)), syn::LitStr::value);
    Some(Choice {
        ident: &variant.ident,
        value,
        docs: says.docs,
    })
}

fn refuse_repeats(choices: &[Choice<'_>], ctxt: &Ctxt) {
    for (at, choice) in choices.iter().enumerate() {
        if choices[..at]
            .iter()
            .any(|before| before.value == choice.value)
        {
            ctxt.error(
                choice.ident.to_token_stream(),
                format_args!("two values are written `{}` on the wire", choice.value),
                "give one of them another name: `#[param(name = \"…\")]`",
            );
        }
    }
}
