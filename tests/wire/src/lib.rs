//! What goes over the wire, seen by clients that are not ours.
//!
//! [`workshop`] is a server with tools that no sane server has: they panic, hang, leak and keep
//! secrets; [`letters`] keeps documents between calls. The rest is what its tests and those of the examples share: connections of both protocol
//! eras, and judges of what comes back.

pub mod answer;
pub mod archive;
pub mod catalog;
pub mod dialect;
pub mod era;
pub mod guest;
pub mod http;
pub mod leaks;
pub mod letters;
pub mod line;
pub mod studio;
pub mod workshop;

use std::time::Duration;

pub use answer::Answer;
pub use era::Era;
pub use guest::Guest;
pub use http::HttpClient;
pub use line::LineClient;

/// Far beyond what any answer takes, so that a server that hangs fails its test instead of hanging
/// the suite.
const PATIENCE: Duration = Duration::from_secs(20);

/// What `future` comes to, unless something hangs.
///
/// # Panics
///
/// When it takes absurdly long.
pub async fn in_time<F: Future>(future: F) -> F::Output {
    let outcome = tokio::time::timeout(PATIENCE, future).await;
    outcome.unwrap_or_else(|_| panic!("nothing happened within {PATIENCE:?}"))
}
