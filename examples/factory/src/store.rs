//! The factory: projects in one `SQLite` database, and what is deployed of them beside. Each change
//! is one transaction, so that callers and servers over one file continue each other's work.

mod error;
mod id;
mod project;
mod row;
mod schema;
#[cfg(test)]
mod tests;

use std::path::Path;
use std::sync::{Mutex, MutexGuard, PoisonError};

use rusqlite::{Connection, OptionalExtension as _, Transaction, TransactionBehavior, params};

use crate::model::{
    ArtifactKind, EntityName, EntityPlan, FieldName, FieldPlan, FieldType, Plan, Section,
    SourceTable, check, create_tables, defects, derive_plan, drop_tables, render, table_name,
};

pub use self::error::StoreError;
pub use self::project::{Project, ProjectId, Stage};
pub use self::row::{ArtifactRow, Deployment, ProjectRow};

/// Projects, their plans, artifacts and deployments.
#[derive(Debug)]
pub struct Factory {
    connection: Mutex<Connection>,
}

/// What came of a step: the project after it, and whether this call took it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Taken {
    /// The project as it is now.
    pub project: Project,
    /// What the step did.
    pub outcome: Outcome,
}

/// What a step did.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    /// It was taken by this call.
    Done,
    /// It was taken before, and nothing changed.
    Before,
    /// Another step comes first, and nothing changed.
    NotYet,
}

impl Factory {
    /// Opens the factory at `path`. A new file is empty.
    ///
    /// # Errors
    ///
    /// [`StoreError::NotAFactory`] for a database of another kind or version,
    /// [`StoreError::Locked`] while another process writes, [`StoreError::Sqlite`] when the file
    /// cannot be read or made.
    pub fn open(path: impl AsRef<Path>) -> Result<Self, StoreError> {
        Self::prepare(Connection::open(path)?)
    }

    /// An empty factory that is gone when it is dropped.
    ///
    /// # Errors
    ///
    /// [`StoreError::Sqlite`] when memory runs out.
    pub fn in_memory() -> Result<Self, StoreError> {
        Self::prepare(Connection::open_in_memory()?)
    }

    fn prepare(mut connection: Connection) -> Result<Self, StoreError> {
        schema::prepare(&mut connection)?;
        Ok(Self {
            connection: Mutex::new(connection),
        })
    }

    /// Takes in a project.
    ///
    /// # Errors
    ///
    /// [`StoreError::Locked`] or [`StoreError::Sqlite`].
    pub fn create_project(
        &self,
        name: &str,
        tables: &[SourceTable],
    ) -> Result<Project, StoreError> {
        self.transaction(TransactionBehavior::Immediate, |tx| {
            project::insert(tx, name, tables)
        })
    }

    /// One project with its current plan.
    ///
    /// # Errors
    ///
    /// [`StoreError::NoSuchProject`], [`StoreError::Locked`] or [`StoreError::Sqlite`].
    pub fn project(&self, id: &ProjectId) -> Result<Project, StoreError> {
        self.transaction(TransactionBehavior::Deferred, |tx| project::read(tx, id))
    }

    /// Projects at a stage, the oldest first, and how many there are in all.
    ///
    /// # Errors
    ///
    /// [`StoreError::Locked`] or [`StoreError::Sqlite`].
    pub fn projects(
        &self,
        stage: Option<Stage>,
        limit: u32,
    ) -> Result<(Vec<ProjectRow>, u32), StoreError> {
        row::projects(&self.lock(), stage, limit)
    }

    /// The oldest project that is at one of these stages.
    ///
    /// # Errors
    ///
    /// [`StoreError::Locked`] or [`StoreError::Sqlite`].
    pub fn oldest(&self, stages: &[Stage]) -> Result<Option<ProjectId>, StoreError> {
        let connection = self.lock();
        let mut statement = connection.prepare_cached(
            "SELECT id FROM project WHERE stage IN (SELECT value FROM json_each(?1))
             ORDER BY number LIMIT 1",
        )?;
        let stages = serde_json::to_string(stages)?;
        let found = statement.query_row([stages], |row| Ok(ProjectId(row.get(0)?)));
        Ok(found.optional()?)
    }

