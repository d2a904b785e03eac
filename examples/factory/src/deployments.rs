//! Deployments: validated plans that became tables.

use mcp_ergo::prelude::*;

use crate::artifacts::validate_artifacts;
use crate::count;
use crate::store::{Deployment, Factory, Outcome, ProjectId, StoreError};
use crate::workflow::{Standing, not_yet, step};

/// Deploy a project: its tables replace those of an earlier deployment, with what is in them.
#[tool(
    destructive,
    workflow,
    idempotent,
    when = "the artifacts are valid and the user wants the tables to be there",
    after(validate_artifacts),
    returns = "where the project stands",
    scope = "projects:deploy"
)]
pub fn deploy_project(
    factory: &Factory,
    project_id: ProjectId,
) -> Result<Step<Standing>, StoreError> {
    let taken = factory.deploy(&project_id)?;
    let project = taken.project;
    let revision = project.revision().unwrap_or_default();
    let tables = project.plan.as_ref().map_or(0, |plan| plan.entities.len());
    Ok(match taken.outcome {
        Outcome::Done => {
            let sentence = format!(
                "Deployed revision {revision} of '{}': {}.",
                project.name,
                count(tables, "table")
            );
            step(sentence, &project)
        }
        Outcome::Before => {
            let sentence = format!("Revision {revision} was deployed before; nothing changed.");
            step(sentence, &project)
        }
        Outcome::NotYet => not_yet("Nothing was deployed.", &project),
    })
}

/// List deployments with the tables that each made.
#[tool(
    read,
    when = "the user asks what is deployed, or what was",
    instead(deploy_project = "to deploy"),
    returns = "deployments, the newest first"
)]
pub fn list_deployments(
    factory: &Factory,
    /// Project whose deployments to return; every project when left out.
    project_id: Option<ProjectId>,
    /// Most deployments to return.
    #[param(default = 20, range = 1..=100)]
    limit: u32,
) -> Result<Reply<Page<Deployment>>, StoreError> {
    let (rows, total) = factory.deployments(project_id.as_ref(), limit)?;
    let sentence = format!("Found {}.", count(total, "deployment"));
    Ok(Reply::new(sentence, Page::new(rows, total.into())))
}
