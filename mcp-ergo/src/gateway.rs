//! Other servers as one.

mod config;
mod upstream;

pub use config::{Config, ConfigError};
pub use upstream::{Secret, Upstream};
