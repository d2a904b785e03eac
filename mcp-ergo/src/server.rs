//! A server: built, booted, served.

mod builder;
mod caller;
mod cap;
mod changes;
mod completion;
mod connection;
mod context;
mod drain;
#[cfg(feature = "http")]
mod gate;
mod handler;
#[cfg(feature = "http")]
mod http;
mod listing;
mod opening;
mod present;
mod prompts;
mod refusal;
mod resources;
mod rounds;
mod run;
mod serve_error;
mod served;
#[cfg(feature = "http")]
mod session;
mod stdio;
mod stop;
mod tools;
mod trace;
mod usage;

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use mcp_ergo_rules::wording::Wording as _;
use mcp_ergo_rules::{CatalogFacts, judge_catalog};
use rmcp::model::{MetaObject, RequestStateCodec};
use tokio_util::task::TaskTracker;

use crate::access::{Caller, ErasedAuthorizer, Grants};
use crate::arguments::Coercion;
use crate::limits::{Admission, Rate, Rates};
use crate::registry::{Registry, States, View};
use crate::spec::{Design, Spec};
use crate::usage::Usage;

use cap::Cap;
use served::Served;

pub use builder::Builder;
pub(crate) use builder::{TIMEOUT, signature};
pub use changes::Changes;
use connection::Connection;
pub(crate) use handler::{KNOWN, is_stateless};
#[cfg(feature = "http")]
pub use http::Http;
pub(crate) use listing::Listing;
pub(crate) use present::failed;
pub(crate) use refusal::{
    NEAREST, nameless_call, unknown_cursor, unknown_tool, unreadable_call, unreadable_params,
};
pub(crate) use run::{LAST_WORDS, cancelled, caught, lost, panic_words, seconds, timed_out};
pub use serve_error::ServeError;

/// A server that has booted: its catalog is checked and frozen. It is an rmcp
/// [`ServerHandler`](rmcp::ServerHandler), so it goes wherever rmcp's servers go.
///
/// Cloning is cheap: every clone serves the same catalog and lends the same state.
#[derive(Debug, Clone)]
pub struct Server {
    inner: Arc<Inner>,
    /// What a client before 2026-07-28 said on its connection.
    connection: Arc<Connection>,
}

#[derive(Debug)]
struct Inner {
    name: String,
    version: String,
    served: Served,
    /// What whoever started the server holds.
    local: Grants,
    authorizer: Arc<dyn ErasedAuthorizer>,
    /// Whether somebody else than the builder decides what a caller holds.
    has_authorizer: bool,
    states: Arc<States>,
    upgrade: Upgrade,
    /// How a caller gets a scope, in the words of whoever runs the server.
    how_to_grant: Option<String>,
    /// How long a tool may take unless it says otherwise.
    timeout: Duration,
    coercion: Coercion,
    /// Whether tools may write to the log of a client.
    logging: bool,
    /// What has changed, where the author says so.
    changes: Option<Changes>,
    /// Where the list of tools changes while the server runs.
    listing: Option<Listing>,
    /// How long lists may be kept.
    cache: Option<Duration>,
    /// Seals what clients carry between the rounds of a call.
    seal: RequestStateCodec,
    admission: Arc<Admission>,
    /// The same for what yields resources, prompts and completions, which takes no place from tools.
    reading: Arc<Admission>,
    rates: Rates,
    /// How often a caller may call a tool that says nothing else.
    rate: Option<Rate>,
    cap: Cap,
    /// The calls that change something and run: a server that stops waits for them.
    running_changes: TaskTracker,
    /// Where calls are recorded.
    usage: Option<Usage>,
    /// Who answers, as 2026-07-28 wants it on every result.
    signature: MetaObject,
}

/// What a caller would get beyond what it holds.
#[derive(Clone, Default)]
struct Upgrade(Option<Arc<UpgradeHint>>);

type UpgradeHint = dyn Fn(&Caller) -> Option<String> + Send + Sync;

