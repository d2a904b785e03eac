//! The catalog: every tool of a server, collected, checked and frozen before anything is served.

mod boot;
mod boot_error;
mod collect;
mod describe;
mod facts;
mod frozen;
mod input;
mod opening;
mod tool;
mod view;
mod wiring;

pub(crate) use boot::boot;
pub use boot_error::BootError;
pub(crate) use boot_error::Report;
pub(crate) use frozen::{Registered, Registry, nearest, spelling, unprefixed};
pub(crate) use input::BootInput;
pub use tool::Tool;
#[doc(hidden)]
pub use tool::{
    Collected, Invocation, Outcome, PolicyEntry, Run, Running, StateNeed, States, ToolDef,
};
pub(crate) use view::{View, Views};
