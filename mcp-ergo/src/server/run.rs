//! Runs one tool: guarded against panics, bounded in time, never after it was given up.

use std::any::Any;
use std::sync::Arc;
use std::sync::atomic::{AtomicU8, Ordering};
use std::time::Duration;

use mcp_ergo_rules::Class;
use tokio::task::{JoinError, JoinHandle};
use tokio_util::task::TaskTracker;

use crate::arguments::Arguments;
use crate::error::Envelope;
use crate::registry::{Invocation, Outcome, Run, ToolDef};
use crate::reply::Answered;

/// What is to be run: a tool, or what yields a resource or a prompt.
pub(super) struct Job<A: 'static> {
    pub(super) name: &'static str,
    pub(super) class: Class,
    pub(super) timeout: Duration,
    pub(super) run: &'static Run<A>,
}

impl Job<Answered> {
    /// A tool, which takes as long as it says.
    pub(super) fn tool(def: &'static ToolDef, default_timeout: Duration) -> Self {
        Self {
            name: def.name,
            class: def.class,
            timeout: def.timeout.unwrap_or(default_timeout),
            run: &def.run,
        }
    }
}

/// Runs the tool. Whatever happens inside, there is an outcome: a panic is a failure inside the
/// server, and the answer is serialized within the guard, since that runs the author's code too.
pub(super) async fn run<A: Send + 'static>(
    job: Job<A>,
    invocation: Invocation,
    arguments: Arguments,
    changes: &TaskTracker,
) -> Outcome<A> {
    let timeout = job.timeout;
    // A tool that looks at its call sees that nobody waits any more, also where the request was
    // dropped with its connection.
    let _stopped = invocation.call.stopped().drop_guard();
    let cancelled = invocation.call.request().ct.clone();
    let turn = Arc::new(Turn::default());
    let mut running = start(&job, invocation, arguments, turn.clone(), changes);
    let outcome = tokio::select! {
        joined = &mut running => return joined.unwrap_or_else(|error| Outcome::Failed(lost(job.name, error))),
        () = tokio::time::sleep(timeout) => {
            if turn.give_up() {
                busy(&job)
            } else {
                timed_out(job.name, job.class == Class::Read, timeout)
            }
        }
        () = cancelled.cancelled() => {
            turn.give_up();
            // Nobody reads the answer; rmcp drops it.
            Envelope::stop("the call was cancelled", "Send it again if it is still wanted")
        }
    };
    // A change that has begun is finished all the same; a read that does not end by itself is dropped
    // where it waits.
    if job.class == Class::Read {
        tokio::spawn(async move {
            tokio::time::sleep(LAST_WORDS).await;
            running.abort();
        });
    }
    Outcome::Failed(outcome)
}

/// How long a read may take to end once nobody waits for it.
pub(crate) const LAST_WORDS: Duration = Duration::from_secs(1);

/// Tasks of their own catch panics, and outlive the request; those of changes are counted, since a
/// server that stops waits for them.
fn start<A: Send + 'static>(
    job: &Job<A>,
    invocation: Invocation,
    arguments: Arguments,
    turn: Arc<Turn>,
    changes: &TaskTracker,
) -> JoinHandle<Outcome<A>> {
    let counted = (job.class != Class::Read).then(|| changes.token());
    match *job.run {
        Run::Blocking(tool) => tokio::task::spawn_blocking(move || {
            let _counted = counted;
            if turn.begin() {
                tool(&invocation, arguments)
            } else {
                Outcome::Failed(Envelope::retry("the call was given up", "Send it again"))
            }
        }),
        Run::Async(tool) => {
            turn.begin();
            tokio::spawn(async move {
                let _counted = counted;
                tool(invocation, arguments).await
            })
        }
    }
}

/// Whether a tool may still begin: one that waited for a thread until its time was over may not, or
/// a caller who was told to send it again would have it done twice.
#[derive(Debug, Default)]
struct Turn(AtomicU8);

impl Turn {
    const WAITING: u8 = 0;
    const BEGUN: u8 = 1;
    const GIVEN_UP: u8 = 2;

    /// Whether the tool may run.
    fn begin(&self) -> bool {
        self.settle(Self::BEGUN)
    }

    /// Whether the tool had not begun, and now never will.
    fn give_up(&self) -> bool {
        self.settle(Self::GIVEN_UP)
    }

    fn settle(&self, to: u8) -> bool {
        self.0
            .compare_exchange(Self::WAITING, to, Ordering::AcqRel, Ordering::Acquire)
            .is_ok()
    }
}

pub(crate) fn lost(tool: &str, error: JoinError) -> Envelope {
    Envelope::unexplained(&panic_words(tool, error))
}

/// Why a task is no more.
pub(crate) fn panic_words(what: &str, error: JoinError) -> String {
    if error.is_panic() {
        format!("{what} panicked: {}", panic_message(&*error.into_panic()))
    } else {
        format!("{what} was dropped by the runtime")
    }
}

fn panic_message(panic: &(dyn Any + Send)) -> &str {
    panic
        .downcast_ref::<String>()
        .map(String::as_str)
        .or_else(|| panic.downcast_ref::<&str>().copied())
        .unwrap_or("with a value that is no text")
}

fn busy<A>(job: &Job<A>) -> Envelope {
    Envelope::retry(
        format!(
            "the server was too busy to begin {} within {}; nothing was done",
            job.name,
            seconds(job.timeout)
        ),
        "Send the same call again, later",
    )
}

/// A read that timed out may be sent again; a change may have happened.
pub(crate) fn timed_out(tool: &str, read: bool, timeout: Duration) -> Envelope {
    let error = format!("{tool} did not answer within {}", seconds(timeout));
    if read {
        Envelope::retry(error, "Send the same call again, or ask for less")
    } else {
        Envelope::fix(
            format!("{error}, and the change may have happened"),
            "Look whether it happened before you send anything again",
        )
    }
}

pub(crate) fn seconds(duration: Duration) -> String {
    if duration.subsec_millis() == 0 {
        format!("{} s", duration.as_secs())
    } else {
        format!("{} ms", duration.as_millis())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_turn_is_taken_once() {
        let turn = Turn::default();
        assert!(turn.give_up());
        assert!(!turn.begin());
        let turn = Turn::default();
        assert!(turn.begin());
        assert!(!turn.give_up());
    }
}
