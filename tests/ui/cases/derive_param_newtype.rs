use mcp_ergo::prelude::*;

/// Customer's name.
#[derive(Param)]
struct Name(Option<String>);

/// What to look for.
#[derive(Param)]
#[param(example = "x")]
struct Filter(serde_json::Value);

/// Most invoices to return.
#[derive(Param)]
#[param(len = 1..=50)]
struct Limit(u32);

fn main() {}
