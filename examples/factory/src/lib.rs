//! Data models, from a team's tables to a deployed database: a workflow to copy from.
//!
//! One file an object: `projects`, `plans`, `entities`, `artifacts` and `deployments` hold the tools.
//! `workflow` says how a project goes on from where it stands, and `opening` what a model is told
//! first. `model` holds what follows from a project's documents, `store` keeps them, and `access`
//! says who may do what.

pub mod access;
pub mod artifacts;
pub mod deployments;
pub mod entities;
pub mod model;
mod opening;
pub mod plans;
pub mod projects;
pub mod store;
pub mod tour;
pub mod workflow;

use mcp_ergo::{Builder, Server};

use crate::access::ROLES;
use crate::store::Factory;

/// `1 entity`, `3 entities`
fn count(number: impl TryInto<u64>, noun: &str) -> String {
    let number = number.try_into().unwrap_or(u64::MAX);
    match (number, noun.strip_suffix('y')) {
        (1, _) => format!("1 {noun}"),
        (_, Some(stem)) => format!("{number} {stem}ies"),
        (_, None) => format!("{number} {noun}s"),
    }
}

/// The server over one factory, before it boots. Whoever starts it reads, unless it is granted a
/// role: `.grants(Grants::role("modeller"))`.
pub fn builder(factory: Factory) -> Builder {
    let builder = Server::builder("factory", env!("CARGO_PKG_VERSION"))
        .purpose("Data models from a team's tables: plan, generate, validate and deploy them")
        .how_to_grant(
            "ask for a role that holds SCOPE, e.g. by restarting the server with --role admin",
        )
        .hello(opening::hello())
        .state(factory);
    ROLES.iter().fold(builder, |builder, (name, scopes)| {
        builder.role(*name, scopes.iter().copied())
    })
}
