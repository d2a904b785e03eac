use mcp_ergo::prelude::*;

/// Where to send it.
#[derive(Param)]
struct Address {
    /// Street and number.
    #[param(example = "Am Hof 1", name = "street and number")]
    street: String,
}

fn main() {}
