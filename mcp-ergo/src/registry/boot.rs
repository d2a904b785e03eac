//! Collects the tools, checks the whole catalog, and freezes it.

use mcp_ergo_rules::{CatalogFacts, Class, Fact, Finding, Level, Part, judge_catalog};

use super::boot_error::{BootError, Report, place};
use super::collect::{collect, policy_of};
use super::facts::catalog;
use super::frozen::{Registered, Registry};
use super::input::{BootInput, EveryName};
use super::tool::{Tool, ToolDef};
use super::wiring::{check_field, check_wiring};
use crate::reply::Output;
use crate::schema::{Names, Record};
use mcp_ergo_rules::wording::Wording as _;

/// Checks everything; serves nothing unless everything is right.
pub(crate) fn boot(input: BootInput) -> Result<Registry, BootError> {
    let mut report = Report::default();
    let defs = collect(&input, &mut report);
    let policy = policy_of(&input, &defs, &mut report);
    let tools: Vec<Registered> = defs
        .into_iter()
        .map(|def| register(def, &input, &mut report))
        .collect();
    check_wiring(&input, &tools, &mut report);

    let instructions = instructions(&input);
    let facts = CatalogFacts {
        // A first call that the server does not have is reported already, and so is a server without
        // tools.
        instructions: if points_nowhere(&input, &tools) {
            Fact::Unseen
        } else {
            Fact::Seen(instructions.clone())
        },
        ..catalog(&input.name, &tools, &input.states)
    };
    for finding in judge_catalog(&facts, &policy) {
        let place = finding.tool.map(|tool| match finding.part {
            Part::Name => places(&tools, tools[tool].def.name),
            _ => place(tools[tool].def),
        });
        if finding.level == Level::Deny {
            report.rule(finding, place);
        } else {
            report_lenient(&finding, place.as_deref());
        }
    }
    report.finish(input.name)?;
    let instructions = instructions.unwrap_or_default();
    Ok(Registry::freeze(
        tools,
        instructions,
        input.client_keys,
        policy,
    ))
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

fn report_lenient(finding: &Finding, place: Option<&str>) {
    let text = mcp_ergo_rules::Rendered {
        finding,
        place,
        heading: true,
    }
    .to_string();
    if finding.level == Level::Warn {
        tracing::warn!("{text}");
    } else {
        tracing::info!("{text}");
    }
}

fn register(def: &'static ToolDef, input: &BootInput, report: &mut Report) -> Registered {
    let record = Record {
        fields: (def.fields)(&input.states),
    };
    for field in &record.fields {
        check_field(def, field, &field.name, report);
    }
    let Output { data, blockers } = (def.output)();
    let output = match data {
        Ok(data) if data.as_record().is_some() => Some(data),
        Ok(data) => {
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
    let scope_held = def
        .scope
        .is_some_and(|scope| input.grants.iter().any(|held| held == scope));
    Registered {
        def,
        input: record,
        answer: output.clone().map(|data| data.with_envelope(blockers)),
        output,
        states: def.states.iter().map(|need| need()).collect(),
        granted: def.class == Class::Read || scope_held,
    }
}

/// Whether no first call could be named, whatever the builder says.
fn points_nowhere(input: &BootInput, tools: &[Registered]) -> bool {
    let unknown = |first: Tool| EveryName(tools).shown(first.name()).is_none();
    tools.is_empty() || input.start_with.is_some_and(unknown)
}

/// The pointer to the first call, in three sentences; `None` where the builder names no first call.
fn instructions(input: &BootInput) -> Option<String> {
    let start = format!("Start with {}.", input.start_with?.name());
    let purpose = input
        .purpose
        .as_ref()
        .map(|purpose| format!("{}. ", purpose.one_line()))
        .unwrap_or_default();
    Some(format!(
        "{purpose}{start} Every answer that failed says what is wrong and which call to make next."
    ))
}
