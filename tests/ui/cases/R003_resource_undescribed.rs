use mcp_ergo::prelude::*;

/// Price of an hour of work, in cents.
#[resource("catalog://prices/current")]
fn current_prices() -> String {
    String::new()
}

fn main() {}
