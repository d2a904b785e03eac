//! The gateway before servers that behave, die, hang and flood.

mod answers;
mod changes;
mod eras;
mod failures;
mod routing;
mod secrets;
mod strict;
mod talk;
mod trouble;
