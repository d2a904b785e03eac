//! A pottery studio, whose tools show, tell and ask.

mod asking;
mod showing;
mod telling;

use std::sync::atomic::{AtomicU32, Ordering};

use mcp_ergo::{Builder, Changes, Grants, Server};

/// What the tools borrow: how often they ran.
#[derive(Debug, Default)]
pub struct Runs(AtomicU32);

impl Runs {
    fn count(&self) -> u32 {
        self.0.fetch_add(1, Ordering::Relaxed) + 1
    }
}

/// The studio's builder, to be given more.
pub fn builder() -> Builder {
    Server::builder("studio", "2.1.0")
        .purpose("A pottery studio: pots that are drawn, named and smashed")
        .start_with(showing::draw_pot::tool())
        .tools_in("wire_tests::studio")
        .state(Runs::default())
        .changes(Changes::new())
        .grants(Grants::of(["read", "pots:write", "shelf:write"]))
}

/// The studio's server.
///
/// # Panics
///
/// When something in it breaks a rule.
pub fn server() -> Server {
    builder().boot().expect("the studio boots")
}
