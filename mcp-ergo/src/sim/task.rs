//! Tasks with known right tools.

use std::collections::{BTreeMap, HashSet};
use std::fmt;

use mcp_ergo_rules::did_you_mean;
use serde_json::Value;

use super::catalog::Catalog;
use super::error::{Mistake, SimError};

/// Something that a user asks for, with the tools that do it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Task {
    /// Its name in reports; no two tasks of a file share one.
    pub id: String,
    /// What the user says. Never empty.
    pub text: String,
    /// Any of these is right; never empty. The first is the one that the task counts under where use
    /// is told apart.
    pub right: Vec<Right>,
}

/// A tool that is right for a task. Written `tool`, or `tool#action`.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Right {
    /// Its canonical name.
    pub tool: String,
    /// The action of it that is right; `None` where any is, and where it has none.
    pub action: Option<String>,
}

impl Right {
    fn of(written: &str) -> Self {
        match written.split_once('#') {
            Some((tool, action)) => Self {
                tool: tool.to_owned(),
                action: Some(action.to_owned()),
            },
            None => Self {
                tool: written.to_owned(),
                action: None,
            },
        }
    }
}

impl fmt::Display for Right {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.tool)?;
        match &self.action {
            Some(action) => write!(f, "#{action}"),
            None => Ok(()),
        }
    }
}

const FORM: &str = r#"write each as {"id": "t1", "text": "what the user says", "right": ["tool"]}, with `tool#action` for one action of a tool that has several"#;

