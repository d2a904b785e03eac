//! The server as a program: `upstream MANNER`.

use std::io::Write as _;

use gateway_tests::{Manner, Trouble};
use rmcp::ServiceExt as _;

#[tokio::main(flavor = "current_thread")]
async fn main() {
    let word = std::env::args().nth(1).unwrap_or_default();
    let manner = Manner::of(&word).unwrap_or_default();
    if manner == Manner::Mute {
        std::future::pending::<()>().await;
    }
    let _ = writeln!(std::io::stderr(), "trouble starts");
    match Trouble::new(manner).serve(rmcp::transport::stdio()).await {
        Ok(running) => {
            let _ = running.waiting().await;
        }
        Err(error) => {
            let _ = writeln!(std::io::stderr(), "{error}");
        }
    }
}
