//! The catalog: every tool of a server, collected, checked and frozen before anything is served.

mod boot;
mod boot_error;
mod collect;
mod context;
mod describe;
mod document;
mod facts;
mod frozen;
#[cfg(feature = "gateway")]
mod gathered;
mod input;
mod opening;
mod presenting;
mod raw;
mod site;
mod tool;
mod view;
mod wiring;

pub(crate) use boot::{boot, trace};
pub use boot_error::BootError;
pub(crate) use boot_error::Report;
#[doc(hidden)]
pub use context::{
    Audience, CollectedPrompt, CollectedResource, ContextDef, PromptDef, ResourceDef,
};
pub(crate) use context::{Context, RegisteredPrompt, RegisteredResource};
pub use context::{PromptTemplate, Resource};
#[cfg(feature = "sim")]
pub(crate) use document::{CORE, DOMAIN, TOP};
pub(crate) use frozen::{Registered, Registry, nearest, spelling, unprefixed};
#[cfg(feature = "gateway")]
pub(crate) use gathered::{Gathered, gather};
pub(crate) use input::{BootInput, StateKey};
#[cfg(feature = "gateway")]
pub(crate) use raw::Foreign;
pub use raw::RawTool;
#[doc(hidden)]
pub use site::Site;
pub use tool::Tool;
#[doc(hidden)]
pub use tool::{
    Collected, Invocation, Outcome, PolicyEntry, Run, Running, StateNeed, States, ToolDef,
};
pub(crate) use view::{View, Views};
