use mcp_ergo::Param;
use rusqlite::types::{FromSql, FromSqlError, FromSqlResult, ToSql, ToSqlOutput, ValueRef};
use rusqlite::{OptionalExtension as _, Transaction, params};

use super::{StoreError, id};
use crate::model::{EntityPlan, Plan, SourceTable, defects};
use crate::projects::list_projects;

/// Project id.
#[derive(Param, Debug, Clone, PartialEq, Eq)]
#[param(example = "prj_4K7M2Q", pattern = "^prj_[0-9A-Z]+$", from = list_projects)]
pub struct ProjectId(pub String);

impl ProjectId {
    /// What the tables of its deployment begin with.
    pub(super) fn table_prefix(&self) -> String {
        format!("{}__", self.0.to_ascii_lowercase())
    }
}

/// How far a project is.
#[derive(Param, Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stage {
    /// taken in, without a plan
    TakenIn,
    /// the plan has no artifacts yet, or changed since
    Planned,
    /// the artifacts are not validated yet
    Generated,
    /// validation found something that is not mended yet
    Blocked,
    /// ready to be deployed
    Validated,
    /// the plan of now is deployed
    Deployed,
}

impl Stage {
    const ALL: [Self; 6] = [
        Self::TakenIn,
        Self::Planned,
        Self::Generated,
        Self::Blocked,
        Self::Validated,
        Self::Deployed,
    ];
}

impl ToSql for Stage {
    fn to_sql(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
        Ok(ToSqlOutput::from(self.to_string()))
    }
}

impl FromSql for Stage {
    fn column_result(value: ValueRef<'_>) -> FromSqlResult<Self> {
        let word = value.as_str()?;
        let known = Self::ALL
            .into_iter()
            .find(|stage| stage.to_string() == word);
        known.ok_or_else(|| FromSqlError::Other(format!("no stage '{word}'").into()))
    }
}

/// A project with its current plan.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Project {
    /// Its id.
    pub id: ProjectId,
    /// What its users call it.
    pub name: String,
    /// The tables that it began with.
    pub tables: Vec<SourceTable>,
    /// The current plan.
    pub plan: Option<Plan>,
    /// Revision of the plan that was generated last.
    pub generated: Option<u32>,
    /// Whether validation found something that is not mended yet.
    pub refused: bool,
    /// Revision of the plan that passed validation last.
    pub validated: Option<u32>,
    /// Revision of the plan that is deployed.
    pub deployed: Option<u32>,
}

impl Project {
    /// How far it is. A plan that changes takes it back, since what was made before is not of it.
    pub fn stage(&self) -> Stage {
        let Some(plan) = &self.plan else {
            return Stage::TakenIn;
        };
        let revision = Some(plan.revision);
        if self.deployed == revision {
            Stage::Deployed
        } else if self.validated == revision {
            Stage::Validated
        } else if self.refused {
            Stage::Blocked
        } else if self.generated == revision {
            Stage::Generated
        } else {
            Stage::Planned
        }
    }

    /// Revision of the current plan.
    pub fn revision(&self) -> Option<u32> {
        self.plan.as_ref().map(|plan| plan.revision)
    }

    /// The current plan.
    ///
    /// # Errors
    ///
    /// [`StoreError::NoPlan`].
    pub fn current(&self) -> Result<&Plan, StoreError> {
        self.plan.as_ref().ok_or_else(|| StoreError::NoPlan {
            project_id: self.id.clone(),
        })
    }

    /// The revision that artifacts are of.
    pub(super) fn last_generated(&self) -> Result<u32, StoreError> {
        self.current()?;
        self.generated.ok_or_else(|| StoreError::NotGenerated {
            project_id: self.id.clone(),
        })
    }
}

pub(super) fn insert(
    tx: &Transaction<'_>,
    name: &str,
    tables: &[SourceTable],
) -> Result<Project, StoreError> {
    // The id is made from the number, which only the row has.
    tx.prepare_cached(
        "INSERT INTO project (id, name, tables, stage, refused) VALUES ('', ?1, ?2, ?3, 0)",
    )?
    .execute(params![
        name,
        serde_json::to_string(tables)?,
        Stage::TakenIn
    ])?;
    let number = u32::try_from(tx.last_insert_rowid()).unwrap_or(u32::MAX);
    let id = ProjectId(id::project_id(number));
    tx.execute(
        "UPDATE project SET id = ?1 WHERE number = ?2",
        params![id.0, number],
    )?;
    read(tx, &id)
}

