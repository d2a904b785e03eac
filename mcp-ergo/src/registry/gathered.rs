//! The catalog of a gateway, which changes while it runs: other servers' tools, beside those that were
//! added by hand.

use std::sync::Arc;

use mcp_ergo_rules::Policy;

use super::boot::register;
use super::boot_error::Report;
use super::frozen::{Registered, Registry};
use super::input::BootInput;
use super::tool::Tool;

/// A tool of another server.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Gathered {
    pub(crate) tool: Tool,
    /// Its server is not there.
    pub(crate) away: bool,
}

/// The catalog with these tools, in their order. Nothing is judged: other servers are as they are, and
/// come and go.
pub(crate) fn gather(input: BootInput, tools: &[Gathered], policy: Policy) -> Arc<Registry> {
    // What another server says portably has no mistakes of ours.
    let mut report = Report::default();
    let by_hand = input.by_hand.iter().map(|tool| (*tool, false));
    let gathered = tools.iter().map(|gathered| (gathered.tool, gathered.away));
    let tools: Vec<Registered> = by_hand
        .chain(gathered)
        .map(|(tool, away)| Registered {
            away,
            ..register(tool.0, &input, &mut report)
        })
        .collect();
    Arc::new(Registry::freeze(
        input,
        (tools, Vec::new(), Vec::new()),
        policy,
    ))
}
