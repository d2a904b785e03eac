//! The rules, over one tool.

use mcp_ergo_rules::wording::Description;
use mcp_ergo_rules::{
    Class, Fact, Finding, Level, PARAM_SWITCHES_JOB, ParamFacts, Part, Policy, STEP_WITHOUT_NEXT,
    ToolFacts, judge_tool, switched_by_type,
};
use proc_macro2::{TokenStream, TokenTree};
use quote::{ToTokens, format_ident, quote, quote_spanned};
use syn::spanned::Spanned;
use syn::{GenericArgument, PathArguments, Type};

use super::ast::{ServedFn, ToolFn, is_unnamed};
use super::attr::ToolAttr;
use crate::attr::AllowEntry;
use crate::ctxt::Ctxt;
use crate::emit::Value;

/// Names that the type beside the function keeps for itself.
const TAKEN: &[&str] = &["call", "tool"];

/// Reports everything that can be told from the tokens; what hangs on a type comes back as checks
/// for the compiler.
pub(super) fn check(tool: &ToolFn, policy: &Policy, ctxt: &Ctxt) -> TokenStream {
    check_setters(tool, ctxt);
    check_names(tool, ctxt);
    check_completion(tool, ctxt);
    check_class(tool, ctxt);
    let values: Vec<&Value> = tool.params().collect();
    let (findings, mut deferred) = crate::emit::judge(&values, ctxt, |params| {
        judge_tool(&facts(tool, params), policy)
    });
    for finding in findings {
        if !is_echo(tool, finding.rule.code) {
            ctxt.finding(&finding, &place(tool, &finding.part));
        }
    }
    deferred.extend(
        values
            .iter()
            .filter_map(|value| one_job(tool, value, policy)),
    );
    deferred.extend(goes_on(tool, policy));
    deferred
}

