//! A pottery workshop, whose tools do what servers should survive.

mod failing;
mod hidden;
mod shapes;
mod slow;
mod steps;

use std::sync::Arc;

use mcp_ergo::{Builder, Server};
use tokio::sync::Semaphore;

use crate::in_time;

/// The scope of tools that fire the kiln; granted.
pub const FIRE: &str = "kiln:fire";
/// The scope of the cabinet; granted.
pub const CABINET: &str = "cabinet:open";
/// The scope of orders; not granted.
pub const ORDER: &str = "clay:order";

/// What the tools borrow.
#[derive(Debug, Clone)]
pub struct Workshop {
    glazes: Vec<String>,
}

impl Workshop {
    /// The glazes in stock.
    pub fn glazes(&self) -> Vec<String> {
        self.glazes.clone()
    }
}

/// Holds calls back until a test lets them go.
#[derive(Debug, Clone)]
pub struct Gate {
    entered: Arc<Semaphore>,
    open: Arc<Semaphore>,
}

impl Gate {
    fn new() -> Self {
        Self {
            entered: Arc::new(Semaphore::new(0)),
            open: Arc::new(Semaphore::new(0)),
        }
    }

    /// Waits until `calls` calls stand at the gate.
    ///
    /// # Panics
    ///
    /// When they do not come.
    pub async fn entered(&self, calls: u32) {
        let entered = in_time(self.entered.acquire_many(calls)).await;
        entered.expect("the gate is never closed").forget();
    }

    /// Lets every call pass, also those that come later.
    pub fn open(&self) {
        self.open.add_permits(1);
    }

    async fn pass(&self) {
        self.entered.add_permits(1);
        drop(self.open.acquire().await);
    }
}

/// The workshop's server, and the gate at which its `wait_turn` waits.
///
/// # Panics
///
/// When a tool breaks a rule.
pub fn gated() -> (Server, Gate) {
    let gate = Gate::new();
    let server = builder(gate.clone()).boot().expect("the workshop boots");
    (server, gate)
}

/// The workshop's server.
///
/// # Panics
///
/// When a tool breaks a rule.
pub fn server() -> Server {
    gated().0
}

fn builder(gate: Gate) -> Builder {
    Server::builder("workshop", "7.4.1")
        .purpose("A pottery workshop: pots, glazes and kilns")
        .start_with(shapes::count_shelves::tool())
        .how_to_grant("ask the potter for SCOPE")
        .tools_in("wire_tests::workshop")
        .state(Workshop {
            glazes: ["celadon", "tenmoku", "shino"].map(str::to_owned).to_vec(),
        })
        .state(gate)
        .client_key("cwd")
        .grant(FIRE)
        .grant(CABINET)
}
