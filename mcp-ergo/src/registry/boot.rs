//! Collects the tools, checks the whole catalog, and freezes it.

use std::collections::HashSet;
use std::sync::Arc;
use std::time::Duration;

use mcp_ergo_rules::uri::{UriError, UriTemplate};
use mcp_ergo_rules::wording::Wording as _;
use mcp_ergo_rules::{
    Fact, Finding, Level, Part, Rendered, TEXT_NAMES_UNKNOWN_TOOL, judge_catalog, judge_catalog_by,
};

use super::boot_error::{BootError, Report, place};
use super::collect::{collect, policy_of};
use super::context::{Context, ContextDef, RegisteredPrompt, RegisteredResource, ResourceDef};
use super::frozen::{Registered, Registry};
use super::input::{BootInput, EveryName};
use super::site::Sited as _;
use super::tool::{States, Tool, ToolDef};
use super::view::View;
use super::wiring::{check_context, check_field, check_wiring};
use crate::access::Grants;
use crate::handle::{Marked, kept_for};
use crate::reply::Output;
use crate::schema::{Names, Record};

/// Checks everything; serves nothing unless everything is right.
pub(crate) fn boot(input: BootInput) -> Result<Arc<Registry>, BootError> {
    let mut report = Report::default();
    let joined = collect(&input, &mut report);
    let policy = policy_of(&input, &joined, &mut report);
    let tools: Vec<Registered> = joined
        .tools
        .into_iter()
        .map(|def| register(def, &input, &mut report))
        .collect();
    let resources = register_resources(joined.resources, &input, &mut report);
    let prompts: Vec<RegisteredPrompt> = joined
        .prompts
        .into_iter()
        .map(|def| register_context(def, &input, &mut report))
        .collect();
    let scopes_of_context: Vec<&str> = resources
        .iter()
        .map(|resource| &*resource.context.scope)
        .chain(prompts.iter().map(|prompt| &*prompt.scope))
        .collect();
    check_wiring(&input, &tools, &scopes_of_context, &mut report);
    check_context(&input, &tools, &resources, &prompts, &mut report);

    let points_nowhere = points_nowhere(&input, &tools);
    let (name, states) = (input.name.clone(), input.states.clone());
    let registry = Arc::new(Registry::freeze(input, (tools, resources, prompts), policy));
    registry.check_presentation(&mut report);
    let mut facts = registry.facts(&name, &states);
    if matches!(facts.boot, Fact::Unseen) {
        report.problem(
            None,
            "a count or a branch of `_hello` panicked, as stands above",
            "let it answer whatever the state is: it is asked once at boot, on the thread that boots, and then by every `_hello`",
        );
    }
    if points_nowhere {
        // Both are reported already: a first call that the server does not have, and a server without
        // tools.
        facts.instructions = Fact::Unseen;
    }
    let mut findings = judge_catalog(&facts, &registry.policy);
    for (caller, grants) in &registry.callers {
        findings.extend(named_in_vain(&registry, caller, grants, &states));
    }
    report_all(findings, &registry, &mut report);
    report.finish(name)?;
    Ok(registry)
}

/// What one caller is served that names a tool which it is not served: clauses that name tools by
/// path are left out for it, and prose cannot be.
fn named_in_vain(
    registry: &Arc<Registry>,
    caller: &str,
    grants: &Grants,
    states: &States,
) -> Vec<Finding> {
    // The rules know tools by their canonical names.
    let view = View::flat(registry.clone(), grants);
    if view.hidden().next().is_none() {
        return Vec::new();
    }
    let facts = registry.facts_for(&view, states);
    let hidden: Vec<&str> = view.hidden().collect();
    let mut findings = judge_catalog_by(&facts, &registry.policy, &TEXT_NAMES_UNKNOWN_TOOL);
    findings.retain(|finding| {
        let of_served = finding
            .tool
            .is_none_or(|tool| view.serves(registry.tools[tool].def.name));
        of_served
            && hidden
                .iter()
                .any(|name| finding.message.contains(&format!("`{name}` ")))
    });
    for finding in &mut findings {
        finding.message = finding.message.replace("this caller", caller);
    }
    findings
}

fn report_all(mut findings: Vec<Finding>, registry: &Registry, report: &mut Report) {
    let tools = &registry.tools;
    let mut told = HashSet::new();
    findings
        .retain(|finding| told.insert((finding.rule.code, finding.tool, finding.message.clone())));
    for finding in findings {
        let place = match (finding.tool, &finding.part) {
            (Some(tool), Part::Name) => Some(places(tools, tools[tool].def.name)),
            (Some(tool), _) => Some(place(tools[tool].def)),
            (None, Part::Resource(at)) => {
                Some(registry.resources[*at].context.def.site.to_string())
            }
            (None, Part::Prompt(at) | Part::PromptArgument(at, _)) => {
                Some(registry.prompts[*at].def.site.to_string())
            }
            (None, _) => None,
        };
        if finding.level == Level::Deny {
            report.rule(finding, place);
        } else {
            trace(&finding, place.as_deref());
        }
    }
}

