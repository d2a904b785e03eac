//! `gateway.toml`: which servers are presented as one, and how.

mod mistakes;
mod read;
mod write;

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::time::Duration;

pub use mistakes::ConfigError;
use mistakes::Mistakes;

use super::upstream::{Secret, Upstream};

/// What a `gateway.toml` says. Reading it, writing it and reading that again gives the same.
///
/// ```
/// use mcp_ergo::gateway::Config;
///
/// # fn main() -> Result<(), mcp_ergo::Error> {
/// let text = r#"
/// name = "office"
///
/// [presentation]
/// tools = ["k8s/get_pods", "gitea/create_pull_request"]
///
/// [[upstream]]
/// name = "k8s"
/// command = ["npx", "-y", "mcp-server-kubernetes@2.9.6"]
/// env = { KUBECONFIG = "${KUBECONFIG}" }
///
/// [[upstream]]
/// name = "gitea"
/// url = "https://gitea.example.org/mcp"
/// token_env = "GITEA_TOKEN"
/// timeout = "20s"
/// "#;
/// let config = Config::parse(text, "gateway.toml")?;
/// assert_eq!(Config::parse(&config.to_string(), "gateway.toml")?, config);
/// # Ok(())
/// # }
/// ```
///
/// # Keys
///
/// | key | what it says |
/// |---|---|
/// | `name` | who the gateway says it is; needed |
/// | `version` | its version; this crate's unless told |
/// | `purpose` | what it is for, in one sentence, which models read first |
/// | `wait` | how long clients wait at the start for upstreams that are slow; 10 seconds unless told |
/// | `[presentation]` | `enabled`, `tools` (favourites: `"k8s/get_pods"` or `"k8s__get_pods"`), `max_favourites` |
/// | `[[upstream]]` | one server each, in the order in which their tools are listed |
///
/// and of each upstream
///
/// | key | what it says |
/// |---|---|
/// | `name` | stands before its tools: lower-case letters, digits and single `_` or `-`; needed |
/// | `command` | a program and its arguments, which is started and spoken to over its standard streams |
/// | `env` | the program's environment, beside the few variables that every program needs |
/// | `cwd` | the folder in which it runs, seen from the file's own, which it is unless told; a program that is named by a path is seen from there too |
/// | `url` | where a server listens to streamable HTTP, in place of a command |
/// | `token_env` | the environment variable that holds its bearer token |
/// | `headers` | more headers |
/// | `tools` | which of its tools are served; all of them when left out |
/// | `timeout` | how long a call may take; 60 seconds unless told |
/// | `start_timeout` | how long it may take to start and to list its tools; 60 seconds unless told |
/// | `ping` | how often it is asked whether it is there; every 15 seconds unless told |
/// | `calls_at_once` | how many calls it gets at once; 32 unless told |
///
/// A value of `env` or `headers` may hold `${NAME}`, which is read from the gateway's own environment
/// when it starts, so that no secret stands in the file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Config {
    pub(super) name: String,
    pub(super) version: Option<String>,
    pub(super) purpose: Option<String>,
    pub(super) wait: Option<Duration>,
    pub(super) presentation: Option<Presented>,
    pub(super) upstreams: Vec<UpstreamConfig>,
    /// Where the file is.
    pub(super) folder: Unsaid<Option<PathBuf>>,
}

/// `[presentation]`
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Presented {
    pub(super) enabled: Option<bool>,
    pub(super) tools: Vec<String>,
    pub(super) max_favourites: Option<usize>,
}

/// `[[upstream]]`
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct UpstreamConfig {
    pub(super) name: String,
    pub(super) transport: TransportConfig,
    pub(super) tools: Option<Vec<String>>,
    pub(super) timeout: Option<Duration>,
    pub(super) start_timeout: Option<Duration>,
    pub(super) ping: Option<Duration>,
    pub(super) calls_at_once: Option<usize>,
    /// The line on which its table begins.
    pub(super) line: Unsaid<usize>,
}

/// What is known of a file beside what it says, and makes no difference to that.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Unsaid<T>(pub(super) T);

impl<T> PartialEq for Unsaid<T> {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl<T> Eq for Unsaid<T> {}

/// How an upstream is reached, as the file says it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum TransportConfig {
    Command {
        command: Vec<String>,
        env: BTreeMap<String, String>,
        cwd: Option<PathBuf>,
    },
    Url {
        url: String,
        token_env: Option<String>,
        headers: BTreeMap<String, String>,
    },
}

