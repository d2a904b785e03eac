//! The built command as its user runs it, and folders to run it in.

mod folder;
mod run;

pub use folder::Folder;
pub use run::{Run, command};
