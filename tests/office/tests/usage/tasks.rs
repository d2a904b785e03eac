//! The tasks are sound: each can be done, and by a tool that it does not name.

use std::collections::{BTreeMap, HashSet};

use serde::Deserialize;

use crate::tools::Tool;

#[derive(Deserialize)]
struct Tasks {
    tasks: Vec<Task>,
}

#[derive(Deserialize)]
struct Task {
    id: String,
    text: String,
    right: Vec<String>,
}

fn tasks() -> Vec<Task> {
    let read: Tasks = serde_json::from_str(include_str!("../../fixture/tasks.json"))
        .expect("fixture/tasks.json is a file of tasks");
    read.tasks
}

#[test]
fn there_are_twenty_tasks_for_each_domain() {
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    let tools = Tool::all();
    for task in tasks() {
        let (domain, number) = task.id.split_once('-').expect("ids look like mail-01");
        let count = counts.entry(domain.to_owned()).or_default();
        *count += 1;
        assert_eq!(number, format!("{count:02}"), "{}", task.id);
        for right in &task.right {
            let tool = tools.iter().find(|tool| tool.name == *right);
            let tool = tool.unwrap_or_else(|| panic!("{}: there is no '{right}'", task.id));
            assert_eq!(tool.domain, domain, "{}", task.id);
        }
    }
    assert!(counts.keys().eq(&office::DOMAINS), "{counts:?}");
    assert!(counts.values().all(|count| *count == 20), "{counts:?}");
}

#[test]
fn every_tool_is_right_for_a_task() {
    let tasks = tasks();
    let right: HashSet<&str> = tasks
        .iter()
        .flat_map(|task| task.right.iter().map(String::as_str))
        .collect();
    let tools = Tool::all();
    let names = tools.iter().map(|tool| tool.name.as_str());
    let never: Vec<&str> = names.filter(|name| !right.contains(name)).collect();
    assert!(never.is_empty(), "{never:?}");
}

#[test]
fn no_two_tasks_say_the_same() {
    let mut said = HashSet::new();
    for task in tasks() {
        assert!(!task.right.is_empty(), "{}", task.id);
        assert!(said.insert(task.text.to_lowercase()), "{}", task.text);
    }
}

#[test]
fn no_task_names_a_tool() {
    for task in tasks() {
        let text = task.text.to_lowercase();
        for Tool { name, .. } in Tool::all() {
            let spoken = name.replace('_', " ");
            assert!(
                !text.contains(name) && !text.contains(&spoken),
                "{} says '{name}': {text}",
                task.id
            );
        }
    }
}
