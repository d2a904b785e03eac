//! A model that works in turns, with the tools of a real server.

mod names;
mod servers;
mod turns;

use std::sync::LazyLock;
use std::time::Duration;

use ledger::store::Ledger;
use mcp_ergo::sim::{Agent, Chat, Pick, PickError, Picker as _, Served};
use picker_tests::Model;
use tokio::runtime::Runtime;

/// Where the servers of these tests run.
static RUNTIME: LazyLock<Runtime> = LazyLock::new(|| Runtime::new().expect("a runtime"));

/// The ledger in this process, over a pipe.
fn ledger() -> Served {
    let ledger = Ledger::in_memory().expect("a ledger");
    let server = ledger::server(ledger, &["invoices:write".to_owned()]).expect("it boots");
    let (ours, theirs) = tokio::io::duplex(64 * 1024);
    RUNTIME.spawn(async move {
        let running = mcp_ergo::rmcp::serve_server(server, theirs).await?;
        running.waiting().await?;
        Ok::<_, mcp_ergo::Error>(())
    });
    Served::connect("ledger", ours).expect("a connection")
}

fn agent(model: &Model) -> Agent {
    let chat = Chat::new(&model.url(), "tiny").expect("a URL");
    Agent::new(chat.first_wait(Duration::from_micros(1))).expect("a runtime")
}

/// What the agent calls for one task, with the tools of a server.
fn work(agent: &Agent, served: &Served) -> Result<Pick, PickError> {
    let tools = served.tools(&[]).expect("tools");
    agent.prepare(&tools)?.pick("What is open, and of whom?")
}
