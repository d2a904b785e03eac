//! Projects: what goes through the factory.

use mcp_ergo::prelude::*;
use schemars::JsonSchema;
use serde::Serialize;

use crate::count;
use crate::model::{Sample, SourceTable};
use crate::plans::get_plan;
use crate::store::{Factory, ProjectId, ProjectRow, Stage, StoreError};
use crate::workflow::{Standing, step};

/// Create a project from the tables of its source.
#[tool(
    write,
    workflow,
    when = "the user wants a data model of tables that they have",
    instead(import_sample = "to try the factory"),
    returns = "where the new project stands",
    scope = "projects:write"
)]
pub fn create_project(
    factory: &Factory,
    /// What the users call it.
    #[param(example = "Web shop", len = 1..=80)]
    name: String,
    /// Tables of the source, by their column heads.
    #[param(len = 1..=30)]
    tables: Vec<SourceTable>,
) -> Result<Step<Standing>, StoreError> {
    let project = factory.create_project(&name, &tables)?;
    let tables = count(tables.len(), "table");
    let sentence = format!("Took in '{name}' with {tables} as {}.", project.id);
    Ok(step(sentence, &project))
}

/// Import the tables of a sample as a new project.
#[tool(
    write,
    workflow,
    when = "the user has no tables at hand",
    instead(create_project = "for tables of the user's own"),
    returns = "where the new project stands",
    scope = "projects:write"
)]
pub fn import_sample(
    factory: &Factory,
    /// Tables to begin with.
    sample: Sample,
) -> Result<Step<Standing>, StoreError> {
    let tables = sample.tables();
    let name = format!("Sample {sample}");
    let project = factory.create_project(&name, &tables)?;
    let tables = count(tables.len(), "table");
    let sentence = format!("Took in '{name}' with {tables} as {}.", project.id);
    Ok(step(sentence, &project))
}

/// List projects with how far each is.
#[tool(
    read,
    when = "the user asks which projects there are, or a project id is needed",
    instead(get_plan = "for what is planned in one of them"),
    returns = "projects with id, name and stage, the oldest first"
)]
pub fn list_projects(
    factory: &Factory,
    /// Stage to keep; every stage when left out.
    stage: Option<Stage>,
    /// Most projects to return.
    #[param(default = 20, range = 1..=100)]
    limit: u32,
) -> Result<Reply<Page<ProjectRow>>, StoreError> {
    let (rows, total) = factory.projects(stage, limit)?;
    let planned = rows.iter().find(|row| row.revision.is_some());
    let planned = planned.map(|row| row.project_id.clone());
    let found = match stage {
        Some(stage) => format!("Found {} at the stage '{stage}'.", count(total, "project")),
        None => format!("Found {}.", count(total, "project")),
    };
    Ok(Reply::new(found, Page::new(rows, total.into())).next_if(
        planned,
        get_plan::call,
        "to see what is planned",
    ))
}

/// What was deleted.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Deleted {
    /// The project that is gone.
    project_id: ProjectId,
    /// What its users called it.
    name: String,
    /// Whether tables of it were deployed, which are gone too.
    was_deployed: bool,
}

/// Delete a project for good, with its deployed tables and what is in them.
#[tool(
    destructive,
    when = "the user asks by name for a project to be gone",
    after(list_projects),
    returns = "what was deleted",
    scope = "projects:delete"
)]
pub fn delete_project(
    factory: &Factory,
    project_id: ProjectId,
) -> Result<Reply<Deleted>, StoreError> {
    let project = factory.delete_project(&project_id)?;
    let was_deployed = project.deployed.is_some();
    let tables = if was_deployed {
        " and its deployed tables"
    } else {
        ""
    };
    let sentence = format!("Deleted '{}' ({project_id}){tables}.", project.name);
    let data = Deleted {
        project_id,
        name: project.name,
        was_deployed,
    };
    Ok(Reply::new(sentence, data).next(list_projects::call(), "to see what is left"))
}
