//! Runs one tool: guarded against panics, bounded in time, never after it was given up.

use std::any::Any;
use std::sync::Arc;
use std::sync::atomic::{AtomicU8, Ordering};
use std::time::Duration;

use mcp_ergo_rules::Class;
use tokio::task::{JoinError, JoinHandle};
use tokio_util::task::task_tracker::TaskTrackerToken;
use tracing::{Instrument as _, Span};

use crate::arguments::Arguments;
use crate::error::{Ending, Envelope};
use crate::limits::{PATIENCE, Permit};
use crate::registry::{Invocation, Outcome, Run, ToolDef};

/// Runs the tool. Whatever happens inside, there is an outcome: a panic is a failure inside the
/// server, and the answer is serialized within the guard, since that runs the author's code too.
pub(super) async fn run(
    def: &'static ToolDef,
    invocation: Invocation,
    arguments: Arguments,
    default_timeout: Duration,
    held: Held,
) -> Outcome {
    let timeout = def.timeout.unwrap_or(default_timeout);
    // A tool that looks at its call sees that nobody waits any more, also where the request was
    // dropped with its connection.
    let _stopped = invocation.call.stopped().drop_guard();
    let given_up = invocation.call.request().ct.clone();
    let turn = Arc::new(Turn::default());
    let mut running = start(def, invocation, arguments, turn.clone(), held);
    let outcome = tokio::select! {
        joined = &mut running => return joined.unwrap_or_else(|error| Outcome::Failed(lost(def, error))),
        () = tokio::time::sleep(timeout) => {
            if turn.give_up() { busy(def, timeout) } else { timed_out(def, timeout) }
        }
        () = given_up.cancelled() => {
            turn.give_up();
            cancelled()
        }
    };
    // A change that has begun is finished all the same; a read that does not end by itself is dropped
    // where it waits.
    if def.class == Class::Read {
        tokio::spawn(async move {
            tokio::time::sleep(LAST_WORDS).await;
            running.abort();
        });
    }
    Outcome::Failed(outcome)
}

/// How long a read may take to end once nobody waits for it.
const LAST_WORDS: Duration = Duration::from_secs(1);

/// What a tool holds for as long as it runs, which may be longer than anybody waits for it.
pub(super) struct Held {
    /// Its place among the calls that run.
    #[expect(dead_code, reason = "held, not read")]
    pub(super) permit: Permit,
    /// A server that stops waits for changes.
    #[expect(dead_code, reason = "held, not read")]
    pub(super) change: Option<TaskTrackerToken>,
}

/// Tasks of their own catch panics, and outlive the request. What the tool logs belongs to its call.
fn start(
    def: &'static ToolDef,
    invocation: Invocation,
    arguments: Arguments,
    turn: Arc<Turn>,
    held: Held,
) -> JoinHandle<Outcome> {
    let span = Span::current();
    match def.run {
        Run::Blocking(tool) => tokio::task::spawn_blocking(move || {
            let _held = held;
            if turn.begin() {
                span.in_scope(|| tool(&invocation, arguments))
            } else {
                Outcome::Failed(Envelope::retry("the call was given up", "Send it again"))
            }
        }),
        Run::Async(tool) => {
            turn.begin();
            let running = async move {
                let _held = held;
                tool(invocation, arguments).await
            };
            tokio::spawn(running.instrument(span))
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

fn lost(def: &ToolDef, error: JoinError) -> Envelope {
    if error.is_panic() {
        let panic = error.into_panic();
        let cause = format!("{} panicked: {}", def.name, panic_message(&*panic));
        Envelope::unexplained(&cause).ending(Ending::Panicked)
    } else {
        Envelope::unexplained(&format!("{} was dropped by the runtime", def.name))
    }
}

fn panic_message(panic: &(dyn Any + Send)) -> &str {
    panic
        .downcast_ref::<String>()
        .map(String::as_str)
        .or_else(|| panic.downcast_ref::<&str>().copied())
        .unwrap_or("with a value that is no text")
}

/// Nobody reads the answer; rmcp drops it.
pub(super) fn cancelled() -> Envelope {
    Envelope::stop(
        "the call was cancelled",
        "Send it again if it is still wanted",
    )
    .ending(Ending::Cancelled)
}

fn busy(def: &ToolDef, timeout: Duration) -> Envelope {
    Envelope::retry(
        format!(
            "the server was too busy to begin {} within {}; nothing was done",
            def.name,
            seconds(timeout)
        ),
        "Send the same call again, later",
    )
    .after(PATIENCE)
    .ending(Ending::TimedOut)
}

/// A read that timed out may be sent again; a change may have happened.
fn timed_out(def: &ToolDef, timeout: Duration) -> Envelope {
    let error = format!("{} did not answer within {}", def.name, seconds(timeout));
    let envelope = if def.class == Class::Read {
        Envelope::retry(error, "Send the same call again, or ask for less").after(PATIENCE)
    } else {
        Envelope::fix(
            format!("{error}, and the change may have happened"),
            "Look whether it happened before you send anything again",
        )
    };
    envelope.ending(Ending::TimedOut)
}

fn seconds(duration: Duration) -> String {
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
