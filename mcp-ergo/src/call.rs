//! What a tool may know about the call that it answers.

mod asks;
mod elicit;
mod form;
mod news;
mod roots;
mod sample;
mod unanswered;

use std::sync::Arc;

use rmcp::RoleServer;
use rmcp::model::{Implementation, RequestId};
use rmcp::service::RequestContext;
use tokio_util::sync::CancellationToken;

use crate::access::Caller;
use crate::handle::{HandleStore, Kept, MemoryStore};
use crate::registry::States;

pub(crate) use asks::{Asks, Capability, Round, Way};
pub use elicit::{Elicit, Elicited};
pub use news::LogLevel;
pub(crate) use news::News;
pub use roots::{Root, Roots};
pub use sample::{Sample, Sampled};
pub use unanswered::Unanswered;

/// The call that a tool answers. A tool takes it as `call: &Call`.
///
/// ```
/// use mcp_ergo::prelude::*;
///
/// /// Count to a number, slowly.
/// #[tool(read, when = "the user asks to count", returns = "the number reached")]
/// async fn count_up(
///     call: &Call,
///     /// Number to count to.
///     #[param(range = 1..=100)]
///     to: u32,
/// ) -> Reply<Reached> {
///     let mut reached = 0;
///     while reached < to && !call.is_cancelled() {
///         reached += 1;
///     }
///     Reply::new(format!("Counted to {reached}."), Reached { reached })
/// }
///
/// #[derive(serde::Serialize, schemars::JsonSchema)]
/// struct Reached {
///     /// The number reached.
///     reached: u32,
/// }
/// ```
#[derive(Debug)]
pub struct Call {
    tool: &'static str,
    caller: Caller,
    states: Arc<States>,
    request: RequestContext<RoleServer>,
    /// Fires when the client gives up, and when the tool's time is over.
    stopped: CancellationToken,
    talk: Arc<Talk>,
}

/// What a call tells its client while it runs, and what it asks.
#[derive(Debug)]
pub(crate) struct Talk {
    pub(crate) news: News,
    pub(crate) asks: Asks,
}

impl Call {
    pub(crate) fn new(
        tool: &'static str,
        caller: Caller,
        states: Arc<States>,
        request: RequestContext<RoleServer>,
        talk: Arc<Talk>,
    ) -> Self {
        let stopped = request.ct.child_token();
        Self {
            tool,
            caller,
            states,
            request,
            stopped,
            talk,
        }
    }

    /// What the server lends to its tools.
    pub(crate) fn states(&self) -> &States {
        &self.states
    }

    fn asks(&self) -> &Asks {
        &self.talk.asks
    }

    pub(crate) fn stopped(&self) -> CancellationToken {
        self.stopped.clone()
    }

    /// Where documents are kept between calls.
    pub(crate) fn store(&self) -> Arc<dyn HandleStore> {
        match self.states.get::<Kept>() {
            Some(Kept(store)) => store.clone(),
            // Every server is built with a store.
            None => Arc::new(MemoryStore::default()),
        }
    }

    /// The canonical name of the tool that is called; the name of the resource or prompt that is asked
    /// for.
    pub fn tool(&self) -> &'static str {
        self.tool
    }

    /// Who calls.
    pub fn caller(&self) -> &Caller {
        &self.caller
    }

    /// The id of the JSON-RPC request.
    pub fn id(&self) -> &RequestId {
        &self.request.id
    }

    /// The client's name and version, where it gave them.
    pub fn client(&self) -> Option<Implementation> {
        self.request.client_info()
    }

    /// Whether nobody waits for the answer any more: the client gave up, or the tool's time is over.
    /// A tool that loops looks here.
    pub fn is_cancelled(&self) -> bool {
        self.stopped.is_cancelled()
    }

    /// Waits until nobody waits for the answer any more. An async tool selects on it.
    pub async fn cancelled(&self) {
        self.stopped.cancelled().await;
    }

    /// rmcp's own context: everything that the SDK offers a request handler.
    pub fn request(&self) -> &RequestContext<RoleServer> {
        &self.request
    }
}