impl Config {
    /// Reads a file.
    ///
    /// # Errors
    ///
    /// With every mistake at once.
    pub fn read(path: impl AsRef<Path>) -> Result<Self, ConfigError> {
        let path = path.as_ref();
        let file = path.display().to_string();
        let text = std::fs::read_to_string(path)
            .map_err(|error| ConfigError::unreadable(&file, &error))?;
        let mut config = Self::parse(&text, &file)?;
        // Whoever starts the gateway stands anywhere.
        let whole = std::path::absolute(path).ok();
        config.folder.0 = whole.and_then(|path| path.parent().map(Path::to_owned));
        Ok(config)
    }

    /// Reads the text of a file; `file` is what messages call it. Programs run in the folder of whoever
    /// starts the gateway, where a file that is [read](Self::read) has them run in its own.
    ///
    /// # Errors
    ///
    /// With every mistake at once.
    pub fn parse(text: &str, file: &str) -> Result<Self, ConfigError> {
        let mut mistakes = Mistakes::new(text, file);
        let config = read::read(text, &mut mistakes);
        mistakes.finish(config)
    }

    /// The upstreams, with what the file takes from the environment.
    ///
    /// # Errors
    ///
    /// When a variable is not set.
    pub(super) fn upstreams(&self, file: &str) -> Result<Vec<Upstream>, ConfigError> {
        let mut mistakes = Mistakes::new("", file);
        let upstreams = self
            .upstreams
            .iter()
            .map(|upstream| upstream.resolve(self.folder.0.as_deref(), &mut mistakes))
            .collect();
        mistakes.finish(Some(upstreams))
    }
}

impl UpstreamConfig {
    fn resolve(&self, folder: Option<&Path>, mistakes: &mut Mistakes<'_>) -> Upstream {
        let mut filled = |text: &str| Secret::new(self.fill(text, mistakes));
        let mut upstream = match &self.transport {
            TransportConfig::Command { command, env, cwd } => {
                let mut upstream = Upstream::stdio(&*self.name, placed(command, folder));
                for (name, value) in env {
                    upstream = upstream.env(name, filled(value));
                }
                let cwd = match (folder, cwd) {
                    (Some(folder), Some(cwd)) => Some(folder.join(cwd)),
                    (Some(folder), None) => Some(folder.to_owned()),
                    (None, cwd) => cwd.clone(),
                };
                match cwd {
                    Some(cwd) => upstream.cwd(cwd),
                    None => upstream,
                }
            }
            TransportConfig::Url {
                url,
                token_env,
                headers,
            } => {
                let mut upstream = Upstream::http(&*self.name, url);
                for (name, value) in headers {
                    upstream = upstream.header(name, filled(value));
                }
                match token_env {
                    Some(name) => upstream.bearer(filled(&format!("${{{name}}}"))),
                    None => upstream,
                }
            }
        };
        if let Some(tools) = &self.tools {
            upstream = upstream.tools(tools);
        }
        if let Some(timeout) = self.timeout {
            upstream = upstream.timeout(timeout);
        }
        if let Some(timeout) = self.start_timeout {
            upstream = upstream.start_timeout(timeout);
        }
        if let Some(every) = self.ping {
            upstream = upstream.ping(every);
        }
        if let Some(calls) = self.calls_at_once {
            upstream = upstream.calls_at_once(calls);
        }
        upstream
    }

    /// `text` with what its `${NAME}` stand for.
    fn fill(&self, text: &str, mistakes: &mut Mistakes<'_>) -> String {
        let mut filled = String::new();
        let mut rest = text;
        while let Some((before, reference)) = rest.split_once("${") {
            filled.push_str(before);
            let Some((name, after)) = reference.split_once('}') else {
                filled.push_str("${");
                rest = reference;
                continue;
            };
            match std::env::var(name) {
                Ok(value) => filled.push_str(&value),
                Err(_) => mistakes.add_at(
                    self.line.0,
                    format!(
                        "the environment variable `{name}` that `{}` needs is not set",
                        self.name
                    ),
                    format!("set {name} where the gateway is started"),
                ),
            }
            rest = after;
        }
        filled.push_str(rest);
        filled
    }
}

/// The command, its program by its whole path where it is named by a path.
fn placed(command: &[String], folder: Option<&Path>) -> Vec<OsString> {
    let mut words: Vec<OsString> = command.iter().map(OsString::from).collect();
    if let (Some(program), Some(folder)) = (words.first_mut(), folder) {
        // One that is named without a path is sought in PATH.
        if Path::new(&*program).components().nth(1).is_some() {
            *program = folder.join(&*program).into_os_string();
        }
    }
    words
}

#[cfg(test)]
mod tests;