    /// How many projects are at a stage, or at all.
    ///
    /// # Errors
    ///
    /// [`StoreError::Locked`] or [`StoreError::Sqlite`].
    pub fn count(&self, stage: Option<Stage>) -> Result<u32, StoreError> {
        let connection = self.lock();
        let mut statement = connection
            .prepare_cached("SELECT count(*) FROM project WHERE ?1 IS NULL OR stage = ?1")?;
        Ok(statement.query_row([stage], |row| row.get(0))?)
    }

    /// Removes a project with everything that was made of it, and returns what it was.
    ///
    /// # Errors
    ///
    /// [`StoreError::NoSuchProject`], [`StoreError::Locked`] or [`StoreError::Sqlite`].
    pub fn delete_project(&self, id: &ProjectId) -> Result<Project, StoreError> {
        self.transaction(TransactionBehavior::Immediate, |tx| {
            let project = project::read(tx, id)?;
            drop_deployed(tx, &project)?;
            for table in ["deployment", "section", "plan"] {
                tx.execute(
                    &format!("DELETE FROM {table} WHERE project_id = ?1"),
                    [&id.0],
                )?;
            }
            tx.execute("DELETE FROM project WHERE id = ?1", [&id.0])?;
            Ok(project)
        })
    }

    /// Gives a project its first plan. One that has a plan keeps it.
    ///
    /// # Errors
    ///
    /// [`StoreError::NoSuchProject`], [`StoreError::Locked`] or [`StoreError::Sqlite`].
    pub fn create_plan(&self, id: &ProjectId) -> Result<Taken, StoreError> {
        self.step(id, |tx, project| {
            if project.plan.is_some() {
                return Ok(Outcome::Before);
            }
            let entities = derive_plan(&project.tables);
            project::revise(tx, project, entities)?;
            Ok(Outcome::Done)
        })
    }

    /// A revision of a project's plan, the current one unless told.
    ///
    /// # Errors
    ///
    /// [`StoreError::NoSuchProject`]; [`StoreError::NoPlan`]; [`StoreError::NoSuchRevision`];
    /// [`StoreError::Locked`] or [`StoreError::Sqlite`].
    pub fn plan(
        &self,
        id: &ProjectId,
        revision: Option<u32>,
    ) -> Result<(Project, Plan), StoreError> {
        self.transaction(TransactionBehavior::Deferred, |tx| {
            let project = project::read(tx, id)?;
            let plan = project.current()?.clone();
            match revision {
                Some(revision) if revision != plan.revision => {
                    let earlier = project::plan(tx, id, revision)?;
                    let earlier = earlier.ok_or(StoreError::NoSuchRevision {
                        revision,
                        near: vec![plan.revision],
                    })?;
                    Ok((project, earlier))
                }
                _ => Ok((project, plan)),
            }
        })
    }

    /// Adds an entity to the plan. Its key is its field `id`, where it has one.
    ///
    /// # Errors
    ///
    /// [`StoreError::NoSuchProject`]; [`StoreError::NoPlan`]; [`StoreError::EntityExists`]; what
    /// keeps entities from being a plan; [`StoreError::Locked`] or [`StoreError::Sqlite`].
    pub fn add_entity(
        &self,
        id: &ProjectId,
        name: EntityName,
        fields: Vec<FieldPlan>,
    ) -> Result<Taken, StoreError> {
        self.revise(id, |plan| {
            if plan.entity(&name).is_some() {
                return Err(StoreError::EntityExists { entity: name });
            }
            let id = fields.iter().find(|field| field.name.0 == "id");
            let key = id.map(|field| field.name.clone());
            plan.entities.push(EntityPlan { name, key, fields });
            Ok(())
        })
    }

