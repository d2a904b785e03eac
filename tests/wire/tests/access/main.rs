//! What each caller is served, and what it is told of the rest.

mod grants;
mod hello;
mod http;
mod naming;
mod odd_names;
mod office;
mod panics;
mod profiles;
