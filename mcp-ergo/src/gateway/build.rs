//! Puts a gateway together.

use std::collections::HashSet;
use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use mcp_ergo_rules::Policy;
use tokio::sync::Notify;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

use super::catalog::{Catalog, canonical};
use super::judge::Judged;
use super::serve::{Serving, settled};
use super::upstream::{Link, Upstream, keep};
use super::{Config, ConfigError, Gateway, Presentation, ServerBuilder};
use crate::registry::{BootError, Report};
use crate::server::{Listing, Server};

/// What a gateway is made of. Nothing is started before [`boot`](Self::boot).
#[must_use = "nothing is served before `.boot().await?`"]
pub struct Builder {
    name: String,
    version: String,
    purpose: Option<String>,
    upstreams: Vec<Upstream>,
    presentation: Presentation,
    policy: Policy,
    strict: bool,
    wait: Duration,
    server: Option<Box<Adjust>>,
}

type Adjust = dyn FnOnce(ServerBuilder) -> ServerBuilder + Send;

impl fmt::Debug for Builder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Builder")
            .field("name", &self.name)
            .field("upstreams", &self.upstreams)
            .field("presentation", &self.presentation)
            .finish_non_exhaustive()
    }
}

impl Config {
    /// The gateway that this describes; `file` is what messages call it. Here `${NAME}` and `token_env`
    /// are read from the environment.
    ///
    /// # Errors
    ///
    /// When a variable is not set: all of them at once.
    pub fn builder(&self, file: &str) -> Result<Builder, ConfigError> {
        let version = self.version.clone();
        let version = version.unwrap_or_else(|| env!("CARGO_PKG_VERSION").to_owned());
        let mut builder = Gateway::builder(&*self.name, version);
        if let Some(purpose) = &self.purpose {
            builder = builder.purpose(purpose);
        }
        if let Some(wait) = self.wait {
            builder = builder.wait(wait);
        }
        if let Some(presented) = &self.presentation
            && presented.enabled != Some(false)
            && !presented.tools.is_empty()
        {
            let mut favourites = Presentation::favourites(&presented.tools);
            if let Some(most) = presented.max_favourites {
                favourites = favourites.max(most);
            }
            builder = builder.presentation(favourites);
        }
        for upstream in self.upstreams(file)? {
            builder = builder.upstream(upstream);
        }
        Ok(builder)
    }
}

impl Builder {
    pub(super) fn new(name: String, version: String) -> Self {
        Self {
            name,
            version,
            purpose: None,
            upstreams: Vec::new(),
            presentation: Presentation::flat(),
            policy: Policy::audit(),
            strict: false,
            wait: WAIT,
            server: None,
        }
    }

    /// What the gateway is for, in one sentence, which models read before they see any tool.
    pub fn purpose(mut self, purpose: impl Into<String>) -> Self {
        self.purpose = Some(purpose.into());
        self
    }

    /// A server to present. Their tools are listed in the order in which servers are given.
    pub fn upstream(mut self, upstream: Upstream) -> Self {
        self.upstreams.push(upstream);
        self
    }

    /// What a model is shown of the catalog; every tool as `<upstream>__<tool>` unless told. Favourites
    /// are named `upstream__tool` or `upstream/tool`.
    pub fn presentation(mut self, presentation: Presentation) -> Self {
        self.presentation = presentation;
        self
    }

    /// The policy by which the catalog is judged; that for somebody else's server
    /// ([`Policy::audit`]) unless told.
    pub fn policy(mut self, policy: Policy) -> Self {
        self.policy = policy;
        self
    }

    /// Refuses to boot where the audit denies anything, and where an upstream is not there to be
    /// judged.
    pub fn strict(mut self) -> Self {
        self.strict = true;
        self
    }

    /// How long [`boot`](Self::boot) waits for upstreams that are slow to start; 10 seconds unless told,
    /// since a client waits meanwhile. Their tools come when they do. A strict gateway waits for all.
    pub fn wait(mut self, wait: Duration) -> Self {
        self.wait = wait;
        self
    }

    /// Changes the server that clients speak to: its authorizer and roles, its limits, tools of one's
    /// own beside those of the upstreams.
    ///
    /// ```
    /// # use mcp_ergo::gateway::Gateway;
    /// let builder = Gateway::builder("office", "1.0.0").server(|server| server.answer_limit(10_000));
    /// # let _ = builder;
    /// ```
    pub fn server(
        mut self,
        adjust: impl FnOnce(ServerBuilder) -> ServerBuilder + Send + 'static,
    ) -> Self {
        self.server = Some(Box::new(adjust));
        self
    }

