//! The catalog: every tool of a server, collected, checked and frozen before anything is served.

mod boot;
mod boot_error;
mod describe;
mod facts;
mod tool;

pub(crate) use boot::{BootInput, Registered, Registry, boot};
pub use boot_error::BootError;
pub use tool::Tool;
#[doc(hidden)]
pub use tool::{
    Collected, Invocation, Outcome, PolicyEntry, Run, StateNeed, States, ToolDef, ToolPath,
};
