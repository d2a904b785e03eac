//! `hardened`: serves a weather station over stdio, hardened, or with `--plain` as rmcp alone has it.

use hardened::Station;
use mcp_ergo::harden;
use rmcp::ServiceExt as _;
use rmcp::transport::stdio;

#[tokio::main]
async fn main() -> Result<(), mcp_ergo::Error> {
    // stdout belongs to the protocol.
    tracing_subscriber::fmt()
        .with_writer(std::io::stderr)
        .init();
    let station = Station::default();
    if std::env::args().any(|argument| argument == "--plain") {
        station.serve(stdio()).await?.waiting().await?;
    } else {
        let station = harden(station).boot().await?; // the one line
        station.serve(stdio()).await?.waiting().await?;
    }
    Ok(())
}
