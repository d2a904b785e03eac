//! The example of a workflow as its clients meet it: driven by nothing but its next actions, by each
//! role, from two servers over one file, and as a program.

mod access;
mod contract;
mod follower;
mod pointer;
mod program;
mod sharing;

use factory::store::Factory;
use mcp_ergo::{Grants, Server};

/// A server over this factory for one role. The tools of the workshop are in this program too.
pub(crate) fn server(factory: Factory, role: &str) -> Server {
    let builder = factory::builder(factory).grants(Grants::role(role));
    builder
        .tools_in("factory")
        .boot()
        .expect("the factory boots")
}

/// An empty factory for one role.
pub(crate) fn empty(role: &str) -> Server {
    server(Factory::in_memory().expect("a factory"), role)
}
