//! What `#[tool]` writes.

use mcp_ergo_rules::{Class, DESCRIPTION_MISSING, Finding, Level, Part, Rule};
use proc_macro2::{Span, TokenStream};
use quote::{quote, quote_spanned};
use syn::{Ident, LitStr};

use super::ast::{ServedFn, ToolFn};
use super::attr::Rate;
use super::run::{Returns, answer_slot, needs, run, state_slots};
use crate::attr::AllowEntry;
use crate::ctxt::Ctxt;
use crate::emit::{Value, duration, option};
use crate::policy::PolicyFile;

pub(super) fn expand(
    tool: &ToolFn,
    policy: &PolicyFile,
    deferred: &TokenStream,
    ctxt: Ctxt,
) -> TokenStream {
    let function = function(tool);
    if ctxt.has_errors() {
        let errors = ctxt.finish();
        // With a receiver there is no type to write: an `impl` cannot hold one.
        let beside = if tool.is_method {
            TokenStream::new()
        } else {
            beside(tool, &checks(tool, deferred, false), None)
        };
        return quote!(#function #beside #errors);
    }
    let beside = beside(
        tool,
        &checks(tool, deferred, true),
        Some(&definition(tool, policy)),
    );
    let warnings = ctxt.finish();
    quote!(#function #beside #warnings)
}

/// The user's function. What it looks like is the contract's doing, not a matter of style.
pub(crate) fn function(tool: &ServedFn) -> TokenStream {
    let function = &tool.function;
    quote! {
        #[allow(
            clippy::boxed_local,
            clippy::missing_errors_doc,
            clippy::missing_panics_doc,
            clippy::needless_pass_by_value,
            clippy::too_many_arguments,
            clippy::trivially_copy_pass_by_ref,
            clippy::unnecessary_wraps,
            clippy::unused_async
        )]
        #function
    }
}

/// The type of the same name. Without a definition, because of mistakes elsewhere, its functions
/// have the right signatures and no bodies, so that every other use of the tool still compiles; the
/// compiler's checks stay, so that one compile shows everything.
fn beside(tool: &ToolFn, checks: &TokenStream, definition: Option<&TokenStream>) -> TokenStream {
    let ident = &tool.function.sig.ident;
    let vis = &tool.function.vis;
    let name = &tool.name;
    let cfgs: Vec<_> = tool.cfgs().collect();
    let private = quote!(::mcp_ergo::__private);
    let map = quote!(#private::serde_json::Map<::std::string::String, #private::serde_json::Value>);

    let required: Vec<&Value> = tool
        .params()
        .filter(|value| !value.may_be_left_out())
        .collect();
    let idents = required.iter().map(|value| &value.ident);
    let types = required.iter().map(|value| &value.ty);
    let whole = definition.is_some();
    // Apart from the user's own names.
    let arguments = Ident::new("arguments", Span::mixed_site());
    let puts = required
        .iter()
        .map(|value| put(value, &quote!(#arguments), whole, false));
    let setters = tool
        .params()
        .filter(|value| value.may_be_left_out() && !super::check::is_taken(&value.ident))
        .map(|value| setter(value, vis, whole));
    let tool_body = if whole {
        quote!(#private::Tool::new(&__MCP_ERGO_TOOL))
    } else {
        quote!(::core::unreachable!())
    };
    // Messages about its arguments point at the function's name.
    let call = Ident::new("call", ident.span());
    quote! {
        #(#cfgs)*
        #[doc(hidden)]
        #[allow(non_camel_case_types, dead_code, clippy::module_name_repetitions)]
        #vis struct #ident {
            __arguments: #map,
        }

        #(#cfgs)*
        // Much of this bears the user's spans, and none of it is the user's to mend.
        #[allow(deprecated, non_snake_case, dead_code, unused_mut, unused_variables, unreachable_pub, private_interfaces)]
        #[allow(clippy::all, clippy::pedantic)]
        const _: () = {
            #checks
            #definition

            #[automatically_derived]
            impl #ident {
                #[must_use]
                #vis fn #call(#(#idents: #types),*) -> Self {
                    let mut #arguments = <#map>::new();
                    #(#puts)*
                    Self { __arguments: #arguments }
                }

                #(#setters)*

                #vis fn tool() -> #private::Tool {
                    #tool_body
                }
            }

            #[automatically_derived]
            impl ::mcp_ergo::ToolCall for #ident {
                const NAME: &'static ::core::primitive::str = #name;

                fn into_arguments(self) -> #map {
                    self.__arguments
                }
            }
        };
    }
}

