//! What a tool may know about the call that it answers.

use rmcp::RoleServer;
use rmcp::model::{Implementation, RequestId};
use rmcp::service::RequestContext;

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
    tool: String,
    request: RequestContext<RoleServer>,
}

impl Call {
    pub(crate) fn new(tool: String, request: RequestContext<RoleServer>) -> Self {
        Self { tool, request }
    }

    /// The canonical name of the tool that is called.
    pub fn tool(&self) -> &str {
        &self.tool
    }

    /// The id of the JSON-RPC request.
    pub fn id(&self) -> &RequestId {
        &self.request.id
    }

    /// The client's name and version, where it gave them.
    pub fn client(&self) -> Option<Implementation> {
        self.request.client_info()
    }

    /// Whether the client has given up on this call. A tool that loops looks here.
    pub fn is_cancelled(&self) -> bool {
        self.request.ct.is_cancelled()
    }

    /// Waits until the client gives up on this call. An async tool selects on it.
    pub async fn cancelled(&self) {
        self.request.ct.cancelled().await;
    }

    /// rmcp's own context: everything that the SDK offers a request handler.
    pub fn request(&self) -> &RequestContext<RoleServer> {
        &self.request
    }
}
