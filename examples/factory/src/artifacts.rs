//! Artifacts: what is generated from a plan.

use mcp_ergo::prelude::*;
use schemars::JsonSchema;
use serde::Serialize;

use crate::count;
use crate::model::{ArtifactKind, EntityName, EntityPlan, defects};
use crate::plans::create_plan;
use crate::store::{ArtifactRow, Factory, Outcome, ProjectId, StoreError};
use crate::workflow::{Standing, not_yet, step};

/// Generate the artifacts of a project from its plan: SQL and JSON Schemas.
#[tool(
    write,
    workflow,
    idempotent,
    when = "a plan is new or has changed",
    after(create_plan),
    returns = "where the project stands",
    scope = "artifacts:write",
    allow(catalog_heavy = "who changes a plan as a whole has to know all that it is made of")
)]
pub fn generate_artifacts(
    factory: &Factory,
    project_id: ProjectId,
    /// Entities that become the next revision of the plan first; the stored plan when left out.
    #[param(len = 1..=40)]
    plan: Option<Vec<EntityPlan>>,
) -> Result<Step<Standing>, StoreError> {
    let taken = factory.generate(&project_id, plan)?;
    let project = taken.project;
    let revision = project.revision().unwrap_or_default();
    let kinds = count(ArtifactKind::ALL.len(), "artifact");
    Ok(match taken.outcome {
        Outcome::Done => {
            let sentence = format!("Generated {kinds} from revision {revision} of the plan.");
            step(sentence, &project)
        }
        Outcome::Before => {
            let sentence =
                format!("The artifacts are of revision {revision} already; nothing changed.");
            step(sentence, &project)
        }
        Outcome::NotYet => not_yet("Nothing was generated.", &project),
    })
}

/// Validate the artifacts of a project: keys, types, references, and that a database takes them.
#[tool(
    write,
    workflow,
    idempotent,
    when = "artifacts are generated, before anything is deployed",
    after(generate_artifacts),
    returns = "where the project stands, and each thing that is in the way with its fix",
    scope = "artifacts:write"
)]
pub fn validate_artifacts(
    factory: &Factory,
    project_id: ProjectId,
) -> Result<Step<Standing>, StoreError> {
    let taken = factory.validate(&project_id)?;
    let project = taken.project;
    let revision = project.revision().unwrap_or_default();
    let found = project.plan.as_ref().map_or(0, |plan| defects(plan).len());
    Ok(match taken.outcome {
        Outcome::Done if found > 0 => {
            let sentence = format!(
                "Revision {revision} cannot be deployed: {} in the way.",
                if found == 1 {
                    "1 thing is".to_owned()
                } else {
                    format!("{found} things are")
                }
            );
            step(sentence, &project)
        }
        Outcome::Done => step(
            format!("Revision {revision} is valid and may be deployed."),
            &project,
        ),
        Outcome::Before => step(
            format!("Revision {revision} was found valid before; nothing changed."),
            &project,
        ),
        Outcome::NotYet => not_yet("Nothing was validated.", &project),
    })
}

/// List the artifacts of a project.
#[tool(
    read,
    when = "the user asks what was generated",
    instead(get_artifact = "for what an artifact says"),
    returns = "artifacts with their kind, revision and sections"
)]
pub fn list_artifacts(
    factory: &Factory,
    project_id: ProjectId,
) -> Result<Reply<Page<ArtifactRow>>, StoreError> {
    let (project, rows) = factory.artifacts(&project_id)?;
    let revision = project.generated.unwrap_or_default();
    let mut sentence = format!(
        "'{}' has {} of revision {revision}",
        project.name,
        count(rows.len(), "artifact")
    );
    if project.generated != project.revision() {
        sentence.push_str(", and a later plan");
    }
    let first = rows.first().map(|row| row.kind);
    Ok(Reply::new(sentence, Page::whole(rows)).next_if(
        first,
        |kind| get_artifact::call(project_id, kind),
        "to read it",
    ))
}

/// What an artifact says.
#[derive(Debug, Serialize, JsonSchema)]
pub struct ArtifactText {
    /// The project.
    project_id: ProjectId,
    /// What it is.
    kind: ArtifactKind,
    /// What it says of each entity, in the order of the plan.
    sections: Vec<SectionText>,
}

/// What an artifact says of one entity.
#[derive(Debug, Serialize, JsonSchema)]
pub struct SectionText {
    /// The entity.
    entity: EntityName,
    /// The text, ready to be used.
    text: String,
}

/// Get the text of an artifact, whole or for one entity.
#[tool(
    read,
    when = "the user wants to see or use what was generated",
    instead(list_artifacts = "to see what there is"),
    returns = "the text of each section"
)]
pub fn get_artifact(
    factory: &Factory,
    project_id: ProjectId,
    /// Artifact to read.
    kind: ArtifactKind,
    /// Entity whose section to return; every section when left out.
    entity: Option<EntityName>,
) -> Result<Reply<ArtifactText>, StoreError> {
    let (project, sections) = factory.artifact(&project_id, kind, entity.as_ref())?;
    let sentence = format!(
        "{} of the artifact '{kind}' of '{}'.",
        count(sections.len(), "section"),
        project.name
    );
    let sections = sections.into_iter().map(|section| SectionText {
        entity: section.entity,
        text: section.text,
    });
    let data = ArtifactText {
        project_id,
        kind,
        sections: sections.collect(),
    };
    Ok(Reply::new(sentence, data))
}
