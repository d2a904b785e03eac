//! Asking the pickers.

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use super::error::SimError;
use super::outcome::Outcome;
use super::picker::{PickError, Picker, Prepared};
use super::showing::Shown;
use super::task::Task;
use super::toolset::ToolSet;

/// How every task goes, in their order.
pub(crate) fn outcomes(
    picker: &dyn Picker,
    shown: &Shown,
    tasks: &[Task],
) -> Result<Vec<Outcome>, SimError> {
    let ended = match shown {
        Shown::Same(tools) => {
            let prepared = picker
                .prepare(tools)
                .map_err(|error| wrong(picker, &error))?;
            in_parallel(picker, tasks, |task| ask(&*prepared, task, tools))
        }
        Shown::Nearest { .. } => in_parallel(picker, tasks, |task| {
            let tools = shown.tools(&task.text);
            ask(&*picker.prepare(&tools)?, task, &tools)
        }),
    };
    ended.map_err(|error| wrong(picker, &error))
}

fn ask(prepared: &dyn Prepared, task: &Task, tools: &ToolSet) -> Result<Outcome, PickError> {
    match prepared.pick(&task.text) {
        Err(error) if error.is_fatal() => Err(error),
        picked => Ok(Outcome::of(task, tools, picked)),
    }
}

fn wrong(picker: &dyn Picker, error: &PickError) -> SimError {
    let message = format!("{} cannot pick: {}", picker.name(), error.message);
    let help = if error.help.is_empty() {
        "leave it out of --picker"
    } else {
        &error.help
    };
    SimError::new(message, help)
}

/// Every task, as many at once as the picker wants. The first that fails ends the run.
fn in_parallel(
    picker: &dyn Picker,
    tasks: &[Task],
    ask: impl Fn(&Task) -> Result<Outcome, PickError> + Sync,
) -> Result<Vec<Outcome>, PickError> {
    let threads = picker.at_once().clamp(1, tasks.len().max(1));
    if threads == 1 {
        return tasks.iter().map(ask).collect();
    }
    let next = AtomicUsize::new(0);
    let ended: Mutex<Vec<Option<Result<Outcome, PickError>>>> = Mutex::new(vec![None; tasks.len()]);
    let work = || {
        while let Some((at, task)) = {
            let at = next.fetch_add(1, Ordering::Relaxed);
            tasks.get(at).map(|task| (at, task))
        } {
            let outcome = ask(task);
            if outcome.is_err() {
                next.store(tasks.len(), Ordering::Relaxed);
            }
            let mut ended = ended
                .lock()
                .unwrap_or_else(std::sync::PoisonError::into_inner);
            ended[at] = Some(outcome);
        }
    };
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(work);
        }
    });
    let ended = ended
        .into_inner()
        .unwrap_or_else(std::sync::PoisonError::into_inner);
    // Tasks that were not asked any more follow the failure that ended the run.
    ended.into_iter().flatten().collect()
}

#[cfg(test)]
mod tests {
    use std::sync::Barrier;

    use super::*;
    use crate::sim::catalog::Catalog;
    use crate::sim::picker::{Choice, Pick};
    use crate::sim::showing::{Favoured, Showing};

    /// Answers `ask` with a pick, `odd` with an error of that task, and `end` with one of all.
    struct Scripted {
        /// Reached once all that are asked at once are.
        together: Barrier,
        at_once: usize,
    }

    impl Scripted {
        fn new(at_once: usize) -> Self {
            Self {
                together: Barrier::new(at_once),
                at_once,
            }
        }
    }

    impl Picker for Scripted {
        fn name(&self) -> String {
            "scripted".to_owned()
        }

        fn at_once(&self) -> usize {
            self.at_once
        }

        fn prepare<'a>(&'a self, _: &'a ToolSet) -> Result<Box<dyn Prepared + 'a>, PickError> {
            Ok(Box::new(self))
        }
    }

    impl Prepared for &Scripted {
        fn pick(&self, task: &str) -> Result<Pick, PickError> {
            self.together.wait();
            match task {
                "odd" => Err(PickError::of_task("it is odd")),
                "end" => Err(PickError::of_all("no key", "set one")),
                _ => Ok(Pick::ranking([Choice::tool(0)])),
            }
        }
    }

    fn asked(texts: &[&str], at_once: usize) -> Result<Vec<Outcome>, SimError> {
        let json = br#"[{"name": "a", "description": ""}]"#;
        let catalog = Catalog::read("letters", json).unwrap();
        let tasks = texts.iter().enumerate();
        let tasks = tasks.map(|(at, text)| {
            let right = if at % 2 == 0 { "a" } else { "b" };
            serde_json::json!({"id": at.to_string(), "text": text, "right": right})
        });
        let tasks = serde_json::json!(tasks.collect::<Vec<_>>());
        let tasks = Task::read(tasks.to_string().as_bytes()).unwrap();
        let shown = Shown::of(Showing::Flat, &catalog, &Favoured::default());
        outcomes(&Scripted::new(at_once), &shown, &tasks)
    }

    /// The barrier lets nobody through before three are there.
    #[test]
    fn tasks_are_asked_together_and_stay_in_their_order() {
        let outcomes = asked(&["ask", "ask", "odd", "ask", "ask", "ask"], 3).unwrap();
        let first: Vec<bool> = outcomes.iter().map(Outcome::first).collect();
        assert_eq!(first, [true, false, false, false, true, false]);
        assert_eq!(outcomes[2].error.as_deref(), Some("it is odd"));
        assert_eq!(outcomes.iter().filter(|one| one.error.is_some()).count(), 1);
    }

    #[test]
    fn what_ends_all_ends_the_run() {
        for at_once in [1, 2] {
            let error = asked(&["ask", "end"], at_once).unwrap_err();
            let mistake = &error.mistakes[0];
            assert_eq!(mistake.message, "scripted cannot pick: no key");
            assert_eq!(mistake.help, "set one");
        }
    }
}
