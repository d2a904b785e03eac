//! The way from a team's tables to a deployed database. Which call comes next follows from where a
//! project stands, and from nothing else, so it is said in one place: every tool of the workflow
//! ends here, whichever way it was come to.

use mcp_ergo::prelude::*;
use schemars::JsonSchema;
use serde::Serialize;

use crate::artifacts::{generate_artifacts, validate_artifacts};
use crate::deployments::deploy_project;
use crate::entities::{add_entity, set_field_type, set_key};
use crate::model::{Defect, FieldPlan, FieldType, defects};
use crate::plans::create_plan;
use crate::store::{Project, ProjectId, Stage};

/// Where a project stands. Its documents stay on the server.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Standing {
    /// The project.
    project_id: ProjectId,
    /// How far it is.
    stage: Stage,
    /// Revision of its plan, once there is one.
    revision: Option<u32>,
}

impl Standing {
    fn of(project: &Project) -> Self {
        Self {
            project_id: project.id.clone(),
            stage: project.stage(),
            revision: project.revision(),
        }
    }
}

/// What happened, and how the project goes on.
pub(crate) fn step(sentence: impl Into<String>, project: &Project) -> Step<Standing> {
    let (sentence, standing, id) = (sentence.into(), Standing::of(project), project.id.clone());
    match standing.stage {
        Stage::TakenIn => Step::next(
            sentence,
            standing,
            create_plan::call(id),
            "to plan entities from its tables",
        ),
        Stage::Planned => Step::next(
            sentence,
            standing,
            generate_artifacts::call(id),
            "to render what the plan says",
        ),
        Stage::Generated => Step::next(
            sentence,
            standing,
            validate_artifacts::call(id),
            "to find what is wrong before anybody deploys it",
        ),
        Stage::Blocked => Step::blocked(sentence, standing, blockers(project)),
        Stage::Validated => Step::next(
            sentence,
            standing,
            deploy_project::call(id),
            "to make its tables",
        ),
        Stage::Deployed => Step::done(sentence, standing),
    }
}

/// Nothing happened, because another step comes first.
pub(crate) fn not_yet(sentence: impl Into<String>, project: &Project) -> Step<Standing> {
    let (standing, id) = (Standing::of(project), project.id.clone());
    let revision = project.revision().unwrap_or_default();
    let first = match standing.stage {
        Stage::TakenIn => Blocker::new("there is no plan", "create one")
            .next(create_plan::call(id), "to plan entities from its tables"),
        Stage::Planned => Blocker::new(
            format!("nothing is generated of revision {revision} of the plan"),
            "generate its artifacts",
        )
        .next(generate_artifacts::call(id), "to render what the plan says"),
        Stage::Generated => Blocker::new(
            format!("the artifacts of revision {revision} are not validated"),
            "validate them",
        )
        .next(validate_artifacts::call(id), "to find what is wrong"),
        Stage::Blocked => return Step::blocked(sentence, standing, blockers(project)),
        // Nothing comes before these.
        Stage::Validated | Stage::Deployed => return step(sentence, project),
    };
    Step::blocked(sentence, standing, [first])
}

/// What is wrong with the plan, each with the call that mends it.
fn blockers(project: &Project) -> Vec<Blocker> {
    let defects = project.plan.as_ref().map(defects).unwrap_or_default();
    let blockers = defects.into_iter();
    blockers
        .map(|defect| blocker(project.id.clone(), defect))
        .collect()
}

fn blocker(id: ProjectId, defect: Defect) -> Blocker {
    match defect {
        Defect::KeyMissing { entity, likely } => Blocker::new(
            format!("the entity '{entity}' has no key"),
            "set the field that tells one of it from another",
        )
        .next(
            set_key::call(id, entity, likely.clone()),
            format!("if no two have the same {likely}"),
        ),
        Defect::EntityMissing {
            entity,
            field,
            missing,
        } => Blocker::new(
            format!(
                "'{field}' of '{entity}' refers to '{missing}', which is no entity of the plan"
            ),
            "add the entity, or give the field a type of its own with set_field_type",
        )
        .next(
            add_entity::call(
                id,
                missing,
                vec![FieldPlan::new("id", Some(FieldType::Integer))],
            ),
            "to have something to refer to",
        ),
        Defect::TypeUnknown { entity, field } => Blocker::new(
            format!("nobody said what '{field}' of '{entity}' holds"),
            "set its type",
        )
        .next(
            set_field_type::call(id, entity, field, FieldType::Text),
            "if no other type fits better",
        ),
        Defect::TypeCircular { entity, field } => Blocker::new(
            format!(
                "the type of '{field}' of '{entity}' follows from keys that refer to each other"
            ),
            "set its type",
        )
        .next(
            set_field_type::call(id, entity, field, FieldType::Integer),
            "to break the circle",
        ),
    }
}
