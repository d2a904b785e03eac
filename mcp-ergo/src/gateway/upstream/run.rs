//! Keeps one upstream connected: starts it, serves its calls, and tries again when it is gone.

use std::sync::Arc;
use std::time::{Duration, Instant};

use rmcp::RoleClient;
use rmcp::model::{ProtocolVersion, Tool};
use rmcp::service::{ClientLifecycleMode, RunningService, serve_client_with_lifecycle_and_ct};
use tokio_util::sync::CancellationToken;

use super::Transport;
use super::backoff::{Backoff, STEADY};
use super::child::Child;
use super::client::{Hearing, Signals};
use super::link::{Connected, Link};
use super::list::list;
use super::meter::{Counted, Meter};
use super::secret::redacted;
use super::watch::Watch;
use crate::error::chain;

/// How long a connection may take to close before it is dropped.
const CLOSING: Duration = Duration::from_secs(8);

/// Keeps the upstream connected until `stop`, and ends it then.
pub(crate) async fn keep(link: Arc<Link>, stop: CancellationToken) {
    let mut backoff = Backoff::default();
    let mut opening = Opening::Newest;
    loop {
        let (why, lasted) = link.serve(&mut opening, &stop).await;
        if stop.is_cancelled() {
            return;
        }
        if lasted >= STEADY {
            backoff.reset();
        }
        let wait = backoff.wait();
        let why = redacted(&why, &link.upstream.secrets());
        tracing::warn!(upstream = link.name(), why, ?wait, "an upstream is away");
        link.away(why, wait);
        tokio::select! {
            () = tokio::time::sleep(wait) => {}
            () = stop.cancelled() => return,
        }
    }
}

/// How a conversation is opened.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Opening {
    /// By 2026-07-28, or as it was before where the upstream says that it does not know that.
    Newest,
    /// As it was before. Some servers of then do not say what they do not know, but end.
    Handshake,
}

impl Opening {
    fn other(self) -> Self {
        match self {
            Self::Newest => Self::Handshake,
            Self::Handshake => Self::Newest,
        }
    }

    fn lifecycle(self) -> ClientLifecycleMode {
        match self {
            Self::Newest => ClientLifecycleMode::Auto {
                preferred_versions: vec![ProtocolVersion::V_2026_07_28],
                legacy_version: Some(ProtocolVersion::LATEST_WITH_INITIALIZE),
            },
            Self::Handshake => ClientLifecycleMode::Initialize,
        }
    }
}

/// An upstream with which a conversation is open.
struct Open {
    running: RunningService<RoleClient, Hearing>,
    tools: Vec<Tool>,
    child: Option<Child>,
    meter: Meter,
    signals: Arc<Signals>,
}

impl Link {
    /// Connects and serves, once. Why it ended, and how long it was up.
    async fn serve(&self, opening: &mut Opening, stop: &CancellationToken) -> (String, Duration) {
        let within = self.upstream.settings.start_timeout;
        let starting = tokio::time::timeout(within, self.open(opening));
        let opened = tokio::select! {
            opened = starting => opened.unwrap_or_else(|_| {
                *opening = opening.other();
                Err(format!("it did not start within {}", crate::server::seconds(within)))
            }),
            () = stop.cancelled() => Err("the gateway stops".to_owned()),
        };
        let open = match opened {
            Ok(open) => open,
            Err(why) => return (why, Duration::ZERO),
        };
        let began = Instant::now();
        tracing::info!(
            upstream = self.name(),
            tools = open.tools.len(),
            "an upstream is there"
        );
        let why = self.watch(open, stop).await;
        (why, began.elapsed())
    }

    /// Connects in one way, and where that fails in the other.
    async fn open(&self, opening: &mut Opening) -> Result<Open, String> {
        let first = match self.connect(*opening).await {
            Ok(open) => return Ok(open),
            Err(why) => why,
        };
        let other = opening.other();
        match self.connect(other).await {
            Ok(open) => {
                *opening = other;
                Ok(open)
            }
            // The newest way is the one that says more.
            Err(second) if *opening == Opening::Handshake => Err(second),
            Err(_) => Err(first),
        }
    }

    async fn connect(&self, opening: Opening) -> Result<Open, String> {
        let signals = Arc::<Signals>::default();
        let hearing = Hearing {
            signals: signals.clone(),
        };
        let meter = Meter::default();
        let (lifecycle, closed) = (opening.lifecycle(), CancellationToken::new());
        let (connected, mut child) = match &self.upstream.transport {
            Transport::Stdio(program) => {
                let secrets = self.upstream.secrets();
                let (transport, child) = program.start(self.name(), secrets, meter.clone())?;
                let transport = Counted::new(transport, meter.clone(), true);
                let served =
                    serve_client_with_lifecycle_and_ct(hearing, transport, lifecycle, closed);
                (served.await, Some(child))
            }
            Transport::Http(endpoint) => {
                let transport = endpoint.transport(self.upstream.settings.calls_at_once)?;
                let transport = Counted::new(transport, meter.clone(), false);
                let served =
                    serve_client_with_lifecycle_and_ct(hearing, transport, lifecycle, closed);
                (served.await, None)
            }
        };
        let running = match connected {
            Ok(running) => running,
            Err(error) => {
                let why = meter.flood().unwrap_or_else(|| chain(&error));
                return Err(match &mut child {
                    Some(child) => child.gone_or(why).await,
                    None => why,
                });
            }
        };
        let tools = match list(running.peer(), self.upstream.settings.start_timeout).await {
            Ok(tools) => tools,
            Err(why) => return Err(meter.flood().unwrap_or(why)),
        };
        Ok(Open {
            running,
            tools,
            child,
            meter,
            signals,
        })
    }

    /// Serves until the upstream is gone, or the gateway stops.
    async fn watch(&self, open: Open, stop: &CancellationToken) -> String {
        let Open {
            running,
            tools,
            mut child,
            meter,
            signals,
        } = open;
        let connected = Connected {
            peer: running.peer().clone(),
            tools,
            signals,
            gone: CancellationToken::new(),
        };
        self.up(connected.clone());
        let gone = connected.gone.clone().drop_guard();
        let closing = running.cancellation_token();
        let mut ended = tokio::spawn(running.waiting());
        let watch = Watch {
            link: self,
            connected,
        };
        let why = tokio::select! {
            why = ended_by_itself(&mut child) => why,
            _ = &mut ended => "the connection ended".to_owned(),
            why = watch.run() => why,
            () = stop.cancelled() => "the gateway stops".to_owned(),
        };
        let why = meter.flood().unwrap_or(why);
        let stops = stop.is_cancelled();
        if !stops {
            // At once: nobody is to be sent there while it ends.
            self.away(redacted(&why, &self.upstream.secrets()), Duration::ZERO);
        }
        drop(gone);
        closing.cancel();
        let close = async {
            let end = async {
                if let Some(child) = child {
                    // One that hangs or floods would not hear that it is asked.
                    child.end(stops).await;
                }
            };
            let close = async {
                if !ended.is_finished() {
                    let _ = ended.await;
                }
            };
            tokio::join!(end, close);
        };
        if tokio::time::timeout(CLOSING, close).await.is_err() {
            tracing::warn!(upstream = self.name(), "an upstream does not end");
        }
        why
    }
}

/// How the program ended; never where there is none.
async fn ended_by_itself(child: &mut Option<Child>) -> String {
    match child {
        Some(child) => child.gone().await,
        None => std::future::pending().await,
    }
}
