use mcp_ergo::ToolError;
use rusqlite::ErrorCode;

use super::{ProjectId, id};
use crate::artifacts::generate_artifacts;
use crate::model::{EntityName, FieldName, PlanError};
use crate::plans::{create_plan, get_plan};
use crate::projects::list_projects;

/// Why the factory did not do what it was asked.
///
/// A step that comes too early is no error: the answer of a workflow names what comes first.
#[derive(Debug, thiserror::Error, ToolError)]
pub enum StoreError {
    /// No project has this id. `near` holds up to three ids that look like it, the likest first.
    #[error("no project with id '{id}'; ids look like 'prj_4K7M2Q'")]
    #[tool_error(fix, hint = "find the id first", next = list_projects, candidates = near)]
    NoSuchProject {
        /// As it was given.
        id: ProjectId,
        /// May be empty: an id that merely exists would invite a guess.
        near: Vec<ProjectId>,
    },

    /// The project was taken in and not planned.
    #[error("project '{project_id}' has no plan yet")]
    #[tool_error(fix, hint = "create one first", next = create_plan(project_id))]
    NoPlan {
        /// The project.
        project_id: ProjectId,
    },

    /// The plan has no such revision.
    #[error("the plan has no revision {revision}")]
    #[tool_error(
        fix,
        hint = "leave the revision out for the current one",
        candidates = near
    )]
    NoSuchRevision {
        /// As it was given.
        revision: u32,
        /// The current one.
        near: Vec<u32>,
    },

    /// No entity has this name. `near` holds up to three names that look like it.
    #[error("project '{project_id}' has no entity '{entity}'")]
    #[tool_error(
        fix,
        hint = "send the name of an entity of the plan",
        next = get_plan(project_id),
        candidates = near
    )]
    NoSuchEntity {
        /// The project.
        project_id: ProjectId,
        /// As it was given.
        entity: EntityName,
        /// May be empty.
        near: Vec<EntityName>,
    },

    /// The entity has no field of this name. `near` holds up to three names that look like it.
    #[error("the entity '{entity}' has no field '{field}'")]
    #[tool_error(
        fix,
        hint = "send a field of '{entity}', as get_plan lists them",
        candidates = near
    )]
    NoSuchField {
        /// The entity.
        entity: EntityName,
        /// As it was given.
        field: FieldName,
        /// May be empty.
        near: Vec<FieldName>,
    },

    /// The plan has an entity of this name.
    #[error("the plan has an entity '{entity}' already")]
    #[tool_error(
        fix,
        hint = "send another name, or change the entity with set_key and set_field_type"
    )]
    EntityExists {
        /// The entity.
        entity: EntityName,
    },

    /// Two entities, or two fields of one entity, share a name.
    #[error("the name '{name}' is there twice")]
    #[tool_error(
        fix,
        hint = "send every entity, and every field of an entity, under a name of its own"
    )]
    NameTwice {
        /// The name.
        name: String,
    },

    /// No table, or no column, can have this name.
    #[error("the name '{name}' cannot stand in a database")]
    #[tool_error(
        fix,
        hint = "send lower-case letters, digits and '_', with a letter first; databases keep \
                'sqlite_' for themselves"
    )]
    NameRefused {
        /// The name.
        name: String,
    },

    /// Nothing was generated of the project.
    #[error("nothing is generated of project '{project_id}' yet")]
    #[tool_error(fix, hint = "generate it first", next = generate_artifacts(project_id))]
    NotGenerated {
        /// The project.
        project_id: ProjectId,
    },

    /// Another process held the file for longer than the busy timeout. The same call may succeed
    /// later.
    #[error("the factory is locked by another writer")]
    #[tool_error(retry, after = "500ms", hint = "send the same call again")]
    Locked,

    /// The file is a database, but none that this version of the factory wrote.
    #[error("the file is a database of another kind or version ({version})")]
    #[tool_error(stop, hint = "tell the user to open another file")]
    NotAFactory {
        /// Its `user_version`.
        version: i64,
    },

    /// A document in the database is not what was written.
    #[error(transparent)]
    #[tool_error(internal)]
    Document(#[from] serde_json::Error),

    /// Everything else that `SQLite` reports: disk, corruption, a bug in here.
    #[error(transparent)]
    #[tool_error(internal)]
    Sqlite(rusqlite::Error),
}

impl StoreError {
    /// No entity is called `name`; these are the names that there are.
    pub(super) fn no_entity<'a>(
        project_id: &ProjectId,
        name: &EntityName,
        known: impl Iterator<Item = &'a EntityName>,
    ) -> Self {
        let known = known.map(|known| known.0.as_str());
        Self::NoSuchEntity {
            project_id: project_id.clone(),
            near: id::nearest(known, &name.0)
                .into_iter()
                .map(EntityName)
                .collect(),
            entity: name.clone(),
        }
    }
}

impl From<PlanError> for StoreError {
    fn from(error: PlanError) -> Self {
        match error {
            PlanError::NameTwice(name) => Self::NameTwice { name },
            PlanError::NameRefused(name) => Self::NameRefused { name },
            PlanError::KeyUnknown(entity, field) => Self::NoSuchField {
                entity,
                field,
                near: Vec::new(),
            },
        }
    }
}

/// By hand instead of `#[from]`, so that `?` tells a lock from a failure.
impl From<rusqlite::Error> for StoreError {
    fn from(error: rusqlite::Error) -> Self {
        match error.sqlite_error_code() {
            Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => Self::Locked,
            _ => Self::Sqlite(error),
        }
    }
}
