//! Tools that tell how far they are, and what has changed.

use mcp_ergo::prelude::*;
use mcp_ergo::{Changes, LogLevel};

/// Fire the kiln on paper, on a thread that blocks.
#[tool(
    read,
    when = "the user asks how a firing goes",
    returns = "that it went well"
)]
pub(crate) fn simulate_firing(call: &Call) -> Content {
    call.progress(0, 3, "lit");
    call.log(LogLevel::Debug, "the door is shut");
    call.progress(2, 3, "");
    call.log(LogLevel::Warning, "the gas is low");
    // It does not go backwards, nor stand still.
    call.progress(1, 3, "never told");
    call.progress(2, 3, "never told");
    call.progress(3, None, "cold");
    Content::new("The firing went well.")
}

/// What stands on the shelf.
#[resource("studio://shelf", mime = "text/plain", ttl = "2m")]
pub(crate) fn shelf() -> String {
    "A tea pot.".to_owned()
}

/// What stands in the cellar.
#[resource("studio://cellar", mime = "text/plain", scope = "cellar:read")]
pub(crate) fn cellar() -> String {
    "A tea pot of 1911.".to_owned()
}

/// Put a pot on the shelf.
#[tool(
    write,
    when = "the user wants a pot on the shelf",
    returns = "that it stands there",
    scope = "shelf:write"
)]
pub(crate) fn add_pot(changes: &Changes) -> Content {
    changes.changed(shelf::uri());
    changes.changed(cellar::uri());
    Content::new("A pot more stands on the shelf.")
}
