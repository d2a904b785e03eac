//! How a tool is run: what it borrows, takes and answers.

use proc_macro2::{Span, TokenStream};
use quote::{format_ident, quote, quote_spanned};
use syn::Ident;
use syn::spanned::Spanned;

use super::ast::{Argument, ServedFn};
use crate::emit::Value;

fn state_slot(index: usize) -> Ident {
    format_ident!("__MCP_ERGO_STATE_{index}")
}

/// One slot for each state, where its bound is asked for.
pub(crate) fn state_slots(tool: &ServedFn) -> TokenStream {
    let mut slots = TokenStream::new();
    for (index, argument) in tool.arguments.iter().enumerate() {
        if let Argument::State(ty) = argument {
            let (slot, span) = (state_slot(index), ty.span());
            slots.extend(quote_spanned! {span=>
                static #slot: ::mcp_ergo::__private::StateSlot<#ty> = ::mcp_ergo::__private::state_slot::<#ty>();
            });
        }
    }
    slots
}

/// The states that the tool borrows, and those that its closed sets are read from.
pub(crate) fn needs(tool: &ServedFn) -> TokenStream {
    let mut needs = TokenStream::new();
    for (index, argument) in tool.arguments.iter().enumerate() {
        match argument {
            Argument::State(_) => {
                let slot = state_slot(index);
                needs.extend(quote!(#slot.need,));
            }
            Argument::Param(value) => {
                if let Some(options) = &value.says.options {
                    let span = options.span();
                    needs.extend(
                        quote_spanned!(span=> || ::mcp_ergo::__private::need_of(&#options),),
                    );
                }
            }
        }
    }
    needs
}

/// What a function may return: the trait, the slot's type for a returned type, and what comes of it.
pub(crate) struct Returns {
    pub(crate) bound: TokenStream,
    pub(crate) slot: fn(&syn::Type) -> TokenStream,
    /// The generic argument of what runs, with its brackets.
    pub(crate) yields: TokenStream,
}

impl Returns {
    /// What a tool may return.
    pub(super) fn answers() -> Self {
        Self {
            bound: quote!(::mcp_ergo::Answer),
            slot: |ty| quote!(AnswerSlot<#ty>),
            yields: TokenStream::new(),
        }
    }
}

/// The one place where the return type's bound is asked for.
pub(crate) fn answer_slot(tool: &ServedFn, returns: &Returns) -> TokenStream {
    let Some(ty) = tool
        .returns
        .as_ref()
        .filter(|ty| !super::ast::is_unnamed(ty))
    else {
        return TokenStream::new();
    };
    let span = ty.span();
    let (bound, slot) = (&returns.bound, (returns.slot)(ty));
    quote_spanned! {span=>
        static __MCP_ERGO_ANSWER: ::mcp_ergo::__private::#slot = <#ty as #bound>::SLOT;
    }
}

/// Takes the parameters, borrows the states, calls the function.
pub(crate) fn run(tool: &ServedFn, returns: &Returns) -> TokenStream {
    let private = quote!(::mcp_ergo::__private);
    let yields = &returns.yields;
    let ident = &tool.function.sig.ident;
    let mut takes = TokenStream::new();
    let mut unwraps = TokenStream::new();
    let mut arguments = Vec::new();
    for (index, argument) in tool.arguments.iter().enumerate() {
        match argument {
            Argument::State(_) => {
                let slot = state_slot(index);
                arguments.push(quote!((#slot.borrow)(&__call)));
            }
            Argument::Param(value) => {
                let local = Ident::new(&format!("__p{index}"), Span::mixed_site());
                takes.extend(take(value, &local));
                unwraps.extend(quote! {
                    let ::core::option::Option::Some(#local) = #local else {
                        return #private::Outcome::refused(__given);
                    };
                });
                arguments.push(quote!(#local));
            }
        }
    }
    if tool.function.sig.asyncness.is_some() {
        quote! {
            static __MCP_ERGO_RUN: #private::Run #yields = #private::Run::Async(|__call, mut __given| {
                ::std::boxed::Box::pin(async move {
                    #takes
                    #unwraps
                    (__MCP_ERGO_ANSWER.of)(#ident(#(#arguments),*).await)
                })
            });
        }
    } else {
        quote! {
            static __MCP_ERGO_RUN: #private::Run #yields = #private::Run::Blocking(|__call, mut __given| {
                #takes
                #unwraps
                (__MCP_ERGO_ANSWER.of)(#ident(#(#arguments),*))
            });
        }
    }
}

/// Takes one parameter, by its own check where it has one.
fn take(value: &Value, local: &Ident) -> TokenStream {
    let (slot, name) = (value.slot(), &value.name);
    let Some(check) = &value.says.check else {
        return quote!(let #local = (#slot.take)(&mut __given, #name););
    };
    let span = check.span();
    // What is wrong with the function is told at the function.
    let checked =
        quote_spanned!(span=> ::mcp_ergo::__private::checked(__value, |__value| (#check)(__value)));
    // A value that was left out has nothing to check.
    let checked = if value.inner.is_some() {
        quote! {
            match __value {
                ::core::option::Option::Some(__value) => #checked,
                ::core::option::Option::None => ::core::result::Result::Ok(()),
            }
        }
    } else {
        checked
    };
    quote!(let #local = (#slot.take_checked)(&mut __given, #name, &|__value| #checked);)
}
