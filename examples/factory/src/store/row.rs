//! What lists say.

use rusqlite::{Connection, Transaction, params};
use schemars::JsonSchema;
use serde::Serialize;

use super::{ProjectId, Stage, StoreError};
use crate::model::{ArtifactKind, EntityName, Section};

/// What a list of projects says about each.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct ProjectRow {
    /// Like `prj_4K7M2Q`.
    pub project_id: ProjectId,
    /// What its users call it.
    pub name: String,
    /// How far it is.
    pub stage: Stage,
    /// Revision of its plan, once there is one.
    pub revision: Option<u32>,
}

/// What a list of artifacts says about each.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct ArtifactRow {
    /// What it is.
    pub kind: ArtifactKind,
    /// Revision of the plan that it was generated from.
    pub revision: u32,
    /// Entities that it has a section for, in the order of the plan.
    pub sections: Vec<EntityName>,
    /// Its length in bytes.
    pub bytes: usize,
}

/// One deployment of a project.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Deployment {
    /// The project.
    pub project_id: ProjectId,
    /// Revision of the plan that was deployed.
    pub revision: u32,
    /// The tables that it made.
    pub tables: Vec<String>,
    /// When, in UTC, like `2026-10-01T12:00:00Z`.
    pub deployed_at: String,
    /// Whether no later one took its place.
    pub current: bool,
}

impl ArtifactRow {
    pub(super) fn new(kind: ArtifactKind, revision: u32, sections: &[Section]) -> Self {
        Self {
            kind,
            revision,
            sections: sections
                .iter()
                .map(|section| section.entity.clone())
                .collect(),
            bytes: sections.iter().map(|section| section.text.len()).sum(),
        }
    }
}

pub(super) fn projects(
    connection: &Connection,
    stage: Option<Stage>,
    limit: u32,
) -> Result<(Vec<ProjectRow>, u32), StoreError> {
    let mut statement = connection.prepare_cached(
        "SELECT id, name, stage, planned, count(*) OVER () AS total FROM project
         WHERE ?1 IS NULL OR stage = ?1
         ORDER BY number LIMIT ?2",
    )?;
    let mut found = statement.query(params![stage, limit.max(1)])?;
    let (mut rows, mut total) = (Vec::new(), 0);
    while let Some(row) = found.next()? {
        total = row.get("total")?;
        rows.push(ProjectRow {
            project_id: ProjectId(row.get("id")?),
            name: row.get("name")?,
            stage: row.get("stage")?,
            revision: row.get("planned")?,
        });
    }
    Ok((rows, total))
}

pub(super) fn insert_deployment(
    tx: &Transaction<'_>,
    id: &ProjectId,
    revision: u32,
    tables: &[String],
) -> Result<(), StoreError> {
    tx.prepare_cached("INSERT INTO deployment (project_id, revision, tables) VALUES (?1, ?2, ?3)")?
        .execute(params![id.0, revision, serde_json::to_string(tables)?])?;
    Ok(())
}

pub(super) fn deployments(
    tx: &Transaction<'_>,
    id: Option<&ProjectId>,
    limit: u32,
) -> Result<(Vec<Deployment>, u32), StoreError> {
    let mut statement = tx.prepare_cached(
        "SELECT *, count(*) OVER () AS total,
                number = max(number) OVER (PARTITION BY project_id) AS current
         FROM deployment
         WHERE ?1 IS NULL OR project_id = ?1
         ORDER BY number DESC LIMIT ?2",
    )?;
    let mut found = statement.query(params![id.map(|id| &id.0), limit.max(1)])?;
    let (mut rows, mut total) = (Vec::new(), 0);
    while let Some(row) = found.next()? {
        total = row.get("total")?;
        let tables: String = row.get("tables")?;
        rows.push(Deployment {
            project_id: ProjectId(row.get("project_id")?),
            revision: row.get("revision")?,
            tables: serde_json::from_str(&tables)?,
            deployed_at: row.get("deployed_at")?,
            current: row.get("current")?,
        });
    }
    Ok((rows, total))
}
