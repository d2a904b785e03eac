//! `mcp-ergo gateway`

use std::fmt::Write as _;
use std::io::Write as _;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};
use mcp_ergo::Http;
use mcp_ergo::gateway::{Builder, Config, ConfigError, Gateway};
use mcp_ergo::usage::SqliteUsage;
use tracing_subscriber::filter::{LevelFilter, Targets};
use tracing_subscriber::layer::SubscriberExt as _;
use tracing_subscriber::util::SubscriberInitExt as _;

use crate::Outcome;
use crate::output::{BOLD, Failure, PLAIN, print};
use crate::policy::policy;

/// Serve other servers as one.
///
/// The file names them: programs that are started, and servers that are reached over HTTP. What the
/// audit says of their tools goes to stderr before anything is served.
#[derive(Debug, Args)]
#[command(
    name = "gateway",
    after_help = "Exit code: 0 served to the end, 1 refused by --strict, 2 could not run."
)]
pub(crate) struct Serve {
    /// File that says which servers to present, and how.
    #[arg(long, value_name = "FILE", default_value = "gateway.toml")]
    config: PathBuf,
    /// Only read the file, and start nothing.
    #[arg(long)]
    check: bool,
    /// Refuse to serve what the audit denies, or while a server is away.
    #[arg(long)]
    strict: bool,
    /// File for the audit's report, beside stderr; JSON where its name ends in `.json`.
    #[arg(long, value_name = "FILE")]
    report: Option<PathBuf>,
    /// File to record calls in, which `SqliteUsage` keeps, for `mcp-ergo usage` and `mcp-ergo favourites suggest`.
    #[arg(long, value_name = "FILE")]
    usage: Option<PathBuf>,
    /// Policy to judge by [default: the mcp-ergo.toml in this folder or above].
    #[arg(long, value_name = "FILE")]
    policy: Option<PathBuf>,
    /// Serve streamable HTTP there, e.g. 127.0.0.1:8000, in place of the standard streams.
    #[arg(long, value_name = "ADDRESS")]
    listen: Option<SocketAddr>,
    /// How much is logged on stderr.
    #[arg(long, value_enum, default_value_t = Log::Warn, value_name = "LEVEL")]
    log: Log,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Log {
    Off,
    Error,
    Warn,
    Info,
    /// With what programs write to stderr.
    Debug,
}

impl Log {
    fn filter(self) -> Targets {
        let level = match self {
            Self::Off => LevelFilter::OFF,
            Self::Error => LevelFilter::ERROR,
            Self::Warn => LevelFilter::WARN,
            Self::Info => LevelFilter::INFO,
            Self::Debug => LevelFilter::DEBUG,
        };
        // rmcp logs whole messages, and what is in them is nobody's business.
        Targets::new()
            .with_default(LevelFilter::ERROR.min(level))
            .with_target("mcp_ergo", level)
    }
}

impl Serve {
    pub(crate) fn run(&self) -> Result<Outcome, Failure> {
        let config = Config::read(&self.config)?;
        let (policy, _) = policy(false, self.policy.as_deref(), None)?;
        let mut builder = config
            .builder(&self.config.display().to_string())?
            .policy(policy);
        if self.strict {
            builder = builder.strict();
        }
        if self.check {
            return checked(&self.config, &builder);
        }
        if let Some(file) = &self.usage {
            let store = SqliteUsage::open(file)
                .map_err(|error| Failure::new(format!("{}: {error}", file.display())))?;
            builder = builder.server(|server| server.usage(store));
        }
        // stdout belongs to the protocol.
        let to_stderr = tracing_subscriber::fmt::layer()
            .with_ansi(false)
            .with_writer(std::io::stderr);
        tracing_subscriber::registry()
            .with(to_stderr)
            .with(self.log.filter())
            .init();
        let runtime = tokio::runtime::Runtime::new()
            .map_err(|error| Failure::new(format!("nothing can be run: {error}")))?;
        runtime.block_on(self.serve(builder))
    }

    async fn serve(&self, builder: Builder) -> Result<Outcome, Failure> {
        let gateway = match builder.boot().await {
            Ok(gateway) => gateway,
            Err(refused) => {
                say(&format!("{refused}\n"));
                return Ok(Outcome::Found);
            }
        };
        self.tell(&gateway)?;
        let server = gateway.server();
        let ended = match self.listen {
            Some(address) => Http::new(server).sessions().serve(address).await,
            None => server.serve_stdio().await,
        };
        gateway.stop().await;
        ended.map_err(|error| Failure::new(error.to_string()))?;
        Ok(Outcome::Clean)
    }

    /// What the audit says, and what is not served as it is.
    fn tell(&self, gateway: &Gateway) -> Result<(), Failure> {
        let mut told = format!("{}\n", gateway.report());
        for note in gateway.notes() {
            let _ = writeln!(
                told,
                "{BOLD}note{PLAIN}: {}",
                mcp_ergo::audit::printable(&note)
            );
        }
        say(&told);
        let Some(file) = &self.report else {
            return Ok(());
        };
        let report = if file.extension().is_some_and(|ending| ending == "json") {
            format!("{:#}\n", gateway.report().json())
        } else {
            format!("{}\n", gateway.report())
        };
        std::fs::write(file, report)
            .map_err(|error| Failure::new(format!("{} cannot be written: {error}", file.display())))
    }
}

/// The file is right as far as can be told without starting anything.
fn checked(file: &Path, builder: &Builder) -> Result<Outcome, Failure> {
    match builder.check() {
        Ok(()) => {
            print(&format!("{} is right\n", file.display()))?;
            Ok(Outcome::Clean)
        }
        Err(refused) => {
            say(&format!("{refused}\n"));
            Ok(Outcome::Found)
        }
    }
}

/// Writes to stderr. There is nobody left to tell when that fails.
fn say(text: &str) {
    let _ = anstream::stderr().lock().write_all(text.as_bytes());
}

impl From<ConfigError> for Failure {
    fn from(error: ConfigError) -> Self {
        let messages = error
            .messages()
            .map(|(message, help)| (message, Some(help.to_owned())));
        Self {
            messages: messages.collect(),
        }
    }
}
