//! Artifacts from a plan: the same plan always gives the same text.

use mcp_ergo::Param;
use serde_json::{Map, Value, json};

use super::{EntityName, EntityPlan, FieldPlan, FieldType, Plan};

/// What is generated from a plan.
#[derive(Param, Debug, Clone, Copy, PartialEq, Eq)]
pub enum ArtifactKind {
    /// a `CREATE TABLE` statement for each entity
    SqlDdl,
    /// a JSON Schema for each entity
    JsonSchema,
}

impl ArtifactKind {
    /// Every kind, in the order in which they are listed.
    pub const ALL: [Self; 2] = [Self::SqlDdl, Self::JsonSchema];
}

/// What an artifact says of one entity.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Section {
    /// The entity.
    pub entity: EntityName,
    /// What it says.
    pub text: String,
}

/// An artifact: a section for each entity, in the order of the plan. What is not known yet is left
/// out, so that an unfinished plan can be looked at too.
pub fn render(plan: &Plan, kind: ArtifactKind) -> Vec<Section> {
    plan.entities
        .iter()
        .map(|entity| Section {
            entity: entity.name.clone(),
            text: match kind {
                ArtifactKind::SqlDdl => table(plan, entity, ""),
                ArtifactKind::JsonSchema => schema(plan, entity),
            },
        })
        .collect()
}

/// What makes the tables of a plan, each under its [`table_name`].
pub fn create_tables(plan: &Plan, prefix: &str) -> String {
    let tables = plan
        .entities
        .iter()
        .map(|entity| table(plan, entity, prefix));
    tables.collect()
}

/// What removes them.
pub fn drop_tables(plan: &Plan, prefix: &str) -> String {
    let drop = |entity: &EntityPlan| {
        let name = table_name(&entity.name, prefix);
        format!("DROP TABLE IF EXISTS \"{name}\";")
    };
    let statements: Vec<String> = plan.entities.iter().map(drop).collect();
    statements.join("\n")
}

/// What the table of an entity is called.
pub fn table_name(entity: &EntityName, prefix: &str) -> String {
    format!("{prefix}{entity}")
}

/// Names are of lower-case letters, digits and `_`, so that quotes are all that they need.
fn table(plan: &Plan, entity: &EntityPlan, prefix: &str) -> String {
    let columns: Vec<String> = entity
        .fields
        .iter()
        .map(|field| column(plan, entity, field, prefix))
        .collect();
    format!(
        "CREATE TABLE \"{}\" (\n  {}\n);\n",
        table_name(&entity.name, prefix),
        columns.join(",\n  ")
    )
}

fn column(plan: &Plan, entity: &EntityPlan, field: &FieldPlan, prefix: &str) -> String {
    let mut column = vec![format!("\"{}\"", field.name)];
    if let Some(field_type) = plan.type_of(field) {
        column.push(sql_type(field_type).to_owned());
    }
    if entity.key.as_ref() == Some(&field.name) {
        column.push("NOT NULL PRIMARY KEY".to_owned());
    }
    if let Some(target) = &field.references {
        column.push(format!("REFERENCES \"{}\"", table_name(target, prefix)));
        let key = plan.entity(target).and_then(|target| target.key.as_ref());
        column.extend(key.map(|key| format!("(\"{key}\")")));
    }
    column.join(" ")
}

fn sql_type(field_type: FieldType) -> &'static str {
    match field_type {
        FieldType::Text => "TEXT",
        FieldType::Integer => "INTEGER",
        FieldType::Decimal => "DECIMAL",
        FieldType::Boolean => "BOOLEAN",
        FieldType::Date => "DATE",
        FieldType::Timestamp => "TIMESTAMP",
        FieldType::Uuid => "UUID",
    }
}

fn schema(plan: &Plan, entity: &EntityPlan) -> String {
    let properties: Map<String, Value> = entity
        .fields
        .iter()
        .map(|field| (field.name.0.clone(), property(plan.type_of(field))))
        .collect();
    let required: Vec<&String> = entity.key.iter().map(|key| &key.0).collect();
    let schema = json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": entity.name,
        "type": "object",
        "properties": properties,
        "required": required,
        "additionalProperties": false,
    });
    format!("{schema:#}\n")
}

fn property(field_type: Option<FieldType>) -> Value {
    match field_type {
        None => json!({}),
        Some(FieldType::Text) => json!({"type": "string"}),
        Some(FieldType::Integer) => json!({"type": "integer"}),
        Some(FieldType::Decimal) => json!({"type": "number"}),
        Some(FieldType::Boolean) => json!({"type": "boolean"}),
        Some(FieldType::Date) => json!({"type": "string", "format": "date"}),
        Some(FieldType::Timestamp) => json!({"type": "string", "format": "date-time"}),
        Some(FieldType::Uuid) => json!({"type": "string", "format": "uuid"}),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{Sample, derive_plan};

    fn library() -> Plan {
        Plan {
            revision: 1,
            entities: derive_plan(&Sample::Library.tables()),
        }
    }

    #[test]
    fn a_table_has_its_key_its_types_and_its_references() {
        let ddl = render(&library(), ArtifactKind::SqlDdl);
        assert_eq!(ddl[2].entity.0, "loan");
        assert_eq!(
            ddl[2].text,
            "CREATE TABLE \"loan\" (\n  \"id\" INTEGER NOT NULL PRIMARY KEY,\n  \
             \"book_id\" REFERENCES \"book\",\n  \"lent_on\" DATE,\n  \"is_returned\" BOOLEAN\n);\n"
        );
        assert_eq!(
            ddl[1].text,
            "CREATE TABLE \"book\" (\n  \"isbn\" TEXT,\n  \"title\" TEXT,\n  \
             \"author_id\" INTEGER REFERENCES \"author\" (\"id\"),\n  \"shelf\"\n);\n"
        );
    }

    #[test]
    fn what_is_rendered_is_sql_whatever_it_is_called() {
        let mut plan = library();
        plan.entities[0].name = EntityName("select".into());
        plan.entities[0].fields[0] = FieldPlan::new("table", Some(FieldType::Decimal));
        plan.entities[0].key = Some(plan.entities[0].fields[0].name.clone());
        let database = rusqlite::Connection::open_in_memory().expect("a database");
        for prefix in ["", "prj_1__"] {
            database
                .execute_batch(&create_tables(&plan, prefix))
                .expect("tables");
            database
                .execute_batch(&drop_tables(&plan, prefix))
                .expect("no tables");
        }
        let left: i64 = database
            .query_row("SELECT count(*) FROM sqlite_schema", [], |row| row.get(0))
            .expect("a count");
        assert_eq!(left, 0);
    }

    #[test]
    fn a_schema_is_json_with_a_property_for_each_field() {
        let sections = render(&library(), ArtifactKind::JsonSchema);
        let loan: Value = serde_json::from_str(&sections[2].text).expect("JSON");
        assert_eq!(loan["title"], "loan");
        assert_eq!(loan["required"], json!(["id"]));
        assert_eq!(
            loan["properties"]["lent_on"],
            json!({"type": "string", "format": "date"})
        );
    }
}
