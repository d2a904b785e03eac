//! Which presentation of a catalog a model picks from best, told before it is shipped.
//!
//! A [`Catalog`] is shown as a [`ToolSet`], a [`Picker`] is asked which tools of it it would call for
//! each [`Task`], and what it picked is compared with what is right.

mod agent;
mod catalog;
mod chat;
mod endpoint;
mod error;
mod http;
mod picker;
mod task;
mod toolset;

pub use agent::{Agent, Served};
pub use catalog::{Catalog, CatalogTool};
pub use chat::{Chat, Tokens};
pub use endpoint::{Endpoint, Mode};
pub use error::SimError;
pub use picker::{Choice, Order, Pick, PickError, Picker, Prepared, Scored};
pub use task::{Right, Task};
pub use toolset::{ShownTool, ToolSet};