    /// Makes a field the key of its entity.
    ///
    /// # Errors
    ///
    /// [`StoreError::NoSuchProject`]; [`StoreError::NoPlan`]; [`StoreError::NoSuchEntity`];
    /// [`StoreError::NoSuchField`]; [`StoreError::Locked`] or [`StoreError::Sqlite`].
    pub fn set_key(
        &self,
        id: &ProjectId,
        entity: &EntityName,
        field: &FieldName,
    ) -> Result<Taken, StoreError> {
        self.revise(id, |plan| {
            let entity = entity_of(id, plan, entity)?;
            field_of(entity, field)?;
            entity.key = Some(field.clone());
            Ok(())
        })
    }

    /// Says what a field holds: values of its own of this type, also where it referred to another
    /// entity.
    ///
    /// # Errors
    ///
    /// [`StoreError::NoSuchProject`]; [`StoreError::NoPlan`]; [`StoreError::NoSuchEntity`];
    /// [`StoreError::NoSuchField`]; [`StoreError::Locked`] or [`StoreError::Sqlite`].
    pub fn set_field_type(
        &self,
        id: &ProjectId,
        entity: &EntityName,
        field: &FieldName,
        field_type: FieldType,
    ) -> Result<Taken, StoreError> {
        self.revise(id, |plan| {
            let field = field_of(entity_of(id, plan, entity)?, field)?;
            field.field_type = Some(field_type);
            field.references = None;
            Ok(())
        })
    }

    /// Renders every artifact of the current plan. `entities` become the current plan first.
    ///
    /// # Errors
    ///
    /// [`StoreError::NoSuchProject`]; what keeps entities from being a plan;
    /// [`StoreError::Locked`] or [`StoreError::Sqlite`].
    pub fn generate(
        &self,
        id: &ProjectId,
        entities: Option<Vec<EntityPlan>>,
    ) -> Result<Taken, StoreError> {
        self.step(id, |tx, project| {
            if let Some(entities) = entities {
                check(&entities)?;
                let current = project.plan.as_ref().map(|plan| &plan.entities);
                if current != Some(&entities) {
                    project::revise(tx, project, entities)?;
                }
            }
            let Some(plan) = &project.plan else {
                return Ok(Outcome::NotYet);
            };
            if project.generated == Some(plan.revision) {
                return Ok(Outcome::Before);
            }
            write_sections(tx, id, plan)?;
            project.generated = Some(plan.revision);
            Ok(Outcome::Done)
        })
    }

    /// Checks the artifacts of the current plan. What is wrong is what [`defects`] finds.
    ///
    /// # Errors
    ///
    /// [`StoreError::NoSuchProject`], [`StoreError::Locked`] or [`StoreError::Sqlite`], also where
    /// the database does not take what was generated.
    pub fn validate(&self, id: &ProjectId) -> Result<Taken, StoreError> {
        self.step(id, |tx, project| {
            let Some(plan) = &project.plan else {
                return Ok(Outcome::NotYet);
            };
            let revision = Some(plan.revision);
            if project.generated != revision {
                return Ok(Outcome::NotYet);
            }
            if project.validated == revision {
                return Ok(Outcome::Before);
            }
            project.refused = !defects(plan).is_empty();
            if !project.refused {
                try_out(&sections(tx, id, ArtifactKind::SqlDdl)?)?;
                project.validated = revision;
            }
            Ok(Outcome::Done)
        })
    }

    /// Makes the tables of the validated plan, in place of those of an earlier deployment.
    ///
    /// # Errors
    ///
    /// [`StoreError::NoSuchProject`], [`StoreError::Locked`] or [`StoreError::Sqlite`].
    pub fn deploy(&self, id: &ProjectId) -> Result<Taken, StoreError> {
        self.step(id, |tx, project| {
            let Some(plan) = project.plan.clone() else {
                return Ok(Outcome::NotYet);
            };
            let revision = Some(plan.revision);
            if project.deployed == revision {
                return Ok(Outcome::Before);
            }
            if project.validated != revision {
                return Ok(Outcome::NotYet);
            }
            drop_deployed(tx, project)?;
            let prefix = id.table_prefix();
            tx.execute_batch(&create_tables(&plan, &prefix))?;
            let names = plan.entities.iter();
            let tables: Vec<String> = names
                .map(|entity| table_name(&entity.name, &prefix))
                .collect();
            row::insert_deployment(tx, id, plan.revision, &tables)?;
            project.deployed = revision;
            Ok(Outcome::Done)
        })
    }

