//! What a server's callers call, and what goes wrong: a record of each call, without a word of what
//! was sent or answered.
//!
//! ```no_run
//! use mcp_ergo::Server;
//! use mcp_ergo::usage::UsageRing;
//!
//! let ring = std::sync::Arc::new(UsageRing::new(1000));
//! let builder = Server::builder("ledger", env!("CARGO_PKG_VERSION")).usage(ring.clone());
//! # let _ = builder;
//! // Later: which tools failed, and at what.
//! for record in ring.records() {
//!     println!("{} {} {:?}", record.tool, record.status, record.codes);
//! }
//! ```
//!
//! A server that runs for long, or has replicas, keeps them in a file (`SqliteUsage`, feature
//! `sqlite`). The command `mcp-ergo usage` (feature `cli`) shows from it what models get wrong, and
//! `mcp-ergo favourites suggest` which tools to list first.

mod code;
mod counting;
mod drops;
mod ending;
#[cfg(feature = "sqlite")]
mod log;
mod record;
mod ring;
#[cfg(feature = "sqlite")]
mod sqlite;
mod store;
mod writer;

pub use code::UsageCode;
pub(crate) use counting::Counted;
#[cfg(feature = "sqlite")]
pub use log::{ToolUsage, UsageLog, UsageLogError, UsageOf};
pub use record::{UsageRecord, UsageStatus};
pub use ring::UsageRing;
#[cfg(feature = "sqlite")]
pub use sqlite::SqliteUsage;
pub use store::{UsageFailure, UsageStore};
pub use writer::Usage;
