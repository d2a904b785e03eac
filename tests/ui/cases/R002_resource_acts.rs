use mcp_ergo::prelude::*;

/// Price of an hour of work, in cents.
#[resource("catalog://prices/new", mime = "text/plain")]
fn create_price_list() -> String {
    String::new()
}

fn main() {}
