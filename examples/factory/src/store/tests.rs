use super::*;
use crate::model::{PlanError, Sample};

fn deployed() -> (Factory, ProjectId) {
    let factory = Factory::in_memory().expect("a factory");
    let project = factory.create_project("Users", &[]).expect("a project");
    deploy(&factory, &project.id, &["user", "group"]);
    (factory, project.id)
}

/// Takes a plan of these entities all the way.
fn deploy(factory: &Factory, id: &ProjectId, entities: &[&str]) {
    let entities = entities.iter().map(|name| EntityPlan {
        name: EntityName((*name).to_owned()),
        key: Some(FieldName("id".to_owned())),
        fields: vec![FieldPlan::new("id", Some(FieldType::Integer))],
    });
    let generated = factory.generate(id, Some(entities.collect()));
    assert_eq!(generated.expect("artifacts").outcome, Outcome::Done);
    factory.validate(id).expect("valid artifacts");
    let taken = factory.deploy(id).expect("tables");
    assert_eq!(taken.project.stage(), Stage::Deployed);
}

fn tables(factory: &Factory) -> Vec<String> {
    let connection = factory.lock();
    let mut statement = connection
        .prepare("SELECT name FROM sqlite_schema WHERE type = 'table' AND name LIKE 'prj%' ORDER BY name")
        .expect("a statement");
    let names = statement.query_map([], |row| row.get(0)).expect("names");
    names.collect::<Result<_, _>>().expect("names")
}

#[test]
fn a_deployment_makes_its_tables_and_takes_those_of_the_last_one_away() {
    let (factory, id) = deployed();
    let prefix = id.table_prefix();
    let called = |names: [&str; 2]| names.map(|name| format!("{prefix}{name}")).to_vec();
    assert_eq!(tables(&factory), called(["group", "user"]));
    deploy(&factory, &id, &["user", "account"]);
    assert_eq!(tables(&factory), called(["account", "user"]));
    factory.delete_project(&id).expect("the project");
    assert_eq!(tables(&factory), Vec::<String>::new());
}

#[test]
fn a_change_takes_a_project_back_and_earlier_revisions_stay() {
    let (factory, id) = deployed();
    let name = |text: &str| EntityName(text.to_owned());
    let id_field = FieldName("id".to_owned());
    let taken = factory
        .set_field_type(&id, &name("user"), &id_field, FieldType::Uuid)
        .expect("a change");
    assert_eq!(taken.project.stage(), Stage::Planned);
    assert_eq!(tables(&factory).len(), 2, "what is deployed stays");
    let (_, first) = factory.plan(&id, Some(1)).expect("the first revision");
    assert_eq!(
        first.entities[0].fields[0].field_type,
        Some(FieldType::Integer)
    );
    let none = factory.plan(&id, Some(3)).expect_err("no third");
    assert_eq!(none.to_string(), "the plan has no revision 3");
}

/// What runs statements does not rely on what callers were told.
#[test]
fn names_that_cannot_stand_in_a_statement_are_refused_and_change_nothing() {
    let (factory, id) = deployed();
    for bad in [
        "a\"; DROP TABLE project; --",
        "sqlite_x",
        "Übung",
        "",
        "1st",
    ] {
        let field = FieldPlan::new("id", Some(FieldType::Integer));
        let refused = factory.add_entity(&id, EntityName(bad.to_owned()), vec![field]);
        assert!(
            matches!(refused, Err(StoreError::NameRefused { ref name }) if name == bad),
            "{bad}: {refused:?}"
        );
    }
    let field = FieldPlan::new("a\"b", None);
    let refused = factory.add_entity(&id, EntityName("note".to_owned()), vec![field]);
    assert!(matches!(refused, Err(StoreError::NameRefused { .. })));
    let (project, _) = factory.plan(&id, None).expect("the plan");
    assert_eq!(project.stage(), Stage::Deployed);
}

#[test]
fn entities_and_fields_have_names_of_their_own() {
    let field = |name: &str| FieldPlan::new(name, None);
    let entity = |fields| EntityPlan {
        name: EntityName("note".to_owned()),
        key: None,
        fields,
    };
    let twice = [entity(vec![field("id"), field("id")])];
    assert_eq!(check(&twice), Err(PlanError::NameTwice("id".to_owned())));
    let twice = [entity(vec![field("id")]), entity(vec![field("id")])];
    assert_eq!(check(&twice), Err(PlanError::NameTwice("note".to_owned())));
}

#[test]
fn ids_are_as_the_example_says_and_never_given_twice() {
    let factory = Factory::in_memory().expect("a factory");
    let sample = Sample::Library.tables();
    let first = factory.create_project("a", &sample).expect("a project");
    assert_eq!(first.id.0, "prj_4K7M2Q");
    factory.delete_project(&first.id).expect("the project");
    let second = factory.create_project("b", &sample).expect("a project");
    assert_ne!(second.id, first.id);
}

#[test]
fn a_database_of_another_kind_is_refused() {
    let foreign = Connection::open_in_memory().expect("a database");
    foreign
        .execute_batch("CREATE TABLE invoice (id TEXT); PRAGMA user_version = 1;")
        .expect("a table");
    let refused = Factory::prepare(foreign).expect_err("no factory");
    assert_eq!(
        refused.to_string(),
        "the file is a database of another kind or version (1)"
    );
}

/// The tables of a project that was deployed at an earlier revision, while its plan is at a later one.
#[test]
fn what_is_deployed_is_deleted_with_a_project_whose_plan_has_moved_on() {
    let (factory, id) = deployed();
    let field = FieldPlan::new("id", Some(FieldType::Integer));
    let moved = factory.add_entity(&id, EntityName("note".to_owned()), vec![field]);
    assert_eq!(moved.expect("a change").project.stage(), Stage::Planned);
    factory.delete_project(&id).expect("the project");
    assert_eq!(tables(&factory), Vec::<String>::new());
}
