//! What a project is made of, and what follows from it: a plan from tables, artifacts from a plan,
//! and what is wrong with a plan. Nothing in here knows of tools or of storage.

mod defect;
mod derive;
mod name;
mod plan;
mod render;
mod table;

pub use self::defect::{Defect, defects};
pub use self::derive::derive_plan;
pub use self::name::{EntityName, FieldName};
pub(crate) use self::plan::check;
pub use self::plan::{EntityPlan, FieldPlan, FieldType, Plan, PlanError};
pub use self::render::{ArtifactKind, Section, create_tables, drop_tables, render, table_name};
pub use self::table::{Sample, SourceTable};
