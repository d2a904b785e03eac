//! The command as a user runs it: presentations, worse catalogs, formats, and what it cannot run on.

mod degraded;
mod figures;
mod models;
mod office;
mod page;
mod presentations;
mod program;
mod refusals;
