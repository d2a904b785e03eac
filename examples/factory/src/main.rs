//! `factory`: serves a pipeline of data models to a model.

use std::process::ExitCode;

use lexopt::prelude::*;
use mcp_ergo::Grants;
use tracing::Level;
use tracing_subscriber::filter::Targets;
use tracing_subscriber::prelude::*;

use factory::store::Factory;
use factory::{access, builder, tour};

const HELP: &str = "\
Serves a pipeline of data models: reading only, over stdio, in memory, unless told otherwise.

factory [--db FILE] [--role ROLE] [--http ADDRESS [--tokens FILE]]
factory --tour

  --db FILE       keep the projects in this SQLite database, and deploy to it
  --role ROLE     what whoever started the server may do: viewer (reads), modeller (plans and
                  generates), admin (deploys and deletes as well)
  --http ADDRESS  serve streamable HTTP at /mcp of ADDRESS, e.g. 127.0.0.1:8000
  --tokens FILE   let in only who presents a token of this file, a line `SHA256 ROLE CALLER` each;
                  `printf %s \"$TOKEN\" | sha256sum` prints the hash
  --tour          show a whole pipeline as a model sees it, driven by a real client
";

#[derive(Default)]
struct Options {
    db: Option<String>,
    role: Option<Grants>,
    http: Option<String>,
    tokens: Option<String>,
    tour: bool,
    help: bool,
}

fn options() -> Result<Options, lexopt::Error> {
    let mut options = Options::default();
    let mut parser = lexopt::Parser::from_env();
    while let Some(argument) = parser.next()? {
        match argument {
            Long("db") => options.db = Some(parser.value()?.string()?),
            Long("role") => {
                let role = access::role(&parser.value()?.string()?);
                options.role = Some(role.map_err(|unknown| unknown.to_string())?);
            }
            Long("http") => options.http = Some(parser.value()?.string()?),
            Long("tokens") => options.tokens = Some(parser.value()?.string()?),
            Long("tour") => options.tour = true,
            Short('h') | Long("help") => options.help = true,
            _ => return Err(argument.unexpected()),
        }
    }
    if options.tokens.is_some() && options.http.is_none() {
        // On the standard streams nobody presents a token, and it would seem to keep somebody out.
        return Err("--tokens is for --http; over stdio, --role says what you may do".into());
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
    if options.tour {
        tour::run().await?;
        return Ok(ExitCode::SUCCESS);
    }
    let factory = match &options.db {
        Some(path) => Factory::open(path)?,
        None => Factory::in_memory()?,
    };
    let role = options.role.unwrap_or_else(|| Grants::role("viewer"));
    let mut builder = builder(factory).grants(role);
    if let Some(path) = &options.tokens {
        builder = builder.authorizer(access::tokens(&std::fs::read_to_string(path)?)?);
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
