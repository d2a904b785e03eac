//! Everything that names something else has to name something that is there, and everything that is
//! said of a value has to hold for the value.

use std::collections::{BTreeMap, HashMap};

use mcp_ergo_rules::{Class, did_you_mean};
use serde_json::Map;

use super::boot_error::Report;
use super::context::{Context, RegisteredPrompt, RegisteredResource};
use super::frozen::{Registered, spelling};
use super::input::{BootInput, EveryName, StateKey};
use super::site::{Site, Sited as _};
use super::tool::StateNeed;
use crate::access::{is_wildcard, wildcard_covers};
use crate::arguments::{Checker, Coercion};
use crate::handle::Marked;
use crate::limits::{FEWEST_ANSWER_TOKENS, Limits};
use crate::schema::{Choice, Field, Kind, Names, NoNames, Origin, Record, Shape, article};

/// What an author wrote of a value has to hold for the value.
pub(super) fn check_field(site: &Site, field: &Field, path: &str, report: &mut Report) {
    let shape = &field.shape;
    for misfit in &shape.misfits {
        report.problem_at(
            site,
            format!("parameter `{path}`: {misfit}"),
            "mend what is said of the parameter, or change its type",
        );
    }
    for (what, value) in [("example", &shape.example), ("default", &shape.default)] {
        let Some(value) = value else { continue };
        let checker = Checker {
            tool: site.name,
            names: &NoNames,
            client_keys: &[],
            coercion: Coercion::Refuse,
        };
        let probe = Record {
            fields: vec![Field::required("value", shape.clone())],
        };
        let arguments = Map::from_iter([("value".to_owned(), value.clone())]);
        if let Err(issues) = checker.check(&probe, Some(arguments)) {
            for issue in issues.told {
                report.problem_at(
                    site,
                    format!(
                        "the {what} of parameter `{path}` would be refused: {}",
                        issue.error.replacen("value", path, 1)
                    ),
                    format!("write {} that the parameter accepts", article(what)),
                );
            }
        }
    }
    match &shape.kind {
        Kind::Choice(choices) => check_choices(site, choices, path, report),
        Kind::Record(record) => {
            for inner in &record.fields {
                check_field(site, inner, &format!("{path}.{}", inner.name), report);
            }
        }
        Kind::List { items, .. } => {
            let items = Field::required("[]", (**items).clone());
            check_field(site, &items, &format!("{path}[]"), report);
        }
        _ => {}
    }
}

/// The values of a closed set: some, each of them once, each of them a word that can be shown.
fn check_choices(site: &Site, choices: &[Choice], path: &str, report: &mut Report) {
    if choices.is_empty() {
        report.problem_at(
            site,
            format!("the closed set of parameter `{path}` is empty, so no call can succeed"),
            "give the state its options before the server boots",
        );
    }
    for (at, choice) in choices.iter().enumerate() {
        let fault = if choice.value.trim().is_empty() {
            "is blank, which model APIs refuse"
        } else if choice.value.contains(char::is_control) {
            "holds a control character"
        } else if choices[..at]
            .iter()
            .any(|before| before.value == choice.value)
        {
            "is there twice"
        } else {
            continue;
        };
        report.problem_at(
            site,
            format!("the value {:?} of parameter `{path}` {fault}", choice.value),
            "offer each value once, as a word",
        );
    }
}

/// Everything that names something else has to name something that is there.
pub(super) fn check_wiring(
    input: &BootInput,
    tools: &[Registered],
    scopes_of_context: &[&str],
    report: &mut Report,
) {
    check_server_name(&input.name, report);
    for tool in tools {
        check_references(tool, tools, report);
    }
    check_hello(input, tools, report);
    check_documents(tools, report);
    check_first_call(input, tools, report);
    check_grants(input, tools, scopes_of_context, report);
    check_former_names(tools, report);
    check_limits(&input.limits, tools, report);
    check_state_key(input.state_key.as_ref(), report);
}

/// Fewest bytes of a key that nobody can guess.
const KEY_BYTES: usize = 32;

fn check_state_key(key: Option<&StateKey>, report: &mut Report) {
    let Some(StateKey(key)) = key else { return };
    if key.len() < KEY_BYTES {
        let bytes = mcp_ergo_rules::plural(key.len(), "byte");
        report.problem(
            None,
            format!("the state key has {bytes}, and could be guessed"),
            format!("give at least {KEY_BYTES} random bytes, the same to every replica"),
        );
    }
}

