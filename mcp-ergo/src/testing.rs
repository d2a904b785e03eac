//! Tests of servers: a client in the test's own process, and the catalog held to its promises.

mod answer;
mod catalog;
mod client;
mod lint;

pub use answer::{Answer, Error, Reply};
pub use catalog::assert_catalog_compatible;
pub use client::{Client, Era, Request};
pub use lint::{Finding, Lint};
