//! A first plan from the names in tables.

use std::collections::HashSet;

use super::{EntityName, EntityPlan, FieldName, FieldPlan, FieldType, SourceTable};

/// What a column holds whose name ends in one of these words.
const TYPES: &[(FieldType, &[&str])] = &[
    (
        FieldType::Text,
        &[
            "address",
            "city",
            "code",
            "country",
            "description",
            "email",
            "isbn",
            "name",
            "note",
            "phone",
            "sku",
            "status",
            "street",
            "title",
            "url",
        ],
    ),
    (
        FieldType::Integer,
        &["age", "cents", "count", "id", "number", "quantity", "year"],
    ),
    (
        FieldType::Decimal,
        &["amount", "price", "rate", "total", "weight"],
    ),
    (FieldType::Date, &["date", "day", "on"]),
    (FieldType::Timestamp, &["at", "time", "timestamp"]),
    (FieldType::Uuid, &["uuid"]),
];

/// What a name may be long, as [`EntityName`] and [`FieldName`] say.
const LONGEST: usize = 60;

/// Entities from tables and fields from columns, with the keys, types and references that the names
/// give away. What they do not is left open, and validation asks for it. The same tables always
/// give the same plan.
pub fn derive_plan(tables: &[SourceTable]) -> Vec<EntityPlan> {
    let mut names = Names::default();
    let entities: Vec<EntityName> = tables
        .iter()
        .map(|table| EntityName(names.free(&singular(&snake(&table.name, "entity")))))
        .collect();
    tables
        .iter()
        .zip(entities)
        .map(|(table, name)| derive_entity(table, name))
        .collect()
}

fn derive_entity(table: &SourceTable, name: EntityName) -> EntityPlan {
    let mut names = Names::default();
    let own_id = format!("{}_id", name.0);
    let mut key = None;
    let mut fields = Vec::new();
    for column in &table.columns {
        let column = names.free(&snake(column, "field"));
        let is_key = key.is_none() && (column == "id" || column == "uuid" || column == own_id);
        let references = column.strip_suffix("_id").filter(|_| !is_key);
        let references = references.map(|stem| EntityName(allowed(stem)));
        let field = FieldPlan {
            field_type: guess(&column).filter(|_| references.is_none()),
            name: FieldName(column),
            references,
        };
        if is_key {
            key = Some(field.name.clone());
        }
        fields.push(field);
    }
    EntityPlan { name, key, fields }
}

fn guess(column: &str) -> Option<FieldType> {
    if column.starts_with("is_") || column.starts_with("has_") {
        return Some(FieldType::Boolean);
    }
    let last = column.rsplit('_').next()?;
    let found = TYPES.iter().find(|(_, words)| words.contains(&last));
    found.map(|(field_type, _)| *field_type)
}

/// `Order Lines` and `orderLines` are `order_lines`. What has no letter of the alphabet is called
/// `instead`.
fn snake(text: &str, instead: &str) -> String {
    let mut name = String::new();
    let mut before = ' ';
    for c in text.chars() {
        let begins =
            c.is_ascii_uppercase() && (before.is_ascii_lowercase() || before.is_ascii_digit());
        if (begins || !c.is_ascii_alphanumeric()) && !name.is_empty() && !name.ends_with('_') {
            name.push('_');
        }
        if c.is_ascii_alphanumeric() {
            name.push(c.to_ascii_lowercase());
        }
        before = c;
    }
    // All of it is ASCII, so that every place is between two characters.
    name.truncate(LONGEST);
    let name = name.trim_end_matches('_');
    if name.starts_with(|first: char| first.is_ascii_lowercase()) {
        allowed(name)
    } else {
        allowed(format!("{instead}_{name}").trim_end_matches('_'))
    }
}

/// No table can be called `sqlite_…`.
fn allowed(name: &str) -> String {
    if !EntityName(name.to_owned()).is_allowed() {
        return cut(&format!("a_{name}"), LONGEST).to_owned();
    }
    cut(name, LONGEST).to_owned()
}

