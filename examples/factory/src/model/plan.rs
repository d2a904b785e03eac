use std::collections::HashSet;

use mcp_ergo::Param;

use super::{EntityName, FieldName};

/// What a field holds.
// The values say it themselves, and what a variant's doc comment says is sent with every list of tools.
#[allow(missing_docs, reason = "what is obvious is not worth its tokens")]
#[derive(Param, Debug, Clone, Copy, PartialEq, Eq)]
pub enum FieldType {
    Text,
    Integer,
    Decimal,
    Boolean,
    Date,
    Timestamp,
    Uuid,
}

/// What the plan says of one field.
#[derive(Param, Debug, Clone, PartialEq, Eq)]
pub struct FieldPlan {
    /// Name of the field.
    #[param(from = user("as the source calls it"))]
    pub name: FieldName,
    /// What it holds; the type of the key it refers to, or not known yet, when left out.
    pub field_type: Option<FieldType>,
    /// Entity whose key it holds; a value of its own when left out.
    pub references: Option<EntityName>,
}

/// What the plan says of one entity.
#[derive(Param, Debug, Clone, PartialEq, Eq)]
pub struct EntityPlan {
    /// Name of the entity.
    #[param(from = user("as the source calls it"))]
    pub name: EntityName,
    /// Field that tells one of it from another; not known yet when left out.
    pub key: Option<FieldName>,
    /// Its fields, in order.
    #[param(len = 1..=40)]
    pub fields: Vec<FieldPlan>,
}

/// One revision of a project's plan. A revision never changes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Plan {
    /// Counts from 1.
    pub revision: u32,
    /// In the order of the tables they come from.
    pub entities: Vec<EntityPlan>,
}

/// Why something is no plan, however unfinished a plan may be.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PlanError {
    /// Two entities, or two fields of one entity, share this name.
    NameTwice(String),
    /// No table, or no column, can have this name.
    NameRefused(String),
    /// The key of the entity is none of its fields.
    KeyUnknown(EntityName, FieldName),
}

impl FieldPlan {
    /// A field that holds values of its own.
    pub fn new(name: impl Into<String>, field_type: Option<FieldType>) -> Self {
        Self {
            name: FieldName(name.into()),
            field_type,
            references: None,
        }
    }
}

impl EntityPlan {
    /// The field of this name.
    pub fn field(&self, name: &FieldName) -> Option<&FieldPlan> {
        self.fields.iter().find(|field| field.name == *name)
    }
}

impl Plan {
    /// The entity of this name.
    pub fn entity(&self, name: &EntityName) -> Option<&EntityPlan> {
        self.entities.iter().find(|entity| entity.name == *name)
    }

    /// What a field holds: its own type, or that of the key it refers to, however far away. `None`
    /// where it is not known, also because keys refer to each other in a circle.
    pub fn type_of(&self, field: &FieldPlan) -> Option<FieldType> {
        let mut field = field;
        // A chain that is longer than the plan goes in a circle.
        for _ in 0..=self.entities.len() {
            if field.field_type.is_some() {
                return field.field_type;
            }
            let entity = self.entity(field.references.as_ref()?)?;
            field = entity.field(entity.key.as_ref()?)?;
        }
        None
    }
}

/// Whether these entities are a plan, be it an unfinished one.
pub(crate) fn check(entities: &[EntityPlan]) -> Result<(), PlanError> {
    let mut names = HashSet::new();
    for entity in entities {
        if !names.insert(&entity.name) {
            return Err(PlanError::NameTwice(entity.name.0.clone()));
        }
        let references = entity.fields.iter().flat_map(|field| &field.references);
        for name in references.chain([&entity.name]) {
            if !name.is_allowed() {
                return Err(PlanError::NameRefused(name.0.clone()));
            }
        }
        let mut fields = HashSet::new();
        for field in &entity.fields {
            if !field.name.is_allowed() {
                return Err(PlanError::NameRefused(field.name.0.clone()));
            }
            if !fields.insert(&field.name) {
                return Err(PlanError::NameTwice(field.name.0.clone()));
            }
        }
        if let Some(key) = entity.key.as_ref().filter(|key| !fields.contains(key)) {
            return Err(PlanError::KeyUnknown(entity.name.clone(), key.clone()));
        }
    }
    Ok(())
}
