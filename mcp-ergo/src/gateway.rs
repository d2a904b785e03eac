//! Other servers as one: [`Gateway`] keeps them running, presents their tools as one catalog, and sends
//! each call where it belongs. The command `mcp-ergo gateway` does just that with a [`Config`].

mod answer;
mod build;
mod catalog;
mod config;
mod forward;
mod judge;
mod serve;
mod upstream;

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use tokio_util::sync::{CancellationToken, DropGuard};
use tokio_util::task::TaskTracker;

use crate::audit;
use crate::presentation::Presentation;
use crate::server::{Builder as ServerBuilder, Server};
use catalog::Catalog;
use judge::Judged;

pub use build::Builder;
pub use config::{Config, ConfigError};
pub use upstream::{Secret, Upstream};

/// Other servers as one. It is an ordinary [`Server`] to its clients, with everything that those have:
/// presentation, argument checks, answers in parts, limits, tokens, both eras of the protocol. What
/// stands behind it are tools of programs that it starts and of servers that it reaches, each under
/// `<upstream>__<tool>`.
///
/// ```no_run
/// use mcp_ergo::Presentation;
/// use mcp_ergo::gateway::{Gateway, Upstream};
///
/// # async fn serve() -> Result<(), mcp_ergo::Error> {
/// let gateway = Gateway::builder("office", env!("CARGO_PKG_VERSION"))
///     .upstream(Upstream::stdio("k8s", ["npx", "-y", "mcp-server-kubernetes@2.9.6"]))
///     .upstream(
///         Upstream::http("gitea", "https://gitea.example.org/mcp")
///             .bearer(std::env::var("GITEA_TOKEN")?),
///     )
///     .presentation(Presentation::favourites(["k8s/get_pods", "gitea/list_issues"]))
///     .boot()
///     .await?;
/// eprintln!("{}", gateway.report());
/// gateway.server().serve_stdio().await?;
/// gateway.stop().await;
/// # Ok(())
/// # }
/// ```
///
/// # What it does to tools
///
/// * Input schemas become portable where that loses nothing, and arguments are checked against them
///   before the upstream sees them; a schema that cannot be read so stays as it is, and its arguments
///   pass unchecked.
/// * Failures are told in an [`Envelope`](crate::Envelope): those of the upstream in its own words,
///   those on the way to it under a reference to the gateway's log.
/// * Answers over the limit are served in parts, at items or headings. The call that gets the rest is
///   named where the tool says that it only reads, or says nothing and has a verb that reads.
/// * The next call that a server of this library names has the name that this caller sees.
/// * Descriptions, titles and annotations are the upstream's; `_meta` and icons are left out.
///
/// # When an upstream is away
///
/// One that ends, hangs or floods takes its own tools from the list and nothing else; clients are told
/// that the list changed. A call of such a tool is answered with `retry`, since when its server is away
/// and when it is tried again: after half a second at first, then after up to half a minute. A program
/// is killed with everything that it has started.
///
/// Prompts, resources, sampling, elicitation and tasks of upstreams are not passed on.
#[must_use = "upstreams end when it is dropped"]
pub struct Gateway {
    server: Server,
    catalog: Arc<Catalog>,
    judged: Judged,
    running: TaskTracker,
    stop: CancellationToken,
    _stopped: DropGuard,
}

impl fmt::Debug for Gateway {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Gateway")
            .field("server", &self.server)
            .field("catalog", &self.catalog)
            .finish_non_exhaustive()
    }
}

/// How long upstreams may take to end.
const ENDING: Duration = Duration::from_secs(10);

impl Gateway {
    /// Begins a gateway.
    pub fn builder(name: impl Into<String>, version: impl Into<String>) -> Builder {
        Builder::new(name.into(), version.into())
    }

    /// The server to serve: `gateway.server().serve_stdio().await`, or give it to
    /// [`Http`](crate::Http). Clones serve the same catalog, which changes as upstreams do.
    pub fn server(&self) -> Server {
        self.server.clone()
    }

    /// What the audit says of the catalog as it was when the gateway started, by the rules for
    /// somebody else's server.
    pub fn report(&self) -> audit::Report<'_> {
        self.judged.report()
    }

    /// What is served otherwise than its upstream has it, or not at all, in a sentence each: upstreams
    /// that are away, tools without a name that can be called, favourites that nobody has.
    pub fn notes(&self) -> Vec<String> {
        let mut notes = self.catalog.merged().notes;
        notes.extend(
            self.catalog
                .away()
                .map(|(name, why)| format!("{name} is away: {why}")),
        );
        notes.extend(self.judged.notes());
        notes
    }

    /// Whether every upstream is there.
    pub fn is_whole(&self) -> bool {
        self.catalog.away().next().is_none()
    }

    /// Ends the upstreams, and waits for them up to ten seconds.
    pub async fn stop(self) {
        self.stop.cancel();
        self.running.close();
        if tokio::time::timeout(ENDING, self.running.wait())
            .await
            .is_err()
        {
            tracing::warn!("some upstreams did not end in time");
        }
    }
}
