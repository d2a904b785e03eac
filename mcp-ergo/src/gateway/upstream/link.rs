//! What the gateway knows of one upstream, for whoever calls it.

use std::sync::{Arc, PoisonError, RwLock};
use std::time::{Duration, Instant};

use rmcp::RoleClient;
use rmcp::model::Tool;
use rmcp::service::Peer;
use tokio::sync::Notify;
use tokio_util::sync::CancellationToken;

use super::Upstream;
use super::client::Signals;
use crate::limits::Line;

/// One upstream and how it is.
#[derive(Debug)]
pub(crate) struct Link {
    pub(crate) upstream: Upstream,
    /// Its calls that run.
    pub(crate) places: Line,
    state: RwLock<State>,
    /// Told of every change, with those of the other upstreams.
    changed: Arc<Notify>,
}

/// How an upstream is.
#[derive(Debug, Clone)]
pub(crate) enum State {
    /// It was not reached so far, and nothing speaks against it.
    Starting,
    Up(Arc<Connected>),
    Away(Arc<Away>),
}

/// A connection that works.
#[derive(Debug, Clone)]
pub(crate) struct Connected {
    pub(crate) peer: Peer<RoleClient>,
    pub(crate) tools: Vec<Tool>,
    pub(crate) signals: Arc<Signals>,
    /// Fires when the connection is given up.
    pub(crate) gone: CancellationToken,
}

/// An upstream that cannot be reached.
#[derive(Debug)]
pub(crate) struct Away {
    pub(crate) since: Instant,
    /// For whoever runs the gateway; callers are not told.
    pub(crate) why: String,
    /// When it is tried again.
    pub(crate) next: Instant,
    /// The tools that it had.
    pub(crate) tools: Vec<Tool>,
}

impl Away {
    /// How long it takes until it is tried again.
    pub(crate) fn wait(&self) -> Duration {
        self.next.saturating_duration_since(Instant::now())
    }
}

impl State {
    /// The tools that it has, or had.
    pub(crate) fn tools(&self) -> &[Tool] {
        match self {
            Self::Starting => &[],
            Self::Up(connected) => &connected.tools,
            Self::Away(away) => &away.tools,
        }
    }
}

impl Link {
    pub(crate) fn new(upstream: Upstream, changed: Arc<Notify>) -> Self {
        Self {
            places: Line::new(upstream.settings.calls_at_once),
            upstream,
            state: RwLock::new(State::Starting),
            changed,
        }
    }

    pub(crate) fn name(&self) -> &str {
        &self.upstream.name
    }

    pub(crate) fn state(&self) -> State {
        self.state
            .read()
            .unwrap_or_else(PoisonError::into_inner)
            .clone()
    }

    fn set(&self, state: State) {
        *self.state.write().unwrap_or_else(PoisonError::into_inner) = state;
        self.changed.notify_one();
    }

    /// It is there, with these tools.
    pub(super) fn up(&self, connected: Connected) {
        self.set(State::Up(Arc::new(connected)));
    }

    /// It is not there, and is tried again after `wait`.
    pub(super) fn away(&self, why: String, wait: Duration) {
        let now = Instant::now();
        let before = self.state();
        let since = match &before {
            State::Away(away) => away.since,
            _ => now,
        };
        self.set(State::Away(Arc::new(Away {
            since,
            why,
            next: now + wait,
            tools: before.tools().to_vec(),
        })));
    }
}
