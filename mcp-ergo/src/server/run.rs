//! Runs one tool: guarded against panics, bounded in time.

use std::any::Any;
use std::panic::AssertUnwindSafe;
use std::pin::Pin;
use std::time::Duration;

use tokio::task::JoinError;

use crate::arguments::Arguments;
use crate::error::Envelope;
use crate::registry::{Invocation, Outcome, Run, ToolDef};
use mcp_ergo_rules::Class;

/// Runs the tool. Whatever happens inside, there is an outcome: a panic is a failure inside the
/// server, and the answer is serialized within the guard, since that runs the author's code too.
pub(super) async fn run(
    def: &'static ToolDef,
    invocation: Invocation,
    arguments: Arguments,
    default_timeout: Duration,
) -> Outcome {
    let timeout = def.timeout.unwrap_or(default_timeout);
    let cancelled = invocation.call.request().ct.clone();
    let running: Pin<Box<dyn Future<Output = Result<Outcome, JoinError>> + Send>> = match def.run {
        Run::Blocking(tool) => Box::pin(tokio::task::spawn_blocking(move || {
            tool(&invocation, arguments)
        })),
        // A task of its own catches panics and keeps running where the client has gone away: a
        // change that has begun is finished.
        Run::Async(tool) => Box::pin(tokio::spawn(async move {
            let future = std::panic::catch_unwind(AssertUnwindSafe(|| tool(invocation, arguments)));
            match future {
                Ok(future) => future.await,
                Err(panic) => std::panic::resume_unwind(panic),
            }
        })),
    };
    tokio::select! {
        joined = running => joined.unwrap_or_else(|error| Outcome::Failed(lost(def, error))),
        () = tokio::time::sleep(timeout) => Outcome::Failed(timed_out(def, timeout)),
        // Nobody reads the answer; rmcp drops it.
        () = cancelled.cancelled() => Outcome::Failed(Envelope::stop("the call was cancelled", "Send it again if it is still wanted")),
    }
}

fn lost(def: &ToolDef, error: JoinError) -> Envelope {
    let cause = if error.is_panic() {
        format!(
            "{} panicked: {}",
            def.name,
            panic_message(&*error.into_panic())
        )
    } else {
        format!("{} was dropped by the runtime", def.name)
    };
    Envelope::unexplained(&cause)
}

fn panic_message(panic: &(dyn Any + Send)) -> &str {
    panic
        .downcast_ref::<String>()
        .map(String::as_str)
        .or_else(|| panic.downcast_ref::<&str>().copied())
        .unwrap_or("with a value that is no text")
}

/// A read that timed out may be sent again; a change may have happened.
fn timed_out(def: &ToolDef, timeout: Duration) -> Envelope {
    let error = format!("{} did not answer within {}", def.name, seconds(timeout));
    if def.class == Class::Read || def.idempotent {
        Envelope::retry(error, "Send the same call again, or ask for less")
    } else {
        Envelope::fix(
            format!("{error}, and the change may have happened"),
            "Look whether it happened before you send anything again",
        )
    }
}

fn seconds(duration: Duration) -> String {
    if duration.subsec_millis() == 0 {
        format!("{} s", duration.as_secs())
    } else {
        format!("{} ms", duration.as_millis())
    }
}
