//! A server that does to the gateway in front of it whatever a server can do.

mod definitions;
mod http;
mod trouble;

use std::borrow::Cow;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use rmcp::model::{
    CallToolRequestParams, CallToolResponse, DiscoverResult, ErrorData, Implementation,
    ListToolsResult, PaginatedRequestParams, ProtocolVersion, ServerCapabilities, ServerConfig,
    SubscriptionFilter,
};
use rmcp::service::{RequestContext, SubscriptionContext};
use rmcp::{RoleServer, ServerHandler};
use tokio::sync::broadcast;

pub use http::Listening;

/// The server. Clones are one.
#[derive(Debug, Clone)]
pub struct Trouble {
    pub(crate) manner: Manner,
    /// How many tools it has beside the usual ones.
    pub(crate) more: Arc<AtomicU32>,
    changed: broadcast::Sender<()>,
}

/// How it behaves before anybody calls a tool.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Manner {
    /// It speaks both eras.
    #[default]
    Good,
    /// It speaks the eras before 2026-07-28.
    Old,
    /// The same, and it ends at the first request that it does not know.
    Rude,
    /// It never answers anything.
    Mute,
    /// It never comes to the end of its list.
    Endless,
    /// Its list has more bytes than anybody reads.
    Heavy,
    /// Its list has a tool that cannot be read as one.
    Broken,
}

impl Manner {
    /// By its name on the command line.
    pub fn of(word: &str) -> Option<Self> {
        Some(match word {
            "good" => Self::Good,
            "old" => Self::Old,
            "rude" => Self::Rude,
            "mute" => Self::Mute,
            "endless" => Self::Endless,
            "heavy" => Self::Heavy,
            "broken" => Self::Broken,
            _ => return None,
        })
    }
}

impl Trouble {
    /// A server of this manner.
    pub fn new(manner: Manner) -> Self {
        Self {
            manner,
            more: Arc::default(),
            changed: broadcast::channel(16).0,
        }
    }

    /// Gives it this many tools more, and says that its list changed.
    pub fn grow(&self, more: u32) {
        self.more.store(more, Ordering::SeqCst);
        // Nobody may be listening.
        let _ = self.changed.send(());
    }

    fn is_old(&self) -> bool {
        matches!(self.manner, Manner::Old | Manner::Rude)
    }
}

impl ServerHandler for Trouble {
    fn get_info(&self) -> ServerConfig {
        let capabilities = ServerCapabilities::builder()
            .enable_tools()
            .enable_tool_list_changed()
            .build();
        ServerConfig::new(capabilities).with_server_info(Implementation::new("trouble", "1.0.0"))
    }

    fn supported_protocol_versions(&self) -> Cow<'static, [ProtocolVersion]> {
        if self.is_old() {
            Cow::Owned(vec![ProtocolVersion::LATEST_WITH_INITIALIZE])
        } else {
            Cow::Borrowed(ProtocolVersion::KNOWN_VERSIONS)
        }
    }

    async fn discover(
        &self,
        context: RequestContext<RoleServer>,
    ) -> Result<DiscoverResult, ErrorData> {
        drop(context);
        match self.manner {
            Manner::Old => Err(ErrorData::method_not_found::<
                rmcp::model::DiscoverRequestMethod,
            >()),
            Manner::Rude => std::process::exit(4),
            Manner::Mute => std::future::pending().await,
            _ => {
                let versions = self.supported_protocol_versions().into_owned();
                Ok(DiscoverResult::from_server_info(versions, self.get_info()))
            }
        }
    }

    async fn list_tools(
        &self,
        request: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        Ok(self.page(request.and_then(|request| request.cursor)))
    }

    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        self.make(request, context).await
    }

    async fn on_initialized(&self, context: rmcp::service::NotificationContext<RoleServer>) {
        let mut changed = self.changed.subscribe();
        while changed.recv().await.is_ok() {
            if context.peer.notify_tool_list_changed().await.is_err() {
                return;
            }
        }
    }

    fn accepted_subscription_filter(
        &self,
        requested: &SubscriptionFilter,
    ) -> Option<SubscriptionFilter> {
        let mut accepted = SubscriptionFilter::default();
        accepted.tools_list_changed = requested.tools_list_changed;
        Some(accepted)
    }

    async fn listen(&self, context: SubscriptionContext) -> Result<(), ErrorData> {
        let mut changed = self.changed.subscribe();
        loop {
            tokio::select! {
                heard = changed.recv() => if heard.is_err() { return Ok(()) },
                () = context.cancelled() => return Ok(()),
            }
            if context.sink().notify_tool_list_changed().await.is_err() {
                return Ok(());
            }
        }
    }
}
