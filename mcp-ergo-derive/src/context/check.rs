//! The rules, over one resource or prompt.

use mcp_ergo_rules::uri::{UriError, UriTemplate};
use mcp_ergo_rules::{
    Fact, Finding, Level, Part, Policy, PromptFacts, ResourceFacts, judge_prompt, judge_resource,
};
use proc_macro2::TokenStream;
use quote::{ToTokens, quote_spanned};
use syn::spanned::Spanned;

use super::{ContextFn, Kind};
use crate::attr::AllowEntry;
use crate::ctxt::Ctxt;
use crate::emit::Value;
use crate::tool::check::check_names;

/// Reports everything that can be told from the tokens; what hangs on a type comes back as checks for
/// the compiler.
pub(super) fn check(context: &ContextFn, policy: &Policy, ctxt: &Ctxt) -> TokenStream {
    check_names(&context.served, ctxt);
    check_name(context, ctxt);
    check_returns(context, ctxt);
    let mut deferred: TokenStream = context
        .served
        .params()
        .map(|value| one_string(context.kind, value))
        .collect();
    match context.kind {
        Kind::Resource => {
            check_uri(context, ctxt);
            for finding in judge_resource(&resource_facts(context), policy) {
                ctxt.finding(&finding, &place(context, &finding));
            }
            deferred.extend(is_served_as_json(context));
        }
        Kind::Prompt => {
            let values: Vec<&Value> = context.served.params().collect();
            for finding in judge_prompt(&prompt_facts(context), policy) {
                match finding.part {
                    Part::PromptArgument(_, at) => {
                        deferred.extend(undescribed(values[at], &finding, ctxt));
                    }
                    _ => ctxt.finding(&finding, &place(context, &finding)),
                }
            }
        }
    }
    deferred
}

/// Clients make commands of names.
fn check_name(context: &ContextFn, ctxt: &Ctxt) {
    let Some(name) = &context.attr.name else {
        return;
    };
    let portable = |c: char| c.is_ascii_alphanumeric() || "_-.".contains(c);
    if !context.name.chars().all(portable) || context.name.len() > 64 {
        ctxt.error(
            name,
            format_args!(
                "clients make a command of the name, and cannot of `{}`",
                context.name
            ),
            "write at most 64 letters, digits, `_`, `-` and `.`; what people read is the `title`",
        );
    }
}

fn check_returns(context: &ContextFn, ctxt: &Ctxt) {
    if context.served.returns.is_none() {
        let (noun, returns) = (context.kind.noun(), context.kind.becomes().returns);
        ctxt.error(
            &context.served.function.sig.ident,
            format_args!("a {noun} is what its function returns, and this returns nothing"),
            format_args!("return {returns}"),
        );
    }
}

/// The variables of the URI and the parameters of the function are the same.
fn check_uri(context: &ContextFn, ctxt: &Ctxt) {
    let Some(literal) = &context.attr.uri else {
        return;
    };
    let uri = literal.value();
    let template = match UriTemplate::read(&uri) {
        Ok(template) => template,
        Err(UriError { message, help }) => return ctxt.error(literal, message, help),
    };
    let values: Vec<&Value> = context.served.params().collect();
    for variable in template.variables() {
        if !values.iter().any(|value| value.name == variable) {
            ctxt.error(
                literal,
                format_args!(
                    "the variable `{variable}` of the URI is no parameter of the function"
                ),
                format_args!(
                    "give the function an owned parameter `{variable}`, or take it out of the URI"
                ),
            );
        }
    }
    for value in values {
        let (ident, name) = (&value.ident, &value.name);
        if !template.variables().any(|variable| variable == name) {
            ctxt.error(
                ident,
                format_args!(
                    "the parameter `{name}` is no variable of the URI, so nobody can give it"
                ),
                format_args!("put `{{{name}}}` into the URI, or borrow it: `{ident}: &…` is state"),
            );
        } else if value.may_be_left_out() {
            ctxt.error(
                ident,
                format_args!("the URI always has a value for `{name}`, so it cannot be left out"),
                "write the type without `Option` and without a `default`; a URI without it is another resource",
            );
        }
    }
}

