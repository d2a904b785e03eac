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
        Err(error) if error.fatal() => Err(error),
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