impl Task {
    /// Reads a file of tasks: `{"tasks": [{"id": "t1", "text": "…", "right": ["search_invoices"]}]}`.
    ///
    /// `right` lists every tool that does it, `"tool"` or `"tool#action"`, where any one is enough;
    /// a single one may stand without the list. Other keys are passed over.
    ///
    /// # Errors
    ///
    /// With all that is wrong and where: no JSON, no tasks, an id, a text or a right tool that is
    /// missing or empty, two tasks of one id.
    pub fn read(bytes: &[u8]) -> Result<Vec<Self>, SimError> {
        let json: Value = serde_json::from_slice(bytes)
            .map_err(|error| SimError::new(format!("it is not JSON: {error}"), FORM))?;
        let listed = json.get("tasks").unwrap_or(&json).as_array();
        let Some(listed) = listed.filter(|tasks| !tasks.is_empty()) else {
            let help = format!(r#"list them under "tasks": {FORM}"#);
            return Err(SimError::new("there are no tasks in it", help));
        };
        let (mut tasks, mut mistakes, mut ids) = (Vec::new(), Vec::new(), HashSet::new());
        for (at, json) in listed.iter().enumerate() {
            match Self::of(json) {
                Ok(task) if !ids.insert(task.id.clone()) => mistakes.push(Mistake::new(
                    format!("tasks[{at}]: a task before it has the id `{}`", task.id),
                    "give each an id of its own",
                )),
                Ok(task) => tasks.push(task),
                Err(wrong) => mistakes.push(Mistake::new(format!("tasks[{at}]: {wrong}"), FORM)),
            }
        }
        SimError::unless_none(mistakes)?;
        Ok(tasks)
    }

    fn of(json: &Value) -> Result<Self, String> {
        let text = |key| match json.get(key).map(|value| value.as_str().map(str::trim)) {
            Some(Some("")) => Err(format!("`{key}` is empty")),
            Some(Some(text)) => Ok(text.to_owned()),
            Some(None) => Err(format!("`{key}` is no text")),
            None => Err(format!("`{key}` is missing")),
        };
        let (id, text) = (text("id")?, text("text")?);
        let right = match json.get("right") {
            Some(Value::Array(all)) => all.iter().map(Value::as_str).collect(),
            Some(one) => one.as_str().map(|one| vec![one]),
            None => Some(Vec::new()),
        };
        let right = right.ok_or("`right` lists something that is no text")?;
        if right.is_empty() || right.contains(&"") {
            return Err(format!("`right` of `{id}` names no tool"));
        }
        let right = right.into_iter().map(Right::of).collect();
        Ok(Self { id, text, right })
    }

    /// Whether every right tool of every task is in one of the catalogs, with its action.
    ///
    /// # Errors
    ///
    /// With each that is not, its task and what was likely meant.
    pub(crate) fn check(tasks: &[Self], catalogs: &[&Catalog]) -> Result<(), SimError> {
        let tools = || catalogs.iter().flat_map(|catalog| catalog.tools());
        let mut mistakes: BTreeMap<&Right, Mistake> = BTreeMap::new();
        for task in tasks {
            for right in &task.right {
                let mut of_name = tools().filter(|tool| tool.name() == right.tool).peekable();
                if of_name.peek().is_none() {
                    let message = format!("task `{}`: no tool is called `{}`", task.id, right.tool);
                    let names = tools().map(super::CatalogTool::name);
                    let help = did_you_mean(&right.tool, names, || {
                        "name a tool of the catalog by its own name, without a prefix; a server that runs lists what its caller is granted alone".to_owned()
                    });
                    mistakes.entry(right).or_insert(Mistake::new(message, help));
                    continue;
                }
                let Some(action) = &right.action else {
                    continue;
                };
                let actions: Vec<&str> = of_name
                    .filter_map(super::CatalogTool::actions)
                    .flat_map(|(_, values)| values)
                    .collect();
                if !actions.contains(&action.as_str()) {
                    let message = format!(
                        "task `{}`: `{}` has no action `{action}`",
                        task.id, right.tool
                    );
                    let help = did_you_mean(action, actions.iter().copied(), || {
                        "an action is a value of `action`, `operation`, `command` or `op`"
                            .to_owned()
                    });
                    mistakes.entry(right).or_insert(Mistake::new(message, help));
                }
            }
        }
        SimError::unless_none(mistakes.into_values().collect())
    }

    /// The tasks as a file.
    pub(crate) fn write(tasks: &[Self]) -> Value {
        let task = |task: &Self| {
            let right: Vec<String> = task.right.iter().map(ToString::to_string).collect();
            serde_json::json!({"id": task.id, "text": task.text, "right": right})
        };
        serde_json::json!({"tasks": tasks.iter().map(task).collect::<Vec<_>>()})
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn said(json: &str) -> String {
        Task::read(json.as_bytes()).unwrap_err().to_string()
    }

    #[test]
    fn every_mistake_of_a_file_is_told_with_its_place() {
        let all = said(
            r#"{"tasks": [
                {"id": "a", "text": "x", "right": ["t"]},
                {"id": "a", "text": "x", "right": "t#go"},
                {"id": "b", "text": " ", "right": ["t"]},
                {"text": "x", "right": ["t"]},
                {"id": "c", "text": 7, "right": ["t"]},
                {"id": "d", "text": "x", "right": []},
                {"id": "e", "text": "x", "right": [3]}
            ]}"#,
        );
        for told in [
            "tasks[1]: a task before it has the id `a`",
            "tasks[2]: `text` is empty",
            "tasks[3]: `id` is missing",
            "tasks[4]: `text` is no text",
            "tasks[5]: `right` of `d` names no tool",
            "tasks[6]: `right` lists something that is no text",
        ] {
            assert!(all.contains(told), "{told}: {all}");
        }
        assert!(said("{").starts_with("it is not JSON: "));
        assert!(said(r#"{"tasks": []}"#).starts_with("there are no tasks in it"));
    }

    #[test]
    fn a_file_is_read_as_it_is_written() {
        let json = r#"{"tasks": [{"id": "a", "text": "x", "right": ["t#go", "u"]}]}"#;
        let tasks = Task::read(json.as_bytes()).unwrap();
        assert_eq!(tasks[0].right[0].action.as_deref(), Some("go"));
        assert_eq!(Task::write(&tasks).to_string(), json.replace([' '], ""));
    }

    #[test]
    fn a_tool_or_an_action_that_is_not_there_is_told_with_the_nearest() {
        let catalog = br#"[{"name": "manage_issue", "inputSchema": {"properties": {"op": {"enum": ["close"]}}}}]"#;
        let catalog = Catalog::read("desk", catalog).unwrap();
        let tasks = r#"[{"id": "a", "text": "x", "right": ["manage_isue", "manage_issue#clos", "manage_issue#close"]}]"#;
        let tasks = Task::read(tasks.as_bytes()).unwrap();
        let error = Task::check(&tasks, &[&catalog]).unwrap_err();
        let said: Vec<(&str, &str)> = error
            .mistakes
            .iter()
            .map(|mistake| (&*mistake.message, &*mistake.help))
            .collect();
        assert_eq!(
            said,
            [
                (
                    "task `a`: `manage_issue` has no action `clos`",
                    "did you mean `close`?"
                ),
                (
                    "task `a`: no tool is called `manage_isue`",
                    "did you mean `manage_issue`?"
                ),
            ]
        );
    }
}