/// `orders` is `order`, `categories` is `category`, and `address` stays.
fn singular(name: &str) -> String {
    if let Some(stem) = name.strip_suffix("ies").filter(|stem| !stem.is_empty()) {
        return format!("{stem}y");
    }
    let stem = name.strip_suffix('s').filter(|stem| stem.len() > 1);
    match stem {
        Some(stem) if !stem.ends_with(['s', 'u', 'i']) => stem.to_owned(),
        _ => name.to_owned(),
    }
}

fn cut(name: &str, longest: usize) -> &str {
    name.get(..longest).unwrap_or(name).trim_end_matches('_')
}

/// Names that are taken.
#[derive(Debug, Default)]
struct Names(HashSet<String>);

impl Names {
    /// `name`, or the first of `name_2`, `name_3` and so on that is free.
    fn free(&mut self, name: &str) -> String {
        let mut free = name.to_owned();
        let mut number = 2_u32;
        while !self.0.insert(free.clone()) {
            let suffix = format!("_{number}");
            free = format!("{}{suffix}", cut(name, LONGEST - suffix.len()));
            number += 1;
        }
        free
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{Sample, plan};

    fn planned(name: &str, columns: &[&str]) -> EntityPlan {
        let table = SourceTable {
            name: name.to_owned(),
            columns: columns.iter().map(|&column| column.to_owned()).collect(),
        };
        derive_plan(&[table]).remove(0)
    }

    fn names(entity: &EntityPlan) -> Vec<&str> {
        entity
            .fields
            .iter()
            .map(|field| field.name.0.as_str())
            .collect()
    }

    #[test]
    fn keys_types_and_references_are_read_off_names() {
        let line = planned(
            "OrderLines",
            &["Order ID", "isGift", "Unit Price", "Colour"],
        );
        assert_eq!(line.name.0, "order_line");
        assert_eq!(line.key, None);
        assert_eq!(
            names(&line),
            ["order_id", "is_gift", "unit_price", "colour"]
        );
        let types: Vec<_> = line.fields.iter().map(|field| field.field_type).collect();
        assert_eq!(
            types,
            [
                None,
                Some(FieldType::Boolean),
                Some(FieldType::Decimal),
                None
            ]
        );
        assert_eq!(line.fields[0].references, Some(EntityName("order".into())));
        for id in ["ID", "Customer Id", "uuid"] {
            let customer = planned("Customers", &["Name", id]);
            assert_eq!(
                customer.key.as_ref(),
                Some(&customer.fields[1].name),
                "{id}"
            );
            assert_eq!(customer.fields[1].references, None, "{id}");
        }
    }

    #[test]
    fn whatever_a_source_calls_things_is_a_plan() {
        let long = "A very ".repeat(11);
        let odd = [
            "",
            "订单",
            "42",
            "sqlite_master",
            "__",
            "x",
            "X",
            &long,
            &long,
        ];
        let tables: Vec<SourceTable> = odd
            .iter()
            .map(|name| SourceTable {
                name: (*name).to_owned(),
                columns: odd
                    .iter()
                    .map(|&column| format!("{column} id"))
                    .chain(odd.map(str::to_owned))
                    .collect(),
            })
            .collect();
        let entities = derive_plan(&tables);
        assert_eq!(plan::check(&entities), Ok(()));
        let all = entities.iter().flat_map(|entity| {
            let fields = entity.fields.iter();
            let references = fields.clone().filter_map(|field| field.references.as_ref());
            fields
                .map(|field| &field.name.0)
                .chain(references.map(|name| &name.0))
                .chain([&entity.name.0])
        });
        for name in all {
            let first = name.bytes().next();
            assert!(first.is_some_and(|b| b.is_ascii_lowercase()), "{name}");
            assert!(name.len() <= LONGEST, "{name}");
            assert!(
                name.bytes()
                    .all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'_'),
                "{name}"
            );
        }
    }

    #[test]
    fn one_of_many_is_named() {
        for (many, one) in [
            ("Orders", "order"),
            ("Categories", "category"),
            ("Address", "address"),
            ("Status", "status"),
            ("Bus", "bus"),
            ("S", "s"),
        ] {
            assert_eq!(planned(many, &["id"]).name.0, one);
        }
    }

    #[test]
    fn samples_are_plans() {
        for sample in [Sample::Shop, Sample::Library] {
            assert_eq!(plan::check(&derive_plan(&sample.tables())), Ok(()));
        }
    }
}