pub(super) fn read(tx: &Transaction<'_>, id: &ProjectId) -> Result<Project, StoreError> {
    let found = tx
        .prepare_cached("SELECT * FROM project WHERE id = ?1")?
        .query_row([&id.0], |row| {
            let tables: String = row.get("tables")?;
            let planned: Option<u32> = row.get("planned")?;
            let project = Project {
                id: id.clone(),
                name: row.get("name")?,
                tables: Vec::new(),
                plan: None,
                generated: row.get("generated")?,
                refused: row.get("refused")?,
                validated: row.get("validated")?,
                deployed: row.get("deployed")?,
            };
            Ok((project, tables, planned))
        })
        .optional()?;
    let Some((project, tables, planned)) = found else {
        return Err(no_project(tx, id)?);
    };
    let plan = match planned {
        Some(revision) => plan(tx, id, revision)?,
        None => None,
    };
    Ok(Project {
        tables: serde_json::from_str(&tables)?,
        plan,
        ..project
    })
}

/// Reads every id, which only a call that fails has to pay for.
fn no_project(tx: &Transaction<'_>, id: &ProjectId) -> Result<StoreError, StoreError> {
    let ids: Vec<String> = tx
        .prepare_cached("SELECT id FROM project ORDER BY number DESC")?
        .query_map([], |row| row.get(0))?
        .collect::<Result<_, _>>()?;
    // Every id begins alike, which says nothing.
    let rest = |id: &str| id.strip_prefix("prj_").unwrap_or(id).to_owned();
    let known: Vec<String> = ids.iter().map(|id| rest(id)).collect();
    let near = id::nearest(known.iter().map(String::as_str), &rest(&id.0));
    Ok(StoreError::NoSuchProject {
        id: id.clone(),
        near: near
            .into_iter()
            .map(|rest| ProjectId(format!("prj_{rest}")))
            .collect(),
    })
}

/// One revision of the plan.
pub(super) fn plan(
    tx: &Transaction<'_>,
    id: &ProjectId,
    revision: u32,
) -> Result<Option<Plan>, StoreError> {
    let entities: Option<String> = tx
        .prepare_cached("SELECT entities FROM plan WHERE project_id = ?1 AND revision = ?2")?
        .query_row(params![id.0, revision], |row| row.get(0))
        .optional()?;
    let plan = entities.map(|entities| {
        let entities = serde_json::from_str(&entities)?;
        Ok(Plan { revision, entities })
    });
    plan.transpose()
}

/// Writes the next revision of the plan and makes it the current one.
pub(super) fn revise(
    tx: &Transaction<'_>,
    project: &mut Project,
    entities: Vec<EntityPlan>,
) -> Result<(), StoreError> {
    let revision = project.revision().unwrap_or_default() + 1;
    tx.prepare_cached("INSERT INTO plan (project_id, revision, entities) VALUES (?1, ?2, ?3)")?
        .execute(params![
            project.id.0,
            revision,
            serde_json::to_string(&entities)?
        ])?;
    let plan = Plan { revision, entities };
    // What validation found is mended as soon as nothing is wrong, whatever comes after.
    project.refused &= !defects(&plan).is_empty();
    project.plan = Some(plan);
    Ok(())
}

/// Stores how far a project is.
pub(super) fn write(tx: &Transaction<'_>, project: &Project) -> Result<(), StoreError> {
    tx.prepare_cached(
        "UPDATE project SET stage = ?2, refused = ?3, planned = ?4, generated = ?5, validated = ?6,
                deployed = ?7
         WHERE id = ?1",
    )?
    .execute(params![
        project.id.0,
        project.stage(),
        project.refused,
        project.revision(),
        project.generated,
        project.validated,
        project.deployed,
    ])?;
    Ok(())
}
