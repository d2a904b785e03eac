//! Servers that are written with rmcp alone.
//!
//! [`menagerie`] has a tool of every shape that rmcp's macros make, and of every way to fail;
//! [`shifting`] changes its list; [`recorder`] has no tools and everything else.

pub mod menagerie;
pub mod recorder;
pub mod shifting;