/// Puts one argument into a call, through the slot, so that no bound is mentioned twice.
fn put(value: &Value, arguments: &TokenStream, whole: bool, wrapped: bool) -> TokenStream {
    if !whole {
        return TokenStream::new();
    }
    let (name, slot, ident) = (&value.name, value.slot(), &value.ident);
    let given = if wrapped {
        quote!(&::core::option::Option::Some(#ident))
    } else {
        quote!(&#ident)
    };
    quote!(::mcp_ergo::__private::put(&mut #arguments, #name, (#slot.put)(#given));)
}

fn setter(value: &Value, vis: &syn::Visibility, whole: bool) -> TokenStream {
    let ident = &value.ident;
    let ty = value.inner.as_ref().unwrap_or(&value.ty);
    let put = put(
        value,
        &quote!(self.__arguments),
        whole,
        value.inner.is_some(),
    );
    quote! {
        #[must_use]
        #vis fn #ident(mut self, #ident: #ty) -> Self {
            #put
            self
        }
    }
}

/// What the compiler has to check: the types, and that every tool that is named is one.
fn checks(tool: &ToolFn, deferred: &TokenStream, whole: bool) -> TokenStream {
    if tool.is_generic {
        return TokenStream::new();
    }
    let slots = tool.params().map(Value::slot_item);
    let states = state_slots(tool);
    let answer = answer_slot(tool, &Returns::answers());
    // A whole definition names them itself, and a bound that is mentioned twice fails twice.
    let named = if whole {
        TokenStream::new()
    } else {
        let sources = tool.params().filter_map(|value| value.says.source_tool());
        let others = tool.attr.instead.iter().map(|other| &other.path);
        tool.attr
            .after
            .iter()
            .chain(others)
            .chain(sources)
            .map(crate::emit::tool_check)
            .collect()
    };
    let blank = unless_blank(
        tool,
        &DESCRIPTION_MISSING,
        "say what the tool does in the file",
    );
    quote! {
        #(#slots)*
        #states
        #answer
        #named
        #deferred
        #blank
    }
}

/// Refuses a description that is included from a file and holds nothing: only the compiler can read
/// `include_str!`.
pub(crate) fn unless_blank(served: &ServedFn, rule: &'static Rule, help: &str) -> TokenStream {
    if served.docs.text().is_some() {
        return TokenStream::new();
    }
    let message = crate::emit::rendered(&Finding {
        rule,
        level: Level::Deny,
        tool: None,
        part: Part::Description,
        message: "the description is blank".to_owned(),
        help: help.to_owned(),
    });
    let text = served.docs.expr();
    let span = served.function.sig.ident.span();
    quote_spanned! {span=>
        const _: () = ::mcp_ergo::__private::require(
            !::mcp_ergo::rules::predicate::is_blank(#text),
            #message,
        );
    }
}

/// Everything that the registry has to know.
fn definition(tool: &ToolFn, policy: &PolicyFile) -> TokenStream {
    let private = quote!(::mcp_ergo::__private);
    let ident = &tool.function.sig.ident;
    let fields = tool.params().map(Value::field);
    let run = run(tool, &Returns::answers());
    let watch = policy.watch();
    let capability = tool.docs.expr();
    let literals = literals(tool);
    let needs = needs(tool);
    let policy_entries = policy.entries();
    let policy_file = policy.shown();
    let name = &tool.name;
    let line_span = ident.span();
    let line = quote_spanned!(line_span=> ::core::line!());
    quote! {
        #watch
        #run

        static __MCP_ERGO_TOOL: #private::ToolDef = #private::ToolDef {
            name: #name,
            module: ::core::module_path!(),
            file: ::core::file!(),
            line: #line,
            capability: #capability,
            #literals
            policy: #policy_entries,
            policy_file: #policy_file,
            states: &[#needs],
            fields: |__states| ::std::vec![#(#fields),*],
            output: __MCP_ERGO_ANSWER.output,
            failure_modes: __MCP_ERGO_ANSWER.failure_modes,
            rust_path: ::core::any::type_name::<#ident>,
            run: __MCP_ERGO_RUN,
            raw: ::core::option::Option::None,
        };

        #private::inventory::submit! { #private::Collected(&__MCP_ERGO_TOOL) }
    }
}

/// The keys that go to boot as they are.
fn literals(tool: &ToolFn) -> TokenStream {
    let attr = &tool.attr;
    let path_name = |path: &syn::Path| quote!(<#path as ::mcp_ergo::ToolCall>::NAME);
    let (when, not_for, formerly) = (&attr.when, &attr.not_for, &attr.formerly);
    let instead = attr.instead.iter().map(|other| {
        let (name, text) = (path_name(&other.path), &other.text);
        quote!((#name, #text))
    });
    let after = attr.after.iter().map(path_name);
    let class = match attr.class {
        Some((Class::Write, _)) => quote!(Write),
        Some((Class::Destructive, _)) => quote!(Destructive),
        _ => quote!(Read),
    };
    let timeout = option(attr.timeout.map(duration));
    let rate = option(attr.rate.map(|Rate { calls, unit }| {
        let unit = Ident::new(unit, Span::call_site());
        quote!(::mcp_ergo::Rate::#unit(#calls))
    }));
    let text = |text: &Option<LitStr>| option(text.as_ref());
    let (title, returns) = (text(&attr.title), text(&attr.returns));
    let (additive, scope) = (text(&attr.additive), text(&attr.scope));
    let domain = text(&attr.domain);
    let (idempotent, open_world) = (attr.idempotent.is_some(), attr.open_world);
    let (workflow, account) = (attr.workflow, attr.account);
    let (core, top) = (attr.core, attr.top);
    let allows = attr
        .allows
        .iter()
        .map(|AllowEntry { rule, reason }| quote!((#rule, #reason)));
    quote! {
        title: #title,
        when: &[#(#when),*],
        not_for: &[#(#not_for),*],
        instead: &[#(#instead),*],
        after: &[#(#after),*],
        returns: #returns,
        class: ::mcp_ergo::rules::Class::#class,
        idempotent: #idempotent,
        open_world: #open_world,
        additive: #additive,
        workflow: #workflow,
        account: #account,
        core: #core,
        top: #top,
        scope: #scope,
        domain: #domain,
        formerly: &[#(#formerly),*],
        timeout: #timeout,
        rate: #rate,
        allows: &[#(#allows),*],
    }
}