/// A limit that lets nothing through is a server that is off.
fn check_limits(limits: &Limits, tools: &[Registered], report: &mut Report) {
    for (method, calls) in [
        ("calls_at_once", limits.calls),
        ("calls_at_once_by_caller", limits.calls_by_caller),
    ] {
        if calls == 0 {
            report.problem(
                None,
                format!("`{method}` is 0, so no call would ever run"),
                "give at least 1, or leave it out",
            );
        }
    }
    if limits.answer_tokens < FEWEST_ANSWER_TOKENS {
        report.problem(
            None,
            format!(
                "`answer_limit` is {} tokens, which hold no answer",
                limits.answer_tokens
            ),
            format!("give at least {FEWEST_ANSWER_TOKENS}, or leave it out"),
        );
    }
    let of_tools = tools.iter().map(|tool| (Some(tool.def), tool.def.rate));
    for (tool, rate) in std::iter::once((None, limits.rate)).chain(of_tools) {
        if rate.is_some_and(|rate| !rate.lets_through()) {
            report.problem(
                tool,
                "the rate limit lets no call through",
                "give at least one call, and a burst of at least one",
            );
        }
    }
}

fn check_server_name(name: &str, report: &mut Report) {
    if name.trim().is_empty() || name.contains(char::is_control) {
        report.problem(
            None,
            format!("the server's name {name:?} is none that a client could show"),
            "name it in a word: `Server::builder(\"ledger\", …)`",
        );
    }
}

fn check_references(tool: &Registered, tools: &[Registered], report: &mut Report) {
    let references = tool.def.references();
    for &(key, named) in &references {
        if named == tool.def.name {
            report.problem(
                Some(tool.def),
                format!("`{key}` of `{named}` names the tool itself"),
                "name another tool, or leave it out",
            );
        }
    }
    let fields = tool.input.fields.iter();
    let sources = fields.flat_map(|field| sources(&field.shape));
    for (key, named) in references.into_iter().chain(sources) {
        if EveryName(tools).shown(named).is_none() {
            report.problem(Some(tool.def), no_such_tool(key, named), add_tool(named));
        }
    }
}

/// What the boot payload is read from, and where its branches lead.
fn check_hello(input: &BootInput, tools: &[Registered], report: &mut Report) {
    let Some(hello) = &input.hello else { return };
    let mut needs: Vec<StateNeed> = hello.needs().collect();
    needs.dedup();
    for need in needs {
        if !input.states.has(need) {
            report.problem(
                None,
                format!(
                    "`_hello` is read from `{}`, which the server does not have",
                    need.name
                ),
                "give it to the builder: `.state(…)`",
            );
        }
    }
    for branch in &hello.branches {
        if EveryName(tools).shown(branch.tool).is_none() {
            report.problem(
                None,
                format!(
                    "the branch \"{}\" of `_hello` leads to the tool `{}`, which this server does not have",
                    branch.condition, branch.tool
                ),
                format!("add it with `.tool({}::tool())`, or lead to another tool", branch.tool),
            );
        }
    }
}

/// A handle is of one type of documents, and whoever lacks one is sent to a tool that returns one.
fn check_documents(tools: &[Registered], report: &mut Report) {
    let mut owners: HashMap<&str, (&str, &Registered)> = HashMap::new();
    for tool in tools {
        for document in &tool.documents {
            let known = owners
                .entry(&document.prefix)
                .or_insert((&document.of, tool));
            if known.0 != document.of {
                report.problem(
                    Some(tool.def),
                    format!(
                        "handles of `{}` begin with `{}_`, and so do those of `{}`, which `{}` returns",
                        document.of, document.prefix, known.0, known.1.def.name
                    ),
                    "give each type of documents a `PREFIX` of its own",
                );
            }
        }
    }
    for tool in tools {
        let fields = tool.input.fields.iter();
        for (maker, prefix) in fields.flat_map(|field| makers(&field.shape)) {
            let Some(maker) = tools.iter().find(|tool| tool.def.name == maker) else {
                continue; // Reported already, as a source.
            };
            let returns = |document: &Marked| document.prefix == prefix;
            if !maker.documents.iter().any(returns) {
                let name = maker.def.name;
                report.problem(
                    Some(tool.def),
                    format!(
                        "`{name}` is said to make what `{prefix}_…` stands for, and its answer holds no such handle"
                    ),
                    format!(
                        "return one from `{name}`, or name another tool in the document's `MAKER`"
                    ),
                );
            }
        }
    }
}