/// Where the tools of a name are written: usually one place, and every one where they clash.
fn places(tools: &[Registered], name: &str) -> String {
    let places: Vec<String> = tools
        .iter()
        .filter(|tool| tool.def.name == name)
        .map(|tool| place(tool.def))
        .collect();
    places.join("\n  --> ")
}

/// Logs what keeps no server from booting.
pub(crate) fn trace(finding: &Finding, place: Option<&str>) {
    let text = Rendered {
        finding,
        place,
        heading: true,
    };
    if finding.level >= Level::Warn {
        tracing::warn!("{text}");
    } else {
        tracing::info!("{text}");
    }
}

pub(super) fn register(
    def: &'static ToolDef,
    input: &BootInput,
    report: &mut Report,
) -> Registered {
    let foreign = def.foreign().and_then(|foreign| foreign.input.clone());
    let record = foreign.unwrap_or_else(|| Record {
        fields: (def.fields)(&input.states),
    });
    for field in &record.fields {
        check_field(&def.site(), field, &field.name, report);
    }
    let Output {
        data,
        blockers,
        documents,
    } = (def.output)();
    let output = match data {
        Ok(None) => None,
        Ok(Some(data)) if data.as_record().is_some() => Some(data),
        Ok(Some(data)) => {
            report.problem(
                Some(def),
                format!(
                    "the tool answers with {}, and structured content is an object",
                    data.noun()
                ),
                "return a struct, or a `Page` for a list",
            );
            None
        }
        Err(errors) => {
            for error in errors {
                let path = if error.path.is_empty() {
                    "the answer".to_owned()
                } else {
                    format!("`{}` of the answer", error.path.join("."))
                };
                let message = format!("{path} cannot be described portably: {}", error.message);
                report.problem(Some(def), message, error.help);
            }
            None
        }
    };
    Registered {
        def,
        input: record,
        answer: output
            .clone()
            .map(|data| data.with_envelope(blockers, def.may_upgrade())),
        output,
        returns: returns(def, &documents, input.store.lifetime()),
        documents,
        states: def.states.iter().map(|need| need()).collect(),
        scope: def.scope.unwrap_or(&input.read_scope).into(),
        away: false,
    }
}

fn register_context<A>(
    def: &'static ContextDef<A>,
    input: &BootInput,
    report: &mut Report,
) -> Context<A> {
    let context = Context::new(def, &input.states, &input.read_scope);
    for field in &context.input.fields {
        check_field(&def.site, field, &field.name, report);
    }
    context
}

fn register_resources(
    defs: Vec<&'static ResourceDef>,
    input: &BootInput,
    report: &mut Report,
) -> Vec<RegisteredResource> {
    let mut registered = Vec::new();
    for def in defs {
        let context = register_context(&def.context, input, report);
        let secret = context.input.fields.iter();
        for field in secret.filter(|field| field.shape.holds_secret()) {
            report.problem_at(
                def.site(),
                format!(
                    "the variable `{}` is a secret, and a URI is written down wherever it goes",
                    field.name
                ),
                "take a name for it into the URI instead, or make it a tool",
            );
        }
        match UriTemplate::read(def.uri) {
            Ok(template) => registered.push(RegisteredResource {
                context,
                def,
                template,
            }),
            // The macro has read it; this is for definitions that it did not write.
            Err(UriError { message, help }) => report.problem_at(def.site(), message, help),
        }
    }
    registered
}

/// What comes back, in words. How long a document is kept stands there by construction: whoever gets a
/// handle knows until when it opens something.
fn returns(def: &ToolDef, documents: &[Marked], lifetime: Duration) -> Option<String> {
    let nouns: Vec<&str> = documents.iter().map(|marked| &*marked.noun).collect();
    match (def.returns, kept_for(&nouns, lifetime)) {
        (Some(returns), Some(kept)) => Some(format!("{}; {kept}", returns.one_line())),
        (Some(returns), None) => Some(returns.to_owned()),
        (None, Some(kept)) => Some(format!("the id; {kept}")),
        (None, None) => None,
    }
}

/// Whether no first call could be named, whatever the builder says.
fn points_nowhere(input: &BootInput, tools: &[Registered]) -> bool {
    let unknown = |first: Tool| EveryName(tools).shown(first.name()).is_none();
    tools.is_empty() || input.opening.start_with.is_some_and(unknown)
}