    /// Starts every upstream, [waits](Self::wait) until each is there or has failed once, and judges the
    /// catalog.
    /// An upstream that is not there is no error unless the gateway is [strict](Self::strict): its tools
    /// come when it does.
    ///
    /// # Errors
    ///
    /// When an upstream can never be reached as it is described, with every mistake at once; when the
    /// gateway is strict, also with everything that the audit denies.
    pub async fn boot(mut self) -> Result<Gateway, BootError> {
        self.check()?;
        let presentation = self.presentation.clone().of_upstreams();
        let server = self.base(presentation);
        let changed = Arc::<Notify>::default();
        let links: Vec<Arc<Link>> = std::mem::take(&mut self.upstreams)
            .into_iter()
            .map(|upstream| Arc::new(Link::new(upstream, changed.clone())))
            .collect();
        let (running, stop) = (TaskTracker::new(), CancellationToken::new());
        let stopped = stop.clone().drop_guard();
        for link in &links {
            running.spawn(keep(link.clone(), stop.clone()));
        }
        let settled = settled(&links, &changed);
        if self.strict {
            settled.await;
        } else {
            // What starts later is followed as any other change is.
            let _ = tokio::time::timeout(self.wait, settled).await;
        }

        let catalog = Arc::new(Catalog::new(links));
        let purpose = self.purpose.take();
        let mut serving = Serving::new(
            catalog.clone(),
            server.input(),
            self.policy.clone(),
            purpose,
        );
        let server = server.serving(serving.gather(), Some(Listing::default()));
        let judged = Judged::of(&self.name, &self.version, &server, &self.policy);
        if self.strict {
            let mut report = Report::default();
            judged.deny(&mut report);
            for (name, why) in catalog.away() {
                report.problem(
                    None,
                    format!("the upstream `{name}` is not there: {why}"),
                    "mend it, or start without `strict`: its tools come when it does",
                );
            }
            report.finish(self.name)?;
        }
        running.spawn(serving.run(server.clone(), changed, stop.clone()));
        Ok(Gateway {
            server,
            catalog,
            judged,
            running,
            stop,
            _stopped: stopped,
        })
    }

    /// Looks for what could never work, and starts nothing.
    ///
    /// # Errors
    ///
    /// When an upstream can never be reached as it is described, with every mistake at once.
    pub fn check(&self) -> Result<(), BootError> {
        let mut report = Report::default();
        if self.upstreams.is_empty() {
            report.problem(
                None,
                "the gateway has no upstream",
                "give it one: `.upstream(Upstream::stdio(\"name\", [\"program\"]))`",
            );
        }
        let mut names = HashSet::new();
        for upstream in &self.upstreams {
            for (message, help) in upstream.mistakes() {
                report.problem(None, message, help);
            }
            if !names.insert(&*upstream.name) {
                report.problem(
                    None,
                    format!("two upstreams are called `{}`", upstream.name),
                    "give each a name of its own: it stands before the names of its tools",
                );
            }
        }
        report.finish(self.name.clone())
    }

    /// The server as far as it does not hang on upstreams.
    fn base(&mut self, presentation: Presentation) -> ServerBuilder {
        // As many calls as all upstreams take and keep waiting, so that one that hangs takes no place
        // from the others.
        let places: usize = self
            .upstreams
            .iter()
            .map(|upstream| upstream.settings.calls_at_once.saturating_mul(2))
            .fold(SPARE, usize::saturating_add);
        let server = Server::builder(&*self.name, &*self.version)
            .presentation(presentation)
            .calls_at_once(places)
            .calls_at_once_by_caller(places);
        match self.server.take() {
            Some(adjust) => adjust(server),
            None => server,
        }
    }
}

/// How long boot waits for upstreams: clients give a server half a minute, some less.
const WAIT: Duration = Duration::from_secs(10);

/// Calls beside those that upstreams have: those that are refused take a place too.
const SPARE: usize = 128;

impl Presentation {
    /// With favourites as the catalog has them: `k8s/get_pods` is `k8s__get_pods`.
    fn of_upstreams(mut self) -> Self {
        if let crate::presentation::Kind::Favourites { tools, .. } = &mut self.kind {
            for tool in tools {
                if let Some((upstream, short)) = tool.split_once('/') {
                    *tool = canonical(upstream, short);
                }
            }
        }
        self
    }
}
