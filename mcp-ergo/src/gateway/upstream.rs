//! One server behind the gateway: how it is reached, and what is known of it.

mod backoff;
mod child;
mod client;
mod http;
mod link;
mod list;
mod meter;
mod run;
mod secret;
mod watch;

use std::ffi::OsString;
use std::fmt;
use std::path::PathBuf;
use std::time::Duration;

use crate::presentation::{ALL, FAVOURITE};

pub(super) use link::{Away, Connected, Link, State};
pub(super) use run::keep;
pub use secret::Secret;

/// A server that the gateway presents under a name: a program that it starts, or a place where one
/// listens.
///
/// ```
/// use std::time::Duration;
///
/// use mcp_ergo::gateway::Upstream;
///
/// let k8s = Upstream::stdio("k8s", ["npx", "-y", "mcp-server-kubernetes@2.9.6"])
///     .env("KUBECONFIG", "/etc/kube/config");
/// let gitea = Upstream::http("gitea", "https://gitea.example.org/mcp")
///     .bearer(std::env::var("GITEA_TOKEN").unwrap_or_default())
///     .tools(["list_issues", "create_pull_request"])
///     .timeout(Duration::from_secs(20));
/// ```
#[derive(Debug, Clone)]
#[must_use = "`.upstream(…)` of a gateway's builder takes it"]
pub struct Upstream {
    pub(super) name: String,
    transport: Transport,
    pub(super) settings: Settings,
}

#[derive(Debug, Clone)]
enum Transport {
    Stdio(Program),
    Http(Endpoint),
}

/// A program and what it runs with.
#[derive(Clone)]
struct Program {
    command: Vec<OsString>,
    env: Vec<(String, Secret)>,
    cwd: Option<PathBuf>,
}

impl fmt::Debug for Program {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Arguments may hold secrets, against all advice.
        f.debug_struct("Program")
            .field("program", &self.command.first())
            .field("cwd", &self.cwd)
            .finish_non_exhaustive()
    }
}

/// Where a server listens, and what it is told with each request.
#[derive(Debug, Clone)]
struct Endpoint {
    url: Secret,
    bearer: Option<Secret>,
    headers: Vec<(String, Secret)>,
}

#[derive(Debug, Clone)]
pub(super) struct Settings {
    /// The tools that are served; `None` for all of them.
    pub(super) tools: Option<Vec<String>>,
    pub(super) timeout: Duration,
    start_timeout: Duration,
    ping: Duration,
    pub(super) calls_at_once: usize,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            tools: None,
            timeout: crate::server::TIMEOUT,
            // A package runner may have to fetch the server first.
            start_timeout: Duration::from_secs(60),
            ping: Duration::from_secs(15),
            calls_at_once: 32,
        }
    }
}

impl Upstream {
    /// A program that speaks the protocol over its standard streams: the program and its arguments. It
    /// sees nothing of the gateway's environment but what every program needs (`PATH`, `HOME` and the
    /// like) and what [`env`](Self::env) gives it. What it writes to stderr goes to `tracing`, at debug.
    pub fn stdio<A: Into<OsString>>(
        name: impl Into<String>,
        command: impl IntoIterator<Item = A>,
    ) -> Self {
        Self::new(
            name.into(),
            Transport::Stdio(Program {
                command: command.into_iter().map(Into::into).collect(),
                env: Vec::new(),
                cwd: None,
            }),
        )
    }

    /// A server that listens to streamable HTTP. Redirects are not followed: they would carry what is
    /// sent with each request to somewhere else.
    pub fn http(name: impl Into<String>, url: impl Into<String>) -> Self {
        Self::new(
            name.into(),
            Transport::Http(Endpoint {
                url: Secret::new(url),
                bearer: None,
                headers: Vec::new(),
            }),
        )
    }

    fn new(name: String, transport: Transport) -> Self {
        Self {
            name,
            transport,
            settings: Settings::default(),
        }
    }

    /// A variable of the program's environment. It means nothing over HTTP.
    pub fn env(mut self, name: impl Into<String>, value: impl Into<Secret>) -> Self {
        if let Transport::Stdio(program) = &mut self.transport {
            program.env.push((name.into(), value.into()));
        }
        self
    }

    /// The folder in which the program runs; the gateway's own unless told. It means nothing over HTTP.
    pub fn cwd(mut self, folder: impl Into<PathBuf>) -> Self {
        if let Transport::Stdio(program) = &mut self.transport {
            program.cwd = Some(folder.into());
        }
        self
    }

