use mcp_ergo::prelude::*;

/// Where an invoice stands.
#[derive(Param)]
enum Status {
    /// not paid
    Open,
    /// not paid either
    #[param(name = "open")]
    Unpaid,
}

/// Where to send it.
#[derive(Param)]
struct Address {
    /// Street and number.
    #[param(example = "Am Hof 1")]
    street: String,
    /// Town.
    #[param(example = "Bonn", name = "street")]
    town: String,
}

fn main() {}