/// The tools that make the documents for which a parameter, or a part of it, stands.
fn makers(shape: &Shape) -> Vec<(&'static str, &'static str)> {
    let own = match shape.origin {
        Some(Origin::Maker(made)) => Some((made.by, made.prefix)),
        _ => None,
    };
    let inner: Vec<&Shape> = match &shape.kind {
        Kind::Record(record) => record.fields.iter().map(|field| &field.shape).collect(),
        Kind::List { items, .. } => vec![items],
        _ => Vec::new(),
    };
    own.into_iter()
        .chain(inner.into_iter().flat_map(makers))
        .collect()
}

fn check_first_call(input: &BootInput, tools: &[Registered], report: &mut Report) {
    let Some(first) = input.opening.start_with else {
        return;
    };
    let Some(known) = tools.iter().find(|tool| std::ptr::eq(tool.def, first.0)) else {
        report.problem(
            None,
            format!(
                "the server starts with `{}`, which it does not have",
                first.name()
            ),
            "start with a tool that the server has",
        );
        return;
    };
    let callers = input.callers();
    let mut held = callers
        .iter()
        .map(|(_, grants)| input.roles.resolve(grants));
    if !held.any(|held| known.is_open_to(held)) {
        report.problem(
            None,
            format!(
                "the server starts with `{}`, whose scope no caller holds",
                first.name()
            ),
            "start with a reading tool, or grant the scope",
        );
    }
}

/// Every scope that somebody is granted is one that a tool, a resource or a prompt asks for.
fn check_grants(
    input: &BootInput,
    tools: &[Registered],
    scopes_of_context: &[&str],
    report: &mut Report,
) {
    let of_all = tools.iter().map(|tool| &*tool.scope);
    let mut scopes: Vec<&str> = of_all.chain(scopes_of_context.iter().copied()).collect();
    scopes.sort_unstable();
    scopes.dedup();
    let is_scoped = scopes.iter().any(|scope| *scope != input.read_scope);
    let nothing = if scopes_of_context.is_empty() {
        "no tool"
    } else {
        "no tool, resource or prompt"
    };
    let granted = (String::new(), &input.grants.scopes[..]);
    let of_roles = input
        .roles
        .iter()
        .map(|(role, scopes)| (format!(" of the role `{role}`"), scopes));
    let issued = input.issued.iter().map(|grants| {
        let of = format!(" of the caller `{}`", grants.caller);
        (of, &grants.scopes[..])
    });
    // A wildcard never covers what destroys.
    let opens = |scope: &&str| {
        let mut asking = tools.iter().filter(|tool| *tool.scope == **scope);
        asking.any(|tool| tool.def.class != Class::Destructive) || scopes_of_context.contains(scope)
    };
    for (of, held) in std::iter::once(granted).chain(of_roles).chain(issued) {
        for scope in held {
            let covered = |known: &&str| wildcard_covers(scope, known);
            let message = if !is_wildcard(scope) {
                if scopes.contains(&scope.as_str()) {
                    continue;
                }
                match of.as_str() {
                    "" => format!("{nothing} has the granted scope `{scope}`"),
                    of => format!("{nothing} has the scope `{scope}`{of}"),
                }
            } else if scopes.iter().filter(|known| covered(known)).any(opens) {
                continue;
            } else if scopes.iter().any(covered) {
                format!(
                    "the scope `{scope}`{of} covers nothing: what destroys is granted by its own name"
                )
            } else {
                format!("{nothing} has a scope that `{scope}`{of} covers")
            };
            let help = did_you_mean(scope, scopes.iter().copied(), || {
                if !is_scoped {
                    return format!("leave it out: {nothing} here has a scope");
                }
                let scopes = mcp_ergo_rules::quoted_list(scopes.iter().copied(), "and");
                format!("the scopes are {scopes}")
            });
            report.problem(None, message, help);
        }
    }
    let mut unknown: Vec<&str> = std::iter::once(&input.grants)
        .chain(&input.issued)
        .filter_map(|grants| grants.role.as_deref())
        .filter(|role| !input.roles.iter().any(|(known, _)| known == *role))
        .collect();
    unknown.sort_unstable();
    unknown.dedup();
    for role in unknown {
        let roles: Vec<&str> = input.roles.iter().map(|(known, _)| known).collect();
        let help = did_you_mean(role, roles.iter().copied(), || {
            "declare it: `.role(\"operator\", [\"invoices:write\"])`".to_owned()
        });
        report.problem(None, format!("no role is called `{role}`"), help);
    }
}

