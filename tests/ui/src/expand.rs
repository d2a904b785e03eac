//! Code that must compile without a word, whatever stands around it.
#![deny(warnings, missing_docs, unreachable_pub, clippy::pedantic)]

pub mod context;
pub mod errors;
pub mod names;
pub mod params;
pub mod tools;
