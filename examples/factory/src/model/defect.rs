//! What keeps a plan from being deployed.

use super::{EntityName, EntityPlan, FieldName, Plan};

/// One thing that is wrong with a plan.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Defect {
    /// Nothing tells one of this entity from another.
    KeyMissing {
        /// The entity.
        entity: EntityName,
        /// The field that is likest a key.
        likely: FieldName,
    },
    /// A field refers to an entity that the plan does not have.
    EntityMissing {
        /// The entity of the field.
        entity: EntityName,
        /// The field.
        field: FieldName,
        /// What it refers to.
        missing: EntityName,
    },
    /// Nobody said what a field holds.
    TypeUnknown {
        /// The entity of the field.
        entity: EntityName,
        /// The field.
        field: FieldName,
    },
    /// The type of a field follows from keys that refer to each other in a circle.
    TypeCircular {
        /// The entity of the field.
        entity: EntityName,
        /// The field.
        field: FieldName,
    },
}

/// Everything that is wrong with a plan, in its order. Each defect is mended by itself, and mending
/// one makes no other.
pub fn defects(plan: &Plan) -> Vec<Defect> {
    let mut found = Vec::new();
    for entity in &plan.entities {
        if let (None, Some(likely)) = (&entity.key, likely_key(entity)) {
            found.push(Defect::KeyMissing {
                entity: entity.name.clone(),
                likely,
            });
        }
        for field in &entity.fields {
            let (entity, name) = (entity.name.clone(), field.name.clone());
            match &field.references {
                Some(target) => match plan.entity(target) {
                    None => found.push(Defect::EntityMissing {
                        entity,
                        field: name,
                        missing: target.clone(),
                    }),
                    // What its key lacks is told of the key.
                    Some(target) if is_circular(plan, target) && field.field_type.is_none() => {
                        found.push(Defect::TypeCircular {
                            entity,
                            field: name,
                        });
                    }
                    Some(_) => {}
                },
                None if field.field_type.is_none() => found.push(Defect::TypeUnknown {
                    entity,
                    field: name,
                }),
                None => {}
            }
        }
    }
    found
}

/// Whether the key of an entity refers, over other keys, to itself.
fn is_circular(plan: &Plan, start: &EntityPlan) -> bool {
    let mut entity = start;
    for _ in 0..plan.entities.len() {
        let key = entity.key.as_ref().and_then(|key| entity.field(key));
        let next = key
            .filter(|key| key.field_type.is_none())
            .and_then(|key| plan.entity(key.references.as_ref()?));
        match next {
            Some(next) if next.name == start.name => return true,
            Some(next) => entity = next,
            None => return false,
        }
    }
    false
}

/// The field that is likest a key: one that is called like one, else the first with a value of its
/// own, else the first.
fn likely_key(entity: &EntityPlan) -> Option<FieldName> {
    const LIKELY: &[&str] = &["number", "code", "isbn", "sku", "email", "name"];
    let own = || {
        entity
            .fields
            .iter()
            .filter(|field| field.references.is_none())
    };
    let called = LIKELY
        .iter()
        .find_map(|word| own().find(|field| field.name.0.rsplit('_').next() == Some(word)));
    let field = called.or_else(|| own().next()).or(entity.fields.first());
    field.map(|field| field.name.clone())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{FieldPlan, FieldType, Sample, derive_plan};

    fn entity(name: &str, key: Option<&str>, fields: Vec<FieldPlan>) -> EntityPlan {
        EntityPlan {
            name: EntityName(name.into()),
            key: key.map(|key| FieldName(key.into())),
            fields,
        }
    }

    fn reference(name: &str, to: &str) -> FieldPlan {
        FieldPlan {
            references: Some(EntityName(to.into())),
            ..FieldPlan::new(name, None)
        }
    }

    fn plan(entities: Vec<EntityPlan>) -> Plan {
        Plan {
            revision: 1,
            entities,
        }
    }

    #[test]
    fn the_sample_shop_lacks_a_key_a_type_and_an_entity() {
        let found = defects(&plan(derive_plan(&Sample::Shop.tables())));
        let name = |text: &str| EntityName(text.into());
        let field = |text: &str| FieldName(text.into());
        assert_eq!(
            found,
            [
                Defect::TypeUnknown {
                    entity: name("order"),
                    field: field("channel"),
                },
                Defect::KeyMissing {
                    entity: name("order_line"),
                    likely: field("line_number"),
                },
                Defect::EntityMissing {
                    entity: name("order_line"),
                    field: field("product_id"),
                    missing: name("product"),
                },
            ]
        );
    }

    #[test]
    fn keys_in_a_circle_are_found_from_inside_and_from_outside() {
        let mut circle = plan(vec![
            entity("a", Some("b_id"), vec![reference("b_id", "b")]),
            entity("b", Some("a_id"), vec![reference("a_id", "a")]),
            entity(
                "c",
                Some("id"),
                vec![
                    FieldPlan::new("id", Some(FieldType::Uuid)),
                    reference("a_id", "a"),
                ],
            ),
        ]);
        let found = defects(&circle);
        assert_eq!(found.len(), 3, "{found:?}");
        assert_eq!(circle.type_of(&circle.entities[2].fields[1]), None);
        circle.entities[0].fields[0].field_type = Some(FieldType::Uuid);
        assert_eq!(defects(&circle), []);
        let outside = &circle.entities[2].fields[1];
        assert_eq!(circle.type_of(outside), Some(FieldType::Uuid));
    }

    #[test]
    fn a_key_that_leads_into_a_circle_is_not_in_it() {
        // d refers into a circle; its own key is none of it, and its field is what is told.
        let circle = plan(vec![
            entity("a", Some("a_id"), vec![reference("a_id", "a")]),
            entity("d", Some("a_id"), vec![reference("a_id", "a")]),
        ]);
        assert_eq!(defects(&circle).len(), 2);
        let outside = plan(vec![
            entity("a", Some("a_id"), vec![reference("a_id", "a")]),
            entity("d", Some("a_id"), vec![reference("a_id", "a")]),
            entity(
                "e",
                Some("id"),
                vec![
                    FieldPlan::new("id", Some(FieldType::Text)),
                    reference("d_id", "d"),
                ],
            ),
        ]);
        // What e refers to is mended with a.
        assert_eq!(defects(&outside).len(), 2);
    }
}
