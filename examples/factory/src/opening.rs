//! What a model is told before its first call.

use mcp_ergo::{Hello, ToolCall};

use crate::artifacts::{generate_artifacts, validate_artifacts};
use crate::deployments::deploy_project;
use crate::model::Sample;
use crate::plans::create_plan;
use crate::projects::{import_sample, list_projects};
use crate::store::{Factory, ProjectId, Stage, StoreError};

/// The rules, and the call that the oldest project at the most urgent stage asks for.
pub(crate) fn hello() -> Hello {
    Hello::new()
        .rule("Ids travel, documents stay: the server loads a project's plan, so never copy one into a call unless you change it")
        .rule("Follow the next action of each answer; where there are blockers, remove each by its own")
        .rule("Every change of a plan makes a new revision, which has to be generated and validated anew")
        .rule("Deploying replaces tables that were deployed before, with what is in them")
        .count("projects", |factory: &Factory| number(factory.count(None)))
        .count("blocked projects", |factory: &Factory| {
            number(factory.count(Some(Stage::Blocked)))
        })
        .count("deployed projects", |factory: &Factory| {
            number(factory.count(Some(Stage::Deployed)))
        })
        .branch(
            "a project is validated",
            "to make its tables",
            |factory: &Factory| oldest(factory, &[Stage::Validated], deploy_project::call),
        )
        .branch(
            "a project is generated, or blocked by what validation found",
            "to see what is in the way",
            |factory: &Factory| {
                let stages = [Stage::Blocked, Stage::Generated];
                oldest(factory, &stages, validate_artifacts::call)
            },
        )
        .branch(
            "a project is planned",
            "to render what the plan says",
            |factory: &Factory| oldest(factory, &[Stage::Planned], generate_artifacts::call),
        )
        .branch(
            "a project is taken in and has no plan",
            "to plan entities from its tables",
            |factory: &Factory| oldest(factory, &[Stage::TakenIn], create_plan::call),
        )
        .branch(
            "there is no project",
            "to try the factory; ask the user for tables to create a project of their own",
            |factory: &Factory| {
                let none = matches!(factory.count(None), Ok(0));
                none.then(|| import_sample::call(Sample::Shop))
            },
        )
        .branch(
            "nothing else is left to you",
            "to see where each project stands",
            |_: &Factory| Some(list_projects::call()),
        )
}

/// The call for the project that has waited longest at one of these stages.
fn oldest<C: ToolCall>(
    factory: &Factory,
    stages: &[Stage],
    call: impl FnOnce(ProjectId) -> C,
) -> Option<C> {
    let found = factory.oldest(stages);
    found.inspect_err(unread).ok().flatten().map(call)
}

fn number(count: Result<u32, StoreError>) -> u64 {
    count.inspect_err(unread).unwrap_or_default().into()
}

/// What cannot be read is not told; the call that needs it says why.
fn unread(error: &StoreError) {
    tracing::warn!(%error, "the factory could not be read for `_hello`");
}
