//! Entities: what a plan consists of. Each change makes a new revision of the plan, and leaves the
//! earlier ones as they are.

use mcp_ergo::prelude::*;

use crate::model::{EntityName, FieldName, FieldPlan, FieldType};
use crate::plans::{create_plan, get_plan};
use crate::store::{Factory, Outcome, ProjectId, StoreError, Taken};
use crate::workflow::{Standing, step};

/// Add an entity to the plan of a project.
#[tool(
    write,
    workflow,
    when = "the plan lacks something that is referred to or wanted",
    after(create_plan),
    returns = "where the project stands",
    scope = "plans:write"
)]
pub fn add_entity(
    factory: &Factory,
    project_id: ProjectId,
    /// Entity to add, by name.
    #[param(from = user("as they call one of it"))]
    entity: EntityName,
    /// Its fields, in order; `id` becomes the key.
    #[param(len = 1..=40)]
    fields: Vec<FieldPlan>,
) -> Result<Step<Standing>, StoreError> {
    let taken = factory.add_entity(&project_id, entity.clone(), fields)?;
    Ok(changed(&format!("Added the entity '{entity}'"), &taken))
}

/// Set the key of an entity in a new revision of the plan.
#[tool(
    write,
    workflow,
    idempotent,
    when = "an entity has no key, or a wrong one",
    after(get_plan),
    returns = "where the project stands",
    scope = "plans:write"
)]
pub fn set_key(
    factory: &Factory,
    project_id: ProjectId,
    entity: EntityName,
    /// Field that tells one of it from another.
    field: FieldName,
) -> Result<Step<Standing>, StoreError> {
    let taken = factory.set_key(&project_id, &entity, &field)?;
    Ok(changed(
        &format!("The key of '{entity}' is '{field}'"),
        &taken,
    ))
}

/// Set what a field holds in a new revision of the plan.
#[tool(
    write,
    workflow,
    idempotent,
    when = "a field has no type, or a wrong one",
    after(get_plan),
    returns = "where the project stands",
    scope = "plans:write"
)]
pub fn set_field_type(
    factory: &Factory,
    project_id: ProjectId,
    entity: EntityName,
    field: FieldName,
    /// What it holds; it refers to no other entity then.
    field_type: FieldType,
) -> Result<Step<Standing>, StoreError> {
    let taken = factory.set_field_type(&project_id, &entity, &field, field_type)?;
    Ok(changed(
        &format!("'{field}' of '{entity}' holds values of the type '{field_type}'"),
        &taken,
    ))
}

/// What changed, and how the project goes on.
fn changed(what: &str, taken: &Taken) -> Step<Standing> {
    let revision = taken.project.revision().unwrap_or_default();
    let sentence = match taken.outcome {
        Outcome::Done => format!("{what}, in revision {revision} of the plan."),
        Outcome::Before | Outcome::NotYet => format!("{what}, as it was before; nothing changed."),
    };
    step(sentence, &taken.project)
}