    /// What was generated last, of each kind.
    ///
    /// # Errors
    ///
    /// [`StoreError::NoSuchProject`]; [`StoreError::NotGenerated`]; [`StoreError::Locked`] or
    /// [`StoreError::Sqlite`].
    pub fn artifacts(&self, id: &ProjectId) -> Result<(Project, Vec<ArtifactRow>), StoreError> {
        self.transaction(TransactionBehavior::Deferred, |tx| {
            let project = project::read(tx, id)?;
            let revision = project.last_generated()?;
            let rows = ArtifactKind::ALL.map(|kind| {
                let sections = sections(tx, id, kind)?;
                Ok(ArtifactRow::new(kind, revision, &sections))
            });
            let rows = rows.into_iter().collect::<Result<_, StoreError>>()?;
            Ok((project, rows))
        })
    }

    /// The sections of what was generated last: that of one entity, or all.
    ///
    /// # Errors
    ///
    /// [`StoreError::NoSuchProject`]; [`StoreError::NotGenerated`]; [`StoreError::NoSuchEntity`];
    /// [`StoreError::Locked`] or [`StoreError::Sqlite`].
    pub fn artifact(
        &self,
        id: &ProjectId,
        kind: ArtifactKind,
        entity: Option<&EntityName>,
    ) -> Result<(Project, Vec<Section>), StoreError> {
        self.transaction(TransactionBehavior::Deferred, |tx| {
            let project = project::read(tx, id)?;
            project.last_generated()?;
            let mut all = sections(tx, id, kind)?;
            if let Some(name) = entity {
                let known = all.iter().map(|section| &section.entity).cloned();
                let known: Vec<EntityName> = known.collect();
                all.retain(|section| section.entity == *name);
                if all.is_empty() {
                    return Err(StoreError::no_entity(id, name, known.iter()));
                }
            }
            Ok((project, all))
        })
    }

    /// Deployments of one project, or of all, the newest first, and how many there are in all.
    ///
    /// # Errors
    ///
    /// [`StoreError::NoSuchProject`], [`StoreError::Locked`] or [`StoreError::Sqlite`].
    pub fn deployments(
        &self,
        id: Option<&ProjectId>,
        limit: u32,
    ) -> Result<(Vec<Deployment>, u32), StoreError> {
        self.transaction(TransactionBehavior::Deferred, |tx| {
            if let Some(id) = id {
                project::read(tx, id)?;
            }
            row::deployments(tx, id, limit)
        })
    }

    /// Changes the plan of a project. What changes nothing makes no new revision.
    fn revise(
        &self,
        id: &ProjectId,
        change: impl FnOnce(&mut Plan) -> Result<(), StoreError>,
    ) -> Result<Taken, StoreError> {
        self.step(id, |tx, project| {
            let mut plan = project.current()?.clone();
            change(&mut plan)?;
            check(&plan.entities)?;
            if project.plan.as_ref() == Some(&plan) {
                return Ok(Outcome::Before);
            }
            project::revise(tx, project, plan.entities)?;
            Ok(Outcome::Done)
        })
    }

