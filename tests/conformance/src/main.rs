//! The server that the official conformance suite calls. What its tools are called and do is
//! prescribed by the suite, and breaks rules of ours: each says so.

mod answers;
mod context;
mod questions;
mod raw;

use mcp_ergo::{Changes, Http, Server};
use tokio::net::TcpListener;

const USAGE: &str = "usage: conformance-server --http ADDRESS";

#[tokio::main]
async fn main() -> Result<(), mcp_ergo::Error> {
    tracing_subscriber::fmt()
        .with_writer(std::io::stderr)
        .init();
    let address = match address() {
        Ok(address) => address,
        Err(error) => {
            eprintln!("{error}\n{USAGE}");
            std::process::exit(2);
        }
    };
    let server = Server::builder("conformance", env!("CARGO_PKG_VERSION"))
        .purpose("Everything that the conformance suite asks for.")
        .start_with(answers::test_simple_text::tool())
        .tool(raw::json_schema())
        .tool(raw::header())
        .logging()
        .changes(Changes::new())
        .boot()?;
    let listener = TcpListener::bind(address).await?;
    let address = listener.local_addr()?;
    println!("http://{address}/mcp");
    Http::new(server)
        .allow_origin(format!("http://{address}"))
        .sessions()
        .serve_on(listener, std::future::pending())
        .await?;
    Ok(())
}

fn address() -> Result<String, lexopt::Error> {
    use lexopt::prelude::*;
    let mut address = None;
    let mut arguments = lexopt::Parser::from_env();
    while let Some(argument) = arguments.next()? {
        match argument {
            Long("http") => address = Some(arguments.value()?.string()?),
            other => return Err(other.unexpected()),
        }
    }
    address.ok_or_else(|| "an address is missing".into())
}
