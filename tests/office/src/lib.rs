//! The office of Tessamar, an invented firm that builds flow meters: 145 tools over twelve domains, one
//! file each. Presentations are measured on it, since a catalog of that size is more than a model
//! reads with care.
//!
//! `store` holds the rows, made up the same way on every start; the server acts for one person, on one
//! day.

mod calendar;
mod customers;
mod deployments;
mod documents;
mod incidents;
mod invoices;
mod mail;
mod metrics;
mod opening;
mod people;
mod repositories;
mod store;
mod tickets;
mod warehouse;

use mcp_ergo::{Builder, Presentation, Server};

use crate::store::Office;

/// The domains, in the order of the alphabet: the modules of the tools.
pub const DOMAINS: [&str; 12] = [
    "calendar",
    "customers",
    "deployments",
    "documents",
    "incidents",
    "invoices",
    "mail",
    "metrics",
    "people",
    "repositories",
    "tickets",
    "warehouse",
];

/// What may be asked for by `--presentation`.
pub const PRESENTATIONS: [&str; 3] = ["flat", "core", "favourites"];

/// The tools that are used most, by their canonical names.
pub fn favourites() -> impl Iterator<Item = &'static str> {
    include_str!("../favourites.txt").lines()
}

/// The presentation of a name; none where it is not of [`PRESENTATIONS`].
pub fn presentation(name: &str) -> Option<Presentation> {
    match name {
        "flat" => Some(Presentation::flat()),
        "core" => Some(Presentation::core()),
        "favourites" => Some(Presentation::favourites(favourites())),
        _ => None,
    }
}

/// The server over a fresh office, before it boots. Whoever starts it may call every tool.
pub fn builder() -> Builder {
    let builder = Server::builder("office", env!("CARGO_PKG_VERSION"))
        .purpose("The office of a firm that builds flow meters, from its calendar to its warehouse")
        .hello(opening::hello())
        .state(Office::seeded());
    DOMAINS.iter().fold(builder, |builder, domain| {
        builder
            .grant(format!("{domain}:read"))
            .grant(format!("{domain}:write"))
            .grant(format!("{domain}:delete"))
    })
}
