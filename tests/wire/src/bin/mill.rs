//! A mill over the standard streams, for tests that stop the process: `mill FILE` notes in the file
//! which sacks were begun and ground.

use std::fs::OpenOptions;
use std::io::Write as _;
use std::path::PathBuf;
use std::time::Duration;

use mcp_ergo::prelude::*;

struct Mill {
    book: PathBuf,
}

impl Mill {
    /// Lines of this length are appended whole.
    fn note(&self, line: &str) -> std::io::Result<()> {
        let mut book = OpenOptions::new()
            .create(true)
            .append(true)
            .open(&self.book)?;
        book.write_all(format!("{line}\n").as_bytes())
    }
}

/// How much was ground.
#[derive(serde::Serialize, schemars::JsonSchema)]
struct Ground {
    /// Sacks in this call.
    sacks: u32,
}

#[derive(Debug, thiserror::Error, ToolError)]
enum MillError {
    #[error(transparent)]
    #[tool_error(internal)]
    Book(#[from] std::io::Error),
}

/// Grind one sack.
#[tool(
    write,
    when = "the user wants flour",
    returns = "the sacks",
    scope = "mill:grind"
)]
fn grind_sack(mill: &Mill) -> Result<Reply<Ground>, MillError> {
    mill.note("begun")?;
    std::thread::sleep(Duration::from_millis(400));
    mill.note("ground")?;
    Ok(Reply::new("Ground.", Ground { sacks: 1 }))
}

/// Watch the mill for a while.
#[tool(
    read,
    when = "the user watches the mill",
    returns = "the sacks",
    scope = "mill:read"
)]
async fn watch_mill() -> Reply<Ground> {
    tokio::time::sleep(Duration::from_millis(300)).await;
    Reply::new("Watched.", Ground { sacks: 0 })
}

#[tokio::main]
async fn main() -> Result<(), mcp_ergo::Error> {
    let book = std::env::args_os().nth(1).unwrap_or_default().into();
    Server::builder("mill", "1.0.0")
        .purpose("A mill")
        .tools_in(module_path!())
        .start_with(watch_mill::tool())
        .state(Mill { book })
        .grant("mill:grind")
        .boot()?
        .serve_stdio()
        .await?;
    Ok(())
}
