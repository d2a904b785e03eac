//! `office`: serves the office of an invented firm.

use lexopt::prelude::*;
use mcp_ergo::Presentation;

const HELP: &str = "\
Serves the office of an invented firm, 145 tools, over stdio unless told otherwise.

office [--presentation flat|core|favourites] [--http ADDRESS]

  --presentation NAME  what a model is shown of the tools; all of them, flat, unless told
  --http ADDRESS       serve streamable HTTP at /mcp of ADDRESS, e.g. 127.0.0.1:8000
";

struct Options {
    presentation: Presentation,
    http: Option<String>,
    help: bool,
}

fn options() -> Result<Options, lexopt::Error> {
    let mut options = Options {
        presentation: Presentation::flat(),
        http: None,
        help: false,
    };
    let mut parser = lexopt::Parser::from_env();
    while let Some(argument) = parser.next()? {
        match argument {
            Long("presentation") => {
                let name = parser.value()?.string()?;
                let unknown = || {
                    let known = office::PRESENTATIONS.join(", ");
                    format!("there is no presentation '{name}'; send one of {known}")
                };
                options.presentation = office::presentation(&name).ok_or_else(unknown)?;
            }
            Long("http") => options.http = Some(parser.value()?.string()?),
            Short('h') | Long("help") => options.help = true,
            _ => return Err(argument.unexpected()),
        }
    }
    Ok(options)
}

#[tokio::main]
async fn main() -> Result<std::process::ExitCode, mcp_ergo::Error> {
    let options = match options() {
        Ok(options) => options,
        Err(error) => {
            eprintln!("{error}\n\n{HELP}");
            return Ok(std::process::ExitCode::from(2));
        }
    };
    if options.help {
        print!("{HELP}");
        return Ok(std::process::ExitCode::SUCCESS);
    }
    // stdout belongs to the protocol.
    tracing_subscriber::fmt()
        .with_max_level(tracing_subscriber::filter::LevelFilter::WARN)
        .with_writer(std::io::stderr)
        .init();
    let server = office::builder()
        .presentation(options.presentation)
        .boot()?;
    match options.http {
        Some(address) => server.serve_http(address).await?,
        None => server.serve_stdio().await?,
    }
    Ok(std::process::ExitCode::SUCCESS)
}
