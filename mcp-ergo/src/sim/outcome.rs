//! How a pick compares with what is right.

use std::collections::HashSet;

use super::picker::{Choice, Order, Pick, PickError};
use super::task::{Right, Task};
use super::toolset::ToolSet;

/// How one task went.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Outcome {
    /// What came first: `tool`, `tool#action`, or a name that is not listed; `None` where nothing was
    /// picked.
    pub picked: Option<String>,
    /// Whether that is a right tool, whatever its action.
    pub first_tool: bool,
    /// How many wrong choices stand before the right one; all of them where it never came. A ranking
    /// counts each once.
    pub wander: usize,
    /// How many calls follow the right one and are wrong; 0 for rankings.
    pub after: usize,
    /// The place of the right choice among those that differ, from 0; `None` where it never came.
    pub place: Option<usize>,
    /// Tokens of the definitions that were shown.
    pub listed: usize,
    /// Tokens that the picker sent and received.
    pub tokens: (u64, u64),
    /// How often a model was asked: more than once where it works in turns.
    pub turns: u32,
    /// The names that were called and are not listed, in order.
    pub unlisted: Vec<String>,
    /// Whether the right tool was listed at all.
    pub listed_right: bool,
    /// Why the picker has no answer.
    pub error: Option<String>,
    /// Whether the picker could not be asked, so that the task is left out of what is compared.
    pub unasked: bool,
}

impl Outcome {
    /// What came of a pick. `right` are the task's right tools as this catalog calls them.
    pub(crate) fn of(task: &Task, tools: &ToolSet, picked: Result<Pick, PickError>) -> Self {
        let listed_right = tools.tools().iter().any(|tool| {
            task.right
                .iter()
                .any(|right| right.tool == tool.canonical())
        });
        let mut outcome = Self {
            picked: None,
            first_tool: false,
            wander: 0,
            after: 0,
            place: None,
            listed: tools.tokens(),
            tokens: (0, 0),
            turns: 1,
            unlisted: Vec::new(),
            listed_right,
            error: None,
            unasked: false,
        };
        match picked {
            Ok(pick) => outcome.count(task, tools, &pick),
            Err(error) => {
                outcome.unasked = error.is_unasked();
                outcome.error = Some(error.message);
            }
        }
        outcome
    }

    /// Whether the first choice is right, action and all.
    pub fn first(&self) -> bool {
        self.place == Some(0)
    }

    fn count(&mut self, task: &Task, tools: &ToolSet, pick: &Pick) {
        self.tokens = pick.tokens;
        self.turns = pick.turns;
        let unlisted = pick.choices.iter().filter_map(|choice| match choice {
            Choice::Unlisted(name) => Some(name.clone()),
            Choice::Tool { .. } => None,
        });
        self.unlisted = unlisted.collect();
        let choices: Vec<Right> = pick.choices.iter().map(|one| named(tools, one)).collect();
        let is_right = |choice: &Right| task.right.iter().any(|right| fits(right, choice));
        if let Some(first) = choices.first() {
            self.picked = Some(first.to_string());
            self.first_tool = task.right.iter().any(|right| right.tool == first.tool);
        }
        let mut seen = HashSet::new();
        for choice in &choices {
            let new = seen.insert(choice);
            let right = is_right(choice);
            match self.place {
                None if right => self.place = Some(seen.len() - 1),
                None => self.wander += usize::from(new || pick.order == Order::Calls),
                Some(_) if pick.order == Order::Calls && !right => self.after += 1,
                Some(_) => {}
            }
        }
    }
}

/// A choice by its canonical name.
fn named(tools: &ToolSet, choice: &Choice) -> Right {
    match choice {
        Choice::Tool { at, action } => Right {
            tool: tools
                .tools()
                .get(*at)
                .map_or_else(String::new, |tool| tool.canonical().to_owned()),
            action: action.clone(),
        },
        Choice::Unlisted(name) => Right {
            tool: name.clone(),
            action: None,
        },
    }
}

fn fits(right: &Right, choice: &Right) -> bool {
    right.tool == choice.tool && (right.action.is_none() || right.action == choice.action)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sim::catalog::Catalog;

    fn tools() -> ToolSet {
        let json = br#"[
            {"name": "a", "inputSchema": {"properties": {"action": {"enum": ["x", "y"]}}}},
            {"name": "b", "description": ""}, {"name": "c", "description": ""}
        ]"#;
        ToolSet::flat(&Catalog::read("letters", json).unwrap())
    }

    fn outcome(right: &[&str], pick: Pick) -> Outcome {
        let json = serde_json::json!([{"id": "t", "text": "x", "right": right}]);
        let task = Task::read(json.to_string().as_bytes()).unwrap().remove(0);
        Outcome::of(&task, &tools(), Ok(pick))
    }

    fn ranking(places: &[usize]) -> Pick {
        Pick::ranking(places.iter().map(|at| Choice::tool(*at)))
    }

    #[test]
    fn a_ranking_counts_what_stands_before_the_right_one() {
        let last = outcome(&["a"], ranking(&[2, 1, 2, 0, 1]));
        assert_eq!((last.place, last.wander, last.after), (Some(2), 2, 0));
        assert_eq!(last.picked.as_deref(), Some("c"));
        assert!(!last.first() && !last.first_tool);
        let first = outcome(&["b", "a"], ranking(&[0, 1]));
        assert_eq!((first.place, first.wander), (Some(0), 0));
        assert!(first.first() && first.first_tool && first.listed_right);
    }

    #[test]
    fn what_never_came_wandered_through_all_of_it() {
        let never = outcome(&["a"], ranking(&[1, 2, 1]));
        assert_eq!((never.place, never.wander), (None, 2));
        let nothing = outcome(&["a"], ranking(&[]));
        assert_eq!(
            (nothing.place, nothing.wander, nothing.picked),
            (None, 0, None)
        );
    }

    #[test]
    fn calls_count_each_and_after_the_right_one_too() {
        let calls = [1, 1, 0, 0, 2].map(Choice::tool);
        let made = outcome(&["a"], Pick::calls(calls).tokens(10, 2));
        assert_eq!((made.place, made.wander, made.after), (Some(1), 2, 1));
        assert_eq!(made.tokens, (10, 2));
        let name = Choice::Unlisted("a".to_owned());
        let made_up = outcome(&["b"], Pick::calls([name, Choice::tool(1)]));
        assert_eq!((made_up.place, made_up.wander), (Some(1), 1));
    }

    #[test]
    fn an_action_is_right_by_itself_and_its_tool_at_the_level_of_tools() {
        let picked = [Choice::action(0, "y"), Choice::action(0, "x")];
        let wrong = outcome(&["a#x"], Pick::ranking(picked.clone()));
        assert_eq!((wrong.place, wrong.wander), (Some(1), 1));
        assert!(!wrong.first() && wrong.first_tool);
        assert!(outcome(&["a"], Pick::ranking(picked)).first());
        let without = outcome(&["a#x"], ranking(&[0]));
        assert!(!without.first() && without.first_tool);
    }

    #[test]
    fn what_is_not_listed_and_what_failed_are_told() {
        let json = br#"[{"id": "t", "text": "x", "right": "gone"}]"#;
        let task = Task::read(json).unwrap().remove(0);
        let outcome = Outcome::of(&task, &tools(), Err(PickError::of_task("no answer")));
        assert!(!outcome.listed_right && outcome.place.is_none());
        assert_eq!(outcome.error.as_deref(), Some("no answer"));
    }
}
