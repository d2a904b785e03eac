//! A model that answers by a script, and servers that present what a test wants presented.

mod model;
mod shelf;

pub use model::{Model, Reply, Seen, called, said};
pub use shelf::{shelf, tool};
