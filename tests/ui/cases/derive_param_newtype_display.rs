use mcp_ergo::prelude::*;

/// Where to send it.
#[derive(Param)]
struct Address {
    /// Street and number.
    #[param(example = "Am Hof 1")]
    street: String,
}

/// Where to send the invoice.
#[derive(Param)]
struct BillTo(Address);

fn main() {}
