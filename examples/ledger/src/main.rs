//! `ledger`: serves the invoices of one company to a model.

use std::process::ExitCode;

use lexopt::prelude::*;
use tracing::Level;
use tracing_subscriber::filter::Targets;
use tracing_subscriber::prelude::*;

use ledger::store::Ledger;
use ledger::tokens::TokensError;
use ledger::{builder, tokens, tour};

const HELP: &str = "\
Serves the invoices of one company: reading only, over stdio, from memory, unless told otherwise.

ledger [--file PATH] [--allow SCOPE]... [--http ADDRESS [--tokens PATH]]
ledger --tour [--broken]

  --file PATH      keep the ledger in this file; a new one gets some forty example invoices
  --allow SCOPE    serve tools that change something: invoices:write, invoices:void
  --http ADDRESS   serve streamable HTTP at /mcp of ADDRESS, e.g. 127.0.0.1:8000
  --tokens PATH    over HTTP, let in who presents a token of this file alone: a line each,
                   SHA256 CALLER [SCOPE]...
  --tour           show what a model sees, driven by a real client
  --tour --broken  show what boot says of a catalog that breaks the rules
";

#[derive(Default)]
struct Options {
    file: Option<String>,
    allow: Vec<String>,
    http: Option<String>,
    tokens: Option<String>,
    tour: bool,
    broken: bool,
    help: bool,
}

fn options() -> Result<Options, lexopt::Error> {
    let mut options = Options::default();
    let mut parser = lexopt::Parser::from_env();
    while let Some(argument) = parser.next()? {
        match argument {
            Long("file") => options.file = Some(parser.value()?.string()?),
            Long("allow") => options.allow.push(parser.value()?.string()?),
            Long("http") => options.http = Some(parser.value()?.string()?),
            Long("tokens") => options.tokens = Some(parser.value()?.string()?),
            Long("tour") => options.tour = true,
            Long("broken") => options.broken = true,
            Short('h') | Long("help") => options.help = true,
            _ => return Err(argument.unexpected()),
        }
    }
    Ok(options)
}

#[tokio::main]
async fn main() -> Result<ExitCode, mcp_ergo::Error> {
    let options = match options() {
        Ok(options) => options,
        Err(error) => {
            eprintln!("{error}\n\n{HELP}");
            return Ok(ExitCode::from(2));
        }
    };
    if options.help {
        print!("{HELP}");
        return Ok(ExitCode::SUCCESS);
    }
    log_to_stderr();
    if options.broken {
        return Ok(tour::broken());
    }
    if options.tour {
        tour::run().await?;
        return Ok(ExitCode::SUCCESS);
    }
    let ledger = match &options.file {
        Some(path) => Ledger::open(path)?,
        None => Ledger::in_memory()?,
    };
    let mut builder = builder(ledger, &options.allow);
    if let Some(path) = &options.tokens {
        let text = std::fs::read_to_string(path).map_err(TokensError::from)?;
        builder = builder.authorizer(tokens::read(&text)?);
    }
    let server = builder.boot()?;
    match options.http {
        Some(address) => server.serve_http(address).await?,
        None => server.serve_stdio().await?,
    }
    Ok(ExitCode::SUCCESS)
}

/// stdout belongs to the protocol. rmcp warns of every error that it answers, and a model's slip is
/// none of the operator's business.
fn log_to_stderr() {
    let wanted = Targets::new()
        .with_default(Level::WARN)
        // The address that is served.
        .with_target("mcp_ergo::server", Level::INFO)
        .with_target("rmcp", Level::ERROR);
    tracing_subscriber::registry()
        .with(tracing_subscriber::fmt::layer().with_writer(std::io::stderr))
        .with(wanted)
        .init();
}
