//! What goes over the wire, seen by clients that are not ours.
//!
//! [`workshop`] is a server with tools that no sane server has: they panic, hang, leak and keep
//! secrets. The rest is what its tests and those of the examples share: connections of both protocol
//! eras, and judges of what comes back.

pub mod answer;
pub mod catalog;
pub mod dialect;
pub mod era;
pub mod http;
pub mod leaks;
pub mod line;
pub mod workshop;

pub use answer::Answer;
pub use era::Era;
pub use http::HttpClient;
pub use line::LineClient;
