//! The invoices of one company, for a model: a server to copy from.
//!
//! One file an object: `customers`, `invoices`, `payments` and `prices` hold the tools, resources and
//! prompts; `store` holds the data and what can go wrong with it.

pub mod broken;
pub mod customers;
pub mod invoices;
pub mod payments;
pub mod prices;
pub mod store;
pub mod tokens;
pub mod tour;

use mcp_ergo::{BootError, Builder, Server};

use crate::store::Ledger;

/// `1 invoice`, `3 invoices`
fn count(number: u32, noun: &str) -> String {
    if number == 1 {
        format!("1 {noun}")
    } else {
        format!("{number} {noun}s")
    }
}

/// The server over one ledger. Reading is served; every other scope only where it is in `allow`.
///
/// # Errors
///
/// When a scope in `allow` is none of the tools'.
pub fn server(ledger: Ledger, allow: &[String]) -> Result<Server, BootError> {
    builder(ledger, allow).boot()
}

/// The server before it boots.
pub fn builder(ledger: Ledger, allow: &[String]) -> Builder {
    allow.iter().fold(
        Server::builder("ledger", env!("CARGO_PKG_VERSION"))
            .purpose("Invoices of one company: find, create, void and settle them")
            .start_with(invoices::search_invoices::tool())
            .how_to_grant("restart the server with --allow SCOPE")
            .state(ledger),
        Builder::grant,
    )
}
