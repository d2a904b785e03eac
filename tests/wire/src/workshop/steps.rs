//! A workflow.

use mcp_ergo::prelude::*;
use schemars::JsonSchema;
use serde::Serialize;

use super::hidden::{check_clay, order_clay};

/// What is made.
#[derive(Param, Debug, Clone, Copy)]
pub(crate) enum Piece {
    /// ready to be sold
    Mug,
    /// thrown, not yet fired
    Bowl,
    /// asked for, not begun
    Teapot,
}

/// How far a piece is.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct Progress {
    /// Steps that were taken.
    steps: u32,
    /// Why it waits, where it does.
    waits_for: Option<String>,
}

/// Continue the work on one piece.
#[tool(
    write,
    workflow,
    when = "the user wants a piece to be finished",
    returns = "how far the piece is",
    scope = "kiln:fire"
)]
pub(crate) fn continue_work(
    /// Piece to go on with.
    piece: Piece,
) -> Step<Progress> {
    match piece {
        Piece::Mug => Step::done(
            "The mug is finished.",
            Progress {
                steps: 3,
                waits_for: None,
            },
        ),
        Piece::Bowl => Step::next(
            "The bowl is thrown.",
            Progress {
                steps: 1,
                waits_for: None,
            },
            continue_work::call(Piece::Bowl),
            "to fire it",
        ),
        Piece::Teapot => Step::blocked(
            "The teapot is not begun.",
            Progress {
                steps: 0,
                waits_for: Some("clay".to_owned()),
            },
            [
                Blocker::new("there is no clay", "look how much is left")
                    .next(check_clay::call(), "to see the stock"),
                Blocker::new("the pit is closed", "order some")
                    .next(order_clay::call(20), "to fill it"),
            ],
        ),
    }
}
