//! Runs one tool: guarded against panics, bounded in time, never after it was given up.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicU8, Ordering};
use std::task::Poll;
use std::time::Duration;

use mcp_ergo_rules::Class;
use tokio::task::{JoinError, JoinHandle};
use tokio_util::task::task_tracker::TaskTrackerToken;
use tracing::{Instrument as _, Span};

use crate::arguments::Arguments;
use crate::error::{Ending, Envelope};
use crate::limits::{PATIENCE, Permit};
use crate::registry::{Invocation, Outcome, Run, ToolDef};
use crate::reply::Answered;
use crate::schema::Names;

/// What is to be run: a tool, or what yields a resource or a prompt.
pub(super) struct Job<A: 'static> {
    /// What its caller knows it by.
    pub(super) name: String,
    pub(super) class: Class,
    pub(super) timeout: Duration,
    pub(super) run: &'static Run<A>,
}

impl Job<Answered> {
    /// A tool, which takes as long as it says.
    pub(super) fn tool(
        def: &'static ToolDef,
        names: &dyn Names,
        default_timeout: Duration,
    ) -> Self {
        Self {
            name: names.spoken(def.name).to_owned(),
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
    held: Held,
) -> Outcome<A> {
    let timeout = job.timeout;
    // A tool that looks at its call sees that nobody waits any more, also where the request was
    // dropped with its connection.
    let _stopped = invocation.call.stopped().drop_guard();
    let given_up = invocation.call.request().ct.clone();
    let turn = Arc::new(Turn::default());
    let mut running = start(&job, invocation, arguments, turn.clone(), held);
    let outcome = tokio::select! {
        joined = &mut running => return joined.unwrap_or_else(|error| Outcome::Failed(lost(&job.name, error))),
        () = tokio::time::sleep(timeout) => {
            if turn.give_up() {
                busy(&job)
            } else {
                timed_out(&job.name, job.class == Class::Read, timeout)
            }
        }
        () = given_up.cancelled() => {
            turn.give_up();
            cancelled()
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

/// What a tool holds for as long as it runs, which may be longer than anybody waits for it.
pub(super) struct Held {
    /// Its place among the calls that run.
    #[expect(dead_code, reason = "held, not read")]
    pub(super) permit: Option<Permit>,
    /// A server that stops waits for changes.
    #[expect(dead_code, reason = "held, not read")]
    pub(super) change: Option<TaskTrackerToken>,
}

/// Tasks of their own catch panics, and outlive the request. What the tool logs belongs to its call.
fn start<A: Send + 'static>(
    job: &Job<A>,
    invocation: Invocation,
    arguments: Arguments,
    turn: Arc<Turn>,
    held: Held,
) -> JoinHandle<Outcome<A>> {
    let span = Span::current();
    match *job.run {
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

pub(crate) fn lost(tool: &str, error: JoinError) -> Envelope {
    let panicked = error.is_panic();
    let envelope = Envelope::unexplained(&panic_words(tool, error));
    if panicked {
        envelope.ending(Ending::Panicked)
    } else {
        envelope
    }
}

/// Why a task is no more.
pub(crate) fn panic_words(what: &str, error: JoinError) -> String {
    if error.is_panic() {
        format!("{what} panicked: {}", panic_message(&*error.into_panic()))
    } else {
        format!("{what} was dropped by the runtime")
    }
}

/// What the author's code yields outside of a task, or the words of its panic: rmcp never answers a
/// request whose handler panics.
pub(crate) fn caught<R>(work: impl FnOnce() -> R) -> Result<R, String> {
    catch_unwind(AssertUnwindSafe(work)).map_err(|panic| panic_message(&*panic).to_owned())
}

/// [`caught`] for what waits.
pub(super) async fn caught_async<F: Future>(work: F) -> Result<F::Output, String> {
    let mut work = std::pin::pin!(work);
    std::future::poll_fn(
        move |context| match caught(|| work.as_mut().poll(context)) {
            Ok(polled) => polled.map(Ok),
            Err(panic) => Poll::Ready(Err(panic)),
        },
    )
    .await
}

fn panic_message(panic: &(dyn Any + Send)) -> &str {
    panic
        .downcast_ref::<String>()
        .map(String::as_str)
        .or_else(|| panic.downcast_ref::<&str>().copied())
        .unwrap_or("with a value that is no text")
}

/// Nobody reads the answer; rmcp drops it.
pub(crate) fn cancelled() -> Envelope {
    Envelope::stop(
        "the call was cancelled",
        "Send it again if it is still wanted",
    )
    .ending(Ending::Cancelled)
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
    .after(PATIENCE)
    .ending(Ending::TimedOut)
}

/// A read that timed out may be sent again; a change may have happened.
pub(crate) fn timed_out(tool: &str, read: bool, timeout: Duration) -> Envelope {
    let error = format!("{tool} did not answer within {}", seconds(timeout));
    let envelope = if read {
        Envelope::retry(error, "Send the same call again, or ask for less").after(PATIENCE)
    } else {
        Envelope::fix(
            format!("{error}, and the change may have happened"),
            "Look whether it happened before you send anything again",
        )
    };
    envelope.ending(Ending::TimedOut)
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
