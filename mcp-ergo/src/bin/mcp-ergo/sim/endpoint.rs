//! A model behind an endpoint.

use std::sync::Arc;
use std::time::Duration;

use clap::{Args, ValueEnum};
use mcp_ergo::sim::{Agent, Chat, Endpoint, Mode, Served};

use crate::output::Failure;

/// Which model is asked, and how.
#[derive(Debug, Args)]
#[command(next_help_heading = "Models")]
pub(crate) struct Models {
    /// Base URL of an OpenAI-compatible endpoint, e.g. <http://127.0.0.1:8080/v1>.
    #[arg(long, value_name = "URL")]
    endpoint: Option<String>,
    /// Name of the model there.
    #[arg(long, value_name = "NAME")]
    model: Option<String>,
    /// Environment variable that holds the key, where the endpoint wants one.
    #[arg(long, value_name = "NAME")]
    key_env: Option<String>,
    /// How the model of `endpoint` says what it picks.
    #[arg(long, value_enum, default_value_t = ModeName::Enum)]
    mode: ModeName,
    /// Seconds for one answer.
    #[arg(long, value_name = "SECONDS", default_value_t = 60, value_parser = clap::value_parser!(u64).range(1..))]
    timeout: u64,
    /// Tasks that are asked about at once.
    #[arg(long, value_name = "NUMBER", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..))]
    parallel: u16,
    /// How often a request is sent again that the endpoint could not answer then.
    #[arg(long, value_name = "NUMBER", default_value_t = 3)]
    retries: u32,
    /// How often the model of `agent` is asked for one task.
    #[arg(long, value_name = "NUMBER", default_value_t = 8, value_parser = clap::value_parser!(u32).range(1..))]
    turns: u32,
    /// Let the server of --server or --server-url answer the calls of `agent`: what they do is done.
    #[arg(long)]
    live: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum ModeName {
    /// As JSON that names one of the tools.
    Enum,
    /// As a call.
    Tools,
}

impl Models {
    /// One answer a task.
    pub(crate) fn endpoint(&self, seed: u64) -> Result<Endpoint, Failure> {
        let mode = match self.mode {
            ModeName::Enum => Mode::Enum,
            ModeName::Tools => Mode::Tools,
        };
        let endpoint = Endpoint::new(self.chat(seed)?, mode)?;
        Ok(endpoint.parallel(usize::from(self.parallel)))
    }

    /// Several turns a task.
    pub(crate) fn agent(&self, seed: u64, server: Option<&Arc<Served>>) -> Result<Agent, Failure> {
        let agent = Agent::new(self.chat(seed)?)?
            .turns(self.turns)
            .parallel(usize::from(self.parallel));
        match (self.live, server) {
            (false, _) => Ok(agent),
            (true, Some(server)) => Ok(agent.live(Arc::clone(server))),
            (true, None) => Err(Failure::new("--live has no server that could answer")
                .help("name one by --server or --server-url")),
        }
    }

    fn chat(&self, seed: u64) -> Result<Chat, Failure> {
        let (Some(url), Some(model)) = (&self.endpoint, &self.model) else {
            return Err(Failure::new("no model is named to ask").help(
                "name it by --endpoint URL and --model NAME, e.g. --endpoint \
                 http://127.0.0.1:8080/v1 --model qwen3-8b",
            ));
        };
        let chat = Chat::new(url, model)?
            .timeout(Duration::from_secs(self.timeout))
            .retries(self.retries)
            .seed(seed);
        match &self.key_env {
            Some(name) => Ok(chat.key(&secret(name)?)?),
            None => Ok(chat),
        }
    }
}

/// A secret from the environment, which is nowhere printed.
pub(super) fn secret(name: &str) -> Result<String, Failure> {
    match std::env::var(name) {
        Ok(secret) if !secret.trim().is_empty() => Ok(secret),
        _ => Err(
            Failure::new(format!("the environment variable `{name}` is not set"))
                .help("set it, or name the one that holds the secret"),
        ),
    }
}