    /// The token that stands after `Bearer` in each request. It means nothing to a program.
    pub fn bearer(mut self, token: impl Into<Secret>) -> Self {
        if let Transport::Http(endpoint) = &mut self.transport {
            endpoint.bearer = Some(token.into());
        }
        self
    }

    /// A header of each request. It means nothing to a program.
    pub fn header(mut self, name: impl Into<String>, value: impl Into<Secret>) -> Self {
        if let Transport::Http(endpoint) = &mut self.transport {
            endpoint.headers.push((name.into(), value.into()));
        }
        self
    }

    /// Which of its tools are served, by its own names; all of them unless told.
    pub fn tools<N: Into<String>>(mut self, tools: impl IntoIterator<Item = N>) -> Self {
        self.settings.tools = Some(tools.into_iter().map(Into::into).collect());
        self
    }

    /// How long a call may take; 60 seconds unless told.
    pub fn timeout(mut self, timeout: Duration) -> Self {
        self.settings.timeout = timeout;
        self
    }

    /// How long it may take to start and to list its tools; 60 seconds unless told.
    pub fn start_timeout(mut self, timeout: Duration) -> Self {
        self.settings.start_timeout = timeout;
        self
    }

    /// How often it is asked whether it is there, and how long it may take to answer that while it has
    /// nothing else to do; 15 seconds unless told.
    pub fn ping(mut self, every: Duration) -> Self {
        self.settings.ping = every;
        self
    }

    /// How many calls it gets at once; 32 unless told. As many more wait for a moment, and what comes
    /// on top is told to come again: an upstream that hangs holds up nobody else.
    pub fn calls_at_once(mut self, calls: usize) -> Self {
        self.settings.calls_at_once = calls.max(1);
        self
    }

    /// What keeps it from ever being reached, and what to do about it.
    pub(super) fn mistakes(&self) -> Vec<(String, String)> {
        let mut mistakes = Vec::new();
        if let Some((message, help)) = name_mistake(&self.name) {
            mistakes.push((message, help.to_owned()));
        }
        match &self.transport {
            Transport::Stdio(program)
                if program.command.first().is_none_or(|name| name.is_empty()) =>
            {
                mistakes.push((
                    format!("the upstream `{}` names no program", self.name),
                    "give it the program and its arguments".to_owned(),
                ));
            }
            Transport::Stdio(_) => {}
            Transport::Http(endpoint) => mistakes.extend(endpoint.mistakes(&self.name)),
        }
        mistakes
    }

    /// Everything of it that nobody may read.
    fn secrets(&self) -> Vec<Secret> {
        let values = |pairs: &[(String, Secret)]| -> Vec<Secret> {
            pairs.iter().map(|(_, value)| value.clone()).collect()
        };
        match &self.transport {
            Transport::Stdio(program) => values(&program.env),
            Transport::Http(endpoint) => {
                let mut secrets = values(&endpoint.headers);
                secrets.extend(endpoint.bearer.clone());
                secrets.extend(endpoint.secrets_of_url());
                secrets
            }
        }
    }
}

/// Most characters of an upstream's name: it stands before each of its tools, and clients put one of
/// their own before that.
const LONGEST: usize = 24;

/// What is wrong with the name of an upstream, and what to do.
pub(super) fn name_mistake(name: &str) -> Option<(String, &'static str)> {
    let help = "write lower-case letters, digits and single `_` or `-`, as in `k8s` or `git-lab`";
    let message = if name.is_empty() {
        "an upstream's name is empty".to_owned()
    } else if name.len() > LONGEST {
        format!(
            "the upstream's name `{name}` has {} characters, and {LONGEST} leave room for its tools' names",
            name.len()
        )
    } else if [ALL, FAVOURITE].contains(&name) {
        format!("the upstream's name `{name}` is what favourites put before the names of tools")
    } else if name.contains("__") {
        // Two of them end the name where it stands before a tool's.
        format!("the upstream's name `{name}` has `__` in it, which ends an upstream's name")
    } else if !name.starts_with(|first: char| first.is_ascii_lowercase())
        || name.ends_with(['_', '-'])
        || !name
            .chars()
            .all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || "_-".contains(c))
    {
        format!("`{name}` is no name of an upstream")
    } else {
        return None;
    };
    Some((message, help))
}
