//! Which presentation of a catalog a model picks from best, told before it is shipped.
//!
//! A [`Catalog`] is shown as a [`ToolSet`], a [`Picker`] is asked which tools of it it would call for
//! each [`Task`], and what it picked is compared with what is right.

mod agent;
mod bm25;
mod bootstrap;
mod calls;
mod catalog;
mod chat;
mod comparison;
mod degrade;
#[cfg(feature = "embeddings")]
mod embeddings;
mod endpoint;
mod error;
mod http;
mod measure;
mod outcome;
mod picker;
mod report;
mod run;
mod showing;
mod simulation;
mod task;
mod toolset;
mod variant;

pub use agent::{Agent, Served};
pub use bm25::Bm25;
pub use bootstrap::{Estimate, RESAMPLES};
pub use calls::Calls;
pub use catalog::{Catalog, CatalogTool};
pub use chat::{Chat, Tokens};
pub use comparison::{Arm, Comparison, Split};
pub use degrade::{Degradation, Degraded};
#[cfg(feature = "embeddings")]
pub use embeddings::Embeddings;
pub use endpoint::{Endpoint, Mode};
pub use error::{Mistake, SimError};
pub use measure::{Measure, Measured, Part};
pub use outcome::Outcome;
pub use picker::{Choice, Order, Pick, PickError, Picker, Prepared, Scored};
pub use showing::{NEAREST, Showing};
pub use simulation::Simulation;
pub use task::{Right, Task};
pub use toolset::{ShownTool, ToolSet};
