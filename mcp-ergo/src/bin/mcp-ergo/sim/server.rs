//! A running server in place of a catalog.

use std::sync::Arc;

use clap::Args;
use mcp_ergo::sim::Served;

use super::endpoint::secret;
use crate::output::Failure;

/// Which server.
#[derive(Debug, Args)]
pub(crate) struct Running {
    /// Command that starts a server over its standard streams: its tools are shown as it presents
    /// them.
    #[arg(long, value_name = "COMMAND", conflicts_with = "server_url")]
    server: Option<String>,
    /// URL of a server or gateway that runs already.
    #[arg(long, value_name = "URL")]
    server_url: Option<String>,
    /// Environment variable that holds its bearer token.
    #[arg(long, value_name = "NAME", requires = "server_url")]
    server_token_env: Option<String>,
}

impl Running {
    pub(crate) fn connect(&self) -> Result<Option<Arc<Served>>, Failure> {
        let served = match (&self.server, &self.server_url) {
            (Some(command), _) => Served::start(command)?,
            (None, Some(url)) => {
                let token = self.server_token_env.as_deref().map(secret).transpose()?;
                Served::at(url, token.as_deref())?
            }
            (None, None) => return Ok(None),
        };
        Ok(Some(Arc::new(served)))
    }
}