    /// Takes one step with a project, and stores where it stands after.
    fn step(
        &self,
        id: &ProjectId,
        take: impl FnOnce(&Transaction<'_>, &mut Project) -> Result<Outcome, StoreError>,
    ) -> Result<Taken, StoreError> {
        self.transaction(TransactionBehavior::Immediate, |tx| {
            let mut project = project::read(tx, id)?;
            let outcome = take(tx, &mut project)?;
            project::write(tx, &project)?;
            Ok(Taken { project, outcome })
        })
    }

    /// Writers say `Immediate`: a deferred transaction that reads first and writes later is refused
    /// at once when another process got there before it, without waiting for the busy timeout.
    fn transaction<T>(
        &self,
        behavior: TransactionBehavior,
        work: impl FnOnce(&Transaction<'_>) -> Result<T, StoreError>,
    ) -> Result<T, StoreError> {
        let mut connection = self.lock();
        let tx = connection.transaction_with_behavior(behavior)?;
        let value = work(&tx)?;
        tx.commit()?;
        Ok(value)
    }

    /// A panic in one call poisons the mutex, and passing that on would fail every later call. It is
    /// safe to go on: a transaction rolls back when it is dropped, by a panic too.
    fn lock(&self) -> MutexGuard<'_, Connection> {
        self.connection
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
    }
}

fn entity_of<'a>(
    id: &ProjectId,
    plan: &'a mut Plan,
    name: &EntityName,
) -> Result<&'a mut EntityPlan, StoreError> {
    let known = plan.entities.iter().map(|entity| &entity.name);
    let missing = StoreError::no_entity(id, name, known);
    let mut entities = plan.entities.iter_mut();
    entities.find(|entity| entity.name == *name).ok_or(missing)
}

fn field_of<'a>(
    entity: &'a mut EntityPlan,
    name: &FieldName,
) -> Result<&'a mut FieldPlan, StoreError> {
    let known = entity.fields.iter().map(|field| field.name.0.as_str());
    let missing = StoreError::NoSuchField {
        entity: entity.name.clone(),
        near: id::nearest(known, &name.0)
            .into_iter()
            .map(FieldName)
            .collect(),
        field: name.clone(),
    };
    let mut fields = entity.fields.iter_mut();
    fields.find(|field| field.name == *name).ok_or(missing)
}

fn write_sections(tx: &Transaction<'_>, id: &ProjectId, plan: &Plan) -> Result<(), StoreError> {
    tx.execute("DELETE FROM section WHERE project_id = ?1", [&id.0])?;
    let mut insert = tx.prepare_cached(
        "INSERT INTO section (project_id, kind, position, entity, text) VALUES (?1, ?2, ?3, ?4, ?5)",
    )?;
    for kind in ArtifactKind::ALL {
        for (position, section) in (1_u32..).zip(render(plan, kind)) {
            let kind = kind.to_string();
            insert.execute(params![
                id.0,
                kind,
                position,
                section.entity.0,
                section.text
            ])?;
        }
    }
    Ok(())
}

fn sections(
    tx: &Transaction<'_>,
    id: &ProjectId,
    kind: ArtifactKind,
) -> Result<Vec<Section>, StoreError> {
    let mut statement = tx.prepare_cached(
        "SELECT entity, text FROM section WHERE project_id = ?1 AND kind = ?2 ORDER BY position",
    )?;
    let sections = statement.query_map(params![id.0, kind.to_string()], |row| {
        Ok(Section {
            entity: EntityName(row.get("entity")?),
            text: row.get("text")?,
        })
    })?;
    Ok(sections.collect::<Result<_, _>>()?)
}

/// Runs the statements in a database of their own, so that a deployment cannot be the first to find
/// out that they do not.
fn try_out(sections: &[Section]) -> Result<(), StoreError> {
    let scratch = Connection::open_in_memory()?;
    for section in sections {
        scratch.execute_batch(&section.text)?;
    }
    Ok(())
}

/// Removes the tables that the last deployment made.
fn drop_deployed(tx: &Transaction<'_>, project: &Project) -> Result<(), StoreError> {
    let Some(revision) = project.deployed else {
        return Ok(());
    };
    if let Some(plan) = project::plan(tx, &project.id, revision)? {
        tx.execute_batch(&drop_tables(&plan, &project.id.table_prefix()))?;
    }
    Ok(())
}
