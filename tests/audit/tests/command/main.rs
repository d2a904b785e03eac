//! The command as a user runs it: forms of a document, exit codes, formats, the policy file.

mod documents;
mod favourites;
mod policies;
mod program;
mod reports;
mod rules;
mod specs;
mod usage;
