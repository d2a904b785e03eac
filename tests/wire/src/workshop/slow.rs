//! Tools that take their time.

use std::time::Duration;

use mcp_ergo::prelude::*;
use schemars::JsonSchema;
use serde::Serialize;

use super::Gate;

/// What became of something slow.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct Finished {
    /// Whether it was finished.
    finished: bool,
}

async fn forever() -> Finished {
    tokio::time::sleep(Duration::from_secs(3600)).await;
    Finished { finished: true }
}

/// Watch clay until it is dry.
#[tool(
    read,
    when = "the user asks whether the clay is dry",
    returns = "whether it is dry",
    scope = "clay:read",
    timeout = "40ms"
)]
pub(crate) async fn watch_clay() -> Reply<Finished> {
    Reply::new("The clay is dry.", forever().await)
}

/// Fire the kiln once.
#[tool(
    write,
    when = "the user wants pots to be fired",
    returns = "whether the firing ended",
    scope = "kiln:fire",
    timeout = "40ms"
)]
pub(crate) async fn fire_kiln() -> Reply<Finished> {
    Reply::new("The kiln was fired.", forever().await)
}

/// Wait for a turn at the wheel.
#[tool(
    read,
    when = "the user wants the wheel next",
    returns = "whether the turn has come",
    scope = "wheel:read"
)]
pub(crate) async fn wait_turn(gate: &Gate) -> Reply<Finished> {
    gate.pass().await;
    Reply::new("It is your turn.", Finished { finished: true })
}
