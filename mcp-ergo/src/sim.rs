//! Which presentation of a catalog a model picks from best, told before it is shipped.
//!
//! A [`Catalog`] is shown as a [`ToolSet`], a [`Picker`] is asked which tools of it it would call for
//! each [`Task`], and what it picked is compared with what is right. A [`Simulation`] does so for each
//! [`Showing`] of each catalog; its [`Comparison`] prints as text, as [JSON](Comparison::json) and as a
//! [page with plots](Comparison::html). The command `mcp-ergo sim` (features `cli` and `sim`) does just
//! that.
//!
//! ```
//! use mcp_ergo::sim::{Bm25, Catalog, Showing, Simulation, Task};
//!
//! # fn main() -> Result<(), mcp_ergo::Error> {
//! // `Server::catalog()` writes the catalog of a server of one's own.
//! let catalog = br#"{"tools": [
//!     {"name": "search_invoices", "description": "Find invoices by customer."},
//!     {"name": "void_invoice", "description": "Cancel an invoice that was wrong."}
//! ]}"#;
//! let tasks = br#"{"tasks": [
//!     {"id": "t1", "text": "cancel the wrong one we sent", "right": ["void_invoice"]},
//!     {"id": "t2", "text": "which invoices does this customer have?", "right": ["search_invoices"]}
//! ]}"#;
//! let comparison = Simulation::new(Catalog::read("ledger", catalog)?, Task::read(tasks)?)
//!     .showings([Showing::Flat, Showing::Favourites])
//!     .favourites(["search_invoices"])
//!     .picker(Bm25::default())
//!     .run()?;
//! assert!(comparison.to_string().contains("first pick"));
//! # Ok(())
//! # }
//! ```
//!
//! # What is measured
//!
//! Each [`Measure`] is a mean over tasks, over all of them and by head and tail of use. A tool that is
//! listed twice counts as one. Where one tool does several jobs, the right answer is `tool#action`, and
//! the first pick is told at the level of actions and at that of tools.
//!
//! Every number has an interval of 95 % by the bootstrap over tasks, and every difference one that is
//! paired: over the same drawn tasks, against the same picker under the first presentation, or for
//! another catalog under the same presentation of the first. A difference whose interval leaves out zero
//! is [resolved](Estimate::resolved). With under 50 tasks little is, and the report says so.
//!
//! # What it does not measure
//!
//! BM25 and embeddings have no attention: what is listed first, and what instructions say, is nothing to
//! them. For favourites a [prior](ToolSet::rank) stands in, which lifts what is used; how much it
//! should is a choice ([`Simulation::prior`]). Only a model measures a presentation itself.
//!
//! # Whether it can tell
//!
//! A [`Degradation`] makes a worse catalog of a good one. A comparison whose tasks do not tell the two
//! apart tells nothing of finer things.

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
