//! The ledger over the standard streams, for agents that start their server.

use ledger::store::Ledger;

#[tokio::main]
async fn main() -> Result<(), mcp_ergo::Error> {
    ledger::server(Ledger::in_memory()?, &["invoices:write".to_owned()])?
        .serve_stdio()
        .await?;
    Ok(())
}
