use mcp_ergo::prelude::*;

/// Where to send it.
#[derive(Param)]
struct Address {
    street: String,
    /// Town.
    town: String,
    /// Whatever else is known.
    #[param(example = {"floor": 2})]
    more: serde_json::Value,
    /// Customer who lives there.
    #[param(example = "cus_7Q2")]
    customer_id: String,
    /// Country, one of 'de', 'at' or 'ch'.
    #[param(example = "de")]
    country: String,
}

fn main() {}
