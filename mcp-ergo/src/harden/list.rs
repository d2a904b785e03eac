//! The handler's own list, asked for without trust that it comes.

use std::time::Duration;

use rmcp::model::{ErrorCode, ErrorData, ListToolsResult, PaginatedRequestParams, Tool};
use rmcp::service::RequestContext;
use rmcp::{RoleServer, ServerHandler};
use tokio::task::JoinError;
use tracing::Instrument as _;

use super::Hardened;
use crate::error::Envelope;
use crate::server::{panic_words, seconds};

/// The most pages that are followed, for a handler whose pages never end.
const PAGES: usize = 1_000;

/// Why there is no list.
#[derive(Debug)]
pub(super) enum NoList {
    /// The handler says so.
    Refused(ErrorData),
    /// It panicked.
    Lost(JoinError),
    /// It did not answer.
    TimedOut(Duration),
}

impl NoList {
    /// What went wrong, for whoever runs the server.
    pub(super) fn cause(self) -> String {
        match self {
            Self::Refused(error) => format!("tools/list failed: {}", error.message),
            Self::Lost(error) => panic_words("tools/list", error),
            Self::TimedOut(timeout) => {
                format!("tools/list did not answer within {}", seconds(timeout))
            }
        }
    }
}

impl From<NoList> for ErrorData {
    fn from(error: NoList) -> Self {
        match error {
            NoList::Refused(error) => error,
            lost => {
                let envelope = Envelope::unexplained(&lost.cause());
                let message = format!("{}. {}", envelope.error(), envelope.hint());
                Self::new(ErrorCode::INTERNAL_ERROR, message, None)
            }
        }
    }
}

impl<H: ServerHandler> Hardened<H> {
    /// One page, as the handler gives it.
    pub(super) async fn page(
        &self,
        request: Option<PaginatedRequestParams>,
        context: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, NoList> {
        let handler = self.handler.clone();
        let listing = async move { handler.list_tools(request, context).await };
        // A task of its own catches panics: rmcp would never answer.
        let mut listing = tokio::spawn(listing.in_current_span());
        let timeout = self.settings.timeout;
        tokio::select! {
            joined = &mut listing => joined.map_err(NoList::Lost)?.map_err(NoList::Refused),
            () = tokio::time::sleep(timeout) => {
                listing.abort();
                Err(NoList::TimedOut(timeout))
            }
        }
    }

    /// Every tool that this caller is served, as the handler gives it.
    pub(super) async fn every_tool(
        &self,
        context: &RequestContext<RoleServer>,
    ) -> Result<Vec<Tool>, NoList> {
        let mut tools = Vec::new();
        let mut request = None;
        for _ in 0..PAGES {
            let page = self.page(request, context.clone()).await?;
            tools.extend(page.tools);
            let Some(cursor) = page.next_cursor else {
                break;
            };
            request = Some(PaginatedRequestParams::default().with_cursor(Some(cursor)));
        }
        Ok(tools)
    }
}
