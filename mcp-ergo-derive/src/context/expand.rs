//! What `#[resource]` and `#[prompt]` write.

use mcp_ergo_rules::{PROMPT_UNDESCRIBED, RESOURCE_UNDESCRIBED};
use proc_macro2::TokenStream;
use quote::{format_ident, quote, quote_spanned};
use syn::{Ident, LitStr};

use super::{ContextFn, Kind};
use crate::attr::AllowEntry;
use crate::ctxt::Ctxt;
use crate::emit::{Value, duration, option};
use crate::policy::PolicyFile;
use crate::tool::expand::{function, unless_blank};
use crate::tool::run::{Returns, answer_slot, needs, run, state_slots};

pub(super) fn expand(
    context: &ContextFn,
    policy: &PolicyFile,
    deferred: &TokenStream,
    ctxt: Ctxt,
) -> TokenStream {
    let function = function(&context.served);
    if ctxt.has_errors() {
        let errors = ctxt.finish();
        // With a receiver there is no type to write: an `impl` cannot hold one.
        let beside = if context.served.is_method {
            TokenStream::new()
        } else {
            beside(context, &checks(context, deferred, false), None)
        };
        return quote!(#function #beside #errors);
    }
    let definition = definition(context, policy);
    let beside = beside(context, &checks(context, deferred, true), Some(&definition));
    let warnings = ctxt.finish();
    quote!(#function #beside #warnings)
}

fn returns(kind: Kind) -> Returns {
    let private = quote!(::mcp_ergo::__private);
    match kind {
        Kind::Resource => Returns {
            bound: quote!(::mcp_ergo::ResourceBody),
            slot: |ty| quote!(BodySlot<#ty, ::mcp_ergo::__private::Contents>),
            yields: quote!(<#private::Contents>),
        },
        Kind::Prompt => Returns {
            bound: quote!(::mcp_ergo::PromptBody),
            slot: |ty| quote!(BodySlot<#ty, ::mcp_ergo::__private::Prompt>),
            yields: quote!(<#private::Prompt>),
        },
    }
}

/// The type of the same name. Without a definition, because of mistakes elsewhere, its functions have
/// the right signatures and no bodies, so that every other use still compiles.
fn beside(
    context: &ContextFn,
    checks: &TokenStream,
    definition: Option<&TokenStream>,
) -> TokenStream {
    let ident = &context.served.function.sig.ident;
    let vis = &context.served.function.vis;
    let cfgs: Vec<_> = context.served.cfgs().collect();
    let private = quote!(::mcp_ergo::__private);
    let whole = definition.is_some();
    let (own, handle) = match context.kind {
        Kind::Resource => (quote!(resource), quote!(Resource)),
        Kind::Prompt => (quote!(prompt), quote!(PromptTemplate)),
    };
    let body = if whole {
        quote!(#private::#handle::new(&__MCP_ERGO_CONTEXT))
    } else {
        quote!(::core::unreachable!())
    };
    let uri = match context.kind {
        Kind::Resource => uri_of(context, whole),
        Kind::Prompt => TokenStream::new(),
    };
    quote! {
        #(#cfgs)*
        #[doc(hidden)]
        #[allow(non_camel_case_types, dead_code, clippy::module_name_repetitions)]
        #vis struct #ident {}

        #(#cfgs)*
        // Much of this bears the user's spans, and none of it is the user's to mend.
        #[allow(deprecated, non_snake_case, dead_code, unused_mut, unused_variables, unreachable_pub, private_interfaces)]
        #[allow(clippy::all, clippy::pedantic)]
        const _: () = {
            #checks
            #definition

            #[automatically_derived]
            impl #ident {
                #vis fn #own() -> #private::#handle {
                    #body
                }

                #uri
            }
        };
    }
}

/// The function that makes the URI.
fn uri_of(context: &ContextFn, whole: bool) -> TokenStream {
    let vis = &context.served.function.vis;
    let private = quote!(::mcp_ergo::__private);
    let values: Vec<&Value> = context.served.params().collect();
    let idents = values.iter().map(|value| &value.ident);
    let types = values.iter().map(|value| &value.ty);
    // Messages about its arguments point at the function's name.
    let name = Ident::new("uri", context.served.function.sig.ident.span());
    let body = match context.uri() {
        Some(uri) if whole => {
            let segments = values.iter().map(|value| {
                let (name, slot, ident) = (&value.name, value.slot(), &value.ident);
                quote!((#name, #private::segment(&(#slot.put)(&#ident))))
            });
            quote!(#private::expand_uri(#uri, &[#(#segments),*]))
        }
        _ => quote!(::core::unreachable!()),
    };
    quote! {
        #[must_use]
        #vis fn #name(#(#idents: #types),*) -> ::std::string::String {
            #body
        }
    }
}

/// What the compiler has to check: the types, and that every tool that is named is one.
fn checks(context: &ContextFn, deferred: &TokenStream, whole: bool) -> TokenStream {
    let served = &context.served;
    if served.is_generic {
        return TokenStream::new();
    }
    let slots = served.params().map(Value::slot_item);
    let states = state_slots(served);
    let answer = answer_slot(served, &returns(context.kind));
    // A whole definition names them itself, and a bound that is mentioned twice fails twice.
    let named: TokenStream = if whole {
        TokenStream::new()
    } else {
        let sources = served.params().filter_map(|value| value.says.source_tool());
        sources.map(crate::emit::tool_check).collect()
    };
    let blank = match context.kind {
        Kind::Resource => unless_blank(
            served,
            &RESOURCE_UNDESCRIBED,
            "say what the resource holds in the file",
        ),
        Kind::Prompt => unless_blank(
            served,
            &PROMPT_UNDESCRIBED,
            "say what the prompt does in the file",
        ),
    };
    quote! {
        #(#slots)*
        #states
        #answer
        #named
        #deferred
        #blank
    }
}

/// Everything that the registry has to know.
fn definition(context: &ContextFn, policy: &PolicyFile) -> TokenStream {
    let private = quote!(::mcp_ergo::__private);
    let run = run(&context.served, &returns(context.kind));
    let watch = policy.watch();
    let common = common(context, policy);
    let (def, collected) = match context.kind {
        Kind::Prompt => (
            quote! {
                static __MCP_ERGO_CONTEXT: #private::PromptDef = #common;
            },
            quote!(CollectedPrompt),
        ),
        Kind::Resource => (resource(context, &common), quote!(CollectedResource)),
    };
    quote! {
        #watch
        #run
        #def
        #private::inventory::submit! { #private::#collected(&__MCP_ERGO_CONTEXT) }
    }
}

/// What a resource has beside.
fn resource(context: &ContextFn, common: &TokenStream) -> TokenStream {
    let private = quote!(::mcp_ergo::__private);
    let attr = &context.attr;
    let uri = context.uri().unwrap_or_default();
    let mime = attr.mime.as_ref().map(LitStr::value).unwrap_or_default();
    let audience = option(attr.audience.map(|audience| {
        let audience = format_ident!("{audience}");
        quote!(#private::Audience::#audience)
    }));
    let ttl = option(attr.ttl.map(duration));
    let priority = option(attr.priority);
    quote! {
        static __MCP_ERGO_CONTEXT: #private::ResourceDef = #private::ResourceDef {
            context: #common,
            uri: #uri,
            mime: #mime,
            audience: #audience,
            priority: #priority,
            ttl: #ttl,
        };
    }
}

/// What resources and prompts have in common.
fn common(context: &ContextFn, policy: &PolicyFile) -> TokenStream {
    let private = quote!(::mcp_ergo::__private);
    let (attr, served) = (&context.attr, &context.served);
    let ident = &served.function.sig.ident;
    let (kind, name) = (context.kind.noun(), &context.name);
    let line_span = ident.span();
    let line = quote_spanned!(line_span=> ::core::line!());
    let (policy_entries, policy_file) = (policy.entries(), policy.shown());
    let description = served.docs.expr();
    let text = |text: &Option<LitStr>| option(text.as_ref());
    let (title, scope) = (text(&attr.title), text(&attr.scope));
    let timeout = option(attr.timeout.map(duration));
    let allows = attr
        .allows
        .iter()
        .map(|AllowEntry { rule, reason }| quote!((#rule, #reason)));
    let needs = needs(served);
    let fields = served.params().map(Value::field);
    quote! {
        #private::ContextDef {
            site: #private::Site {
                kind: #kind,
                name: #name,
                module: ::core::module_path!(),
                file: ::core::file!(),
                line: #line,
                policy: #policy_entries,
                policy_file: #policy_file,
                rust_path: ::core::any::type_name::<#ident>,
            },
            title: #title,
            description: #description,
            scope: #scope,
            timeout: #timeout,
            allows: &[#(#allows),*],
            states: &[#needs],
            fields: |__states| ::std::vec![#(#fields),*],
            failure_modes: __MCP_ERGO_ANSWER.failure_modes,
            run: __MCP_ERGO_RUN,
        }
    }
}