/// Both are strings on the wire, in which a list or an object has no form.
fn one_string(kind: Kind, value: &Value) -> TokenStream {
    let message = match kind {
        Kind::Resource => {
            "a variable of a URI is one value, and this is several\nhelp: take a string, a number, a closed set or a newtype; what needs more is a tool"
        }
        Kind::Prompt => {
            "an argument of a prompt is one value, typed by a user, and this is several\nhelp: take one argument for each value: a string, a number, a closed set or a newtype"
        }
    };
    let (slot, span) = (value.slot(), value.ty.span());
    quote_spanned! {span=>
        const _: () = ::mcp_ergo::__private::require(
            ::mcp_ergo::__private::is_one_string(::mcp_ergo::__private::facts_of(&#slot)),
            #message,
        );
    }
}

/// Asks the compiler whether what is served under another MIME type is no JSON.
fn is_served_as_json(context: &ContextFn) -> Option<TokenStream> {
    let returns = context.served.returns.as_ref()?;
    let mime = context.attr.mime.as_ref()?;
    let given = mime.value();
    let essence = given.split(';').next().unwrap_or_default().trim();
    let is_json = essence == "application/json" || essence.ends_with("+json");
    if is_json || crate::tool::ast::is_unnamed(returns) {
        return None;
    }
    let message = format!(
        "`Json` is served as JSON, and `{given}` is another type\nhelp: write `mime = \"application/json\"`, or return a `String`"
    );
    let span = mime.span();
    Some(quote_spanned! {span=>
        const _: () = ::mcp_ergo::__private::require(
            !::mcp_ergo::__private::is_json(&__MCP_ERGO_ANSWER),
            #message,
        );
    })
}

/// An argument that says nothing: its type may, which only the compiler knows.
fn undescribed(value: &Value, finding: &Finding, ctxt: &Ctxt) -> TokenStream {
    let at = value.ident.to_token_stream();
    if value.is_plain() || !value.says.docs.is_empty() {
        ctxt.finding(finding, &at);
        return TokenStream::new();
    }
    // The compiler can refuse, but not warn.
    if finding.level != Level::Deny {
        return TokenStream::new();
    }
    value.require(finding, &at, &quote::quote!(described))
}

fn description(context: &ContextFn) -> Fact<Option<String>> {
    let docs = &context.served.docs;
    match docs.text() {
        _ if docs.is_empty() => Fact::Seen(None),
        Some(text) => Fact::Seen(Some(text)),
        // Only the compiler can read `include_str!`.
        None => Fact::Unseen,
    }
}

fn resource_facts(context: &ContextFn) -> ResourceFacts {
    let attr = &context.attr;
    let meant = attr.attempted.iter().any(|key| key == "mime");
    ResourceFacts {
        uri: attr
            .uri
            .as_ref()
            .map(syn::LitStr::value)
            .unwrap_or_default(),
        name: Fact::Seen(context.name.clone()),
        description: description(context),
        mime_type: match &attr.mime {
            // A key with a slip in it is reported by itself.
            None if meant => Fact::Unseen,
            mime => Fact::Seen(mime.as_ref().map(syn::LitStr::value)),
        },
        allows: AllowEntry::facts(&attr.allows),
    }
}

fn prompt_facts(context: &ContextFn) -> PromptFacts {
    let said = |value: &Value| {
        let docs = &value.says.docs;
        // What only the compiler can read counts as said: boot judges it.
        docs.text()
            .or_else(|| Some("read by the compiler".to_owned()))
    };
    PromptFacts {
        name: context.name.clone(),
        description: description(context),
        arguments: Fact::Seen(
            context
                .served
                .params()
                .map(|value| (value.name.clone(), said(value)))
                .collect(),
        ),
        allows: AllowEntry::facts(&context.attr.allows),
    }
}

/// The user's tokens that a finding is about.
fn place(context: &ContextFn, finding: &Finding) -> TokenStream {
    let ident = context.served.function.sig.ident.to_token_stream();
    let docs = &context.served.docs;
    let has_text = docs.text().is_none_or(|text| !text.is_empty());
    match finding.rule.code {
        "R002" if finding.message.contains("its description") => docs.tokens.clone(),
        "R002" => context
            .attr
            .name
            .as_ref()
            .map_or(ident, ToTokens::to_token_stream),
        // Where the description is there, the MIME type is not.
        "R003" if has_text => context
            .attr
            .uri
            .as_ref()
            .map_or(ident, ToTokens::to_token_stream),
        _ if !docs.is_empty() => docs.tokens.clone(),
        _ => ident,
    }
}