/// Asks the compiler whether the type of a parameter is a closed set of jobs, where the name says
/// that it may be one. It can refuse, but not warn.
fn one_job(tool: &ToolFn, value: &Value, policy: &Policy) -> Option<TokenStream> {
    let rule = &PARAM_SWITCHES_JOB;
    let excepted = [&tool.attr.allows, &value.says.allows]
        .into_iter()
        .any(|allows| AllowEntry::except(allows, rule));
    if excepted || policy.level(rule) != Level::Deny {
        return None;
    }
    let text = value.says.docs.text().unwrap_or_default();
    let (wanted, message, help) = switched_by_type(&value.name, &tool.name, &text)?;
    let part = Part::Param(vec![value.name.clone()]);
    let finding = Finding {
        rule,
        level: Level::Deny,
        tool: None,
        part,
        message,
        help,
    };
    let wanted = format_ident!("{wanted:?}");
    Some(value.require(
        &finding,
        &value.ident.to_token_stream(),
        &quote!(leaves_one_job(::mcp_ergo::rules::Jobs::#wanted)),
    ))
}

/// Asks the compiler whether a tool in a workflow answers with a `Step`. It can refuse, but not warn.
fn goes_on(tool: &ToolFn, policy: &Policy) -> Option<TokenStream> {
    let returns = tool.returns.as_ref().filter(|ty| !is_unnamed(ty))?;
    let at_worst = ToolFacts {
        name: Fact::Seen(tool.name.clone()),
        workflow: Fact::Seen(tool.attr.workflow),
        step: Fact::Seen(false),
        allows: AllowEntry::facts(&tool.attr.allows),
        ..ToolFacts::default()
    };
    let of_steps =
        |finding: &Finding| finding.rule == &STEP_WITHOUT_NEXT && finding.level == Level::Deny;
    let found = judge_tool(&at_worst, policy);
    let text = crate::emit::rendered(found.iter().find(|finding| of_steps(finding))?);
    let span = returns.span();
    Some(quote_spanned! {span=>
        const _: () = ::mcp_ergo::__private::require(
            ::mcp_ergo::__private::is_step(&__MCP_ERGO_ANSWER),
            #text,
        );
    })
}

/// Whether an answer mentions a `Batch`, where it is written so that all of it is seen: an alias may
/// hold one.
fn batch(ty: &Type) -> Fact<bool> {
    fn mentions(tokens: TokenStream) -> bool {
        tokens.into_iter().any(|tree| match tree {
            TokenTree::Group(group) => mentions(group.stream()),
            TokenTree::Ident(ident) => ident.to_string().contains("Batch"),
            _ => false,
        })
    }
    let Type::Path(path) = ty else {
        return Fact::Unseen;
    };
    let Some(last) = path.path.segments.last() else {
        return Fact::Unseen;
    };
    let first = match &last.arguments {
        PathArguments::AngleBracketed(arguments) => arguments.args.first(),
        _ => None,
    };
    match (last.ident.to_string().as_str(), first) {
        ("Result", Some(GenericArgument::Type(answer))) => batch(answer),
        ("Reply" | "Step", Some(data)) => Fact::Seen(mentions(data.to_token_stream())),
        _ => Fact::Unseen,
    }
}

/// Whether what the rule misses was meant to be there: a key with a slip in it is reported by
/// itself.
fn is_echo(tool: &ToolFn, code: &str) -> bool {
    let keys: &[&str] = match code {
        "A001" => &["read", "write", "destructive"],
        "A004" => &["scope"],
        "D003" => &["when", "not_for", "instead", "after"],
        // With a trigger the whole description is there to be judged.
        "D005" if !is_triggered(&tool.attr) => &["when", "not_for", "instead", "after"],
        _ => return false,
    };
    tool.attr
        .attempted
        .iter()
        .any(|key| keys.contains(&key.as_str()))
}

/// `call` and `tool` are functions of the type beside the tool.
fn check_setters(tool: &ToolFn, ctxt: &Ctxt) {
    for value in tool.params().filter(|value| value.may_be_left_out()) {
        if is_taken(&value.ident) {
            let ident = &value.ident;
            ctxt.error(
                &value.ident,
                format_args!("`{ident}` is a function of the type beside the tool"),
                format_args!("rename the argument and keep the name on the wire: `#[param(name = \"{ident}\")] {ident}_`"),
            );
        }
    }
}

pub(super) fn is_taken(ident: &syn::Ident) -> bool {
    TAKEN.iter().any(|taken| ident == taken)
}

/// The protocol completes arguments of prompts and variables of resource templates, and nothing else.
fn check_completion(tool: &ToolFn, ctxt: &Ctxt) {
    let completed = tool
        .params()
        .filter_map(|value| value.says.complete.as_ref());
    for complete in completed {
        ctxt.error(
            complete,
            "nobody completes the arguments of a tool while they are typed",
            "remove `complete`; it is for arguments of prompts and variables of resources, and may stand on their type",
        );
    }
}

/// Two parameters of one name cannot both be given.
pub(crate) fn check_names(tool: &ServedFn, ctxt: &Ctxt) {
    let values: Vec<_> = tool.params().collect();
    for (at, value) in values.iter().enumerate() {
        if values[..at].iter().any(|before| before.name == value.name) {
            ctxt.error(
                &value.ident,
                format_args!("two parameters are named `{}` on the wire", value.name),
                "give one of them another `name`",
            );
        }
    }
}

/// Keys that say something of another class.
fn check_class(tool: &ToolFn, ctxt: &Ctxt) {
    let Some((Class::Read, _)) = &tool.attr.class else {
        return;
    };
    if let Some(idempotent) = &tool.attr.idempotent {
        ctxt.error(
            idempotent,
            "a tool that reads is idempotent by itself",
            "remove `idempotent`, or say `write` or `destructive`",
        );
    }
    if let Some(additive) = &tool.attr.additive {
        ctxt.error(
            additive,
            "`additive` says why a tool that sounds destructive only adds, and this one reads",
            "remove `additive`, or say `write`",
        );
    }
}

fn is_triggered(attr: &ToolAttr) -> bool {
    !(attr.when.is_empty()
        && attr.not_for.is_empty()
        && attr.instead.is_empty()
        && attr.after.is_empty())
}

/// What the tokens show.
fn facts(tool: &ToolFn, params: Vec<ParamFacts>) -> ToolFacts {
    let attr = &tool.attr;
    let description = match tool.docs.text() {
        _ if tool.docs.is_empty() => Fact::Seen(None),
        Some(capability) if capability.is_empty() => Fact::Seen(None),
        Some(capability) => Fact::Seen(Some(described(tool, &capability))),
        None => Fact::Unseen,
    };
    ToolFacts {
        name: Fact::Seen(tool.name.clone()),
        // Where none is written, one is made of the name.
        title: attr
            .title
            .as_ref()
            .map_or(Fact::Unseen, |title| Fact::Seen(Some(title.value()))),
        description,
        trigger: Fact::Seen(is_triggered(attr)),
        class: Fact::Seen(attr.class.as_ref().map(|(class, _)| *class)),
        hints: Fact::Unseen,
        additive: Fact::Seen(attr.additive.as_ref().map(syn::LitStr::value)),
        scope: Fact::Seen(attr.scope.as_ref().map(syn::LitStr::value)),
        params: Fact::Seen(params),
        closed: Fact::Seen(true),
        // Nothing else can be written.
        beyond: Fact::Seen(Vec::new()),
        ghosts: Fact::Seen(Vec::new()),
        returns: Fact::Seen(attr.returns.as_ref().map(syn::LitStr::value)),
        instead: Fact::Seen(
            attr.instead
                .iter()
                .map(|other| last_word(&other.path))
                .collect(),
        ),
        bytes: Fact::Unseen,
        output: if tool.returns.is_none() {
            Fact::Seen(None)
        } else {
            Fact::Unseen
        },
        state: Fact::Unseen,
        failure_hints: Fact::Unseen,
        errors_taught: Fact::Unseen,
        workflow: Fact::Seen(attr.workflow),
        // Only the compiler knows: see `goes_on`.
        step: Fact::Unseen,
        batch: tool.returns.as_ref().map_or(Fact::Unseen, batch),
        allows: AllowEntry::facts(&attr.allows),
    }
}

/// The description as boot renders it, with the last word of each path for a tool's name: near
/// enough to count characters and to read the prose.
fn described(tool: &ToolFn, capability: &str) -> String {
    let attr = &tool.attr;
    let values = |texts: &[syn::LitStr]| texts.iter().map(syn::LitStr::value).collect::<Vec<_>>();
    let (when, not_for) = (values(&attr.when), values(&attr.not_for));
    let purposes: Vec<String> = attr
        .instead
        .iter()
        .map(|other| other.text.value())
        .collect();
    let returns = attr.returns.as_ref().map(syn::LitStr::value);
    Description {
        capability,
        when: when.iter().map(String::as_str).collect(),
        after: attr.after.iter().map(last_word).collect(),
        instead: attr
            .instead
            .iter()
            .zip(&purposes)
            .map(|(other, purpose)| (last_word(&other.path), purpose.as_str()))
            .collect(),
        not_for: not_for.iter().map(String::as_str).collect(),
        returns: returns.as_deref(),
    }
    .render()
}

fn last_word(path: &syn::Path) -> String {
    path.segments
        .last()
        .map(|last| crate::emit::raw_free(&last.ident))
        .unwrap_or_default()
}

/// The user's tokens that a part of a tool stands for.
fn place(tool: &ToolFn, part: &Part) -> TokenStream {
    let ident = tool.function.sig.ident.to_token_stream();
    match part {
        Part::Name => match (&tool.attr.name, &tool.attr.domain) {
            (Some(name), _) => name.to_token_stream(),
            _ => ident,
        },
        Part::Title => tool
            .attr
            .title
            .as_ref()
            .map_or(ident, ToTokens::to_token_stream),
        Part::Description if !tool.docs.is_empty() => tool.docs.tokens.clone(),
        Part::Class | Part::Scope => tool
            .attr
            .class
            .as_ref()
            .map_or(ident, |(_, key)| key.to_token_stream()),
        Part::Output(_) | Part::ErrorType => tool
            .returns
            .as_ref()
            .map_or(ident, ToTokens::to_token_stream),
        _ => ident,
    }
}
