use mcp_ergo::prelude::*;

/// Where an invoice stands.
#[derive(Param)]
#[param(default = "open", range = 1..=2)]
enum Status {
    /// not paid
    #[param(example = "open")]
    Open,
}

/// Where to send it.
#[derive(Param)]
struct Address {
    /// Street and number.
    #[param(example = "Am Hof 1", options = streets, check = is_street)]
    street: String,
}

fn main() {}