/// What resources and prompts name is there, and no two of them answer for one name or URI.
pub(super) fn check_context(
    input: &BootInput,
    tools: &[Registered],
    resources: &[RegisteredResource],
    prompts: &[RegisteredPrompt],
    report: &mut Report,
) {
    for resource in resources {
        check_needs(&resource.context, input, tools, report);
    }
    for prompt in prompts {
        check_needs(prompt, input, tools, report);
    }
    let by_uri = resources.iter().map(|resource| {
        let uri = resource.template.skeleton();
        (
            uri,
            format!("the URI `{}`", resource.def.uri),
            resource.def.site(),
        )
    });
    check_once("resources", "give one of them another URI", by_uri, report);
    let named = |site: Site| {
        (
            site.name.to_owned(),
            format!("the name `{}`", site.name),
            site,
        )
    };
    let by_name = resources.iter().map(|resource| named(resource.def.site()));
    check_once("resources", "rename one: `name = \"…\"`", by_name, report);
    let by_name = prompts.iter().map(|prompt| named(prompt.def.site));
    check_once("prompts", "rename one: `name = \"…\"`", by_name, report);
}

fn check_needs<A>(
    context: &Context<A>,
    input: &BootInput,
    tools: &[Registered],
    report: &mut Report,
) {
    let site = &context.def.site;
    let mut missing: Vec<&str> = context
        .states
        .iter()
        .filter(|need| !input.states.has(**need))
        .map(|need| need.name)
        .collect();
    missing.sort_unstable();
    missing.dedup();
    for state in missing {
        report.problem_at(
            site,
            format!(
                "the {} `{}` borrows `&{state}`, which the server was not given",
                site.kind, site.name
            ),
            format!("add `.state(…)` with a `{state}` to the builder before `.boot()`"),
        );
    }
    let fields = context.input.fields.iter();
    for (key, named) in fields.flat_map(|field| sources(&field.shape)) {
        if EveryName(tools).shown(named).is_none() {
            report.problem_at(site, no_such_tool(key, named), add_tool(named));
        }
    }
}

/// One violation for all that share a key, however many they are.
fn check_once(
    kinds: &str,
    help: &str,
    all: impl Iterator<Item = (String, String, Site)>,
    report: &mut Report,
) {
    let mut sharing: BTreeMap<String, Vec<(String, Site)>> = BTreeMap::new();
    for (key, shown, site) in all {
        sharing.entry(key).or_default().push((shown, site));
    }
    for sharers in sharing.into_values() {
        let [(shown, _), _, ..] = sharers.as_slice() else {
            continue;
        };
        let places: Vec<String> = sharers.iter().map(|(_, site)| site.to_string()).collect();
        report.problem_at(
            places.join("\n  --> "),
            format!("{} {kinds} have {shown}", sharers.len()),
            help,
        );
    }
}

fn no_such_tool(key: &str, named: &str) -> String {
    format!("`{key}` names the tool `{named}`, which this server does not have")
}

fn add_tool(named: &str) -> String {
    format!("add it with `.tool({named}::tool())`, or name another tool")
}

fn check_former_names(tools: &[Registered], report: &mut Report) {
    // Callers are forgiven their spelling, so names that differ in spelling alone are one.
    let mut owners: HashMap<String, &str> = tools
        .iter()
        .map(|tool| (spelling(tool.def.name), tool.def.name))
        .collect();
    for tool in tools {
        for &name in tool.def.formerly {
            if name == tool.def.name {
                report.problem(
                    Some(tool.def),
                    format!("`{name}` is what the tool is called now, not a former name"),
                    "remove it from `formerly`",
                );
                continue;
            }
            let owner = *owners.entry(spelling(name)).or_insert(tool.def.name);
            if owner != tool.def.name {
                report.problem(
                    Some(tool.def),
                    if owner == name {
                        format!("the former name `{name}` is that of another tool")
                    } else {
                        format!("the former name `{name}` already answers for `{owner}`")
                    },
                    "remove it from `formerly`: a name answers for one tool, however it is spelt",
                );
            }
        }
    }
}

fn sources(shape: &Shape) -> Vec<(&'static str, &'static str)> {
    let mut found: Vec<_> = shape
        .source_tool()
        .into_iter()
        .map(|tool| match shape.source() {
            Some(Origin::Maker(_)) => ("MAKER", tool),
            _ => ("from", tool),
        })
        .collect();
    match &shape.kind {
        Kind::Record(record) => {
            found.extend(record.fields.iter().flat_map(|field| sources(&field.shape)));
        }
        Kind::List { items, .. } if shape.origin.is_some() => found.extend(
            sources(items)
                .into_iter()
                .filter(|source| Some(source.1) != shape.source_tool()),
        ),
        Kind::List { items, .. } if items.as_record().is_some() => found.extend(sources(items)),
        _ => {}
    }
    found
}
