//! Everything that names something else has to name something that is there, and everything that is
//! said of a value has to hold for the value.

use std::collections::HashMap;

use mcp_ergo_rules::did_you_mean;
use serde_json::Map;

use super::boot_error::Report;
use super::frozen::{Registered, spelling};
use super::input::{BootInput, EveryName};
use super::tool::ToolDef;
use crate::access::{is_wildcard, wildcard_covers};
use crate::arguments::{Checker, Coercion};
use crate::handle::Marked;
use crate::schema::{Choice, Field, Kind, Names, NoNames, Origin, Record, Shape};

/// What an author wrote of a value has to hold for the value.
pub(super) fn check_field(def: &ToolDef, field: &Field, path: &str, report: &mut Report) {
    let shape = &field.shape;
    for misfit in &shape.misfits {
        report.problem(
            Some(def),
            format!("parameter `{path}`: {misfit}"),
            "mend what is said of the parameter, or change its type",
        );
    }
    for (what, value) in [("example", &shape.example), ("default", &shape.default)] {
        let Some(value) = value else { continue };
        let checker = Checker {
            tool: def.name,
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
                report.problem(
                    Some(def),
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
        Kind::Choice(choices) => check_choices(def, choices, path, report),
        Kind::Record(record) => {
            for inner in &record.fields {
                check_field(def, inner, &format!("{path}.{}", inner.name), report);
            }
        }
        Kind::List { items, .. } => {
            let items = Field::required("[]", (**items).clone());
            check_field(def, &items, &format!("{path}[]"), report);
        }
        _ => {}
    }
}

/// The values of a closed set: some, each of them once, each of them a word that can be shown.
fn check_choices(def: &ToolDef, choices: &[Choice], path: &str, report: &mut Report) {
    if choices.is_empty() {
        report.problem(
            Some(def),
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
        report.problem(
            Some(def),
            format!("the value {:?} of parameter `{path}` {fault}", choice.value),
            "offer each value once, as a word",
        );
    }
}

fn article(noun: &str) -> String {
    if noun.starts_with(['a', 'e', 'i', 'o', 'u']) {
        format!("an {noun}")
    } else {
        format!("a {noun}")
    }
}

/// Everything that names something else has to name something that is there.
pub(super) fn check_wiring(input: &BootInput, tools: &[Registered], report: &mut Report) {
    check_server_name(&input.name, report);
    for tool in tools {
        check_references(tool, tools, report);
    }
    check_documents(tools, report);
    check_first_call(input, tools, report);
    check_grants(input, tools, report);
    check_former_names(tools, report);
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
            report.problem(
                Some(tool.def),
                format!("`{key}` names the tool `{named}`, which this server does not have"),
                format!("add it with `.tool({named}::tool())`, or name another tool"),
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

/// Every scope that somebody is granted is one that a tool asks for.
fn check_grants(input: &BootInput, tools: &[Registered], report: &mut Report) {
    let mut scopes: Vec<&str> = tools.iter().map(|tool| &*tool.scope).collect();
    scopes.sort_unstable();
    scopes.dedup();
    let of_tools: Vec<&str> = tools.iter().filter_map(|tool| tool.def.scope).collect();
    let granted = input
        .grants
        .scopes
        .iter()
        .map(|scope| (format!("no tool has the granted scope `{scope}`"), scope));
    let of_roles = input.roles.iter().flat_map(|(role, scopes)| {
        scopes.iter().map(move |scope| {
            (
                format!("no tool has the scope `{scope}` of the role `{role}`"),
                scope,
            )
        })
    });
    for (message, scope) in granted.chain(of_roles) {
        let known = if is_wildcard(scope) {
            scopes.iter().any(|known| wildcard_covers(scope, known))
        } else {
            scopes.contains(&scope.as_str())
        };
        if known {
            continue;
        }
        let help = did_you_mean(scope, scopes.iter().copied(), || {
            if of_tools.is_empty() {
                return "leave it out: no tool here has a scope".to_owned();
            }
            let scopes = mcp_ergo_rules::quoted_list(scopes.iter().copied(), "and");
            format!("the scopes are {scopes}")
        });
        report.problem(None, message, help);
    }
    if let Some(role) = input.grants.role.as_deref()
        && !input.roles.iter().any(|(known, _)| known == role)
    {
        let roles: Vec<&str> = input.roles.iter().map(|(known, _)| known).collect();
        let help = did_you_mean(role, roles.iter().copied(), || {
            "declare it: `.role(\"operator\", [\"invoices:write\"])`".to_owned()
        });
        report.problem(None, format!("no role is called `{role}`"), help);
    }
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
