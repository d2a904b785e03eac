//! `mcp_ergo::testing`, as an author's tests use it.

mod client;
mod fixtures;
mod lints;
mod snapshot;
