//! Tools that fail inside the server.

use mcp_ergo::prelude::*;
use schemars::JsonSchema;
use serde::{Serialize, Serializer};

/// A reading.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct Reading {
    /// Degrees above the room.
    degrees: u32,
}

/// Inspect the wheel for wear.
#[tool(
    read,
    when = "the wheel makes a noise",
    returns = "its reading",
    scope = "wheel:read"
)]
pub(crate) fn inspect_wheel() -> Reply<Reading> {
    panic!("wheel/bearing.rs:12: called `Option::unwrap()` on a `None` value")
}

/// Inspect the kiln for cracks.
#[tool(
    read,
    when = "the kiln loses heat",
    returns = "its reading",
    scope = "kiln:read"
)]
pub(crate) async fn inspect_kiln() -> Reply<Reading> {
    tokio::task::yield_now().await;
    panic!("kiln/door.rs:7: index out of bounds")
}

/// A reading that cannot be written down.
#[derive(Debug, JsonSchema)]
pub(crate) struct Unwritable {
    /// Degrees above the room.
    #[expect(dead_code, reason = "only the schema is read")]
    degrees: u32,
}

impl Serialize for Unwritable {
    fn serialize<S: Serializer>(&self, _: S) -> Result<S::Ok, S::Error> {
        panic!("gauge.rs: the needle fell off")
    }
}

/// Read the gauge of the kiln.
#[tool(
    read,
    when = "the heat is asked for",
    returns = "its reading",
    scope = "kiln:read"
)]
pub(crate) fn read_gauge() -> Reply<Unwritable> {
    Reply::new("Read the gauge.", Unwritable { degrees: 3 })
}

/// Read the thermometer of the drying room.
#[tool(
    read,
    when = "the drying room is asked about",
    returns = "its reading",
    scope = "room:read"
)]
pub(crate) async fn read_thermometer() -> Reply<Unwritable> {
    Reply::new("Read the thermometer.", Unwritable { degrees: 4 })
}

/// Why the archive cannot be read: everything that a caller must not see.
#[derive(Debug, thiserror::Error)]
#[error("serde_json::Error at /var/lib/workshop/archive.json: invalid type: expected u32")]
pub(crate) struct Corrupt;

/// What fails in the archive.
#[derive(Debug, thiserror::Error, ToolError)]
pub(crate) enum ArchiveError {
    /// The file is corrupt.
    #[error("cannot open /var/lib/workshop/archive.json")]
    #[tool_error(internal)]
    Unreadable(#[source] Corrupt),
}

/// Search the archive of old pots.
#[tool(
    read,
    when = "an old pot is asked about",
    returns = "its reading",
    scope = "archive:read"
)]
pub(crate) fn search_archive() -> Result<Reply<Reading>, ArchiveError> {
    Err(ArchiveError::Unreadable(Corrupt))
}
