//! Plans: the entities and fields of a project, by revision.

use mcp_ergo::prelude::*;
use schemars::JsonSchema;
use serde::Serialize;

use crate::count;
use crate::entities::{add_entity, set_field_type, set_key};
use crate::model::EntityPlan;
use crate::store::{Factory, Outcome, ProjectId, StoreError};
use crate::workflow::{Standing, step};

/// Create the plan of a project: entities, keys, types and references from the names in its tables.
#[tool(
    write,
    workflow,
    idempotent,
    when = "a project is taken in and has no plan",
    instead(add_entity = "to add to a plan"),
    returns = "where the project stands",
    scope = "plans:write"
)]
pub fn create_plan(factory: &Factory, project_id: ProjectId) -> Result<Step<Standing>, StoreError> {
    let taken = factory.create_plan(&project_id)?;
    let project = taken.project;
    let entities = project.plan.as_ref().map_or(0, |plan| plan.entities.len());
    let entities = count(entities, "entity");
    let sentence = match taken.outcome {
        Outcome::Done => format!("Planned {entities} from the tables of '{}'.", project.name),
        Outcome::Before | Outcome::NotYet => format!(
            "'{}' has a plan of {entities} already; nothing changed.",
            project.name
        ),
    };
    Ok(step(sentence, &project))
}

/// One revision of a plan.
#[derive(Debug, Serialize, JsonSchema)]
pub struct PlanView {
    /// The project.
    project_id: ProjectId,
    /// Which revision this is.
    revision: u32,
    /// Whether it is the current one.
    current: bool,
    /// Its entities, in order.
    entities: Vec<EntityPlan>,
}

/// Get the plan of a project.
#[tool(
    read,
    when = "names of entities or fields are needed, or the user asks what is planned",
    instead(set_key = "to set a key", set_field_type = "to set a type"),
    returns = "entities with their keys and fields"
)]
pub fn get_plan(
    factory: &Factory,
    project_id: ProjectId,
    /// Revision to return; the current one when left out.
    #[param(range = 1..)]
    revision: Option<u32>,
) -> Result<Reply<PlanView>, StoreError> {
    let (project, plan) = factory.plan(&project_id, revision)?;
    let current = project.revision() == Some(plan.revision);
    let sentence = format!(
        "Revision {} of the plan of '{}' has {}{}.",
        plan.revision,
        project.name,
        count(plan.entities.len(), "entity"),
        if current {
            ""
        } else {
            ", and is not the current one"
        }
    );
    let view = PlanView {
        project_id,
        revision: plan.revision,
        current,
        entities: plan.entities,
    };
    Ok(Reply::new(sentence, view))
}
