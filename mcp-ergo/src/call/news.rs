//! What a call tells its client while it runs: how far it is, and what it does.

use std::sync::atomic::{AtomicU64, Ordering};

use rmcp::model::{Notification, ProgressNotificationParam, ProgressToken, ServerNotification};
use serde_json::json;
use tokio::sync::mpsc::{Receiver, Sender, channel};

use super::Call;

/// How much news may wait for the client. A tool never waits for it: what comes on top is dropped.
const WAITING: usize = 1024;

/// How weighty a message to the client is, from the least to the most.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
#[non_exhaustive]
pub enum LogLevel {
    /// What helps to find a mistake.
    Debug,
    /// What happens.
    Info,
    /// What happens seldom.
    Notice,
    /// What may become a problem.
    Warning,
    /// What failed.
    Error,
    /// What fails for everybody.
    Critical,
    /// What somebody has to act upon now.
    Alert,
    /// What has brought the system down.
    Emergency,
}

impl LogLevel {
    pub(crate) const ALL: [Self; 8] = [
        Self::Debug,
        Self::Info,
        Self::Notice,
        Self::Warning,
        Self::Error,
        Self::Critical,
        Self::Alert,
        Self::Emergency,
    ];

    const fn word(self) -> &'static str {
        match self {
            Self::Debug => "debug",
            Self::Info => "info",
            Self::Notice => "notice",
            Self::Warning => "warning",
            Self::Error => "error",
            Self::Critical => "critical",
            Self::Alert => "alert",
            Self::Emergency => "emergency",
        }
    }

    /// The level of that word, as the protocol's own type prints it.
    pub(crate) fn of(level: impl serde::Serialize) -> Option<Self> {
        let word = json!(level);
        Self::ALL.into_iter().find(|level| word == level.word())
    }
}

/// The way of a call's news to its client.
#[derive(Debug)]
pub(crate) struct News {
    out: Sender<ServerNotification>,
    /// What the client knows the call's progress by; `None` where it wants none.
    token: Option<ProgressToken>,
    /// One more than how far the call was when it last told.
    done: AtomicU64,
    /// The least level that the client wants; `None` where it wants none.
    level: Option<LogLevel>,
}

impl News {
    pub(crate) fn new(
        token: Option<ProgressToken>,
        level: Option<LogLevel>,
    ) -> (Self, Receiver<ServerNotification>) {
        let (out, waiting) = channel(WAITING);
        let news = Self {
            out,
            token,
            done: AtomicU64::new(0),
            level,
        };
        (news, waiting)
    }

    fn tell(&self, news: ServerNotification) {
        if self.out.try_send(news).is_err() {
            tracing::debug!("dropped news that nobody waits for, or that came too fast");
        }
    }
}

impl Call {
    /// Tells the client how far the call is: `call.progress(3, 10, "read page 3")`, or `None` for an
    /// unknown total. Clients that did not ask are not told, and neither is what does not go forward.
    /// It costs next to nothing, never waits and never fails, also in a tool that blocks.
    ///
    /// ```
    /// use mcp_ergo::prelude::*;
    ///
    /// /// Import every page of the old catalog.
    /// #[tool(write, when = "the user wants the old catalog", returns = "how many pages came",
    ///     scope = "catalog:write")]
    /// fn import_catalog(call: &Call) -> Content {
    ///     for page in 1..=10 {
    ///         call.progress(page, 10, format!("Read page {page}."));
    ///     }
    ///     Content::new("Imported 10 pages.")
    /// }
    /// ```
    pub fn progress(&self, done: u64, total: impl Into<Option<u64>>, message: impl Into<String>) {
        #[expect(
            clippy::cast_precision_loss,
            reason = "nobody shows progress in 53 bits"
        )]
        let float = |count: u64| count as f64;
        let news = &self.talk.news;
        let Some(token) = news.token.clone() else {
            return;
        };
        let before = news
            .done
            .fetch_max(done.saturating_add(1), Ordering::AcqRel);
        if before > done {
            return;
        }
        let mut params = ProgressNotificationParam::new(token, float(done));
        params.total = total.into().map(float);
        let message: String = message.into();
        params.message = Some(message).filter(|message| !message.is_empty());
        news.tell(ServerNotification::ProgressNotification(Notification::new(
            params,
        )));
    }

    /// Sends a message to the client's log, where the server says that it does
    /// ([`Builder::logging`](crate::Builder::logging)) and the client wants such messages: from
    /// 2026-07-28 on it says so with each call, before that once for its connection, and without a
    /// word it gets those from [`LogLevel::Info`] on.
    ///
    /// It is for people who watch a client. What the model is to know goes into the answer, and what
    /// whoever runs the server is to know into the server's own log.
    pub fn log(&self, level: LogLevel, message: impl Into<String>) {
        let news = &self.talk.news;
        if news.level.is_none_or(|least| level < least) {
            return;
        }
        let message: String = message.into();
        let notification = serde_json::from_value(json!({
            "method": "notifications/message",
            "params": {"level": level.word(), "logger": self.tool, "data": message},
        }));
        match notification {
            Ok(notification) => news.tell(notification),
            Err(error) => tracing::debug!(%error, "a message to the client cannot be written"),
        }
    }
}