impl Upgrade {
    fn hint(&self, caller: &Caller) -> Option<String> {
        let hint = self.0.as_ref()?;
        // Whatever is wrong with it, the call is answered.
        let hint = caught(|| hint(caller)).unwrap_or_else(|panic| {
            tracing::error!(panic, "the upgrade hint panicked");
            None
        })?;
        Some(hint.ended()).filter(|hint| !hint.is_empty())
    }
}

impl fmt::Debug for Upgrade {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Upgrade")
    }
}

/// How long running calls, changes and connections may take to end once a server is to stop: what
/// process managers give by default before they kill.
const GRACE: Duration = Duration::from_secs(30);

impl Inner {
    /// The catalog of now.
    fn catalog(&self) -> Arc<Registry> {
        self.served.views().catalog().clone()
    }

    /// Waits for the changes that run.
    async fn changes_made(&self) {
        self.running_changes.close();
        self.running_changes.wait().await;
    }
}

impl Server {
    /// Begins a server. `version` is the one version string that clients ever see; pass
    /// `env!("CARGO_PKG_VERSION")`.
    pub fn builder(name: impl Into<String>, version: impl Into<String>) -> Builder {
        Builder::new(name.into(), version.into())
    }

    /// The same server for one more connection.
    #[cfg(feature = "http")]
    fn connected(&self) -> Self {
        Self {
            inner: self.inner.clone(),
            connection: Arc::default(),
        }
    }

    /// The canonical names of the tools that whoever started the server is served, sorted, whatever its
    /// list shows of them.
    pub fn tools(&self) -> impl Iterator<Item = &str> {
        let names: Vec<&'static str> = self
            .local_view()
            .tools()
            .map(|tool| tool.def.name)
            .collect();
        names.into_iter()
    }

    /// What whoever started the server sees.
    pub(crate) fn local_view(&self) -> Arc<View> {
        self.inner.served.views().of(&self.inner.local)
    }

    /// The whole catalog as a flat `tools/list` would show it to a caller who is served everything, with
    /// `instructions` and `serverInfo`: what `mcp-ergo audit` and `mcp-ergo sim` read. The `_meta` of each
    /// tool says its `mcp-ergo/domain`, and whether it is marked `mcp-ergo/core` and `mcp-ergo/top`.
    pub fn catalog(&self) -> serde_json::Value {
        self.inner.catalog().document(&self.inner.version)
    }

    /// The design spec: every tool with its job, class, scope, schema and failures, the resources and
    /// prompts, what is excepted and why, and the rubric's verdict.
    pub fn spec(&self) -> Spec {
        let registry = self.inner.catalog();
        let catalog = self.facts();
        let of_tools = registry.tools.iter().map(|tool| tool.def);
        let of_resources = registry.resources.iter().map(|resource| resource.def);
        let of_prompts = registry.prompts.iter().map(|prompt| prompt.def);
        let failure_modes = of_tools
            .map(|tool| (tool.name, (tool.failure_modes)()))
            .chain(of_resources.map(|it| (it.uri, (it.context.failure_modes)())))
            .chain(of_prompts.map(|it| (it.site.name, (it.failure_modes)())));
        Spec::write(&Design {
            findings: &judge_catalog(&catalog, &registry.policy),
            failure_modes: Some(failure_modes.collect()),
            name: &self.inner.name,
            catalog: &catalog,
            own: true,
        })
    }

    /// Serves another catalog from the next request on, and tells whoever wants to know.
    #[cfg(feature = "gateway")]
    pub(crate) fn replace(&self, catalog: Arc<Registry>) {
        self.inner.served.replace(catalog);
        if let Some(listing) = &self.inner.listing {
            listing.changed();
        }
    }

    /// Everything that is known of the catalog.
    pub(crate) fn facts(&self) -> CatalogFacts {
        let registry = self.inner.catalog();
        registry.facts(&self.inner.name, &self.inner.states)
    }
}
